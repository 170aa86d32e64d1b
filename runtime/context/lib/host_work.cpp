//===- runtime/context/lib/host_work.cpp - sections that are not the program's computing ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/world.h"

#include <utility>

namespace maquette::runtime {
namespace {

/// Where spans begin and end that a call into the host's libraries bounds, not one of MPI: they are not like those
/// between the MPI calls around it.
constexpr char kHostCall = 0;

/// \p measure with the rank at kHostCall.
template <typename Measure> void atHostCall(Rank &rank, Measure measure) {
  const void *const call_site = std::exchange(rank.call_site, &kHostCall);
  measure();
  rank.call_site = call_site;
}

} // namespace

HostWork::HostWork(Rank &rank) {
  ComputingMeter &meter = currentWorld()->meter();
  if (meter.measures() && rank.call == 0)
    atHostCall(rank, [&] { meter.computingEnds(rank); });
}

HostWork::~HostWork() {
  World *const world = currentWorld();
  Rank *const rank = world->dispatcher().running();
  if (rank != nullptr && world->meter().measures() && rank->call == 0)
    atHostCall(*rank, [&] { world->meter().computingBegins(*rank); });
}

} // namespace maquette::runtime
