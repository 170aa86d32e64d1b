// A macro that chooses between nothing and a call goes or stays whole, with its condition.
// RUN: %skeleton %s | FileCheck %s
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#define CHECK_THAT(condition) (condition) ? ((void)0) : fail(#condition, __FILE__, __LINE__)
[[noreturn]] void stop(const char *what, const char *file, int line) {
  std::printf("%s:%d: %s\n", file, line, what);
  std::abort();
}
inline void fail(const char *what, const char *file, int line) { stop(what, file, line); }
// CHECK-LABEL: int peer(
int peer(const double *values, int n, int rank, int size) {
  int to = rank + 1;
  // CHECK: maquette_compute(
  for (int i = 0; i < n; ++i)
    CHECK_THAT(values[i] < 3e9);
  switch (to) {
  case 0:
    // CHECK: CHECK_THAT(size > 0);
    CHECK_THAT(size > 0);
    break;
  default:
    // CHECK: CHECK_THAT(to <= size);
    CHECK_THAT(to <= size);
  }
  return to % size;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double values[100] = {0};
  for (int step = 0; step < 10; ++step)
    MPI_Send(values, 100, MPI_DOUBLE, peer(values, 100, rank, size), 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
