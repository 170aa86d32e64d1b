// The cost of a removed nest of loops depends on the products of its trip counts, the deepest first.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
// CHECK-LABEL: static void sweep(
static void sweep(double *a, int n, int m) {
  // CHECK: maquette_compute("sweep#{{[0-9a-f]+}}", 2, (double)n * m, (double)n);
  // CHECK-NOT: for (
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = 0.5 * a[i * m + j] + 1.0;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, n * m, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  MPI_Send(a, n * m, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  static double a[200];
  MPI_Init(&argc, &argv);
  sweep(a, 10, 20);
  MPI_Finalize();
  return 0;
}
