// An unbraced loop in unbraced statements becomes a region: the braces that it needs open before it begins, whatever
// was profiled before it.
// RUN: %skeleton --tree profiled %s | FileCheck %s
#include <mpi.h>
static double x[1000], y[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  for (int step = 0; step < argc; step++) {
    // CHECK: if (step == argc - 1)
    // CHECK-NEXT: MPI_Barrier(MPI_COMM_WORLD);
    // CHECK-NEXT: else
    // CHECK-NEXT: { maquette_region_begin(
    // CHECK-NEXT: for (int k = 0; k < 1000; k++)
    // CHECK-NEXT: y[k] += x[k];
    // CHECK-NEXT: maquette_region_end({{.*}}); }
    if (step == argc - 1)
      MPI_Barrier(MPI_COMM_WORLD);
    else
      for (int k = 0; k < 1000; k++)
        y[k] += x[k];
    MPI_Bcast(y, 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
