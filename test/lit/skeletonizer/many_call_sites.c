// RUN: %skeleton --whole %s | FileCheck %s
// The calls of one function are told apart up to a bound; those beyond share what is known of it, and nothing is lost.
#include <mpi.h>

static double field[1000];

static void count(int *counts, const double *values, int n) {
  counts[0] = 0;
  for (int i = 0; i < n; ++i)
    if (values[i] > 0.5)
      counts[0] += 1;
  counts[1] = n;
  counts[2] = n - counts[0];
}

#define CALL(at)                                                                                                       \
  static double values_##at[8];                                                                                        \
  static int counts_##at[3];                                                                                           \
  values_##at[1] = argc + 0.25;                                                                                        \
  count(counts_##at, values_##at, 8);
#define FIVE(a, b, c, d, e) CALL(a) CALL(b) CALL(c) CALL(d) CALL(e)
#define TEN(at) FIVE(at##0, at##1, at##2, at##3, at##4) FIVE(at##5, at##6, at##7, at##8, at##9)

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[16] = {0};
  static double first_values[8], last_values[8];
  static int first_counts[3], last_counts[3];
  for (int i = 1; i < 1000; ++i)
    field[i] = field[i - 1] * 0.5 + i;
  first_values[1] = field[999];
  last_values[1] = argc;
  count(first_counts, first_values, 8);
  TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9) TEN(10) TEN(11)
  count(last_counts, last_values, 8);
  MPI_Bcast(data, last_counts[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: int main(
// CHECK-NOT: field[i] =
// CHECK: last_values[1] = argc;
// CHECK-NOT: count(first_counts
// CHECK: count(last_counts, last_values, 8);
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, last_counts[0]
