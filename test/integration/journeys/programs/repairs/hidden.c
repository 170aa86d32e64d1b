/* What is computed goes into a pipe and comes back from there: data flow that no analysis of the program's own text
 * sees.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static double work(double *field, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    field[i] = 0.5 * field[i] + i % 5;
    sum += field[i];
  }
  return sum;
}

static void leave(double sum) {
  int repeats = 1 + (int)sum % 3;
  if (write(ends[1], &repeats, sizeof repeats) != sizeof repeats)
    perror("write");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  double *field = calloc((size_t)n, sizeof(double));
  if (pipe2(ends, O_NONBLOCK) != 0)
    return 1;
  leave(work(field, n));
  int repeats = 7;
  if (read(ends[0], &repeats, sizeof repeats) != sizeof repeats)
    perror("read");
  for (int i = 0; i < repeats; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  free(field);
  MPI_Finalize();
  return 0;
}
