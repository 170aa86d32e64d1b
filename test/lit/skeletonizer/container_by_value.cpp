// Sizes follow containers that are passed and returned by value, and those of the containers inside.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <set>
#include <vector>
struct Exchange {
  virtual ~Exchange() {}
  virtual void post(std::vector<std::set<int>> lists) {
    for (unsigned i = 0; i < lists.size(); ++i)
      MPI_Send(nullptr, static_cast<int>(lists[i].size()), MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
};
std::vector<int> odd(int count) {
  std::vector<int> values;
  // CHECK: for (int i = 0; i < count; ++i)
  // CHECK-NEXT: if (i % 2)
  for (int i = 0; i < count; ++i)
    if (i % 2)
      values.push_back(i);
  return values;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<std::set<int>> lists(2);
  // CHECK: lists[i % 2].insert(i);
  for (int i = 0; i < 10; i += 3)
    lists[i % 2].insert(i);
  // CHECK: lists[0].insert(static_cast<int>(odd(7).size()));
  lists[0].insert(static_cast<int>(odd(7).size()));
  Exchange exchange;
  exchange.post(lists);
  MPI_Finalize();
  return 0;
}
