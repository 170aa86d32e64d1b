// A pair keeps a copy of a pointer, not the address of where that lies: nothing is written there.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <utility>
#include <vector>
static int field[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int *at = field;
  const auto one = std::make_pair(at, argc);
  std::vector<std::pair<int *, int>> list;
  list.emplace_back(at, 1);
  for (int step = 0; step < 4; ++step) {
    // CHECK: maquette_compute(
    // CHECK-NOT: *one.first
    for (int i = 1; i < 1000; ++i)
      *one.first = *one.first * 3 + i, *list[0].first = *list[0].first * 5 + i;
    // CHECK: if (at == field)
    // CHECK-NEXT: MPI_Barrier(
    if (at == field)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
