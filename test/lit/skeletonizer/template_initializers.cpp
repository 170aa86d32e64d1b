// Member initializers of a class template that go leave their parentheses.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
template <class T> struct Grid {
  T width, height, area, count;
  // CHECK: Grid(T width, T height, T count) : width(), height{}, area(), count(count) {
  Grid(T width, T height, T count) : width(width), height{height}, area( (width + height) ), count(count) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Grid<int> grid(argc, argc + 1, 5);
  Grid<long> other(argc, argc + 1, 6);
  MPI_Send(argv, grid.count, MPI_INT, static_cast<int>(other.count), 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
