// test/bench/message_bench.cpp - the floor of a send with its receive: two processes, one event, no MPI and no network
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/engine.h"
#include "maquette/sim/process.h"

#include <benchmark/benchmark.h>

#include <memory>

namespace maquette::sim {
namespace {

constexpr std::int64_t kBatch = 100'000; ///< Messages an iteration.

/// Pairs of processes that wake each other through the engine, as ranks in a ping-pong do. What MPI adds to this:
/// `test/bench/compare pingpong`.
void wakeEachOther(benchmark::State &state, StackStrategy strategy) {
  struct World {
    Engine engine;
    std::unique_ptr<ProcessScheduler> processes;
    std::int64_t messages = 0;

    static void deliver(void *self, std::uint64_t id) {
      World &world = *static_cast<World *>(self);
      if (++world.messages % kBatch == 0)
        world.engine.stop();
      world.processes->resume(ProcessId{id});
    }
    static void run(void *self, ProcessId id) {
      World &world = *static_cast<World *>(self);
      for (;;) {
        if (id.value() % 2 != 0)
          world.processes->suspend();
        world.engine.schedule(world.engine.now() + SimDuration::us(2), deliver, self,
                              static_cast<std::uint64_t>(id.value() ^ 1));
        if (id.value() % 2 == 0)
          world.processes->suspend();
      }
    }
    static void prefetch(void *self, const Event &event, PrefetchStage stage) {
      static_cast<World *>(self)->processes->prefetch(ProcessId{event.argument}, stage);
    }
  } world;
  ProcessHooks hooks;
  hooks.context = &world;
  hooks.entry = World::run;
  auto created =
      ProcessScheduler::create({state.range(0), strategy, strategy == StackStrategy::Slab ? 65536u : 0u}, hooks);
  if (!created) {
    state.SkipWithError("no address space");
    return;
  }
  world.processes = std::move(*created);
  world.engine.setPrefetch(World::prefetch, &world);
  for (std::int64_t id = state.range(0); id-- > 0;)
    world.processes->resume(ProcessId{id});
  for (auto _ : state)
    world.engine.run();
  state.SetItemsProcessed(world.messages);
}
BENCHMARK_CAPTURE(wakeEachOther, slab, StackStrategy::Slab)->Arg(1 << 10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wakeEachOther, copied, StackStrategy::Copied)
    ->Arg(1 << 10)
    ->Arg(1 << 17)
    ->Arg(1 << 20)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace maquette::sim
