// A block in parentheses has the value of its last statement, and what it is made of is computed.
// RUN: %skeleton %s --std gnu11 | FileCheck %s
#include <mpi.h>
static int sizes[4], seen;
static int counted(int n) { return seen += n; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: sizes[argc & 3] = 7;
  sizes[argc & 3] = 7;
  // CHECK-NEXT: int count = ({ int n = counted(argc) & 3; n > 1 ? sizes[n] : 1; }) + counted(2);
  int count = ({ int n = counted(argc) & 3; n > 1 ? sizes[n] : 1; }) + counted(2);
  MPI_Send(argv, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
