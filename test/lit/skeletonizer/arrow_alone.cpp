// Of a member call through a smart pointer the pointer's operator-> can be all that stays.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
static int locks;
struct Item {
  virtual ~Item() = default;
  virtual double weight() const { return 2; }
};
struct Locked {
  Item *item;
  Item *operator->() const {
    locks++;
    return item;
  }
};
static double weights;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Item one;
  Locked locked{&one};
  // CHECK: {{^ *}}locked.operator->();
  weights += locked->weight();
  MPI_Send(&weights, locks, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
