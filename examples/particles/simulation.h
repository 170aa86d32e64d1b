// simulation.h - particles in a standing wave of potential
// SPDX-License-Identifier: Apache-2.0
#ifndef SIMULATION_H
#define SIMULATION_H

#include "domain.h"
#include "migration.h"
#include "options.h"
#include "particle.h"

#include <vector>

class Simulation {
public:
  Simulation(const Domain &domain, const Options &options);

  // False when particles were lost on the way.
  bool run();

private:
  void createParticles();
  void kick(double time);
  void drift(double time);
  double limitedTimeStep() const;
  bool report(int step, double time) const;

  Vec3 force(const Vec3 &position) const;
  double potential(const Vec3 &position) const;

  const Domain &domain_;
  const Options options_;
  Migration migration_;
  std::vector<Particle> particles_;
};

#endif
