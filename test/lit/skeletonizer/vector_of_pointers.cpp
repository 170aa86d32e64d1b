// What gives a reference to a pointer leads to the pointer, not to what that points to.
// RUN: %skeleton %s | FileCheck %s
#include <map>
#include <mpi.h>
#include <vector>
struct List {
  explicit List(long n) : length(n) {}
  long size() const { return length; }
  long length;
};
static List *kept[4];
static List *&place(int i) { return kept[i]; }
static long sizes(std::vector<List *> &lists) {
  long sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += lists[i]->size();
  return sum;
}
static double data[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<List *> lists;
  std::map<int, List *> by_number;
  for (int i = 0; i < 4; ++i) {
    // CHECK: lists.push_back(list);
    // CHECK: by_number[i] = new List(
    // CHECK: place(i) = new List(
    List *list = new List(i + rank);
    lists.push_back(list);
    by_number[i] = new List(2 * i + rank);
    place(i) = new List(3 * i + rank);
  }
  for (int step = 0; step < 10; ++step)
    MPI_Send(data, static_cast<int>(sizes(lists) + by_number[1]->size() + place(1)->size()), MPI_DOUBLE, 0, 0,
             MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
