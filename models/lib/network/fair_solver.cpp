//===- models/lib/network/fair_solver.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fair_solver.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

FairSolver::FairSolver(LinkId link_count, LinkRates rates)
    : rates_(rates), links_(static_cast<std::size_t>(link_count)) {}

// ---- The set of flows ----

/// True when a flow may have \p rate without anybody else having to give.
bool FairSolver::rateIsFree(std::span<const LinkId> links, std::int64_t rate) const {
  return std::all_of(links.begin(), links.end(), [&](LinkId id) {
    const Link &link = links_[static_cast<std::size_t>(id)];
    return link.dirty == 0 && link.load + rate <= capacity(id);
  });
}

RateSolver::Added FairSolver::add(std::span<const LinkId> links, std::uint32_t owner) {
  const std::uint32_t index = flows_.allocate();
  Flow &flow = flows_[index];
  MAQUETTE_ASSERT(links.size() < kNoBottleneck);
  flow = {0, crossings_.allocate(links.size()), owner, 1, 0, static_cast<std::uint16_t>(links.size()), kNoBottleneck};
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
    crossings_[at] = {index, on.first, 0, id};
    if (on.first != 0)
      crossings_[on.first].previous = at;
    on.first = at;
    ++on.weight;
    if (!free)
      markDirty(id);
  }
  if (free) {
    setRate(flow, rate);
    setBottleneck(flow, static_cast<std::uint16_t>(narrowest));
    fresh_.push_back(index);
  } else {
    pending_.push_back(index);
  }
  return {index, flow.rate};
}

RateSolver::Look FairSolver::lookFor(LinkId first, LinkId last) const {
  Look look;
  std::uint32_t at = links_[static_cast<std::size_t>(first)].first;
  for (; look.count < kFew && at != 0; at = crossings_[at].next) {
    const Flow &flow = flows_[crossings_[at].flow];
    look.seen[look.count++] = flow.owner;
    if (crossings_[flow.first_crossing + flow.hops - 1].link == last) {
      look.found = flow.owner;
      return look;
    }
  }
  look.complete = at == 0;
  return look;
}

void FairSolver::prefetch(std::uint32_t index, PrefetchStep step) const {
  const Flow &flow = flows_[index];
  if (step == PrefetchStep::Flow)
    return flows_.prefetch(index);
  if (step == PrefetchStep::Way)
    return crossings_.prefetch(flow.first_crossing, flow.hops);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const Crossing &crossing = crossings_[flow.first_crossing + i];
    prefetchObject(&links_[crossing.link]);
    if (crossing.next != 0)
      prefetchObject(&crossings_[crossing.next]);
    if (crossing.previous != 0)
      prefetchObject(&crossings_[crossing.previous]);
  }
}

void FairSolver::prefetch(std::span<const LinkId> links) const {
  for (LinkId link : links)
    prefetchObject(&links_[static_cast<std::size_t>(link)]);
}

void FairSolver::increase(std::uint32_t index) {
  Flow &flow = flows_[index];
  ++flow.weight;
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t id = crossings_[flow.first_crossing + i].link;
    ++link(id).weight;
    link(id).load += flow.rate;
    markDirty(id);
  }
}

void FairSolver::decrease(std::uint32_t index, std::uint64_t bytes) {
  Flow &flow = flows_[index];
  if (--flow.weight == 0)
    setBottleneck(flow, kNoBottleneck);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const Crossing &crossed = crossings_[flow.first_crossing + i];
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
  crossings_.release(flow.first_crossing, flow.hops);
  flows_.release(index);
}

void FairSolver::unlink(const Crossing &gone) {
  if (gone.previous != 0)
    crossings_[gone.previous].next = gone.next;
  else
    link(gone.link).first = gone.next;
  if (gone.next != 0)
    crossings_[gone.next].previous = gone.previous;
}

void FairSolver::setRate(Flow &flow, std::int64_t rate) {
  for (std::uint32_t i = 0; i < flow.hops; ++i)
    link(crossings_[flow.first_crossing + i].link).load += (rate - flow.rate) * flow.weight;
  flow.rate = rate;
}

void FairSolver::setBottleneck(Flow &flow, std::uint16_t bottleneck) {
  if (flow.bottleneck != kNoBottleneck)
    --link(crossings_[flow.first_crossing + flow.bottleneck].link).held;
  if (bottleneck != kNoBottleneck)
    ++link(crossings_[flow.first_crossing + bottleneck].link).held;
  flow.bottleneck = bottleneck;
}

void FairSolver::markDirty(std::uint32_t id) {
  Link &on = link(id);
  if (on.dirty == 0)
    dirty_links_.push_back(id);
  on.dirty = 1;
}

// ---- Solving ----

const std::vector<RateSolver::Change> &FairSolver::solve() {
  region_.clear();
  region_hops_.clear();
  region_links_.clear();
  startRegion();
  do
    fill();
  while (expand());
  commit();
  return changes_;
}

