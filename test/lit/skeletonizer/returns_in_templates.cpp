// In a template a value that nobody needs is returned as {}: not where it cannot be made of nothing, nor where the type
// is deduced from it.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
static double x[1000];
class Count {
public:
  Count(int n, double w) : n_(n), w_(w) {}
  double n() const { return n_ * w_; }

private:
  int n_;
  double w_;
};
template <class T> class Part {
public:
  explicit Part(int n) : n_(n) {}
  // CHECK-LABEL: auto first(
  auto first(T scale) {
    // CHECK: ++called;
    // CHECK-NEXT: return maquette_zero<decltype(n_ * scale)>();
    ++called;
    return n_ * scale;
  }
  // CHECK-LABEL: Count count(
  Count count(T w) {
    // CHECK: ++called;
    // CHECK-NEXT: return Count(n_, w);
    ++called;
    return Count(n_, w);
  }
  // CHECK-LABEL: T size(
  T size(T w) {
    // CHECK: ++called;
    // CHECK-NEXT: return {};
    ++called;
    return n_ + w;
  }
  // CHECK-LABEL: auto last(
  // CHECK: ++called;
  // CHECK-NOT: return {};
  // CHECK: int called = 0;
  auto last(T w) {
    ++called;
    if constexpr (sizeof(T) > 4)
      return w;
    else
      return n_;
  }
  int called = 0;

private:
  int n_;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Part<double> part(argc);
  for (int i = 0; i < 100; ++i)
    x[i] += part.first(0.5) + part.count(0.5).n() + part.size(2) + part.last(2);
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, part.called, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(x, part.called, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
