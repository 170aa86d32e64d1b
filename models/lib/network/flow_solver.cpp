//===- models/lib/network/flow_solver.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/flow_solver.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

FlowSolver::FlowSolver(LinkId link_count, LinkRates rates)
    : rates_(rates), links_(static_cast<std::size_t>(link_count)) {}

// ---- The set of flows ----

std::uint32_t FlowSolver::allocateCrossings(std::size_t count) {
  MAQUETTE_ASSERT(count < kChunkSize);
  if (free_crossings_.size() <= count)
    free_crossings_.resize(count + 1);
  if (!free_crossings_[count].empty()) {
    const std::uint32_t first = free_crossings_[count].back();
    free_crossings_[count].pop_back();
    return first;
  }
  // A block does not span two chunks.
  if ((next_crossing_ & (kChunkSize - 1)) + count > kChunkSize)
    next_crossing_ = (next_crossing_ + kChunkSize - 1) & ~(kChunkSize - 1);
  if (next_crossing_ >> kChunkBits >= crossings_.size())
    crossings_.emplace_back(new Crossing[kChunkSize]);
  const std::uint32_t first = next_crossing_;
  next_crossing_ += static_cast<std::uint32_t>(count);
  return first;
}

/// True when a flow may have \p rate without anybody else having to give.
bool FlowSolver::rateIsFree(std::span<const LinkId> links, std::int64_t rate) const {
  return std::all_of(links.begin(), links.end(), [&](LinkId id) {
    const Link &link = links_[static_cast<std::size_t>(id)];
    return link.dirty == 0 && link.load + rate <= capacity(id);
  });
}

FlowSolver::Added FlowSolver::add(std::span<const LinkId> links, std::uint32_t owner) {
  const std::uint32_t index = flows_.allocate();
  Flow &flow = flows_[index];
  flow = {0, allocateCrossings(links.size()), owner, 1, 0, static_cast<std::uint16_t>(links.size()), kNoBottleneck};
  std::size_t narrowest = 0;
  for (std::size_t i = 1; i < links.size(); ++i)
    if (capacity(links[i]) < capacity(links[narrowest]))
      narrowest = i;
  const std::int64_t rate = capacity(links[narrowest]);
  const bool free = rateIsFree(links, rate);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const auto id = static_cast<std::uint32_t>(links[i]);
    const std::uint32_t at = flow.first_crossing + i;
    Link &on = link(id);
    crossing(at) = {index, on.first, 0, id};
    if (on.first != 0)
      crossing(on.first).previous = at;
    on.first = at;
    ++on.weight;
    if (!free)
      markDirty(id);
  }
  if (free) {
    setRate(flow, rate);
    setBottleneck(flow, static_cast<std::uint16_t>(narrowest));
  } else {
    pending_.push_back(index);
  }
  return {index, flow.rate};
}

void FlowSolver::increase(std::uint32_t index) {
  Flow &flow = flows_[index];
  ++flow.weight;
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t id = crossing(flow.first_crossing + i).link;
    ++link(id).weight;
    link(id).load += flow.rate;
    markDirty(id);
  }
}

void FlowSolver::decrease(std::uint32_t index, std::uint64_t bytes) {
  Flow &flow = flows_[index];
  if (--flow.weight == 0)
    setBottleneck(flow, kNoBottleneck);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const Crossing &crossed = crossing(flow.first_crossing + i);
    Link &on = link(crossed.link);
    --on.weight;
    if (on.held > 0)
      markDirty(crossed.link);
    on.load -= flow.rate;
    on.bytes += bytes;
    if (flow.weight == 0)
      unlink(crossed);
  }
  if (flow.weight > 0)
    return;
  free_crossings_[flow.hops].push_back(flow.first_crossing);
  flows_.release(index);
}

void FlowSolver::unlink(const Crossing &gone) {
  if (gone.previous != 0)
    crossing(gone.previous).next = gone.next;
  else
    link(gone.link).first = gone.next;
  if (gone.next != 0)
    crossing(gone.next).previous = gone.previous;
}

