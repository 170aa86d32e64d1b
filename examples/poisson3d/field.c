/* field.c - allocation and vector operations
 * SPDX-License-Identifier: Apache-2.0
 */
#include "field.h"

#include <stdio.h>
#include <stdlib.h>

void field_allocate(Field *field, const Domain *domain) {
  field->nx = domain->size[0];
  field->ny = domain->size[1];
  field->nz = domain->size[2];
  size_t points = (size_t)(field->nx + 2) * (field->ny + 2) * (field->nz + 2);
  field->data = calloc(points, sizeof *field->data);
  if (field->data == NULL) {
    fprintf(stderr, "poisson3d: rank %d: no memory for %zu points\n", domain->rank, points);
    MPI_Abort(domain->comm, EXIT_FAILURE);
  }
}

void field_free(Field *field) {
  free(field->data);
  field->data = NULL;
}

void field_copy(Field *to, const Field *from) {
  for (int k = 1; k <= to->nz; k++)
    for (int j = 1; j <= to->ny; j++)
      for (int i = 1; i <= to->nx; i++)
        to->data[at(to, i, j, k)] = from->data[at(from, i, j, k)];
}

void field_axpy(Field *y, double alpha, const Field *x) {
  for (int k = 1; k <= y->nz; k++)
    for (int j = 1; j <= y->ny; j++)
      for (int i = 1; i <= y->nx; i++)
        y->data[at(y, i, j, k)] += alpha * x->data[at(x, i, j, k)];
}

void field_aypx(Field *y, double beta, const Field *x) {
  for (int k = 1; k <= y->nz; k++)
    for (int j = 1; j <= y->ny; j++)
      for (int i = 1; i <= y->nx; i++) {
        size_t p = at(y, i, j, k);
        y->data[p] = x->data[p] + beta * y->data[p];
      }
}

double field_dot(const Field *a, const Field *b, MPI_Comm comm) {
  double local = 0.0, global;
  for (int k = 1; k <= a->nz; k++)
    for (int j = 1; j <= a->ny; j++)
      for (int i = 1; i <= a->nx; i++)
        local += a->data[at(a, i, j, k)] * b->data[at(b, i, j, k)];
  MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, comm);
  return global;
}
