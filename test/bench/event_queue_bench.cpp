// test/bench/event_queue_bench.cpp - the hold model: each event that leaves schedules another
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/engine.h"
#include "maquette/sim/random.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <queue>
#include <vector>

namespace maquette::sim {
namespace {

/// Exponential spans of mean 1 us.
std::int64_t span(const Random &random, std::uint64_t draw) {
  return static_cast<std::int64_t>(-std::log(1 - random.uniform(draw)) * 1e6);
}

void nothing(void *, std::uint64_t) {}

void holdEventQueue(benchmark::State &state) {
  const Random random(1, 0);
  EventQueue queue;
  std::uint64_t draw = 0;
  for (std::int64_t i = 0; i < state.range(0); ++i)
    queue.push(SimTime::fromPs(span(random, draw++)), nothing, nullptr, 0);
  Event event;
  for (auto _ : state) {
    queue.pop(event);
    queue.push(event.when + SimDuration::ps(span(random, draw++)), nothing, nullptr, 0);
  }
  state.counters["bytes_per_event"] = static_cast<double>(queue.memoryBytes()) / static_cast<double>(state.range(0));
}
BENCHMARK(holdEventQueue)->Arg(1000)->Arg(1'000'000)->MinWarmUpTime(1);

/// The floor to compare with: the standard library's heap, without stable ties.
void holdPriorityQueue(benchmark::State &state) {
  struct Later {
    bool operator()(const Event &a, const Event &b) const { return a.when > b.when; }
  };
  const Random random(1, 0);
  std::priority_queue<Event, std::vector<Event>, Later> queue;
  std::uint64_t draw = 0;
  for (std::int64_t i = 0; i < state.range(0); ++i)
    queue.push({SimTime::fromPs(span(random, draw++)), nothing, nullptr, 0});
  for (auto _ : state) {
    Event event = queue.top();
    queue.pop();
    event.when += SimDuration::ps(span(random, draw++));
    queue.push(event);
  }
}
BENCHMARK(holdPriorityQueue)->Arg(1000)->Arg(1'000'000)->MinWarmUpTime(1);

} // namespace
} // namespace maquette::sim
