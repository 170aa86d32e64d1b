// What a loop over a list in braces runs over is what the list names.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> left, right;
  for (int i = 0; i < 100; ++i) {
    // CHECK: if (i % 3 == argc)
    // CHECK-NEXT: maquette_phantom_grow(left, 1);
    if (i % 3 == argc)
      left.push_back(i);
    else
      right.push_back(2.0 * i);
  }
  for (auto *side : {&left, &right})
    MPI_Send(side->data(), static_cast<int>(side->size()), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
