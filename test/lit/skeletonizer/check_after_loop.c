// What is computed after the time loop from its results, to decide how the program ends, is predicted there.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
static double x[1000];
int main(int argc, char **argv) {
  int failed = 0, failed_anywhere;
  double sum = 0.0;
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 10; step++) {
    // CHECK: maquette_compute("main#
    // CHECK-NOT: x[i]
    for (int i = 0; i < 1000; i++)
      x[i] += 0.5 * i;
    MPI_Bcast(x, 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  for (int i = 0; i < 1000; i++)
    sum += x[i];
  // CHECK: if (maquette_predict_branch("main#
  // CHECK-NEXT: failed = 1;
  if (sum > 1e9)
    failed = 1;
  MPI_Allreduce(&failed, &failed_anywhere, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (failed_anywhere) {
    MPI_Finalize();
    exit(1);
  }
  MPI_Finalize();
  return 0;
}