void FlowSolver::setRate(Flow &flow, std::int64_t rate) {
  for (std::uint32_t i = 0; i < flow.hops; ++i)
    link(crossing(flow.first_crossing + i).link).load += (rate - flow.rate) * flow.weight;
  flow.rate = rate;
}

void FlowSolver::setBottleneck(Flow &flow, std::uint16_t bottleneck) {
  if (flow.bottleneck != kNoBottleneck)
    --link(crossing(flow.first_crossing + flow.bottleneck).link).held;
  if (bottleneck != kNoBottleneck)
    ++link(crossing(flow.first_crossing + bottleneck).link).held;
  flow.bottleneck = bottleneck;
}

void FlowSolver::markDirty(std::uint32_t id) {
  Link &on = link(id);
  if (on.dirty == 0)
    dirty_links_.push_back(id);
  on.dirty = 1;
}

// ---- Solving ----

const std::vector<FlowSolver::Change> &FlowSolver::solve() {
  startRegion();
  do {
    collectLinks();
    fill();
  } while (expand());
  commit();
  return changes_;
}

void FlowSolver::addToRegion(std::uint32_t index) {
  Flow &flow = flows_[index];
  if (inRegion(flow, index))
    return;
  flow.scratch = static_cast<std::uint32_t>(region_.size());
  region_.push_back({index, kNoBottleneck, false, 0});
}

/// New flows, those that a changed link holds back, and those that have more there than an equal share.
void FlowSolver::startRegion() {
  region_.clear();
  for (std::uint32_t index : pending_)
    addToRegion(index);
  pending_.clear();
  for (std::uint32_t id : dirty_links_) {
    Link &on = link(id);
    on.dirty = 0;
    const std::int64_t equal = on.weight == 0 ? 0 : capacity(id) / on.weight;
    for (std::uint32_t at = on.first; at != 0; at = crossing(at).next) {
      const Flow &flow = flows_[crossing(at).flow];
      if (bottleneckIs(flow, at) || (flow.rate > equal && on.load > capacity(id)))
        addToRegion(crossing(at).flow);
    }
  }
  dirty_links_.clear();
}

FlowSolver::RegionLink &FlowSolver::regionLink(std::uint32_t id) {
  Link &on = link(id);
  if (on.scratch >= region_links_.size() || region_links_[on.scratch].link != id) {
    on.scratch = static_cast<std::uint32_t>(region_links_.size());
    region_links_.push_back({id, 0, 0, capacity(id) - on.load, 0, 0, 0});
  }
  return region_links_[on.scratch];
}

/// All links of the region's flows, with the capacity that the others leave.
void FlowSolver::collectLinks() {
  region_links_.clear();
  for (RegionFlow &member : region_) {
    member.frozen = false;
    const Flow &flow = flows_[member.flow];
    for (std::uint32_t i = 0; i < flow.hops; ++i) {
      RegionLink &at = regionLink(crossing(flow.first_crossing + i).link);
      at.available += flow.rate * flow.weight;
      at.members += flow.weight;
    }
  }
}

void FlowSolver::updateShare(RegionLink &at) {
  at.share = at.unfrozen == 0 ? kNoShare : std::max<std::int64_t>(1, at.available / at.unfrozen);
}

/// Progressive filling: again and again the link with the smallest equal share gives it to its flows that have none
/// yet.
void FlowSolver::fill() {
  for (RegionLink &at : region_links_) {
    at.unfrozen = at.members;
    updateShare(at);
  }
  if (region_links_.size() <= kFewLinks)
    fillFew();
  else
    fillMany();
}

void FlowSolver::fillFew() {
  for (;;) {
    RegionLink *smallest = &region_links_.front();
    for (RegionLink &at : region_links_)
      if (at.share < smallest->share)
        smallest = &at;
    if (smallest->share == kNoShare)
      return;
    freeze(*smallest, smallest->share);
  }
}

