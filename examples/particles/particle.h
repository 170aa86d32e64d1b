// particle.h - one particle, and how MPI sees it
// SPDX-License-Identifier: Apache-2.0
#ifndef PARTICLE_H
#define PARTICLE_H

#include "vec.h"

#include <mpi.h>

struct Particle {
  Vec3 position;
  Vec3 velocity;
  long id = 0;
};

// The committed MPI datatype of a Particle, freed at the end of its scope.
class ParticleType {
public:
  ParticleType();
  ~ParticleType() { MPI_Type_free(&type_); }
  ParticleType(const ParticleType &) = delete;
  ParticleType &operator=(const ParticleType &) = delete;
  MPI_Datatype get() const { return type_; }

private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

#endif
