// What the library calls of a class, unseen in the program's text: constructors, copies, assignments, comparisons,
// sums.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <algorithm>
#include <map>
#include <mpi.h>
#include <numeric>
#include <optional>
#include <vector>
static double x[100];
static int made, copies, assigned, compared, added;
struct One {
  int value;
  One(int v = 1) : value(v) { ++made; }
  One(const One &other) : value(other.value) { ++copies; }
  One &operator=(const One &other) {
    value = other.value;
    ++assigned;
    return *this;
  }
  bool operator<(const One &other) const {
    ++compared;
    return value < other.value;
  }
  friend One operator+(const One &a, const One &b) {
    ++added;
    return One(a.value + b.value);
  }
};
static int next() { return ++made; }
struct Numbered {
  int id = next();
};
struct Order {
  bool operator()(int a, int b) const { return a % added < b % added; }
};
// CHECK-LABEL: void makes(
static void makes(int k) {
  // CHECK: std::vector<One> some(k);
  // CHECK-NEXT: some.resize(2 * k);
  // CHECK-NEXT: std::vector<Numbered> others(k);
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, made,
  std::vector<One> some(k);
  some.resize(2 * k);
  std::vector<Numbered> others(k);
  MPI_Bcast(x, made, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
// CHECK-LABEL: void copy(
static void copy(int k) {
  // CHECK: std::vector<One> some(k), others(k);
  // CHECK-NEXT: some.push_back(some[0]);
  // CHECK-NEXT: auto more = some;
  // CHECK-NEXT: some = others;
  // CHECK-NEXT: std::copy(more.begin(), more.begin() + 2, some.begin());
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, copies + assigned,
  std::vector<One> some(k), others(k);
  some.push_back(some[0]);
  auto more = some;
  some = others;
  std::copy(more.begin(), more.begin() + 2, some.begin());
  MPI_Bcast(x, copies + assigned, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
// CHECK-LABEL: void order(
static void order(int k) {
  // CHECK: std::vector<One> some{One(k), One(2), One(3)};
  // CHECK-NEXT: std::sort(some.begin(), some.end());
  // CHECK-NEXT: std::map<One, int> table;
  // CHECK-NEXT: table[One(k)] = 1;
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, compared,
  std::vector<One> some{One(k), One(2), One(3)};
  std::sort(some.begin(), some.end());
  std::map<One, int> table;
  table[One(k)] = 1;
  MPI_Bcast(x, compared, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
// CHECK-LABEL: void sum(
static void sum(int k) {
  // CHECK: std::vector<One> some(k);
  // CHECK-NEXT: std::accumulate(some.begin(), some.end(), One(0));
  // CHECK-NEXT: std::map<int, int, Order> table{{{[{]}}5, 1}, {7, 2}};
  // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, table.begin()->second,
  std::vector<One> some(k);
  One all = std::accumulate(some.begin(), some.end(), One(0));
  std::map<int, int, Order> table{{5, 1}, {7, 2}};
  MPI_Bcast(x, table.begin()->second, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  x[0] = all.value;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makes(argc);
  copy(argc);
  order(argc);
  sum(argc);
  MPI_Finalize();
  return 0;
}
