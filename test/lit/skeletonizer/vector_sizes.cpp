// A vector's size stays while its elements go.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: std::vector<double> values(maquette_phantom_elements(size * 10));
  std::vector<double> values(size * 10);
  // CHECK-NOT: double scratch
  std::vector<double> scratch(1000);
  // CHECK: maquette_compute(
  // CHECK-NOT: value *=
  for (double &value : values)
    value *= 2.0;
  for (std::size_t i = 0; i < scratch.size(); ++i)
    scratch[i] = values[i % values.size()];
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, static_cast<int>(values.size()),
  MPI_Send(values.data(), static_cast<int>(values.size()), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
