// test/bench/match_bench.cpp - a message finds its receive among those that wait, at many ranks in random order
// SPDX-License-Identifier: Apache-2.0
#include "p2p/matching.h"

#include "maquette/sim/random.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <list>
#include <memory>
#include <vector>

namespace maquette::mpi {
namespace {

/// So many that they do not fit a cache.
std::int64_t ranksFor(std::int64_t outstanding) { return std::min<std::int64_t>(50'000, 1'500'000 / outstanding); }

/// Each rank has \p outstanding receives, one from each neighbour, and takes and posts again the one of a random
/// neighbour.
std::vector<Request> receives(std::int64_t outstanding) {
  const std::int64_t ranks = ranksFor(outstanding);
  std::vector<Request> all(static_cast<std::size_t>(ranks * outstanding));
  for (std::int64_t i = 0; i < ranks * outstanding; ++i)
    all[static_cast<std::size_t>(i)].peer = static_cast<std::int32_t>(i / ranks);
  return all;
}

struct Step {
  std::size_t rank;
  MatchKey key;
};

Step stepAt(const sim::Random &random, std::uint64_t draw, std::int64_t outstanding) {
  const std::uint64_t rank = random.below(2 * draw, static_cast<std::uint64_t>(ranksFor(outstanding)));
  const std::uint64_t peer = random.below(2 * draw + 1, static_cast<std::uint64_t>(outstanding));
  return {rank, {0, static_cast<std::int32_t>(peer), 0}};
}

void matchAndPostAgain(benchmark::State &state) {
  const std::int64_t outstanding = state.range(0);
  sim::Arena arena;
  PageSource pages(arena);
  SizePool pool(pages);
  std::vector<Request> all = receives(outstanding);
  const std::int64_t ranks = ranksFor(outstanding);
  std::vector<std::uintptr_t> words(static_cast<std::size_t>(ranks));
  for (std::int64_t i = 0; i < ranks * outstanding; ++i)
    MatchList<PostedSide>(words[static_cast<std::size_t>(i % ranks)], pool).add(all[static_cast<std::size_t>(i)]);
  const sim::Random random(1, 0);
  std::uint64_t draw = 0;
  for (auto _ : state) {
    const Step step = stepAt(random, draw++, outstanding);
    MatchList<PostedSide> list(words[step.rank], pool);
    list.add(*list.take(step.key));
  }
  state.counters["bytes_per_rank"] = static_cast<double>(arena.usedBytes()) / static_cast<double>(ranks);
}
BENCHMARK(matchAndPostAgain)->Arg(1)->Arg(4)->Arg(30)->Arg(300);

/// The floor: what touching one receive of a rank costs when nobody has to look for it.
void touchOne(benchmark::State &state) {
  std::vector<Request> all = receives(state.range(0));
  const sim::Random random(1, 0);
  std::uint64_t draw = 0;
  for (auto _ : state) {
    const Step step = stepAt(random, draw++, state.range(0));
    Request &receive = all[static_cast<std::size_t>(step.key.source * ranksFor(state.range(0))) + step.rank];
    benchmark::DoNotOptimize(++receive.room);
  }
}
BENCHMARK(touchOne)->Arg(1)->Arg(4)->Arg(30)->Arg(300);

/// The plain way: a linked list.
void matchInList(benchmark::State &state) {
  const std::int64_t outstanding = state.range(0);
  std::vector<Request> all = receives(outstanding);
  const std::int64_t ranks = ranksFor(outstanding);
  std::vector<std::list<Request *>> lists(static_cast<std::size_t>(ranks));
  for (std::int64_t i = 0; i < ranks * outstanding; ++i)
    lists[static_cast<std::size_t>(i % ranks)].push_back(&all[static_cast<std::size_t>(i)]);
  const sim::Random random(1, 0);
  std::uint64_t draw = 0;
  for (auto _ : state) {
    const Step step = stepAt(random, draw++, outstanding);
    std::list<Request *> &list = lists[step.rank];
    auto found = list.begin();
    while (!satisfies(keyOf(**found), step.key))
      ++found;
    list.splice(list.end(), list, found);
  }
}
BENCHMARK(matchInList)->Arg(1)->Arg(4)->Arg(30)->Arg(300);

} // namespace
} // namespace maquette::mpi
