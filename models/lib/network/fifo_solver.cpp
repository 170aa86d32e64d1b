//===- models/lib/network/fifo_solver.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fifo_solver.h"

#include "maquette/sim/assert.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace maquette::models {

FifoSolver::FifoSolver(std::int64_t link_count, LinkRates rates)
    : rates_(rates), links_(static_cast<std::size_t>(link_count)) {}

RateSolver::Added FifoSolver::add(std::span<const LinkId> links, std::uint32_t owner) {
  const std::uint32_t index = flows_.allocate();
  Flow &flow = flows_[index];
  flow = {next_age_++, 0, crossings_.allocate(links.size()), owner, static_cast<std::uint16_t>(links.size()), false};
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t at = flow.first_crossing + i;
    Link &on = links_[links[i].index()];
    crossings_[at] = {index, on.youngest, 0, static_cast<std::uint32_t>(links[i].value())};
    (on.youngest != 0 ? crossings_[on.youngest].younger : on.oldest) = at;
    on.youngest = at;
    ++on.flows;
  }
  wait(index);
  return {index, 0};
}

RateSolver::Look FifoSolver::lookFor(LinkId, LinkId) const {
  MAQUETTE_ASSERT(!"flows are not merged");
  return {};
}

void FifoSolver::increase(std::uint32_t) { MAQUETTE_ASSERT(!"flows are not merged"); }

void FifoSolver::decrease(std::uint32_t index, std::uint64_t bytes) {
  Flow &flow = flows_[index];
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const Crossing gone = crossings_[flow.first_crossing + i];
    Link &on = links_[gone.link];
    (gone.older != 0 ? crossings_[gone.older].younger : on.oldest) = gone.younger;
    (gone.younger != 0 ? crossings_[gone.younger].older : on.youngest) = gone.older;
    on.bytes += bytes;
    --on.flows;
    for (std::uint32_t at = gone.younger; at != 0; at = crossings_[at].younger)
      wait(crossings_[at].flow);
  }
  flow.waiting = false;
  crossings_.release(flow.first_crossing, flow.hops);
  flows_.release(index);
}

void FifoSolver::wait(std::uint32_t index) {
  Flow &flow = flows_[index];
  if (flow.waiting)
    return;
  flow.waiting = true;
  waiting_.push_back({flow.age, index});
  std::push_heap(waiting_.begin(), waiting_.end(), std::greater<>());
}

/// The least that older flows leave on its links.
std::int64_t FifoSolver::rateOf(const Flow &flow) const {
  std::int64_t rate = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const Crossing &crossed = crossings_[flow.first_crossing + i];
    std::int64_t left = capacity(LinkId{crossed.link});
    for (std::uint32_t at = crossed.older; at != 0 && left > 0; at = crossings_[at].older)
      left -= flows_[crossings_[at].flow].rate;
    rate = std::min(rate, std::max<std::int64_t>(left, 0));
  }
  return rate;
}

const std::vector<RateSolver::Change> &FifoSolver::solve() {
  changes_.clear();
  while (!waiting_.empty()) {
    const auto [age, index] = waiting_.front();
    std::pop_heap(waiting_.begin(), waiting_.end(), std::greater<>());
    waiting_.pop_back();
    Flow &flow = flows_[index];
    if (!flow.waiting || flow.age != age)
      continue; // It has ended meanwhile.
    flow.waiting = false;
    const std::int64_t rate = rateOf(flow);
    if (rate == flow.rate)
      continue;
    flow.rate = rate;
    changes_.push_back({flow.owner, rate});
    for (std::uint32_t i = 0; i < flow.hops; ++i)
      for (std::uint32_t at = crossings_[flow.first_crossing + i].younger; at != 0; at = crossings_[at].younger)
        wait(crossings_[at].flow);
  }
  return changes_;
}

std::size_t FifoSolver::memoryBytes() const {
  return links_.size() * sizeof(Link) + flows_.memoryBytes() + crossings_.memoryBytes() +
         waiting_.capacity() * sizeof(Waiting);
}

} // namespace maquette::models
