// "..." in a comment, a string or a macro's parameters expands no pack: what stands beside it is taken apart.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
#define COUNT(first, ...) static_cast<int>(first)
template <class C> double norm(const C &data, const char *) {
  double sum = 0;
  for (double x : data)
    sum += x * x;
  return sum;
}
template <class C> void send(const C &data) {
  // CHECK-LABEL: void send(const C &data) {
  // CHECK-NOT: norm
  // CHECK: int count = COUNT(data.size(), 0);
  double sum = norm(data, "wait ..."), /* and so on ... */ half = sum / 2;
  int count = COUNT(data.size(), 0);
#define AND_SO_ON(...) half
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  sum += norm(data, "...") + AND_SO_ON(0); // ...
  MPI_Bcast(&sum, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> a(10);
  send(a);
  MPI_Finalize();
  return 0;
}
