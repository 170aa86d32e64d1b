// What a type that stays names in an expression stays declared.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <array>
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: std::array<double, 3> values{};
  // CHECK-NOT: values[0] =
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(std::tuple_size_v<decltype(values)>), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::array<double, 3> values{};
  for (int i = 0; i < 1000; ++i)
    values[0] = values[0] * 0.5 + i;
  MPI_Bcast(values.data(), static_cast<int>(std::tuple_size_v<decltype(values)>), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
