//===- runtime/lib/memory/page_trial.cpp - what the first touch of a page costs -----===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/memory/page_trial.h"

#include "lib/host/tick_clock.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace maquette::runtime {
namespace {

constexpr std::size_t kTrialPages = 256;
constexpr std::size_t kTrialBlocks = 10;

using Ticks = std::vector<std::uint64_t>;

std::uint64_t median(Ticks ticks) {
  if (ticks.empty())
    return 0;
  const auto middle = ticks.begin() + static_cast<std::ptrdiff_t>(ticks.size() / 2);
  std::nth_element(ticks.begin(), middle, ticks.end());
  return *middle;
}

std::uint64_t mean(const Ticks &ticks) { return ticks.empty() ? 0 : std::accumulate(ticks.begin(), ticks.end(), std::uint64_t{0}) / ticks.size(); }

/// New memory for trials, given back at its end.
class Trial {
public:
  Trial(PageSharing sharing, std::size_t blocks)
      : page_(hostPageBytes()), bytes_(blocks * kTrialPages * page_),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_ANONYMOUS | (sharing == PageSharing::Shared ? MAP_SHARED | MAP_NORESERVE : MAP_PRIVATE), -1, 0)) {}
  Trial(const Trial &) = delete;
  Trial &operator=(const Trial &) = delete;
  ~Trial() {
    if (memory_ != MAP_FAILED)
      munmap(memory_, bytes_);
  }

  /// Of each page of a block that was not touched before; nothing where the host has no memory.
  Ticks costsIn(std::size_t block) const {
    if (memory_ == MAP_FAILED)
      return {};
    Ticks ticks;
    for (std::size_t i = 0; i < kTrialPages; ++i)
      ticks.push_back(touchPage(static_cast<char *>(memory_) + (block * kTrialPages + i) * page_));
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
  std::uint64_t least = median(Trial(PageSharing::Private, 1).costsIn(0));
  for (std::size_t i = 1; i < kTrialBlocks; ++i)
    least = std::min(least, median(Trial(PageSharing::Private, 1).costsIn(0)));
  return least;
}

std::uint64_t usualPageCost(PageSharing sharing) {
  const Trial trial(sharing, kTrialBlocks);
  Ticks costs;
  for (std::size_t block = 0; block < kTrialBlocks; ++block)
    costs.push_back(mean(trial.costsIn(block)));
  return median(costs);
}

} // namespace maquette::runtime
