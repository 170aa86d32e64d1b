// What an allocator of the program's does with an address is not known: such a vector keeps its elements.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <memory_resource>
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::pmr::monotonic_buffer_resource pool;
  // CHECK: std::pmr::vector<double> x(100, &pool);
  // CHECK: x.resize(x.size() + 5);
  std::pmr::vector<double> x(100, &pool);
  for (int step = 0; step < 4; ++step) {
    x.resize(x.size() + 5);
    MPI_Bcast(x.data(), static_cast<int>(x.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
