// Who sends is decided by a reduction over computed data: all ranks predict the same, so that it may be predicted.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[100000];
struct Place {
  double value;
  int rank;
};
int main(int argc, char **argv) {
  int rank, owner;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < 100 * argc; step++) {
    struct Place mine = {1e30, rank}, least;
    for (int i = 0; i < 100000; i++) {
      x[i] = 0.5 * x[i] + i;
      if (x[i] < mine.value)
        mine.value = x[i];
    }
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    // CHECK: owner = (int)maquette_predict_integer("main#{{[0-9a-f]+}}", 0);
    owner = least.rank;
    // CHECK: if (rank == owner)
    if (rank == owner)
      MPI_Send(x, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    // CHECK: MPI_Recv(MAQUETTE_PHANTOM, 10, MPI_DOUBLE, owner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
      MPI_Recv(x, 10, MPI_DOUBLE, owner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
