// A label stays while a goto that stays names it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int main(int argc, char **argv) {
  int round = 0;
  MPI_Init(&argc, &argv);
// CHECK: again:
// CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
again:
  MPI_Barrier(MPI_COMM_WORLD);
  round++;
  // CHECK: if (round < argc)
  // CHECK-NEXT: goto again;
  if (round < argc)
    goto again;
  MPI_Finalize();
  return 0;
}
