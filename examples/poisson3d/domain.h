/* domain.h - how the cube is divided among the ranks
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef DOMAIN_H
#define DOMAIN_H

#include <mpi.h>

enum { LOW, HIGH }; /* the two sides of a direction */

typedef struct {
  MPI_Comm comm;       /* Cartesian, not periodic */
  int rank, ranks;
  int dims[3];         /* ranks in each direction */
  int coords[3];       /* where this rank stands */
  int neighbor[3][2];  /* MPI_PROC_NULL at the walls of the cube */
  int size[3];         /* grid points of this rank */
  long global_size[3]; /* grid points of all ranks */
  long offset[3];      /* global index of the first grid point of this rank */
  double spacing[3];   /* distance between grid points */
} Domain;

void domain_create(Domain *domain, MPI_Comm comm, const int local_size[3]);
void domain_print(const Domain *domain);
void domain_free(Domain *domain);

/* Coordinate of grid point `index` (1 is the first) in direction `d`. */
static inline double domain_coordinate(const Domain *domain, int d, int index) {
  return (double)(domain->offset[d] + index) * domain->spacing[d];
}

#endif
