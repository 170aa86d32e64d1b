//===- runtime/session/lib/prepare.cpp - makes the parts of a simulation --------===//
// SPDX-License-Identifier: Apache-2.0
#include "prepare.h"

#include "maquette/context/communication_layers.h"
#include "maquette/memory/private_data.h"
#include "maquette/models/registry.h"
#include "maquette/mpi/message_layer_factory.h"
#include "maquette/shmem/one_sided_layer_factory.h"
#include "region_hooks.h"

#include <string>
#include <utility>

namespace maquette::session {
namespace {

using runtime::RunConfig;
using runtime::World;

/// The most ranks that get a stack each unless the user says otherwise. Beyond, a skeleton's stacks, which hold little,
/// are faster to copy than to find in pages of their own. Whole programs may hold much on theirs.
std::int64_t mostSlabRanks(runtime::Mode mode) {
  return mode == runtime::Mode::Skeleton || mode == runtime::Mode::Replay ? 512 : 4096;
}

sim::Result<models::Machine> machineOf(const RunConfig &config) {
  models::Machine machine = models::defaultMachine();
  if (!config.machine.empty()) {
    auto loaded = models::loadMachine(config.machine, config.overrides);
    if (!loaded)
      return loaded.error();
    machine = std::move(*loaded);
  }
  if (config.ranks < 1)
    return sim::Diagnostic{"", "the number of ranks is " + std::to_string(config.ranks), "maquette-too-many-ranks", "",
                           "use 1 or more"};
  if (config.ranks > machine.coreCount() && !config.oversubscribe)
    return sim::Diagnostic{config.machine,
                           std::to_string(config.ranks) + " ranks do not fit the machine's " +
                               std::to_string(machine.coreCount()) + " cores",
                           "maquette-too-many-ranks", "",
                           "use a larger machine, or allow several ranks per core with --oversubscribe"};
  return machine;
}

sim::Result<runtime::JobLayout> layoutOf(const RunConfig &config, const models::Machine &machine) {
  if (!config.jobs.empty())
    return runtime::layOut(config.jobs, machine);
  if (sim::Status placed = machine.checkPlacement(config.ranks); !placed)
    return placed.error();
  return runtime::JobLayout{{{0, config.ranks, 0, {}}}, config.ranks, config.ranks};
}

void prepareTraffic(World &world) {
  const RunConfig &config = world.config();
  for (std::size_t i = 0; i < config.jobs.size(); ++i) {
    const runtime::Job &job = config.jobs[i];
    if (job.ranks > 0 || (config.only_job >= 0 && config.only_job != static_cast<std::int64_t>(i)))
      continue;
    models::Traffic::Options options;
    options.pattern = job.traffic;
    options.nodes = world.placement().jobs()[i].nodes;
    options.size = sim::Bytes{job.message_bytes};
    options.interval = sim::SimDuration::ps(job.interval_ps);
    options.shift = job.shift;
    options.seed = config.seed;
    options.first_cookie = runtime::BackgroundTraffic::firstCookie(i);
    world.targetNetwork().traffic().add(
        i, std::make_unique<models::Traffic>(options, world.engine(), world.targetNetwork().model()));
  }
}

} // namespace

sim::Result<std::unique_ptr<World>> makeWorld(const RunConfig &config, const runtime::Program &program,
                                              runtime::PrivateData &private_data) {
  auto machine = machineOf(config);
  if (!machine)
    return machine.error();
  auto layout = layoutOf(config, *machine);
  if (!layout)
    return layout.error();
  auto ranks = runtime::ZeroedArray<runtime::Rank>::create(config.ranks, runtime::usersOfRanks(config));
  if (!ranks)
    return ranks.error();
  return std::make_unique<World>(config, program, private_data, std::move(*machine), std::move(*layout),
                                 std::move(*ranks));
}

sim::Status prepareNetwork(World &world) {
  const std::int64_t ranks_per_node = world.placement().ranksPerNode();
  // Traffic of nodes and of storage comes in any order of time, as that of several ranks.
  const bool others = !world.config().jobs.empty() || world.machine().storage.ioNodes() > 0;
  const std::int64_t sources = others ? ranks_per_node + 1 : ranks_per_node;
  std::unique_ptr<models::NetworkObserver> observer;
  if (world.config().gather.observe)
    observer = std::make_unique<models::NetworkObserver>();
  auto network =
      models::makeNetwork(world.machine(), sources, world.engine(), world.targetNetwork().listener(), observer.get());
  if (!network)
    return network.error();
  world.targetNetwork().connect(std::move(*network), std::move(observer));
  world.storage().connect(world.machine(), world.engine(), world.targetNetwork().model());
  world.targetNetwork().connect(world.storage().system());
  prepareTraffic(world);
  return sim::Nothing{};
}

sim::Status prepareRanks(World &world, runtime::RankProgram &program) {
  const RunConfig &config = world.config();
  sim::ProcessOptions options;
  options.count = config.ranks;
  options.stack_bytes = static_cast<std::size_t>(config.stack_bytes);
  options.share_with_forked = config.forksRanks();
  const bool slab = config.stack == runtime::StackStrategy::Slab ||
                    (config.stack == runtime::StackStrategy::Automatic && config.ranks <= mostSlabRanks(config.mode));
  options.strategy = slab ? sim::StackStrategy::Slab : sim::StackStrategy::Copied;
  if (sim::Status status = world.dispatcher().prepare(options, program); !status)
    return status;
  return world.privateData().prepare(config.ranks, config.forksRanks());
}

sim::Status prepareMessages(World &world) {
  world.connect(
      std::make_unique<runtime::CommunicationLayers>(mpi::makeMessageLayer(world), shmem::makeOneSidedLayer(world)));
  if (world.config().call_trace.empty())
    return sim::Nothing{};
  auto trace = runtime::CallTraceWriter::create(world.config().call_trace);
  if (!trace)
    return trace.error();
  world.calls().counters().setTrace(std::move(*trace));
  return sim::Nothing{};
}

sim::Status prepareHooks(World &world) {
  auto hooks = runtime::makeProfileHooks(world);
  if (!hooks)
    return hooks.error();
  world.connect(std::move(*hooks));
  return sim::Nothing{};
}

} // namespace maquette::session
