// What is written to one member of a union, or to a field of one, is read from the others.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
union word {
  unsigned all;
  struct {
    unsigned short low, high;
  } half;
};
int main(int argc, char **argv) {
  union word count, other;
  MPI_Init(&argc, &argv);
  // CHECK: count.all = 1;
  count.all = 1;
  // CHECK-NEXT: count.half.low = (unsigned short)argc;
  count.half.low = (unsigned short)argc;
  // CHECK-NEXT: other.half.high = 0;
  other.half.high = 0;
  // CHECK-NEXT: other.all += 7;
  other.all += 7;
  MPI_Send(argv, (int)count.all, MPI_CHAR, other.half.high, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
