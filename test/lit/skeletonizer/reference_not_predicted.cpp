// What a function returns by reference is not predicted where it is returned: a predicted value has no place that could
// be referred to.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static double x[1000];
static int counts[2];
// CHECK-NOT: return (int)maquette_predict_integer
static int &count() {
  for (int i = 1; i < 1000; ++i)
    for (int j = 0; j < 1000; ++j)
      x[i] += 0.5 * x[i - 1] * x[j];
  return counts[x[5] > 1 ? 1 : 0];
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  counts[0] = argc;
  counts[1] = 2 * argc;
  for (int step = 0; step < 1000; ++step) {
    int &n = count();
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, (int)maquette_predict_integer(
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(x, n + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(x, n + 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