std::uint32_t FairSolver::regionLink(std::uint32_t id) {
  Link &on = link(id);
  if (on.scratch >= region_links_.size() || region_links_[on.scratch].link != id) {
    on.scratch = static_cast<std::uint32_t>(region_links_.size());
    region_links_.push_back({0, kStale, capacity(id) - on.load, 0, 0, id, kNone, 0, 0});
  }
  return on.scratch;
}

void FairSolver::addToRegion(std::uint32_t index) {
  Flow &flow = flows_[index];
  if (inRegion(flow, index))
    return;
  flow.scratch = static_cast<std::uint32_t>(region_.size());
  region_.push_back(
      {kOpen, index, static_cast<std::uint32_t>(region_hops_.size()), flow.weight, flow.hops, kNoBottleneck});
  const std::int64_t taken = flow.rate * flow.weight;
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t at = regionLink(crossings_[flow.first_crossing + i].link);
    RegionLink &crossed = region_links_[at];
    region_hops_.push_back({at, flow.scratch, crossed.first_hop});
    crossed.first_hop = static_cast<std::uint32_t>(region_hops_.size() - 1);
    crossed.left += taken;
    crossed.members += flow.weight;
  }
}

/// Takes those flows that are still there into the region, and forgets them in \p flows.
void FairSolver::addAll(std::vector<std::uint32_t> &flows) {
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (i + 3 * kAhead < flows.size())
      prefetch(flows[i + 3 * kAhead], PrefetchStep::Flow);
    if (i + 2 * kAhead < flows.size())
      prefetch(flows[i + 2 * kAhead], PrefetchStep::Way);
    if (i + kAhead < flows.size())
      prefetch(flows[i + kAhead], PrefetchStep::Links);
    if (flows_[flows[i]].weight != 0)
      addToRegion(flows[i]);
  }
  flows.clear();
}

/// New flows, those that a changed link holds back, and those that have more there than an equal share.
void FairSolver::startRegion() {
  addAll(fresh_);
  addAll(pending_);
  for (std::size_t i = 0; i < dirty_links_.size(); ++i) {
    if (i + kAhead < dirty_links_.size())
      prefetchObject(&links_[dirty_links_[i + kAhead]]);
    const std::uint32_t id = dirty_links_[i];
    Link &on = link(id);
    on.dirty = 0;
    const bool overfull = on.load > capacity(id);
    if (on.held == 0 && !overfull)
      continue;
    const std::int64_t equal = on.weight == 0 ? 0 : capacity(id) / on.weight;
    for (std::uint32_t at = on.first; at != 0; at = crossings_[at].next) {
      const Flow &flow = flows_[crossings_[at].flow];
      if (bottleneckIs(flow, at) || (overfull && flow.rate > equal))
        addToRegion(crossings_[at].flow);
    }
  }
  dirty_links_.clear();
}

std::int64_t FairSolver::shareOf(RegionLink &at) {
  if (at.share == kStale)
    at.share = at.open == 0 ? kNoShare : std::max<std::int64_t>(1, at.available / at.open);
  return at.share;
}

/// True when the open flows of \p at cross no link with a smaller equal share, or with the same and its turn before.
bool FairSolver::isSmallest(RegionLink &at) {
  const std::int64_t share = shareOf(at);
  for (std::uint32_t here = at.first_hop; here != kNone; here = region_hops_[here].next) {
    const RegionFlow &member = region_[region_hops_[here].flow];
    if (member.rate != kOpen)
      continue;
    for (std::uint32_t i = 0; i < member.hops; ++i) {
      RegionLink &other = region_links_[region_hops_[member.first_hop + i].link];
      const std::int64_t its = shareOf(other);
      if (its < share || (its == share && turn(other.link) < turn(at.link)))
        return false;
    }
  }
  return true;
}

/// Progressive filling: a link with a smaller equal share than all links its open flows cross gives it to them. This is
/// the order of the smallest share of all (of equal ones, by turns), but for links that do not touch: shares of others can only grow meanwhile.
void FairSolver::fill() {
  for (RegionFlow &member : region_)
    member.rate = kOpen;
  unfilled_.clear();
  for (std::uint32_t i = 0; i < region_links_.size(); ++i) {
    RegionLink &at = region_links_[i];
    at.available = at.left;
    at.open = at.members;
    at.share = kStale;
    at.level = at.highest = 0;
    unfilled_.push_back(i);
  }
  while (!unfilled_.empty()) {
    const std::size_t before = unfilled_.size();
    std::size_t kept = 0;
    for (std::uint32_t index : unfilled_) {
      RegionLink &at = region_links_[index];
      if (at.open > 0 && isSmallest(at))
        freeze(at, at.share);
      if (at.open > 0)
        unfilled_[kept++] = index;
    }
    unfilled_.resize(kept);
    if (kept > before - before / 4) {
      fillRest();
      return;
    }
  }
}

