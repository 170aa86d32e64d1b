// The size of memory that the skeleton writes is not predicted: what is written there has to fit on every rank.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
static double field[1000];
static std::vector<long> told, sizes;
static void fill(int step) {
  for (unsigned i = 0, at = 0; i < sizes.size(); i++)
    for (long k = 0; k < sizes[i]; k++)
      told[at++] = k + step;
}
int main(int argc, char **argv) {
  int rank, ranks;
  long wanted[100];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  sizes.resize(ranks);
  for (int i = 0; i < ranks; i++)
    sizes[i] = 1 + (rank + i) % 3;
  for (int step = 0; step < argc; step++) {
    long all = 0;
    for (int i = 0; i < ranks; i++)
      // CHECK: all += sizes[i];
      all += sizes[i];
    // CHECK-NOT: maquette_predict
    // CHECK: told.resize(all);
    told.resize(all);
    fill(step);
    MPI_Send(told.data(), int(all), MPI_LONG, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    MPI_Recv(wanted, 100, MPI_LONG, (rank + 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(field, int(wanted[0]), MPI_DOUBLE, (rank + 1) % ranks, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
