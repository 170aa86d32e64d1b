// With --exact nothing is predicted: what the loop's end depends on is computed.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double residual = 1.0;
  // CHECK-NOT: maquette_predict
  // CHECK: while (residual > 1e-6) {
  while (residual > 1e-6) {
    double mine = 0.0;
    // CHECK: mine += x[i] * x[i];
    for (int i = 0; i < 1000; i++)
      mine += x[i] * x[i];
    // CHECK: MPI_Allreduce(&mine, &residual, 1,
    MPI_Allreduce(&mine, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
