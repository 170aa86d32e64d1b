/* field.h - a scalar on the grid of one rank, with one layer of halo points around it
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef FIELD_H
#define FIELD_H

#include "domain.h"

#include <stddef.h>

typedef struct {
  int nx, ny, nz; /* points of this rank; index 0 and n+1 are halo */
  double *data;
} Field;

/* Storage is contiguous, x fastest. */
static inline size_t at(const Field *f, int i, int j, int k) {
  return ((size_t)k * (f->ny + 2) + j) * (f->nx + 2) + i;
}

/* All zero. Ends the program when there is no memory left. */
void field_allocate(Field *field, const Domain *domain);
void field_free(Field *field);

/* The operations below work on the rank's own points; dot products are summed over all ranks. */
void field_copy(Field *to, const Field *from);
void field_axpy(Field *y, double alpha, const Field *x); /* y = y + alpha x */
void field_aypx(Field *y, double beta, const Field *x);  /* y = x + beta y */
double field_dot(const Field *a, const Field *b, MPI_Comm comm);

#endif
