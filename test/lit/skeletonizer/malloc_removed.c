// Memory that nobody needs is not even asked for.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK-NOT: malloc(
  // CHECK-NOT: free(
  double *buffer = malloc(1000 * sizeof *buffer);
  for (int i = 0; i < 1000; i++)
    buffer[i] = i * 0.5;
  // CHECK: if (rank == 0)
  // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, 1000,
  if (rank == 0)
    MPI_Send(buffer, 1000, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  // CHECK: else if (rank == 1)
  // CHECK-NEXT: MPI_Recv(MAQUETTE_PHANTOM, 1000,
  else if (rank == 1)
    MPI_Recv(buffer, 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  free(buffer);
  MPI_Finalize();
  return 0;
}
