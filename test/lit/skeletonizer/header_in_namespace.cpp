// A C function is the same one where its header was read inside a namespace: the clock is no unknown function.
// RUN: %skeleton %s | FileCheck %s
#include <cmath>
#include <mpi.h>
namespace mine {
#include <sys/time.h>
static double now() {
  timeval at;
  gettimeofday(&at, nullptr);
  return at.tv_sec + at.tv_usec * 1e-6;
}
} // namespace mine
#define START() start = mine::now()
#define STOP(total) total += mine::now() - start
static double x[1000];
static double norm() {
  double own = 0, all = 0;
  for (double v : x)
    own += v * v;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return std::sqrt(all);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double start, total = 0, left = 1;
  for (int i = 0; i < 10; i++) {
    // CHECK: for (int i = 0; i < 10; i++) {
    // CHECK-NEXT: maquette_compute("main#
    // CHECK-NEXT: norm();
    START();
    for (double &v : x)
      v = v * 0.5 + argc;
    STOP(total);
    left = norm();
    // CHECK-NOT: STOP(
    if (left + total < 0)
      x[0] = total;
  }
  MPI_Finalize();
  return 0;
}
