// Without loops, what library calls go through is what a region's cost depends on.
// RUN: %skeleton %s | FileCheck %s
#include <cstring>
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = argc * 1000;
  double *values = new double[2 * n];
  std::vector<int> rows;
  // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 2, (double)n, (double)(n + 1));
  rows.resize(n);
  rows.assign(n + 1, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 1, (double)(n * 8));
  memset(values, 0, n * sizeof(double));
  MPI_Bcast(values, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  delete[] values;
  MPI_Finalize();
  return 0;
}
