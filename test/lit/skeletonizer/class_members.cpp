// Classes: what only computes goes out of methods and constructors, members that decide about messages stay.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
class Grid {
public:
  // CHECK: Grid(int n, double spacing) : n_(n), spacing_() {
  Grid(int n, double spacing) : n_(n), spacing_(spacing * 2.0) {
    for (int i = 0; i < 100; ++i)
      values_[i] = spacing;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  int size() const { return n_; }
  // CHECK: void exchange() {
  void exchange() {
    // CHECK: maquette_compute("Grid::exchange#{{[0-9a-f]+}}", 1, (double)n_);
    // CHECK-NEXT: MPI_Bcast(MAQUETTE_PHANTOM, size(),
    for (int i = 0; i < n_; ++i)
      values_[i % 100] += spacing_;
    MPI_Bcast(values_, size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }

private:
  int n_;
  double spacing_;
  double values_[100];
};
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: Grid grid(size, 0.5);
  Grid grid(size, 0.5);
  grid.exchange();
  MPI_Finalize();
  return 0;
}
