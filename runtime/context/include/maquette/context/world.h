//===- maquette/context/world.h - one simulation of one program -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// World owns the parts of one simulation and gives access to them. Each part has its own header. The room session/
/// creates a World, runs it and writes the result.
#ifndef MAQUETTE_CONTEXT_WORLD_H
#define MAQUETTE_CONTEXT_WORLD_H

#include "maquette/context/calls.h"
#include "maquette/context/computing_meter.h"
#include "maquette/context/profile_hooks.h"
#include "maquette/context/program.h"
#include "maquette/context/rank.h"
#include "maquette/context/rank_dispatcher.h"
#include "maquette/context/rank_placement.h"
#include "maquette/context/rank_scheduler.h"
#include "maquette/context/run_outcome.h"
#include "maquette/context/target_network.h"
#include "maquette/context/target_storage.h"
#include "maquette/context/zeroed_array.h"
#include "maquette/formats/run_config.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/engine.h"

#include <cstdint>
#include <memory>
#include <string>

namespace maquette::runtime {

class CommunicationLayers;
class PrivateData;

class World {
public:
  /// From now on it is current(). \p ranks: config.ranks of them; \p private_data outlives the world.
  World(const RunConfig &config, const Program &program, PrivateData &private_data, models::Machine machine,
        JobLayout layout, ZeroedArray<Rank> ranks);
  ~World();
  /// While a simulation is prepared, in this order.
  void connect(std::unique_ptr<CommunicationLayers> layers);
  void connect(std::unique_ptr<ProfileHooks> hooks);

  /// The World of this process, or nullptr. The functions of the C interface find the simulation through it.
  static World *current() { return current_; }
  static void setCurrent(World *world) { current_ = world; }

  const RunConfig &config() const { return config_; }
  const Program &program() const { return program_; }
  PrivateData &privateData() { return private_data_; }
  const models::Machine &machine() const { return placement_.machine(); }
  std::int64_t rankCount() const { return config_.ranks; }
  Rank &rank(std::int64_t id) { return ranks_[id]; }

  sim::Engine &engine() { return engine_; }
  RunOutcome &outcome() { return outcome_; }
  const RankPlacement &placement() const { return placement_; }
  TargetNetwork &targetNetwork() { return network_; }
  TargetStorage &storage() { return storage_; }
  RankDispatcher &dispatcher() { return dispatcher_; }
  RankScheduler &scheduler() { return scheduler_; }
  ComputingMeter &meter() { return meter_; }
  CommunicationLayers &layers() {
    MAQUETTE_ASSERT(layers_ != nullptr);
    return *layers_;
  }
  Calls &calls() { return calls_; }
  /// Nullptr while the simulation is prepared.
  ProfileHooks *profileHooks() { return hooks_.get(); }

  /// As RankDispatcher::fail().
  void fail(const std::string &kind, const std::string &message, std::int64_t rank) {
    dispatcher_.fail(kind, message, rank);
  }

private:
  static World *current_;

  RunConfig config_;
  Program program_;
  PrivateData &private_data_;
  ZeroedArray<Rank> ranks_;
  sim::Engine engine_;
  RunOutcome outcome_;
  RankPlacement placement_;
  TargetNetwork network_;
  TargetStorage storage_;
  Calls calls_;
  std::unique_ptr<CommunicationLayers> layers_;
  RankDispatcher dispatcher_;
  RankScheduler scheduler_;
  ComputingMeter meter_;
  std::unique_ptr<ProfileHooks> hooks_;
};

} // namespace maquette::runtime

#endif