/// The same where links wait for each other in long chains: by a heap of all.
void FairSolver::fillRest() {
  heap_.clear();
  for (std::uint32_t index : unfilled_)
    heap_.push_back({shareOf(region_links_[index]), index, turn(region_links_[index].link)});
  for (std::size_t i = heap_.size() / 2; i-- > 0;)
    siftDown(i);
  while (heap_.front().share != kNoShare) {
    RegionLink &at = region_links_[heap_.front().index];
    // Shares only grow as others take less than theirs, so an outdated one is found here, and sinks.
    if (shareOf(at) == heap_.front().share)
      freeze(at, at.share);
    heap_.front().share = shareOf(at);
    siftDown(0);
  }
}

/// Restores the order below an entry that may have grown.
void FairSolver::siftDown(std::size_t hole) {
  const HeapEntry entry = heap_[hole];
  for (std::size_t child = 2 * hole + 1; child < heap_.size(); child = 2 * hole + 1) {
    if (child + 1 < heap_.size() && heap_[child + 1].before(heap_[child]))
      ++child;
    if (!heap_[child].before(entry))
      break;
    heap_[hole] = heap_[child];
    hole = child;
  }
  heap_[hole] = entry;
}

/// Gives all flows on a link that have no rate yet this one.
void FairSolver::freeze(RegionLink &at, std::int64_t rate) {
  at.level = rate;
  for (std::uint32_t here = at.first_hop; here != kNone; here = region_hops_[here].next) {
    RegionFlow &member = region_[region_hops_[here].flow];
    if (member.rate != kOpen)
      continue;
    member.rate = rate;
    member.bottleneck = static_cast<std::uint16_t>(here - member.first_hop);
    const std::int64_t taken = rate * member.weight;
    for (std::uint32_t i = 0; i < member.hops; ++i) {
      RegionLink &crossed = region_links_[region_hops_[member.first_hop + i].link];
      crossed.available -= taken;
      crossed.open -= member.weight;
      crossed.highest = std::max(crossed.highest, rate);
      crossed.share = kStale;
    }
  }
}

/// True when a flow that was held must be solved too: it has more than the link's level, or its bottleneck is none any
/// more.
bool FairSolver::unfair(const Flow &flow, std::uint32_t crossing_index, const RegionLink &at,
                        std::int64_t slack) const {
  if (at.level != 0 && flow.rate > at.level + (at.level >> kToleranceBits))
    return true;
  return bottleneckIs(flow, crossing_index) &&
         (at.available > slack || at.highest > flow.rate + (flow.rate >> kToleranceBits));
}

/// Takes flows into the region whose held rates are not fair any more. False when there were none.
bool FairSolver::expand() {
  const std::size_t before = region_.size();
  const std::size_t links = region_links_.size();
  for (std::size_t i = 0; i < links; ++i) {
    if (i + kAhead < links)
      prefetchObject(&links_[region_links_[i + kAhead].link]);
    const RegionLink at = region_links_[i];
    const Link &on = link(at.link);
    if (at.members == on.weight || (at.level == 0 && on.held == 0))
      continue;
    const std::int64_t slack = capacity(at.link) >> kToleranceBits;
    for (std::uint32_t here = on.first; here != 0; here = crossings_[here].next) {
      const std::uint32_t index = crossings_[here].flow;
      const Flow &flow = flows_[index];
      if (!inRegion(flow, index) && unfair(flow, here, at, slack))
        addToRegion(index);
    }
  }
  return region_.size() != before;
}

void FairSolver::commit() {
  changes_.clear();
  for (std::size_t i = 0; i < region_links_.size(); ++i) {
    if (i + kAhead < region_links_.size())
      prefetchObject(&links_[region_links_[i + kAhead].link]);
    link(region_links_[i].link).load = capacity(region_links_[i].link) - region_links_[i].available;
  }
  for (std::size_t i = 0; i < region_.size(); ++i) {
    if (i + kAhead < region_.size())
      flows_.prefetch(region_[i + kAhead].flow);
    const RegionFlow &member = region_[i];
    Flow &flow = flows_[member.flow];
    if (flow.bottleneck != member.bottleneck)
      setBottleneck(flow, member.bottleneck);
    if (member.rate == flow.rate)
      continue;
    flow.rate = member.rate;
    changes_.push_back({flow.owner, member.rate});
  }
}

std::size_t FairSolver::memoryBytes() const {
  return links_.size() * sizeof(Link) + flows_.memoryBytes() + crossings_.memoryBytes() +
         region_.capacity() * sizeof(RegionFlow) + region_hops_.capacity() * sizeof(RegionHop) +
         region_links_.capacity() * sizeof(RegionLink) + heap_.capacity() * sizeof(HeapEntry);
}

} // namespace maquette::models
