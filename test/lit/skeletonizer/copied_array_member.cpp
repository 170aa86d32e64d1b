// An object that is passed by value and copied into a member is there for whoever reads an array in it, too.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
struct Sizes {
  int n[3] = {};
  Sizes() = default;
  explicit Sizes(const int *given) { n[0] = given[0]; }
};
struct Grid {
  Sizes sizes;
  double width;
  Grid(Sizes by, double w) : sizes(by), width(w) {}
  int points() const { return sizes.n[0]; }
};
static double x[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int given[3] = {argc * 10};
  Sizes sizes(given);
  double width = 0;
  for (int i = 0; i < 1000; ++i)
    width += x[i];
  // CHECK: Grid grid(sizes, 0.0);
  Grid grid(sizes, width);
  MPI_Bcast(x, grid.points(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return grid.width > 1e9;
}
