/* A Jacobi iteration that ends when the residual is small: the number of iterations is in the data.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double sweep(const double *old, double *new, int n) {
  double change = 0.0;
  for (int i = 1; i <= n; i++) {
    new[i] = 0.5 * (old[i - 1] + old[i + 1]);
    change += (new[i] - old[i]) * (new[i] - old[i]);
  }
  return change;
}

int main(int argc, char **argv) {
  int rank, size, iterations = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = argc > 1 ? atoi(argv[1]) : 200;
  double *old = calloc((size_t)n + 2, sizeof(double));
  double *new = calloc((size_t)n + 2, sizeof(double));
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  if (rank == 0)
    old[0] = new[0] = 1.0;
  double residual = 1.0;
  while (sqrt(residual) > 1e-3 && iterations < 100000) {
    MPI_Sendrecv(&old[1], 1, MPI_DOUBLE, left, 0, &old[n + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&old[n], 1, MPI_DOUBLE, right, 1, &old[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double mine = sweep(old, new, n);
    MPI_Allreduce(&mine, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double *swap = old;
    old = new;
    new = swap;
    iterations++;
  }
  if (rank == 0)
    printf("converged after %d iterations\n", iterations);
  free(old);
  free(new);
  MPI_Finalize();
  return 0;
}
