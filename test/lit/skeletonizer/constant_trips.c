// A loop over a few fields, which a constant counts, is cheap: the sizes it adds up are computed, not predicted.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
static void exchange(const int fields[15], int depth, int rows, double *halo, int to) {
  int size = 0;
  // CHECK: for (int field = 0; field < 15; ++field)
  for (int field = 0; field < 15; ++field)
    if (fields[field] == 1)
      // CHECK: size += depth * (rows + 5);
      size += depth * (rows + 5);
  // CHECK-NOT: maquette_predict
  // CHECK: MPI_Send(
  MPI_Send(halo, size, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  int rank, ranks, fields[15];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double *halo = malloc(10000 * sizeof(double));
  for (int step = 0; step < argc; step++) {
    for (int field = 0; field < 15; ++field)
      fields[field] = field < 3 + step;
    for (int i = 0; i < 10000; i++)
      halo[i] = halo[i] * 0.5 + step;
    exchange(fields, 2, 1000 / ranks, halo, (rank + 1) % ranks);
  }
  MPI_Finalize();
  return 0;
}
