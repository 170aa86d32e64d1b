// A parameter pack that nothing reads any more is named so that no compiler warns of it.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
// CHECK: void record(double scale, int to, Fields... fields) {
// CHECK-NEXT: (void)scale; (void)sizeof...(fields);
template <class... Fields> static void record(double scale, int to, Fields... fields) {
  static double sum;
  sum += scale * (0 + ... + fields);
  MPI_Send(&sum, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double kept[3] = {0, 0, 0};
  // CHECK: auto keep = [&](auto... values) {
  // CHECK: (void)sizeof...(values);
  auto keep = [&](auto... values) {
    kept[0] = (0 + ... + values);
    MPI_Barrier(MPI_COMM_WORLD);
  };
  keep(1.5, argc);
  record(0.5, 0);
  record(0.5, 1, kept[0], kept[1], argc);
  MPI_Finalize();
  return 0;
}
