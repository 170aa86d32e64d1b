// A container of references leads to what it was given, not to a copy.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <functional>
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int count = 1;
  double data[16] = {0};
  std::vector<std::reference_wrapper<int>> counts;
  counts.emplace_back(count);
  for (int step = 0; step < 4; ++step) {
    // CHECK: counts[0].get() = step + argc;
    counts[0].get() = step + argc;
    MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
