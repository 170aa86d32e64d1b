// auto [a, b]: what a name of a pair, a record or an array is made of stays with what needs it.
// RUN: %skeleton %s | FileCheck %s
#include <deque>
#include <map>
#include <mpi.h>
struct Range {
  int first, count;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::map<int, std::deque<int>> queues;
  for (int i = 0; i < 10; ++i)
    // CHECK: queues[i % 3].push_back(i);
    queues[i % 3].push_back(i);
  // CHECK: for (auto &[peer, queue] : queues)
  for (auto &[peer, queue] : queues)
    MPI_Send(nullptr, static_cast<int>(queue.size()), MPI_INT, peer, 0, MPI_COMM_WORLD);
  Range range{0, 0};
  // CHECK: auto &[first, count] = range;
  auto &[first, count] = range;
  // CHECK-NEXT: count = argc * 5;
  count = argc * 5;
  // CHECK-NOT: first =
  first = argc * 7;
  MPI_Send(nullptr, range.count, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
