// MPI_IN_PLACE and NULL are no data: they stay as they are.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stddef.h>
int main(int argc, char **argv) {
  double x = 1.0;
  MPI_Init(&argc, &argv);
  // CHECK: MPI_Allreduce(MPI_IN_PLACE, MAQUETTE_PHANTOM, 1,
  MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  // CHECK: MPI_Send(NULL, 0,
  MPI_Send(NULL, 0, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
