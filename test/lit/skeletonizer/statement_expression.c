// A block in parentheses stays whole if anything in it stays.
// RUN: %skeleton %s --std gnu11 | FileCheck %s
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int to = 0;
  // CHECK: ({
  // CHECK-NEXT: int next = to + argc;
  ({
    int next = to + argc;
    if (next > 3)
      next = 0;
    to = next;
  });
  MPI_Send(argv, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
