// A class between declares a virtual function again, without a body: what overrides that one overrides the first, too.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
struct Mesh {
  virtual ~Mesh() {}
  virtual void makeLevel(int cells) = 0;
  virtual int tagged() const { return 0; }
  // CHECK-LABEL: void makeGrids(
  void makeGrids(int cells) {
    // CHECK: makeLevel(cells + tagged());
    makeLevel(cells + tagged());
  }
};
struct Core : Mesh {
  void makeLevel(int cells) override = 0;
  int tagged() const override = 0;
};
struct Advection : Core {
  // CHECK: cells_ = cells;
  void makeLevel(int cells) override { cells_ = cells; }
  // CHECK: int tagged() const override { return 3; }
  int tagged() const override { return 3; }
  int cells_ = 0;
};
static double data[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Advection advection;
  advection.makeGrids(4 * size);
  for (int step = 0; step < 10; ++step)
    MPI_Send(data, advection.cells_, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
