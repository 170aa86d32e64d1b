// Text that is not edited inside has all it reads where anything of it stays: what a macro writes, `if constexpr`, and
// cases in loops.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <vector>
#define PACK_AND_SEND(to, from, where, n)                    \
  {                                                          \
    for (int i_ = 0; i_ < n; i_++)                           \
      to[i_] = from[where[i_]];                              \
    MPI_Send(to, n, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);       \
  }
#define SPREAD(name)                                         \
  static void name(double **rows, int *where, int n) {       \
    rows[where[n]][0] += 1;                                  \
    MPI_Send(rows[0], n, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);  \
  }
SPREAD(spread)
template <class T> void last(T *values, int *places, int n) {
  if constexpr (sizeof(T) == 8) {
    values[places[n]] += 1;
    MPI_Send(values, n, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  }
}
void jump(double *values, int *steps, int n) {
  switch (n % 2) {
  case 0:
    do {
      n--;
    case 1:
      values[steps[n]] = 2;
      MPI_Send(values, n, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
    } while (n > 2);
  }
}
#define TWICE(call) call; call
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double packed[100], *rows[8], values[100], sums[100];
  // CHECK: int where[100], far[100], places[100], steps[100];
  int where[100], far[100], places[100], steps[100], none[100];
  for (int i = 0; i < 100; i++) {
    // CHECK: where[i] = i * 7 % 100;
    where[i] = i * 7 % 100;
    // CHECK: far[i] = i * 3 % 8;
    far[i] = i * 3 % 8;
    // CHECK: places[i] = i * 9 % 100;
    places[i] = i * 9 % 100;
    // CHECK: steps[i] = i * 5 % 100;
    steps[i] = i * 5 % 100;
    // CHECK-NOT: none[i] =
    none[i] = i * 11 % 100;
    values[i] = i;
  }
  for (int i = 0; i < 8; i++)
    // CHECK: rows[i] = &packed[i];
    rows[i] = &packed[i];
  PACK_AND_SEND(packed, values, where, argc);
  spread(rows, far, argc);
  last(values, places, argc);
  jump(values, steps, argc + 3);
  for (int i = 0; i < 100; i++)
    sums[i] = values[none[i]];
  TWICE(MPI_Send(sums, argc, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
