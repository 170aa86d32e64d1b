// test/bench/process_bench.cpp - resuming processes in random order, next ones known ahead
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/process.h"
#include "maquette/sim/random.h"

#include <benchmark/benchmark.h>
#include <boost/context/detail/fcontext.hpp>

#include <memory>
#include <vector>

namespace maquette::sim {
namespace {

/// 64 KiB of address space a stack; a few hundred bytes of it live, as in a rank that waits for a message.
void resumeRandom(benchmark::State &state, StackStrategy strategy) {
  struct Shared {
    ProcessScheduler *scheduler = nullptr;
    bool stop = false;
  } shared;
  ProcessHooks hooks;
  hooks.context = &shared;
  hooks.entry = [](void *context, ProcessId) {
    volatile char live[256];
    live[0] = 0;
    while (!static_cast<Shared *>(context)->stop) {
      static_cast<Shared *>(context)->scheduler->suspend();
      live[0] = static_cast<char>(live[0] + 1);
    }
  };
  const std::int64_t count = state.range(0);
  auto created = ProcessScheduler::create({count, strategy, strategy == StackStrategy::Slab ? 65536u : 0u}, hooks);
  if (!created) {
    state.SkipWithError("no address space");
    return;
  }
  ProcessScheduler &scheduler = **created;
  shared.scheduler = &scheduler;
  for (ProcessId id; id < ProcessId{count}; ++id)
    scheduler.resume(id);
  const Permutation order(static_cast<std::uint64_t>(count), 1);
  const auto at = [&](std::int64_t i) { return ProcessId{order(static_cast<std::uint64_t>(i % count))}; };
  std::int64_t i = 0;
  for (auto _ : state) {
    scheduler.prefetch(at(i + 8), PrefetchStage::Record);
    scheduler.prefetch(at(i + 5), PrefetchStage::Head);
    scheduler.prefetch(at(i + 2), PrefetchStage::Body);
    scheduler.resume(at(i));
    ++i;
  }
  state.counters["bytes_per_process"] =
      static_cast<double>(scheduler.stackUsage().peak_bytes) / static_cast<double>(count);
}
/// The floor: there and back by the bare switch, everything in the cache.
void switchBare(benchmark::State &state) {
  using namespace boost::context::detail;
  std::vector<char> stack(65536);
  fcontext_t other = make_fcontext(stack.data() + stack.size(), stack.size(), [](transfer_t from) {
    for (;;)
      from = jump_fcontext(from.fctx, nullptr);
  });
  for (auto _ : state)
    other = jump_fcontext(other, nullptr).fctx;
}
BENCHMARK(switchBare);

BENCHMARK_CAPTURE(resumeRandom, slab, StackStrategy::Slab)->Arg(1000)->Arg(1'000'000);
BENCHMARK_CAPTURE(resumeRandom, copied, StackStrategy::Copied)->Arg(1000)->Arg(1'000'000);

} // namespace
} // namespace maquette::sim
