// What a rank adds to a sum is not predicted, or the sum would grow with the number of ranks; what comes of the sum is.
// RUN: %skeleton %s | FileCheck %s
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
static double dot(int n, const double *x, const double *y) {
  double local = 0, global = 0;
  for (int i = 0; i < n; i++)
    local += x[i] * y[i];
  // CHECK-NOT: local = maquette_predict
  // CHECK: MPI_Allreduce(
  MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return global;
}
static int solve(int n, double *r, double *p, double *q) {
  double rho = dot(n, r, r), old = 0, norm = sqrt(rho);
  for (int step = 1; step < 200 && norm > 1e-9; step++) {
    if (step > 1) {
      old = rho;
      rho = dot(n, r, r);
      for (int i = 0; i < n; i++)
        p[i] = r[i] + rho / old * p[i];
    }
    norm = sqrt(rho);
    MPI_Bcast(q, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    double pq = dot(n, p, q);
    if (pq < 1e-30) {
      if (pq < 0)
        return 1;
      MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < n; i++)
      r[i] -= rho / pq * q[i];
  }
  return 0;
}
int main(int argc, char **argv) {
  const int n = 1000;
  MPI_Init(&argc, &argv);
  double *r = malloc(n * sizeof(double)), *p = calloc(n, sizeof(double)), *q = calloc(n, sizeof(double));
  for (int i = 0; i < n; i++)
    r[i] = 1.0 / (i + 1);
  const int failed = solve(n, r, p, q);
  MPI_Finalize();
  return failed;
}