void FlowSolver::fillMany() {
  heap_.clear();
  for (std::uint32_t i = 0; i < region_links_.size(); ++i)
    heap_.push_back({region_links_[i].share, i});
  for (std::size_t i = heap_.size() / 2; i-- > 0;)
    siftDown(i);
  while (heap_.front().share != kNoShare) {
    RegionLink &at = region_links_[heap_.front().index];
    // Shares only grow as others take less than theirs, so an outdated one is found here, and sinks.
    if (at.share == heap_.front().share)
      freeze(at, at.share);
    heap_.front().share = at.share;
    siftDown(0);
  }
}

/// Restores the order below an entry that may have grown.
void FlowSolver::siftDown(std::size_t hole) {
  const HeapEntry entry = heap_[hole];
  for (std::size_t child = 2 * hole + 1; child < heap_.size(); child = 2 * hole + 1) {
    if (child + 1 < heap_.size() && heap_[child + 1].share < heap_[child].share)
      ++child;
    if (entry.share <= heap_[child].share)
      break;
    heap_[hole] = heap_[child];
    hole = child;
  }
  heap_[hole] = entry;
}

/// Gives all flows on a link that have no rate yet this one.
void FlowSolver::freeze(RegionLink &at, std::int64_t rate) {
  at.level = rate;
  for (std::uint32_t here = link(at.link).first; here != 0 && at.unfrozen > 0; here = crossing(here).next) {
    const Flow &flow = flows_[crossing(here).flow];
    if (!inRegion(flow, crossing(here).flow) || region_[flow.scratch].frozen)
      continue;
    RegionFlow &member = region_[flow.scratch];
    member.frozen = true;
    member.rate = rate;
    member.bottleneck = static_cast<std::uint16_t>(here - flow.first_crossing);
    for (std::uint32_t i = 0; i < flow.hops; ++i) {
      RegionLink &crossed = region_links_[link(crossing(flow.first_crossing + i).link).scratch];
      crossed.available -= rate * flow.weight;
      crossed.unfrozen -= flow.weight;
      crossed.highest = std::max(crossed.highest, rate);
      updateShare(crossed);
    }
  }
}

/// True when a flow that was held must be solved too: it has more than the link's level, or its bottleneck is none any
/// more.
bool FlowSolver::unfair(const Flow &flow, std::uint32_t crossing_index, const RegionLink &at,
                        std::int64_t slack) const {
  if (at.level != 0 && flow.rate > at.level + (at.level >> kToleranceBits))
    return true;
  return bottleneckIs(flow, crossing_index) &&
         (at.available > slack || at.highest > flow.rate + (flow.rate >> kToleranceBits));
}

/// Takes flows into the region whose held rates are not fair any more. False when there were none.
bool FlowSolver::expand() {
  const std::size_t before = region_.size();
  for (const RegionLink &at : region_links_) {
    if (at.members == link(at.link).weight || (at.level == 0 && link(at.link).held == 0))
      continue;
    const std::int64_t slack = capacity(at.link) >> kToleranceBits;
    for (std::uint32_t here = link(at.link).first; here != 0; here = crossing(here).next) {
      const std::uint32_t index = crossing(here).flow;
      const Flow &flow = flows_[index];
      if (!inRegion(flow, index) && unfair(flow, here, at, slack))
        addToRegion(index);
    }
  }
  return region_.size() != before;
}

void FlowSolver::commit() {
  changes_.clear();
  for (const RegionFlow &member : region_) {
    Flow &flow = flows_[member.flow];
    setBottleneck(flow, member.bottleneck);
    if (member.rate == flow.rate)
      continue;
    setRate(flow, member.rate);
    changes_.push_back({flow.owner, member.rate});
  }
}

std::size_t FlowSolver::memoryBytes() const {
  return links_.size() * sizeof(Link) + flows_.memoryBytes() + crossings_.size() * kChunkSize * sizeof(Crossing) +
         region_.capacity() * sizeof(RegionFlow) + region_links_.capacity() * sizeof(RegionLink) +
         heap_.capacity() * sizeof(heap_[0]);
}

} // namespace maquette::models
