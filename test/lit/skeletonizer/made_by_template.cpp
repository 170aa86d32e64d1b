// A constructor that is a template keeps the address of what std::make_shared() passes it.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <memory>
struct Grid {
  template <class T> explicit Grid(T &size) : size(&size) {}
  int *size;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int count = 1;
  double data[16] = {0};
  auto grid = std::make_shared<Grid>(count);
  for (int step = 0; step < 4; ++step) {
    // CHECK: *grid->size = step + argc;
    *grid->size = step + argc;
    MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
