//===- runtime/mpi/core/names.h - names of other rooms that MPI uses everywhere -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_CORE_NAMES_H
#define MAQUETTE_MPI_CORE_NAMES_H

#include "maquette/context/rank.h"
#include "maquette/context/world.h"
#include "maquette/sim/time.h"

namespace maquette::mpi {

class Mpi;

using runtime::Rank;
using runtime::World;
using sim::SimDuration;
using sim::SimTime;

} // namespace maquette::mpi

#endif
