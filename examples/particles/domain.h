// domain.h - the part of the periodic box that one rank owns
// SPDX-License-Identifier: Apache-2.0
#ifndef DOMAIN_H
#define DOMAIN_H

#include "vec.h"

#include <mpi.h>

// Every rank owns a unit cube, so the box is as many units long as there are ranks in that direction.
class Domain {
public:
  explicit Domain(MPI_Comm world);
  ~Domain();
  Domain(const Domain &) = delete;
  Domain &operator=(const Domain &) = delete;

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  const Vec<int> &ranksPerDirection() const { return dims_; }

  double low(int d) const { return low_[d]; }
  double high(int d) const { return low_[d] + 1.0; }
  double boxLength(int d) const { return dims_[d]; }
  int lowerNeighbor(int d) const { return lower_[d]; }
  int upperNeighbor(int d) const { return upper_[d]; }

  // Puts a coordinate that has left the box back in at the other side.
  double wrap(int d, double coordinate) const;

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 0;
  Vec<int> dims_, lower_, upper_;
  Vec3 low_;
};

#endif
