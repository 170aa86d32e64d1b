// simulation.cpp - time stepping (velocity Verlet), energies and reports
// SPDX-License-Identifier: Apache-2.0
#include "simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr double kStrength = 0.05;

// Room for everything that may come from one side: half a cube of particles at twice the initial density.
int receiveCapacity(const Options &options) {
  return static_cast<int>(std::min(options.particles_per_rank + 1000, 100'000'000L));
}

} // namespace

Simulation::Simulation(const Domain &domain, const Options &options)
    : domain_(domain), options_(options), migration_(domain, receiveCapacity(options)) {
  createParticles();
}

void Simulation::createParticles() {
  std::mt19937_64 random(options_.seed * 1'000'003UL + static_cast<unsigned long>(domain_.rank()));
  std::uniform_real_distribution<double> place(0.0, 1.0);
  std::normal_distribution<double> speed(0.0, std::sqrt(options_.temperature));

  particles_.reserve(static_cast<std::size_t>(options_.particles_per_rank) * 5 / 4);
  for (long i = 0; i < options_.particles_per_rank; ++i) {
    Particle particle;
    for (int d = 0; d < 3; ++d) {
      particle.position[d] = domain_.low(d) + place(random);
      particle.velocity[d] = speed(random);
    }
    particle.id = domain_.rank() * options_.particles_per_rank + i;
    particles_.push_back(particle);
  }
}

// The wave has one minimum in each rank's cube.
double Simulation::potential(const Vec3 &position) const {
  return -kStrength * (std::cos(kTwoPi * position.x) + std::cos(kTwoPi * position.y) + std::cos(kTwoPi * position.z));
}

Vec3 Simulation::force(const Vec3 &position) const {
  const double factor = -kStrength * kTwoPi;
  return {factor * std::sin(kTwoPi * position.x), factor * std::sin(kTwoPi * position.y),
          factor * std::sin(kTwoPi * position.z)};
}

void Simulation::kick(double time) {
  for (Particle &particle : particles_)
    particle.velocity += time * force(particle.position);
}

void Simulation::drift(double time) {
  for (Particle &particle : particles_)
    particle.position += time * particle.velocity;
}

// No particle may cross more than half a cube in one step: it is handed on to the next neighbour only.
double Simulation::limitedTimeStep() const {
  double fastest = 0.0;
  for (const Particle &particle : particles_)
    for (int d = 0; d < 3; ++d)
      fastest = std::max(fastest, std::abs(particle.velocity[d]));
  double fastest_of_all = 0.0;
  MPI_Allreduce(&fastest, &fastest_of_all, 1, MPI_DOUBLE, MPI_MAX, domain_.comm());
  return fastest_of_all > 0.0 ? std::min(options_.time_step, 0.5 / fastest_of_all) : options_.time_step;
}

bool Simulation::report(int step, double time) const {
  static bool header_printed = false;
  double energies[2] = {0.0, 0.0}, total_energies[2];
  for (const Particle &particle : particles_) {
    energies[0] += 0.5 * dot(particle.velocity, particle.velocity);
    energies[1] += potential(particle.position);
  }
  MPI_Allreduce(energies, total_energies, 2, MPI_DOUBLE, MPI_SUM, domain_.comm());

  const long mine = static_cast<long>(particles_.size()), gone = Migration::sent();
  long total = 0, most = 0, moved = 0;
  MPI_Allreduce(&mine, &total, 1, MPI_LONG, MPI_SUM, domain_.comm());
  MPI_Reduce(&mine, &most, 1, MPI_LONG, MPI_MAX, 0, domain_.comm());
  MPI_Reduce(&gone, &moved, 1, MPI_LONG, MPI_SUM, 0, domain_.comm());

  if (domain_.rank() == 0) {
    if (!header_printed)
      std::printf("%6s %9s %10s %10s %10s %14s %14s\n", "step", "time", "particles", "most", "migrated", "kinetic",
                  "total energy");
    header_printed = true;
    std::printf("%6d %9.4f %10ld %10ld %10ld %14.6e %14.6e\n", step, time, total, most, moved, total_energies[0],
                total_energies[0] + total_energies[1]);
  }
  return total == options_.particles_per_rank * domain_.ranks();
}

bool Simulation::run() {
  double time = 0.0;
  bool complete = report(0, time);
  for (int step = 1; step <= options_.steps && complete; ++step) {
    const double dt = limitedTimeStep();
    kick(0.5 * dt);
    drift(dt);
    migration_.run(particles_);
    kick(0.5 * dt);
    time += dt;
    if (step % options_.report_every == 0 || step == options_.steps)
      complete = report(step, time);
  }
  return complete;
}
