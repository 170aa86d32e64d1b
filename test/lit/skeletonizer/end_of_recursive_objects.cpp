// Nodes that own others of their kind, and what these hold, end with the list; so does what is assigned over.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include "chain.h"
#include <mpi.h>
static double at[4];
struct Last {
  int root;
  explicit Last(int r) : root(r) {}
  // CHECK: ~Last() { MPI_Bcast(MAQUETTE_PHANTOM, 4, MPI_DOUBLE, root, MPI_COMM_WORLD); }
  ~Last() { MPI_Bcast(at, 4, MPI_DOUBLE, root, MPI_COMM_WORLD); }
};
struct Tree {
  Last end{1};
  std::vector<std::unique_ptr<Tree>> below;
};
// CHECK-LABEL: void node(
static void node(int i) {
  // CHECK: link<Last> one(i);
  // CHECK-NEXT: std::unique_ptr<link<Last>> other(new link<Last>(i + 1));
  // CHECK-NEXT: chain<Last> all;
  // CHECK-NEXT: all.first = std::move(other);
  link<Last> one(i);
  std::unique_ptr<link<Last>> other(new link<Last>(i + 1));
  chain<Last> all;
  all.first = std::move(other);
}
// CHECK-LABEL: void assigned(
static void assigned(int i) {
  // CHECK: chain<Last> one;
  // CHECK-NEXT: one.first.reset(new link<Last>(i));
  // CHECK-NEXT: one = chain<Last>();
  chain<Last> one;
  one.first.reset(new link<Last>(i));
  one = chain<Last>();
  MPI_Barrier(MPI_COMM_WORLD);
}
// CHECK-LABEL: void tree(
static void tree() {
  // CHECK: Tree root;
  // CHECK-NEXT: root.below.push_back(std::make_unique<Tree>());
  Tree root;
  root.below.push_back(std::make_unique<Tree>());
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 4; ++i) {
    node(i);
    assigned(i);
    tree();
  }
  MPI_Finalize();
  return 0;
}
