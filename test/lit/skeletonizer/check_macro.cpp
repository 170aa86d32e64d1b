// A check written as a macro, semicolon included, goes whole where what it checks is not computed.
// RUN: %skeleton %s | FileCheck %s
#include <cstdio>
#include <mpi.h>
#define CHECK_THAT(x, message)                                                                                         \
  if (!(x)) {                                                                                                          \
    int rank;                                                                                                          \
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);                                                                              \
    if (rank == 0)                                                                                                     \
      std::puts(message);                                                                                              \
    MPI_Abort(MPI_COMM_WORLD, 1);                                                                                      \
  };
// CHECK-LABEL: void nearest(
void nearest(int &i, int &k, int n, double z) {
  i = n / 2;
  k = (int)z;
  // CHECK: i = n / 2;
  // CHECK-NEXT: CHECK_THAT(i >= 0
  // CHECK-NOT: CHECK_THAT(k
  CHECK_THAT(i >= 0 && i <= n, "i out of bounds");
  CHECK_THAT(k >= 0 && k <= n, "k out of bounds");
  // CHECK: int main
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n, i, k;
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  double sum = 0;
  for (int step = 0; step < 10; ++step) {
    for (int j = 0; j < 1000 * n; ++j)
      sum += 1.0 / (1 + j);
    // CHECK: nearest(i, maquette_phantom_reference<int>(), n, 0.0);
    nearest(i, k, n, sum / 1e9);
    MPI_Send(&sum, 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
