// A jump that never runs goes to a label that stays, as parser generators write it to keep the label in use.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int tries = 0;
  MPI_Init(&argc, &argv);
  // CHECK: again:
again:
  if (0)
    goto again;
  // CHECK: MPI_Barrier(
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-NEXT: if (++tries < 3)
  // CHECK-NEXT: goto failed;
  if (++tries < 3)
    goto failed;
  MPI_Finalize();
  return 0;
  // CHECK: failed:
failed:
  MPI_Barrier(MPI_COMM_WORLD);
  goto again;
}
