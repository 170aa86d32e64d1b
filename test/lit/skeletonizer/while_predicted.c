// A convergence loop keeps its shape; its condition is predicted, and observed in the profiled tree.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --tree profiled %s | FileCheck %s --check-prefix=PROFILED
#include <mpi.h>
static double x[1000];
static double sweep(void) {
  double sum = 0.0;
  for (int i = 1; i < 999; i++) {
    double next = 0.5 * (x[i - 1] + x[i + 1]);
    sum += (next - x[i]) * (next - x[i]);
    x[i] = next;
  }
  return sum;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double residual = 1.0;
  // CHECK: while (maquette_predict_branch("main#[[ID:[0-9a-f]+]]", 0)) {
  // PROFILED: while (maquette_observe_branch("main#{{[0-9a-f]+}}", (residual > 1e-6) ? 1 : 0, 0)) {
  while (residual > 1e-6) {
    // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 0);
    double mine = sweep();
    // CHECK: MPI_Allreduce(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&mine, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
