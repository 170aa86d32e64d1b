// auto v = std::vector<int>(n) is one object: its elements are memory where they are needed.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: auto counts = std::vector<int>(argc);
  // CHECK: counts[i] = 10 * i + 1;
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, counts[i], MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  auto counts = std::vector<int>(argc);
  auto x = std::vector<double>(10 * argc);
  for (int i = 0; i < argc; ++i)
    counts[i] = 10 * i + 1;
  for (int i = 0; i < argc; ++i)
    MPI_Send(x.data(), counts[i], MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
