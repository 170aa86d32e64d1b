// A loop that only fills a message buffer becomes one compute call; the buffer is not needed.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
// CHECK-LABEL: static void step(
static void step(double *a, int n) {
  // CHECK: maquette_compute("step#{{[0-9a-f]+}}", 1, (double)n);
  // CHECK-NOT: for (
  // PROFILED: maquette_region_begin("step#[[ID:[0-9a-f]+]]", 1, (double)n);
  // PROFILED: for (
  // PROFILED: maquette_region_end("step#[[ID]]");
  for (int i = 0; i < n; ++i)
    a[i] = 2.0 * a[i] + 1.0;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  static double a[100];
  MPI_Init(&argc, &argv);
  step(a, 100);
  MPI_Finalize();
  return 0;
}
