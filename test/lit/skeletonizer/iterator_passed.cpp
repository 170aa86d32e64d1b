// Iterators passed by value before C++17 are copies: they stand where the original stands.
// RUN: %skeleton --std c++11 %s | FileCheck %s
#include <algorithm>
#include <mpi.h>
#include <set>
#include <vector>
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> names;
  std::vector<std::set<int>> lists(3);
  for (int i = 0; i < argc + 10; ++i) {
    names.push_back(argc * i % 7);
    // CHECK: lists[i % 3].insert(argc);
    lists[i % 3].insert(argc);
  }
  // CHECK: std::transform(names.begin(), names.end(), names.begin(),
  std::transform(names.begin(), names.end(), names.begin(), [](int name) { return name / 2; });
  // CHECK-NEXT: std::sort(names.begin(), names.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  MPI_Bcast(x, static_cast<int>(names.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (std::vector<std::set<int>>::const_iterator list = lists.begin(); list != lists.end(); list++)
    MPI_Bcast(x, static_cast<int>(list->size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
