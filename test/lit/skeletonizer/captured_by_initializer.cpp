// A variable of a lambda's own is computed where the lambda is made; what only a removed part of its body names goes.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
template <class F> void each(int n, F f) {
  for (int i = 0; i < n; ++i)
    f(i);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> x(100);
  double sum = 0;
  for (int step = 0; step < 10; ++step) {
    // CHECK: each(argc, [&, tag = step % 3](int to) {
    // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, 4, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
    // CHECK-NOT: sum
    // CHECK: MPI_Finalize
    each(argc, [&, tag = step % 3](int to) {
      MPI_Send(x.data(), 4, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
      for (double v : x)
        sum += v;
    });
  }
  x[0] = sum;
  MPI_Finalize();
  return 0;
}
