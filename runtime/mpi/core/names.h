//===- runtime/mpi/core/names.h - names of other rooms that MPI uses everywhere -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_CORE_NAMES_H
#define MAQUETTE_MPI_CORE_NAMES_H

#include "maquette/context/call_counters.h"
#include "maquette/context/call_ids.h"
#include "maquette/context/call_sites.h"
#include "maquette/context/causality_recorder.h"
#include "maquette/context/pool.h"
#include "maquette/context/rank.h"
#include "maquette/context/world.h"
#include "maquette/memory/phantom.h"
#include "maquette/sim/time.h"

namespace maquette::mpi {

class Mpi;

using runtime::BlockPool;
using runtime::CallClass;
using runtime::CallCounters;
using runtime::CallId;
using runtime::CallObservations;
using runtime::CallSites;
using runtime::CausalityRecorder;
using runtime::classOf;
using runtime::isPhantom;
using runtime::kCallCount;
using runtime::kInBinding;
using runtime::kUncounted;
using runtime::nameOf;
using runtime::ObjectMemory;
using runtime::PageSource;
using runtime::Pool;
using runtime::PoolPage;
using runtime::prefetch;
using runtime::Rank;
using runtime::SizePool;
using runtime::WaitKind;
using runtime::World;
using sim::SimDuration;
using sim::SimTime;

} // namespace maquette::mpi

#endif
