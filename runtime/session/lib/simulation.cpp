//===- runtime/session/lib/simulation.cpp - a simulation from its start to its result ---===//
// SPDX-License-Identifier: Apache-2.0
#include "simulation.h"

#include "assemble_result.h"
#include "maquette/context/communication_layers.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/rank_end.h"
#include "maquette/context/threads.h"
#include "maquette/host/memory_limit.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/shared_blocks.h"
#include "prepare.h"

#include <string>
#include <utility>

namespace maquette::session {

using runtime::Rank;
using runtime::World;

sim::Result<std::unique_ptr<Simulation>> Simulation::create(const runtime::RunConfig &config,
                                                            const runtime::Program &program,
                                                            runtime::PrivateData &private_data) {
  std::unique_ptr<Simulation> simulation(new Simulation());
  if (sim::Status status = simulation->prepare(config, program, private_data); !status)
    return status.error();
  return simulation;
}

sim::Status Simulation::prepare(const runtime::RunConfig &config, const runtime::Program &program,
                                runtime::PrivateData &private_data) {
  auto world = makeWorld(config, program, private_data);
  if (!world)
    return world.error();
  world_ = std::move(*world);
  if (sim::Status status = prepareNetwork(*world_); !status)
    return status;
  auto arguments = RankArguments::create(world_->config(), world_->program());
  if (!arguments)
    return arguments.error();
  arguments_ = std::move(*arguments);
  if (sim::Status status = prepareRanks(*world_, *this); !status)
    return status;
  if (sim::Status status = prepareMessages(*world_); !status)
    return status;
  if (sim::Status status = prepareMeter(*world_); !status)
    return status;
  if (config.progress) {
    progress_ = std::make_unique<runtime::ProgressFile>(runtime::progressFileBeside(config.result_file));
    world_->dispatcher().watch();
  }
  return prepareHooks(*world_);
}

void Simulation::run() {
  const runtime::RunConfig &config = world_->config();
  world_->outcome().result().ranks = config.ranks;
  start_.noteMemory();
  runtime::BackgroundTraffic &traffic = world_->targetNetwork().traffic();
  if (config.traffic_end_ps > 0)
    traffic.stopAt(sim::SimTime::fromPs(config.traffic_end_ps), world_->engine());
  traffic.begin();
  runtime::HostProcesses *const processes = world_->meter().hostProcesses();
  if (processes != nullptr)
    if (const sim::Status started = processes->start(); !started)
      world_->fail("input", toText(started.error()), -1);
  startRanks();
  if (!world_->outcome().failed())
    world_->engine().run();
  if (!world_->outcome().failed() && world_->dispatcher().unfinishedCount() > 0)
    reportOpenRanks();
  if (processes != nullptr)
    processes->finish();
  finish();
}

void Simulation::startRanks() {
  const runtime::RunConfig &config = world_->config();
  const bool checks_memory = config.mode == runtime::Mode::Direct || config.mode == runtime::Mode::Charged;
  for (std::int64_t id = 0; id < config.ranks && !world_->outcome().failed(); ++id) {
    Rank &rank = world_->rank(id);
    rank.id = static_cast<std::int32_t>(id);
    if (config.only_job >= 0 && rank.job != config.only_job) {
      world_->dispatcher().end(rank);
      continue;
    }
    rank.private_data = world_->privateData().begin(id);
    world_->dispatcher().resume(rank);
    if (checks_memory)
      checkMemory(id + 1);
  }
}

/// Looked at after 2, 4, 8 ... ranks: that is often enough, and costs nothing.
void Simulation::checkMemory(std::int64_t started) {
  constexpr std::uint64_t kWorthALook = std::uint64_t{64} << 20;
  if (started < 2 || (started & (started - 1)) != 0 || world_->outcome().failed())
    return;
  const std::uint64_t resident = runtime::residentBytes();
  const auto available = runtime::availableBytes();
  const runtime::SharedBlocks *const shared = world_->meter().sharedBlocks();
  const std::uint64_t common = start_.resident_bytes + (shared != nullptr ? shared->bytes() : 0);
  if (resident < common + kWorthALook || !available)
    return;
  if (const auto shortage = runtime::memoryShortage(resident - common, started, world_->rankCount(), *available))
    world_->fail("input", *shortage, -1);
}

void Simulation::reportOpenRanks() {
  std::int64_t first = 0;
  while (world_->rank(first).finished)
    ++first;
  runtime::RankDispatcher &dispatcher = world_->dispatcher();
  const std::string threads = dispatcher.hasThreads() ? dispatcher.threads().report() : "";
  world_->outcome().record({"deadlock", world_->layers().messages().deadlockReport() + threads, first});
}

void Simulation::run(Rank &rank) {
  char **const arguments = arguments_.copyFor(rank);
  const int count = arguments_.countFor(rank);
  const runtime::Program &program = world_->program();
  if (world_->meter().measures())
    world_->meter().computingBegins(rank);
  world_->privateData().runInitializers(count, arguments, program.environment);
  runtime::rankReturns(*world_, rank, program.main(count, arguments, program.environment));
}

void Simulation::rankHasRun() {
  if (!progress_->due())
    return;
  runtime::Progress &numbers = *progress_->numbers();
  numbers.simulated_ps.store(world_->engine().now().ps(), std::memory_order_relaxed);
  numbers.events.store(world_->engine().eventCount(), std::memory_order_relaxed);
  numbers.finished_ranks.store(world_->rankCount() - world_->dispatcher().unfinishedCount(), std::memory_order_relaxed);
}

void Simulation::finish() {
  if (std::exchange(finished_, true))
    return;
  world_->dispatcher().enter(nullptr);
  world_->privateData().leaveProcessStates();
  assembleResult(*world_, start_, arguments_.bytesPerRank());
}

} // namespace maquette::session
