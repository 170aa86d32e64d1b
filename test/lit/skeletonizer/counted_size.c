// How many elements loops without conditions pack is computed: a compiler makes a product of it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double field[64][64][64], buffer[4096];
static int pack(int from, int fields, int rows) {
  // CHECK-LABEL: int pack(
  int p = 0;
  // CHECK: for (int f = 0; f < fields; f++)
  for (int f = 0; f < fields; f++)
    for (int j = 0; j < rows; j++)
      for (int i = from; i < from + 2; i++)
        // CHECK: p++;
        buffer[p++] = field[f][j][i];
  // CHECK: return p;
  return p;
}
int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int step = 0; step < 100; step++) {
    const int size = pack(1, 4, 64 / ranks);
    // CHECK: MPI_Send(MAQUETTE_PHANTOM, size, MPI_DOUBLE, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    MPI_Send(buffer, size, MPI_DOUBLE, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
