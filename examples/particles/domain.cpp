// domain.cpp - periodic Cartesian decomposition
// SPDX-License-Identifier: Apache-2.0
#include "domain.h"

Domain::Domain(MPI_Comm world) {
  int dims[3] = {0, 0, 0}, coordinates[3];
  const int periodic[3] = {1, 1, 1};
  MPI_Comm_size(world, &ranks_);
  MPI_Dims_create(ranks_, 3, dims);
  MPI_Cart_create(world, 3, dims, periodic, 1, &comm_);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Cart_coords(comm_, rank_, 3, coordinates);
  for (int d = 0; d < 3; ++d) {
    MPI_Cart_shift(comm_, d, 1, &lower_[d], &upper_[d]);
    dims_[d] = dims[d];
    low_[d] = coordinates[d];
  }
}

Domain::~Domain() {
  MPI_Comm_free(&comm_);
}

double Domain::wrap(int d, double coordinate) const {
  if (coordinate < 0.0)
    coordinate += boxLength(d);
  if (coordinate >= boxLength(d))
    coordinate -= boxLength(d);
  return coordinate;
}
