// std::tie(a, b) = pair; sets a and b, also if they are containers.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
#include <tuple>
#include <utility>
#include <vector>
static double x[100];
static std::pair<int, std::vector<int>> two(int k) { return {k, std::vector<int>(2, k)}; }
int main(int argc, char **argv) {
  int count = 0;
  std::vector<int> counts;
  MPI_Init(&argc, &argv);
  // CHECK: std::tie(count, counts) = two(argc);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, count + counts[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::tie(count, counts) = two(argc);
  MPI_Bcast(x, count + counts[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: std::tie(std::ignore, counts) = two(argc + 1);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(counts.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::tie(std::ignore, counts) = two(argc + 1);
  MPI_Bcast(x, static_cast<int>(counts.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
