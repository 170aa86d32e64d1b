// What a rank adds to a sum is not predicted, even where that takes fewest predictions, or the sum would grow with the
// number of ranks; what comes of the sum is.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000], sum;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < argc; step++) {
    double local = 0;
    for (int i = 0; i < 1000; i++)
      x[i] = x[i] * 0.5 + x[999 - i];
    for (int i = 0; i < 1000; i++)
      local += x[i] * x[i];
    // CHECK-NOT: local = maquette_predict
    // CHECK: MPI_Allreduce(
    MPI_Allreduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    // CHECK: if (maquette_predict_branch(
    if (sum > 1)
      MPI_Barrier(MPI_COMM_WORLD);
    if (sum > 2)
      MPI_Barrier(MPI_COMM_WORLD);
    if (sum > 3)
      MPI_Barrier(MPI_COMM_WORLD);
    if (sum > 4)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
