// A loop's condition may add to its variable, and may be one of several: how often it runs is known, or at most how
// often.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
struct Block {
  int cells, ghosts;
  double *w;
};
static double smooth(const double *w, int i) { return 0.5 * (w[i] + w[i + 1]); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Block block{argc * 100, 2, new double[argc * 100]};
  const int n = argc * 50;
  for (int step = 0; step < 10; ++step) {
    // CHECK: maquette_compute("{{[^"]*}}", 1, (double)(block.cells - 2));
    for (int i = 1; i + 1 < block.cells; ++i)
      block.w[i] = smooth(block.w, i);
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: maquette_compute("{{[^"]*}}", 1, (double)(n - block.ghosts));
    for (int i = 0; n > block.ghosts + i; ++i)
      block.w[i] = smooth(block.w, i);
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: maquette_compute("{{[^"]*}}", 1, (double)(n + 2));
    for (int i = 3; i - 4 <= n; ++i)
      block.w[i] = smooth(block.w, i);
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: maquette_compute("{{[^"]*}}", 1, (double)(n - 3));
    for (int i = n; i - 2 > 1; --i)
      block.w[i] = smooth(block.w, i);
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: maquette_compute("{{[^"]*}}", 1, (double)n);
    for (int i = 0; i < n && block.w[i] > 0.1; ++i)
      block.w[i] = smooth(block.w, i);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
