// A lambda that communicates stays, without what only computes.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[100];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: auto step = [&](int n) {
  auto step = [&](int n) {
    // CHECK: MPI_Send({{.*}}, n, MPI_DOUBLE, argc,
    MPI_Send(x, n, MPI_DOUBLE, argc, 0, MPI_COMM_WORLD);
  };
  // CHECK: step(3);
  step(3);
  MPI_Finalize();
  return 0;
}
