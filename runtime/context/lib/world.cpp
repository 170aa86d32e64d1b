//===- runtime/context/lib/world.cpp - one simulation of one program ----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/world.h"

#include "maquette/context/communication_layers.h"
#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/threads.h"
#include "maquette/context/world_anchor.h"
#include "maquette/memory/private_data.h"

#include <utility>

namespace maquette::runtime {

World *World::current_ = nullptr;

World *currentWorld() { return World::current(); }

Rank *currentRank() {
  World *const world = World::current();
  return world != nullptr ? world->dispatcher().running() : nullptr;
}

void leaveSimulation() { World::setCurrent(nullptr); }

World::World(const RunConfig &config, const Program &program, PrivateData &private_data, models::Machine machine,
             JobLayout layout, ZeroedArray<Rank> ranks)
    : config_(config), program_(program), private_data_(private_data), ranks_(std::move(ranks)),
      placement_(config_, std::move(machine), std::move(layout), ranks_.data()), storage_(*this),
      calls_(*this, config_),
      dispatcher_(engine_, outcome_, private_data_, network_.traffic(), ranks_.data(), config_.ranks),
      scheduler_(engine_, outcome_, dispatcher_, ranks_.data()),
      meter_(config_, placement_.machine(), private_data_, dispatcher_) {
  MAQUETTE_ASSERT(ranks_.size() == config_.ranks);
  dispatcher_.connect(calls_);
  setCurrent(this);
}

World::~World() { setCurrent(nullptr); }

void World::connect(std::unique_ptr<CommunicationLayers> layers) {
  layers_ = std::move(layers);
  network_.connect(*layers_);
}

void World::connect(std::unique_ptr<ProfileHooks> hooks) {
  hooks_ = std::move(hooks);
  scheduler_.connect(layers(), *hooks_);
  if (config_.mode == Mode::Profile)
    meter_.setRecorder(*hooks_);
}

} // namespace maquette::runtime
