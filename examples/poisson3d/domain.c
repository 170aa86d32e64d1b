/* domain.c - Cartesian decomposition of the unit cube
 * SPDX-License-Identifier: Apache-2.0
 */
#include "domain.h"

#include <stdio.h>

void domain_create(Domain *domain, MPI_Comm comm, const int local_size[3]) {
  const int periodic[3] = {0, 0, 0};
  MPI_Comm_size(comm, &domain->ranks);
  for (int d = 0; d < 3; d++)
    domain->dims[d] = 0;
  MPI_Dims_create(domain->ranks, 3, domain->dims);
  MPI_Cart_create(comm, 3, domain->dims, periodic, 1, &domain->comm);
  MPI_Comm_rank(domain->comm, &domain->rank);
  MPI_Cart_coords(domain->comm, domain->rank, 3, domain->coords);

  for (int d = 0; d < 3; d++) {
    MPI_Cart_shift(domain->comm, d, 1, &domain->neighbor[d][LOW], &domain->neighbor[d][HIGH]);
    domain->size[d] = local_size[d];
    domain->global_size[d] = (long)local_size[d] * domain->dims[d];
    domain->offset[d] = (long)local_size[d] * domain->coords[d];
    domain->spacing[d] = 1.0 / (double)(domain->global_size[d] + 1);
  }
}

void domain_print(const Domain *domain) {
  printf("ranks          %d = %d x %d x %d\n", domain->ranks, domain->dims[0], domain->dims[1], domain->dims[2]);
  printf("global grid    %ld x %ld x %ld\n", domain->global_size[0], domain->global_size[1], domain->global_size[2]);
}

void domain_free(Domain *domain) {
  MPI_Comm_free(&domain->comm);
}
