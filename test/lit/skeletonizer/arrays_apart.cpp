// RUN: %skeleton --whole %s | FileCheck %s
// What an object of a small class holds is its own: the elements of one array are not those of another.
#include <algorithm>
#include <mpi.h>

template <class T> class Array {
public:
  Array() = default;
  ~Array() { delete[] data_; }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  void make(int n) {
    data_ = new T[n]();
    n_ = n;
  }
  void view(const Array &other) {
    data_ = other.data_ + 1;
    n_ = other.n_ - 1;
  }
  void swapWith(Array &other) {
    std::swap(data_, other.data_);
    std::swap(n_, other.n_);
  }
  void drop() { data_ = nullptr; }
  T &operator()(int i) { return data_[i]; }
  int size() const { return n_; }

private:
  T *data_ = nullptr;
  int n_ = 0;
};

struct Mesh {
  Array<int> counts;
  Array<int> levels;
  Array<int> shown;
  Array<int> one, other;
  Array<double> density, energy;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Mesh mesh;
  mesh.counts.make(8);
  mesh.levels.make(8);
  mesh.one.make(8);
  mesh.other.make(8);
  mesh.density.make(1000);
  mesh.energy.make(4);
  for (int i = 0; i < mesh.counts.size(); ++i)
    mesh.counts(i) = i + 1;
  for (int i = 0; i < mesh.energy.size(); ++i)
    mesh.energy(i) = i;
  for (int i = 0; i < 8; ++i)
    mesh.one(i) = i + 2;
  mesh.one.swapWith(mesh.other);
  mesh.shown.view(mesh.counts);
  for (int step = 0; step < 4; ++step) {
    for (int i = 1; i < mesh.density.size(); ++i)
      mesh.density(i) = mesh.density(i - 1) * 0.5 + step;
    for (int i = 0; i < mesh.levels.size(); ++i)
      mesh.levels(i) = mesh.density(i) > 0.5;
    double data[16] = {0};
    MPI_Bcast(data, mesh.counts(step), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(data, mesh.shown(step), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(data, mesh.other(step), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (mesh.energy(1) > 0.5)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  mesh.shown.drop();
  MPI_Finalize();
  return 0;
}

// CHECK: int main(
// CHECK: mesh.counts.make(8);
// CHECK: mesh.counts(i) = i + 1;
// CHECK: mesh.energy(i) = i;
// CHECK: mesh.one(i) = i + 2;
// CHECK: mesh.one.swapWith(mesh.other);
// CHECK: mesh.shown.view(mesh.counts);
// CHECK: for (int step = 0; step < 4; ++step) {
// CHECK-NEXT: maquette_compute(
// CHECK-NOT: mesh.density(i) =
// CHECK-NOT: mesh.levels(i) =
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, mesh.counts(step)
