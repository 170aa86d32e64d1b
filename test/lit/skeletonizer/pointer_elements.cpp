// A pointer that a container of the library keeps is an element: what it points to is not copied. What nobody calls is
// left as it is.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <tuple>
#include <vector>
struct Grid {
  explicit Grid(int size) : n(size), data(new double[size]) {}
  // CHECK: Grid(const Grid &other)
  // CHECK: data[i] = other.data[i];
  Grid(const Grid &other) : Grid(other.n) {
    n = other.n;
    for (int i = 0; i < n; ++i)
      data[i] = other.data[i];
  }
  ~Grid() { delete[] data; }
  int n;
  double *data;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Grid fine(10 * argc), coarse(argc);
  std::vector<std::tuple<Grid *, Grid *>> pairs;
  pairs.push_back(std::make_tuple(&fine, &coarse));
  // CHECK: maquette_compute
  for (auto &[from, to] : pairs)
    for (int i = 0; i < to->n; ++i)
      to->data[i] = 0.5 * from->data[10 * i];
  MPI_Bcast(std::get<1>(pairs[0])->data, std::get<1>(pairs[0])->n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
