// A lambda with parameters of type auto is edited as an instance of it runs; the pack that one folds stays.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> values(100 + argc);
  for (double &value : values)
    value = value * 0.5 + argc;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, count,
  const auto send = [](auto data, int count) { MPI_Send(data, count, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD); };
  send(values.data(), 7);
  // CHECK: { (f(vs), ...); };
  const auto each = [](auto f, auto &...vs) { (f(vs), ...); };
  // CHECK: const auto add = [](auto &of) {
  // CHECK-NEXT: maquette_compute("main#{{[0-9a-f]+}}"
  // CHECK-NEXT: MPI_Allreduce(MPI_IN_PLACE, MAQUETTE_PHANTOM, 3,
  std::vector<int> others(50);
  const auto add = [](auto &of) {
    for (auto &value : of)
      value += 1;
    MPI_Allreduce(MPI_IN_PLACE, of.data(), 3, sizeof(of[0]) == 8 ? MPI_DOUBLE : MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  };
  each(add, values, others);
  MPI_Finalize();
  return 0;
}
