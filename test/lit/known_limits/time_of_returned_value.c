// What only a removed return computes is not timed: it is missing from the skeleton's time.
// XFAIL: *
// RUN: %skeleton --tree profiled %s > %t.out || true
// RUN: not FileCheck %s --check-prefix=NOW --input-file=%t.out \
// RUN:   || FileCheck %s --check-prefix=WANTED --input-file=%t.out
#include <mpi.h>
static double x[1000];
static double sum(const double *values, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += values[i];
  return total;
}
static double share(int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  // NOW: return sum(x, n);
  // WANTED: maquette_region_begin("share#{{[0-9a-f]+}}"
  // WANTED: return
  return sum(x, n);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  x[0] = share(argc);
  MPI_Bcast(x, 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
