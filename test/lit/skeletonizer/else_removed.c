// Branches without anything left go, the others keep their meaning; a dangling else is not captured.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: if (argc > 1)
  // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NOT: else
  if (argc > 1)
    MPI_Barrier(MPI_COMM_WORLD);
  else
    x += 1.0;
  // CHECK: if (argc > 2)
  // CHECK-NEXT: {}
  // CHECK-NEXT: else
  // CHECK-NEXT: MPI_Barrier
  if (argc > 2)
    x += 2.0;
  else
    MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: if (argc > 3)
  // CHECK-NEXT: { if (argc > 4)
  // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD); }
  // CHECK-NEXT: else
  // CHECK-NEXT: MPI_Barrier
  if (argc > 3)
    if (argc > 4)
      MPI_Barrier(MPI_COMM_WORLD);
    else
      x += 3.0;
  else
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
