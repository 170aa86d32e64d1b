// The elements of a vector behind a smart pointer are counted through its operator->.
// RUN: %skeleton %s | FileCheck %s
#include <memory>
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::unique_ptr<std::vector<double>> values(new std::vector<double>());
  // CHECK: maquette_phantom_resize(*(values).operator->(), size * 10)
  values->resize(size * 10);
  MPI_Send(values->data(), static_cast<int>(values->size()), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
