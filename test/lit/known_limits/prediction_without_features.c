// A predicted number does not scale with the arguments of the program: it is what the profile saw.
// XFAIL: *
// RUN: %skeleton %s > %t.out || true
// RUN: not FileCheck %s --check-prefix=NOW --input-file=%t.out \
// RUN:   || FileCheck %s --check-prefix=WANTED --input-file=%t.out
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc * 1000;
  double *x = calloc(n, sizeof(double));
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 100; step++) {
    int leaving = 0;
    for (int i = 0; i < n; i++) {
      x[i] = x[i] * 1.5 + 0.25;
      leaving += x[i] > 1.0;
    }
    // NOW: maquette_predict_integer("main:leaving#{{[0-9a-f]+}}", 0)
    // WANTED: maquette_predict_integer("main:leaving#{{[0-9a-f]+}}", 1, (double)n)
    MPI_Send(x, leaving, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
  free(x);
  MPI_Finalize();
  return 0;
}
