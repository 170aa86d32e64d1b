/* The library of both programs: each needs something that the other does not.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "strip.h"

#include <mpi.h>
#include <stdlib.h>

Strip makeStrip(int n) {
  Strip strip;
  MPI_Comm_rank(MPI_COMM_WORLD, &strip.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &strip.size);
  strip.n = n;
  strip.cells = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    strip.cells[i] = strip.rank + i % 7;
  return strip;
}

double relax(Strip *strip) {
  double change = 0.0;
  for (int i = 1; i < strip->n - 1; i++) {
    const double mean = 0.5 * (strip->cells[i - 1] + strip->cells[i + 1]);
    change += (mean - strip->cells[i]) * (mean - strip->cells[i]);
    strip->cells[i] = mean;
  }
  return change;
}

/* Only the first program passes on. */
void passOn(Strip *strip, int width) {
  const int right = (strip->rank + 1) % strip->size, left = (strip->rank + strip->size - 1) % strip->size;
  MPI_Sendrecv(strip->cells, width, MPI_DOUBLE, right, 1, strip->cells + strip->n - width, width, MPI_DOUBLE, left, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Only the second one adds up. */
double total(const Strip *strip) {
  double sum = 0.0, all;
  for (int i = 0; i < strip->n; i++)
    sum += strip->cells[i];
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

void freeStrip(Strip *strip) { free(strip->cells); }
