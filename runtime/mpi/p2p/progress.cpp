//===- runtime/mpi/p2p/progress.cpp - when ranks see what has arrived ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/progress.h"

#include "maquette/context/threads.h"

namespace maquette::mpi {

Progress::Progress(World &world) : world_(world) {
  if (world.machine().mpi.progress != "polling")
    return;
  windows_ = std::make_unique<ProgressWindows>(world.rankCount());
  world.scheduler().stepIn();
}

void Progress::look(Rank &rank) {
  windows_->begin(rank.id, rank.clock, world_.engine().now());
  for (const ProgressWindows::Step &step : windows_->takeDeferred(rank.id)) {
    advance();
    step(rank.clock);
  }
}

bool Progress::othersWait(const Rank &rank) const {
  return world_.dispatcher().hasThreads() && world_.dispatcher().threads().othersInCalls(rank);
}

} // namespace maquette::mpi
