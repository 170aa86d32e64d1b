// How much goes to which neighbour is computed, on either side: one prediction could not tell them apart.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
static int sizes[4];
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int level = 0; level < 100; level++) {
    for (int i = 0; i < 1000; i++) {
      // CHECK: sizes[i % 4] +=
      sizes[i % 4] += (rank + i * level) % 7 == 0;
      // CHECK-NOT: x[i]
      x[i] = x[i] * 1.5;
    }
    for (int to = 0; to < 4; to++) {
      // CHECK: int count = sizes[to];
      int count = sizes[to];
      // CHECK: MPI_Send(MAQUETTE_PHANTOM, count, MPI_DOUBLE, to, 0,
      MPI_Send(x, count, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
      // CHECK: MPI_Recv(MAQUETTE_PHANTOM, sizes[to], MPI_DOUBLE, to, 0,
      MPI_Recv(x, sizes[to], MPI_DOUBLE, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
