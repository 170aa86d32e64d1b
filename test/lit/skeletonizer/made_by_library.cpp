// Constructors that the standard library passes arguments to communicate, and set what is asked for later.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <memory>
#include <mpi.h>
#include <vector>
struct Window {
  // CHECK: explicit Window(int n) : size(n) { MPI_Barrier(MPI_COMM_WORLD); }
  explicit Window(int n) : size(n) { MPI_Barrier(MPI_COMM_WORLD); }
  int size;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: std::make_unique<Window>(argc);
  // CHECK-NEXT: std::vector<Window> several;
  // CHECK-NEXT: several.emplace_back(argc + 1);
  auto one = std::make_unique<Window>(argc);
  std::vector<Window> several;
  several.emplace_back(argc + 1);
  for (int i = 0; i < one->size + several[0].size; ++i)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
