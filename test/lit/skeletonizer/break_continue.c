// break and continue stay where they decide about calls, and go where they do not.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double sum;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 10; i++) {
    // CHECK: if (i == argc)
    // CHECK-NEXT: continue;
    if (i == argc)
      continue;
    // CHECK: if (i > argc + 5)
    // CHECK-NEXT: break;
    if (i > argc + 5)
      break;
    // CHECK: MPI_Barrier(MPI_COMM_WORLD);
    // CHECK-NOT: continue
    MPI_Barrier(MPI_COMM_WORLD);
    if (sum > 2.0)
      continue;
    sum += i;
  }
  // CHECK: MPI_Finalize();
  MPI_Finalize();
  return 0;
}
