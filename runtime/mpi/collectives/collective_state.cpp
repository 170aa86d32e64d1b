//===- runtime/mpi/collectives/collective_state.cpp - what collectives share -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/collective_state.h"

#include "collectives/analytic.h"
#include "collectives/common_result.h"

namespace maquette::mpi {

CollectiveState::CollectiveState(World &world) : common_results_(std::make_unique<CommonResults>()) {
  if (world.machine().mpi.collectives == "analytic")
    analytic_ = std::make_unique<AnalyticCollectives>(world);
}

CollectiveState::~CollectiveState() = default;

} // namespace maquette::mpi
