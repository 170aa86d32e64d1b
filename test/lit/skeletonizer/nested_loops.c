// The features of a nest are the products of its bounds, constants folded away; a bound that is computed inside is not
// one.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double grid[64];
// CHECK-LABEL: static void sweep(
static void sweep(int nx, int ny) {
  // CHECK: maquette_compute("sweep#{{[0-9a-f]+}}", 4, (double)ny * (nx - 2), (double)nx * ny, (double)ny, (double)nx);
  for (int j = 0; j < ny; j++)
    for (int i = 1; i < nx - 1; i++)
      for (int k = 0; k < 3; k++)
        grid[(i + j + k) % 64] += 1.0;
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j <= ny - 1; j++)
      for (int k = 0; k < (int)grid[j % 64]; k++)
        grid[(i * j + k) % 64] *= 2.0;
  }
  MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  sweep(size, size + 1);
  MPI_Finalize();
  return 0;
}
