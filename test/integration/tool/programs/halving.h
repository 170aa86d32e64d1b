/* test/integration/tool/programs/halving.h - what full program, profiled program and skeleton have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * A miniature of the codes Maquette is for: a loop that ends on a reduced value, and messages whose size is computed.
 */
#ifndef HALVING_H
#define HALVING_H

#include <mpi.h>
#include <stdlib.h>

/* Work that takes a time proportional to n, and gives 1. */
static double work(long n) {
  volatile double sum = 0;
  long i;
  for (i = 0; i < n; ++i)
    sum += 1.0 / (double)n;
  return sum;
}

static void shiftItems(double *items, int count, int room, int rank, int size) {
  MPI_Sendrecv(items, count, MPI_DOUBLE, (rank + 1) % size, 1, items + (room > 0 ? room : 0), room, MPI_DOUBLE,
               (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#endif
