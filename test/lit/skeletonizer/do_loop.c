// do loops keep their body's calls and their count.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: int left = argc + 3;
  int left = argc + 3;
  int printed = 0;
  // CHECK: do {
  // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NOT: printed
  // CHECK: } while (--left > 0);
  do {
    MPI_Barrier(MPI_COMM_WORLD);
    printed += left;
  } while (--left > 0);
  (void)printed;
  MPI_Finalize();
  return 0;
}
