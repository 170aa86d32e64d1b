//===- runtime/session/lib/prepare_meter.cpp - makes what moves clocks by computing ---===//
// SPDX-License-Identifier: Apache-2.0
#include "prepare.h"

#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/shared_blocks.h"
#include "maquette/models/os_noise.h"

#include <sys/mman.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace maquette::session {
namespace {

using runtime::RunConfig;
using runtime::World;

constexpr std::size_t kPage = 4096;

/// Not from the heap: it is zero, and free() of the C library never sees it.
void *mapped(std::size_t alignment, std::size_t bytes) {
  const std::size_t lead = alignment > kPage ? alignment : 0;
  void *const memory =
      mmap(nullptr, bytes + lead, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  return lead == 0 ? memory : reinterpret_cast<void *>((begin + lead - 1) / alignment * alignment);
}

sim::Status prepareSharing(World &world) {
  const RunConfig &config = world.config();
  if (config.mode != runtime::Mode::Direct || config.share.empty())
    return sim::Nothing{};
  std::vector<runtime::ShareRule> rules;
  for (const std::string &text : config.share) {
    sim::Result<runtime::ShareRule> rule = runtime::parseShareRule(text);
    if (!rule)
      return rule.error();
    rules.push_back(std::move(*rule));
  }
  const auto place_of = [&world](const void *return_address) {
    const runtime::CallSite site = world.calls().sites().siteOf(return_address);
    return runtime::SharedBlocks::Place{site.file, site.line};
  };
  world.meter().setSharedBlocks(
      std::make_unique<runtime::SharedBlocks>(std::move(rules), config.ranks, place_of, mapped));
  return sim::Nothing{};
}

sim::Status prepareHostProcesses(World &world) {
  if (!world.config().forksRanks())
    return sim::Nothing{};
  auto processes = runtime::HostProcesses::create(world);
  if (!processes)
    return processes.error();
  world.meter().setHostProcesses(std::move(*processes));
  world.privateData().setBeforeLate([&world](std::int64_t rank) {
    world.meter().refuseOnHostCores(world.rank(rank), "loads a shared object with globals (dlopen)");
  });
  return sim::Nothing{};
}

} // namespace

sim::Status prepareMeter(World &world) {
  const RunConfig &config = world.config();
  if (config.os_noise_interval_ps > 0)
    world.meter().setNoise(std::make_unique<models::OsNoise>(sim::SimDuration::ps(config.os_noise_interval_ps),
                                                             sim::SimDuration::ps(config.os_noise_length_ps),
                                                             config.seed, config.ranks));
  if (config.mode == runtime::Mode::Direct || config.mode == runtime::Mode::Profile) {
    world.meter().setClock(std::make_unique<runtime::ComputingClock>(config));
    world.scheduler().stepIn();
  }
  if (sim::Status status = prepareSharing(world); !status)
    return status;
  return prepareHostProcesses(world);
}

} // namespace maquette::session
