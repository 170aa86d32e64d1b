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

/// New memory for trials, given back at its end.
class Trial {
public:
  Trial(PageSharing sharing, std::size_t blocks)
      : page_(hostPageBytes()), bytes_(blocks * kTrialPages * page_),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_ANONYMOUS | (sharing == PageSharing::Shared ? MAP_SHARED | MAP_NORESERVE : MAP_PRIVATE), -1,
                     0)) {}
  Trial(const Trial &) = delete;
  Trial &operator=(const Trial &) = delete;
  ~Trial() {
    if (hasMemory())
      munmap(memory_, bytes_);
  }

  bool hasMemory() const { return memory_ != MAP_FAILED; }
  /// Ticks of each page of a block that was not touched before. \pre hasMemory()
  std::vector<double> costsIn(std::size_t block) const {
    MAQUETTE_ASSERT(hasMemory());
    std::vector<double> ticks;
    for (std::size_t i = 0; i < kTrialPages; ++i)
      ticks.push_back(static_cast<double>(touchPage(static_cast<char *>(memory_) + (block * kTrialPages + i) * page_)));
    return ticks;
  }

private:
  std::size_t page_;
  std::size_t bytes_;
  void *memory_;
};

} // namespace

std::size_t hostPageBytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::uint64_t touchPage(char *byte) {
  const std::uint64_t begun = TickClock::now();
  __atomic_fetch_or(byte, 0, __ATOMIC_RELAXED);
  return TickClock::now() - begun;
}

std::uint64_t leastPageCost() {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kTrialBlocks; ++i) {
    const Trial trial(PageSharing::Private, 1);
    if (!trial.hasMemory())
      return 0;
    least = std::min(least, median(trial.costsIn(0)));
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
  const Trial trial(sharing, kTrialBlocks);
  if (!trial.hasMemory())
    return 0;
  std::vector<std::vector<double>> blocks;
  for (std::size_t block = 0; block < kTrialBlocks; ++block)
    blocks.push_back(trial.costsIn(block));
  return static_cast<std::uint64_t>(usualCostIn(blocks));
}

} // namespace maquette::runtime
