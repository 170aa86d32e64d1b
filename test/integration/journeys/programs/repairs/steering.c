/* Values from the data decide what is sent: whether there is an extra exchange, and how many rounds of broadcasts. With
 * a small field neither happens; a larger one goes another way. A profile of the one predicts the other wrongly.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double advance(double *field, int n, int step) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    field[i] = 0.5 * field[i] + 0.25 * ((i + step) % 7);
    sum += field[i];
  }
  return sum;
}

int main(int argc, char **argv) {
  int rank, size, repeats = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  double *field = calloc((size_t)n, sizeof(double));
  double total = 0.0;
  for (int step = 0; step < 20; step++) {
    double mine = advance(field, n, step);
    MPI_Allreduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double mean = total / size;
    if (mean > 5000.0)
      MPI_Sendrecv(field, n, MPI_DOUBLE, (rank + 1) % size, 3, field, n, MPI_DOUBLE, (rank + size - 1) % size, 3,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    repeats = (int)(mean / 4000.0);
    for (int i = 0; i < repeats; i++)
      MPI_Bcast(field, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("%d repeats at the end\n", repeats);
  free(field);
  MPI_Finalize();
  return 0;
}
