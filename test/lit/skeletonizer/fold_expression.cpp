// What expands a parameter pack stands for several statements: it stays whole, or goes.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
template <class C> void send(const C &data, int to) {
  MPI_Send(data.data(), static_cast<int>(data.size()), MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
}
template <class C> void scale(C &data) {
  for (auto &x : data)
    x *= 0.5;
}
template <class... C> void all(int to, C &...data) {
  // CHECK: void all(int to, C &...data) {
  // CHECK-NEXT: maquette_compute(
  // CHECK-NEXT: (send(data, to), ...);
  // CHECK-NEXT: int count = (0 + ... + static_cast<int>(data.size()));
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  (scale(data), ...);
  (send(data, to), ...);
  double sum = (0 + ... + data[0]);
  int count = (0 + ... + static_cast<int>(data.size()));
  MPI_Bcast(&sum, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> a(10), b(20), c(argc);
  all(1, a, b, c);
  all(2, a);
  MPI_Finalize();
  return 0;
}
