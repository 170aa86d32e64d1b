// The type of a variable that is declared with auto, or with a template's name alone, is spelled once.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
#include <vector>
namespace outer {
namespace inner {
template <class T, int N> struct Box {
  explicit Box(int n) : n(n) {}
  int n;
  T weights[N] = {};
};
} // namespace inner
struct Plain {
  double weight = 1;
};
using namespace inner;
} // namespace outer
static double x[1000];
template <class V, class B, class P> int update(V &v, B &box, P &plain, int n) {
  for (int i = 0; i < n; ++i)
    v[i] += box.weights[0] * plain.weight;
  MPI_Barrier(MPI_COMM_WORLD);
  return n;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  auto v{std::vector<double>(argc)};
  auto box = outer::Box<double, 2>(argc);
  auto plain = outer::Plain();
  // CHECK: update(maquette_phantom_reference<std::vector<double>>(), maquette_phantom_reference<outer::inner::Box<double, 2>>(), maquette_phantom_reference<outer::Plain>(), argc);
  int n = update(v, box, plain, argc);
  std::vector w(argc, 0.5);
  // CHECK: update(maquette_phantom_reference<std::vector<double, std::allocator<double>>>(), maquette_phantom_reference<outer::inner::Box<double, 2>>(), maquette_phantom_reference<outer::Plain>(), argc);
  n += update(w, box, plain, argc);
  MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
