//===- runtime/memory/lib/page_trial.cpp - what the first touch of a page costs -----===//
// SPDX-License-Identifier: Apache-2.0
#include "page_trial.h"

#include "maquette/host/tick_clock.h"

#include "maquette/formats/statistics.h"
#include "maquette/sim/assert.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace maquette::runtime {
namespace {

constexpr std::size_t kTrialPages = 256;
constexpr std::size_t kTrialBlocks = 10;

/// Ticks of each page of so many blocks of new memory, which is given back; nothing where the host has none.
std::vector<std::vector<double>> costsOf(PageSharing sharing, std::size_t blocks) {
  const std::size_t page = hostPageBytes(), bytes = blocks * kTrialPages * page;
  const int flags = MAP_ANONYMOUS | (sharing == PageSharing::Shared ? MAP_SHARED | MAP_NORESERVE : MAP_PRIVATE);
  void *const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED)
    return {};
  std::vector<std::vector<double>> costs(blocks);
  char *at = static_cast<char *>(memory);
  for (std::vector<double> &block : costs)
    for (std::size_t i = 0; i < kTrialPages; ++i, at += page)
      block.push_back(static_cast<double>(touchPage(at)));
  munmap(memory, bytes);
  return costs;
}

} // namespace

std::size_t hostPageBytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::uint64_t touchPage(char *byte) {
  const std::uint64_t begun = TickClock::ofHost();
  __atomic_fetch_or(byte, 0, __ATOMIC_RELAXED);
  return TickClock::ofHost() - begun;
}

std::uint64_t leastPageCost() {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kTrialBlocks; ++i) {
    const auto costs = costsOf(PageSharing::Private, 1);
    if (costs.empty())
      return 0;
    least = std::min(least, median(costs[0]));
  }
  return static_cast<std::uint64_t>(least);
}

double usualCostIn(const std::vector<std::vector<double>> &blocks) {
  MAQUETTE_ASSERT(!blocks.empty() &&
                  std::none_of(blocks.begin(), blocks.end(), [](const auto &block) { return block.empty(); }));
  std::vector<double> means;
  for (const std::vector<double> &pages : blocks)
    means.push_back(std::accumulate(pages.begin(), pages.end(), 0.0) / static_cast<double>(pages.size()));
  return median(means);
}

std::uint64_t usualPageCost(PageSharing sharing) {
  const auto blocks = costsOf(sharing, kTrialBlocks);
  return blocks.empty() ? 0 : static_cast<std::uint64_t>(usualCostIn(blocks));
}

} // namespace maquette::runtime
