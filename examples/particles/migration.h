// migration.h - hands particles that have left a rank's cube to the neighbours
// SPDX-License-Identifier: Apache-2.0
#ifndef MIGRATION_H
#define MIGRATION_H

#include "domain.h"
#include "particle.h"

#include <vector>

class Migration {
public:
  // \p capacity is the largest number of particles that may arrive from one side in one step.
  Migration(const Domain &domain, int capacity);

  // One direction after the other, so that particles that leave across an edge or a corner arrive in two or three hops.
  void run(std::vector<Particle> &particles);

  // How many particles this rank has sent away since the start.
  static long sent() { return sent_; }

private:
  void exchange(const std::vector<Particle> &leaving, int to, int from, int tag, std::vector<Particle> &particles);

  const Domain &domain_;
  ParticleType type_;
  std::vector<Particle> to_lower_, to_upper_, arriving_;
  static long sent_;
};

#endif
