// migration.cpp - packing, exchanging and inserting particles
// SPDX-License-Identifier: Apache-2.0
#include "migration.h"

#include <cstddef>

long Migration::sent_ = 0;

ParticleType::ParticleType() {
  const int lengths[] = {3, 3, 1};
  const MPI_Aint offsets[] = {offsetof(Particle, position), offsetof(Particle, velocity), offsetof(Particle, id)};
  const MPI_Datatype types[] = {MPI_DOUBLE, MPI_DOUBLE, MPI_LONG};
  MPI_Datatype members;
  MPI_Type_create_struct(3, lengths, offsets, types, &members);
  MPI_Type_create_resized(members, 0, sizeof(Particle), &type_);
  MPI_Type_commit(&type_);
  MPI_Type_free(&members);
}

Migration::Migration(const Domain &domain, int capacity) : domain_(domain), arriving_(capacity) {}

void Migration::run(std::vector<Particle> &particles) {
  for (int d = 0; d < 3; ++d) {
    to_lower_.clear();
    to_upper_.clear();
    std::size_t kept = 0;
    for (Particle &particle : particles) {
      const double coordinate = particle.position[d];
      const bool below = coordinate < domain_.low(d);
      const bool above = coordinate >= domain_.high(d);
      particle.position[d] = domain_.wrap(d, coordinate);
      if (below)
        to_lower_.push_back(particle);
      else if (above)
        to_upper_.push_back(particle);
      else
        particles[kept++] = particle;
    }
    particles.resize(kept);
    exchange(to_lower_, domain_.lowerNeighbor(d), domain_.upperNeighbor(d), 2 * d, particles);
    exchange(to_upper_, domain_.upperNeighbor(d), domain_.lowerNeighbor(d), 2 * d + 1, particles);
  }
}

void Migration::exchange(const std::vector<Particle> &leaving, int to, int from, int tag,
                         std::vector<Particle> &particles) {
  MPI_Status status;
  MPI_Sendrecv(leaving.data(), static_cast<int>(leaving.size()), type_.get(), to, tag, arriving_.data(),
               static_cast<int>(arriving_.size()), type_.get(), from, tag, domain_.comm(), &status);
  int arrived = 0;
  MPI_Get_count(&status, type_.get(), &arrived);
  particles.insert(particles.end(), arriving_.begin(), arriving_.begin() + arrived);
  sent_ += static_cast<long>(leaving.size());
}
