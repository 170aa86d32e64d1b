// What the program itself writes of copying and comparing does look into a record: the library calls it.
// RUN: %skeleton %s | FileCheck %s
#include <algorithm>
#include <cmath>
#include <mpi.h>
#include <numeric>
#include <vector>
struct Ordered {
  double key = 0;
  int id = 0;
  bool operator<(const Ordered &other) const { return key < other.key; }
};
struct Counted {
  double load = 0;
  int copies = 0;
  Counted() = default;
  Counted(const Counted &other) : load(other.load), copies(other.copies + (other.load > 1 ? 1 : 0)) {}
  Counted &operator=(const Counted &other) = default;
};
struct Added {
  double mass = 0;
  int bin = 0;
  Added operator+(const Added &other) const { return {mass + other.mass, mass > 3 ? bin : other.bin}; }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<Ordered> ordered(argc + 5);
  std::vector<Counted> counted(argc + 5), again;
  std::vector<Added> added(argc + 5);
  for (int i = 0; i < argc + 5; ++i) {
    // CHECK: ordered[i].key = std::sin(i);
    ordered[i].key = std::sin(i);
    ordered[i].id = i;
    // CHECK: counted[i].load = std::exp(i);
    counted[i].load = std::exp(i);
    // CHECK: added[i].mass = std::sqrt(i);
    added[i].mass = std::sqrt(i);
    added[i].bin = i;
  }
  // CHECK: std::sort(ordered.begin(), ordered.end());
  std::sort(ordered.begin(), ordered.end());
  for (const Counted &one : counted)
    again.push_back(one);
  const Added sum = std::accumulate(added.begin(), added.end(), Added{});
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, ordered[0].id + again[2].copies + sum.bin, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
