// Control that can now reach the end of a function finds a return there.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double a[8];
// CHECK-LABEL: static int sign(
static int sign(void) {
  // CHECK: MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NEXT: return 0;
  // CHECK-NEXT: }
  MPI_Barrier(MPI_COMM_WORLD);
  if (a[0] > 0.0)
    return 1;
  else
    return -1;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  a[1] = sign();
  MPI_Finalize();
  return 0;
}
