/* A header that two units share: it is edited once.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHARED_H
#define SHARED_H
#include <mpi.h>
static inline void share(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i % 10] += 1.0;
  MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
void second(int n);
#endif
