// What a function returns by reference is not predicted where it is returned: what is predicted has no place that could be written.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
template <class T> class Grid {
public:
  explicit Grid(int n) : n_(n), data_(n * n) {}
  // CHECK: T &operator()(int i, int j) { return data_[i * n_ + j]; }
  T &operator()(int i, int j) { return data_[i * n_ + j]; }
  int size() const { return n_; }

private:
  int n_;
  std::vector<T> data_;
};
static double update(Grid<double> &from, Grid<double> &to) {
  double change = 0;
  for (int i = 1; i < from.size() - 1; ++i)
    for (int j = 1; j < from.size() - 1; ++j) {
      to(i, j) = 0.25 * (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1));
      change += (to(i, j) - from(i, j)) * (to(i, j) - from(i, j));
    }
  return change;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Grid<double> from(20 + argc), to(20 + argc);
  from(0, 0) = 10;
  for (int step = 0; step < 1000; ++step) {
    MPI_Bcast(&from(1, 0), from.size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    double change = update(from, to), all = 0;
    MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    // CHECK: if (maquette_predict_branch(
    if (all < 1e-3)
      break;
    std::swap(from, to);
  }
  MPI_Finalize();
  return 0;
}
