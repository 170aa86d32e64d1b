// The type of a function is that of what it returns: what stands for a value that nobody needs has the same. Returns in
// branches that stay as they are stay, too.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
// CHECK: template <class T> auto datatype() {
// CHECK-NOT: return
// CHECK: if constexpr (sizeof(T) == sizeof(double))
// CHECK: return MPI_DOUBLE;
// CHECK: return MPI_INT;
// CHECK-NOT: return
// CHECK: template <class T> auto spread(T *v) {
template <class T> auto datatype() {
  if constexpr (sizeof(T) == sizeof(double))
    return MPI_DOUBLE;
  else
    return MPI_INT;
}
template <class T> auto spread(T *v) {
  MPI_Bcast(v, 8, datatype<T>(), 0, MPI_COMM_WORLD);
  // CHECK: return maquette_zero<decltype(v[1] + v[2])>();
  return v[1] + v[2];
}
static auto last(const double *v) {
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: return 0.0;
  return 2 * v[7];
}
static auto place(double *v) {
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: return maquette_zero<decltype(v + 3)>();
  return v + 3;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double v[8] = {};
  auto first = [&](int shift) -> long {
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: return 0l;
    return static_cast<long>(v[shift]);
  };
  double all = 0;
  for (int i = 0; i < 4; ++i)
    all += spread(v) + last(v) + first(i);
  MPI_Send(&all, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  place(v);
  MPI_Finalize();
}
