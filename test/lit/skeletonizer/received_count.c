// A count that came in a message stays real on both sides; the data it announces goes.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double data[1000];
int main(int argc, char **argv) {
  int rank, count = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: count = rank * 3;
  count = rank * 3;
  // CHECK: MPI_Send(&count, 1, MPI_INT, rank ^ 1, 5, MPI_COMM_WORLD);
  MPI_Send(&count, 1, MPI_INT, rank ^ 1, 5, MPI_COMM_WORLD);
  // CHECK: MPI_Recv(&count, 1, MPI_INT, rank ^ 1, 5, MPI_COMM_WORLD,
  MPI_Recv(&count, 1, MPI_INT, rank ^ 1, 5, MPI_COMM_WORLD, ((MPI_Status *)0));
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, count, MPI_DOUBLE, rank ^ 1, 6, MPI_COMM_WORLD);
  MPI_Send(data, count, MPI_DOUBLE, rank ^ 1, 6, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
