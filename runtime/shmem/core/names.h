//===- runtime/shmem/core/names.h - names of other rooms that OpenSHMEM uses everywhere ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_CORE_NAMES_H
#define MAQUETTE_SHMEM_CORE_NAMES_H

#include "maquette/context/rank.h"
#include "maquette/context/world.h"
#include "maquette/memory/phantom.h"
#include "maquette/sim/time.h"

namespace maquette::shmem {

using runtime::CallId;
using runtime::isPhantom;
using runtime::Rank;
using runtime::World;
using sim::SimDuration;
using sim::SimTime;

} // namespace maquette::shmem

#endif
