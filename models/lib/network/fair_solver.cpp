//===- models/lib/network/fair_solver.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fair_solver.h"

#include "lib/network/in_steps.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

FairSolver::FairSolver(std::int64_t link_count, LinkRates rates) : all_(link_count, rates) {}

// ---- The set of flows ----

/// True when one more flow may have \p rate there before anybody else has to give. Where flows are held back anyway, a
/// link may carry a little too much until they are solved again.
bool FairSolver::fits(std::uint32_t id, std::int64_t rate) const {
  const FairFlows::Link &on = all_.links[id];
  return on.dirty == 0 && on.load + rate <= all_.full(id) + (on.held > 0 ? all_.full(id) >> kToleranceBits : 0);
}

/// Rate of the flows that a link holds back, if one of the first few on it is one; else 0.
std::int64_t FairSolver::levelOf(std::uint32_t id) const {
  std::uint32_t at = all_.links[id].first;
  for (std::uint32_t i = 0; i < kFew && at != 0; ++i, at = all_.crossings[at].next)
    if (const FairFlows::Flow &flow = all_.flows[all_.crossings[at].flow]; FairFlows::bottleneckIs(flow, at))
      return flow.rate;
  return 0;
}

/// What a new flow can have at once: all that its narrowest link carries, or as much as those that a link on its way
/// holds back. Rate 0: nobody knows yet.
FairSolver::Share FairSolver::shareAtOnce(std::span<const LinkId> links) const {
  Share share{std::numeric_limits<std::int64_t>::max(), 0, false};
  for (std::size_t i = 0; i < links.size(); ++i)
    if (all_.full(links[i]) < share.rate)
      share = {all_.full(links[i]), static_cast<std::uint16_t>(i), false};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(links[i].value());
    if (all_.links[id].held == 0)
      continue;
    if (const std::int64_t level = levelOf(id); level < share.rate)
      share = {level, static_cast<std::uint16_t>(i), true};
  }
  const bool all_fit = std::all_of(links.begin(), links.end(),
                                   [&](LinkId id) { return fits(static_cast<std::uint32_t>(id.value()), share.rate); });
  return all_fit ? share : Share{};
}

RateSolver::Added FairSolver::add(std::span<const LinkId> links, std::uint32_t owner) {
  const std::uint32_t index = all_.flows.allocate();
  FairFlows::Flow &flow = all_.flows[index];
  MAQUETTE_ASSERT(links.size() < FairFlows::kNoBottleneck);
  flow = {0,
          all_.crossings.allocate(links.size()),
          owner,
          1,
          1,
          0,
          static_cast<std::uint16_t>(links.size()),
          FairFlows::kNoBottleneck};
  const Share share = shareAtOnce(links);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const auto id = static_cast<std::uint32_t>(links[i].value());
    const std::uint32_t at = flow.first_crossing + i;
    FairFlows::Link &on = all_.link(id);
    all_.crossings[at] = {index, on.first, 0, id};
    if (on.first != 0)
      all_.crossings[on.first].previous = at;
    on.first = at;
    ++on.weight;
    if (share.rate == 0)
      markDirty(id);
  }
  if (share.rate != 0) {
    all_.setRate(flow, share.rate);
    setBottleneck(flow, share.bottleneck);
    (share.is_level ? lenient_ : fresh_).push_back(index);
  } else {
    pending_.push_back(index);
  }
  return {index, FairFlows::told(flow.rate)};
}

RateSolver::Look FairSolver::lookFor(LinkId first, LinkId last) const {
  Look look;
  std::uint32_t at = all_.links[first.index()].first;
  for (; look.count < kFew && at != 0; at = all_.crossings[at].next) {
    const FairFlows::Flow &flow = all_.flows[all_.crossings[at].flow];
    look.seen[look.count++] = flow.owner;
    if (LinkId{all_.crossings[flow.first_crossing + flow.hops - 1].link} == last) {
      look.found = flow.owner;
      return look;
    }
  }
  look.complete = at == 0;
  return look;
}

void FairSolver::prefetch(std::uint32_t index, PrefetchStep step) const {
  const FairFlows::Flow &flow = all_.flows[index];
  if (step == PrefetchStep::Flow)
    return all_.flows.prefetch(index);
  if (step == PrefetchStep::Way)
    return all_.crossings.prefetch(flow.first_crossing, flow.hops);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const FairFlows::Crossing &crossing = all_.crossings[flow.first_crossing + i];
    prefetchObject(&all_.links[crossing.link]);
    if (crossing.next != 0)
      prefetchObject(&all_.crossings[crossing.next]);
    if (crossing.previous != 0)
      prefetchObject(&all_.crossings[crossing.previous]);
  }
}

void FairSolver::prefetch(std::span<const LinkId> links, PrefetchStep step) const {
  if (step == PrefetchStep::Links) {
    for (LinkId link : links)
      prefetchObject(&all_.links[link.index()]);
    return;
  }
  if (step == PrefetchStep::Way) {
    for (LinkId link : links)
      if (const std::uint32_t first = all_.links[link.index()].first; first != 0)
        prefetchObject(&all_.crossings[first]);
    return;
  }
  if (const std::uint32_t first = all_.links[links.front().index()].first; first != 0)
    all_.flows.prefetch(all_.crossings[first].flow); // lookFor() begins with it.
}

void FairSolver::increase(std::uint32_t index) {
  FairFlows::Flow &flow = all_.flows[index];
  const std::span<const FairFlows::Crossing> crossed(&all_.crossings[flow.first_crossing], flow.hops);
  const bool at_once = flow.rate != 0 && flow.settled == flow.weight &&
                       std::all_of(crossed.begin(), crossed.end(),
                                   [&](const FairFlows::Crossing &on) { return fits(on.link, flow.rate); });
  for (const FairFlows::Crossing &on : crossed) {
    ++all_.link(on.link).weight;
    if (at_once)
      all_.link(on.link).load += flow.rate;
    else
      markDirty(on.link);
  }
  if (at_once) {
    ++flow.settled;
    lenient_.push_back(index);
  } else if (flow.settled == flow.weight) {
    pending_.push_back(index);
  }
  ++flow.weight;
}

void FairSolver::decrease(std::uint32_t index, std::uint64_t bytes) {
  FairFlows::Flow &flow = all_.flows[index];
  if (--flow.weight == 0)
    setBottleneck(flow, FairFlows::kNoBottleneck);
  const std::int64_t freed = flow.weight < flow.settled ? flow.rate : 0;
  flow.settled = std::min(flow.settled, flow.weight);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const FairFlows::Crossing &crossed = all_.crossings[flow.first_crossing + i];
    FairFlows::Link &on = all_.link(crossed.link);
    --on.weight;
    on.load -= freed;
    on.bytes += bytes;
    if (on.held > 0 && on.load < all_.full(crossed.link) - (all_.full(crossed.link) >> kToleranceBits))
      markDirty(crossed.link);
    if (flow.weight == 0)
      all_.unlink(crossed);
  }
  if (flow.weight > 0)
    return;
  all_.crossings.release(flow.first_crossing, flow.hops);
  all_.flows.release(index);
}

void FairSolver::setBottleneck(FairFlows::Flow &flow, std::uint16_t bottleneck) {
  if (flow.bottleneck != FairFlows::kNoBottleneck)
    --all_.link(all_.crossings[flow.first_crossing + flow.bottleneck].link).held;
  if (bottleneck != FairFlows::kNoBottleneck)
    ++all_.link(all_.crossings[flow.first_crossing + bottleneck].link).held;
  flow.bottleneck = bottleneck;
}

void FairSolver::markDirty(std::uint32_t id) {
  FairFlows::Link &on = all_.link(id);
  if (on.dirty == 0)
    dirty_links_.push_back(id);
  on.dirty = 1;
}

// ---- Solving ----

const std::vector<RateSolver::Change> &FairSolver::solve() {
  region_.clear();
  startRegion();
  do
    region_.fill();
  while (expand());
  commit();
  return changes_;
}

std::uint32_t FairSolver::regionLink(std::uint32_t id) {
  FairFlows::Link &on = all_.link(id);
  if (on.scratch >= region_.links.size() || region_.links[on.scratch].link != id) {
    on.scratch = static_cast<std::uint32_t>(region_.links.size());
    // What a link carries too much for a while is not taken from the few of its flows that are solved, unless it is to
    // be solved itself.
    const std::int64_t capacity = on.dirty ? all_.full(id) : std::max(all_.full(id), on.load);
    region_.links.push_back(
        {0, FairRegion::kStale, capacity - on.load, capacity, 0, 0, id, FairRegion::kNone, 0, 0, 0});
  }
  return on.scratch;
}

void FairSolver::addToRegion(std::uint32_t index) {
  FairFlows::Flow &flow = all_.flows[index];
  if (region_.contains(index, flow.scratch))
    return;
  flow.scratch = static_cast<std::uint32_t>(region_.flows.size());
  const auto first_hop = static_cast<std::uint32_t>(region_.hops.size());
  const std::int64_t taken = flow.rate * flow.settled;
  std::int64_t limit = FairRegion::kNoShare;
  std::uint16_t limited_by = FairFlows::kNoBottleneck;
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t id = all_.crossings[flow.first_crossing + i].link;
    if (all_.link(id).weight == flow.weight) {
      if (const std::int64_t share = std::max(FairFlows::kLeast, all_.full(id) / flow.weight); share < limit) {
        limit = share;
        limited_by = static_cast<std::uint16_t>(i);
      }
      region_.hops.push_back({FairRegion::kNone, flow.scratch, FairRegion::kNone});
      continue;
    }
    const std::uint32_t at = regionLink(id);
    FairRegion::Link &crossed = region_.links[at];
    region_.hops.push_back({at, flow.scratch, crossed.first_hop});
    crossed.first_hop = static_cast<std::uint32_t>(region_.hops.size() - 1);
    crossed.left += taken;
    crossed.members += flow.weight;
  }
  region_.flows.push_back(
      {FairRegion::kOpen, limit, index, first_hop, flow.weight, flow.hops, FairFlows::kNoBottleneck, limited_by});
}

/// Takes those flows that are still there into the region, and forgets them in \p flows.
void FairSolver::addAll(std::vector<std::uint32_t> &flows) {
  const auto fetch = [&](PrefetchStep step) { return [&, step](std::size_t i) { prefetch(flows[i], step); }; };
  inSteps(flows.size(), fetch(PrefetchStep::Flow), fetch(PrefetchStep::Way), fetch(PrefetchStep::Links),
          [&](std::size_t i) {
            if (all_.flows[flows[i]].weight != 0)
              addToRegion(flows[i]);
          });
  flows.clear();
}

/// New flows, those that a changed link holds back, and those that have more there than an equal share.
void FairSolver::startRegion() {
  for (const std::uint32_t index : lenient_)
    for (std::uint32_t i = 0; i < all_.flows[index].hops && all_.flows[index].weight != 0; ++i)
      markDirty(all_.crossings[all_.flows[index].first_crossing + i].link);
  lenient_.clear();
  addAll(fresh_);
  addAll(pending_);
  inSteps(
      dirty_links_.size(), [&](std::size_t i) { prefetchObject(&all_.links[dirty_links_[i]]); },
      [&](std::size_t i) { prefetchList(dirty_links_[i], PrefetchStep::Way); },
      [&](std::size_t i) { prefetchList(dirty_links_[i], PrefetchStep::Flow); },
      [&](std::size_t i) { addChanged(dirty_links_[i]); });
  for (const std::uint32_t id : dirty_links_)
    all_.link(id).dirty = 0;
  dirty_links_.clear();
}

/// Fetches the first crossing of a link on which flows may have to be looked at, or the flow of that.
void FairSolver::prefetchList(std::uint32_t id, PrefetchStep step) const {
  const FairFlows::Link &on = all_.links[id];
  if (on.first == 0 || (on.held == 0 && on.load <= all_.full(id)))
    return;
  if (step == PrefetchStep::Way)
    prefetchObject(&all_.crossings[on.first]);
  else
    all_.flows.prefetch(all_.crossings[on.first].flow);
}

/// The flows on a dirty link for which something has changed.
void FairSolver::addChanged(std::uint32_t id) {
  const FairFlows::Link &on = all_.link(id);
  const bool overfull = on.load > all_.full(id);
  if (on.held == 0 && !overfull)
    return;
  const std::int64_t equal = on.weight == 0 ? 0 : all_.full(id) / on.weight;
  for (std::uint32_t at = on.first; at != 0; at = all_.crossings[at].next) {
    const FairFlows::Flow &flow = all_.flows[all_.crossings[at].flow];
    if (FairFlows::bottleneckIs(flow, at) || (overfull && flow.rate > equal))
      addToRegion(all_.crossings[at].flow);
  }
}

/// True when a flow that was held must be solved too: it has more than the link's level, or its bottleneck is none any
/// more.
bool FairSolver::unfair(const FairFlows::Flow &flow, std::uint32_t crossing_index, const FairRegion::Link &at,
                        std::int64_t slack) const {
  if (at.level != 0 && flow.rate > at.level + (at.level >> kToleranceBits))
    return true;
  return FairFlows::bottleneckIs(flow, crossing_index) &&
         (at.available > slack || at.highest > flow.rate + (flow.rate >> kToleranceBits));
}

/// Takes flows into the region whose held rates are not fair any more. False when there were none.
bool FairSolver::expand() {
  const std::size_t before = region_.flows.size();
  const std::size_t links = region_.links.size();
  inSteps(
      links, [&](std::size_t i) { prefetchObject(&all_.links[region_.links[i].link]); },
      [&](std::size_t i) {
        if (const FairFlows::Link &on = all_.links[region_.links[i].link];
            region_.links[i].members != on.weight && on.first != 0)
          prefetchObject(&all_.crossings[on.first]);
      },
      [&](std::size_t i) { addUnfair(region_.links[i]); });
  return region_.flows.size() != before;
}

/// Those on a link of the region.
void FairSolver::addUnfair(FairRegion::Link at) {
  const FairFlows::Link &on = all_.link(at.link);
  if (at.members == on.weight || (at.level == 0 && on.held == 0))
    return;
  const std::int64_t slack = all_.full(at.link) >> kToleranceBits;
  for (std::uint32_t here = on.first; here != 0; here = all_.crossings[here].next) {
    const std::uint32_t index = all_.crossings[here].flow;
    const FairFlows::Flow &flow = all_.flows[index];
    if (!region_.contains(index, flow.scratch) && unfair(flow, here, at, slack))
      addToRegion(index);
  }
}

void FairSolver::commit() {
  changes_.clear();
  inSteps(
      region_.links.size(), [&](std::size_t i) { prefetchObject(&all_.links[region_.links[i].link]); },
      [&](std::size_t i) {
        all_.link(region_.links[i].link).load = region_.links[i].capacity - region_.links[i].available;
      });
  inSteps(
      region_.flows.size(), [&](std::size_t i) { prefetch(region_.flows[i].flow, PrefetchStep::Flow); },
      [&](std::size_t i) { prefetch(region_.flows[i].flow, PrefetchStep::Way); },
      [&](std::size_t i) { commit(region_.flows[i]); });
}

void FairSolver::commit(const FairRegion::Flow &member) {
  FairFlows::Flow &flow = all_.flows[member.flow];
  if (flow.bottleneck != member.bottleneck)
    setBottleneck(flow, member.bottleneck);
  if (member.rate == flow.rate && flow.settled == flow.weight)
    return;
  if (FairFlows::told(member.rate) != FairFlows::told(flow.rate))
    changes_.push_back({flow.owner, FairFlows::told(member.rate)});
  flow.rate = member.rate;
  flow.settled = flow.weight;
  for (std::uint32_t hop = 0; hop < flow.hops; ++hop)
    if (region_.hops[member.first_hop + hop].link == FairRegion::kNone)
      all_.link(all_.crossings[flow.first_crossing + hop].link).load = flow.rate * flow.weight;
}

std::size_t FairSolver::memoryBytes() const {
  return all_.links.size() * sizeof(FairFlows::Link) + all_.flows.memoryBytes() + all_.crossings.memoryBytes() +
         region_.memoryBytes();
}

} // namespace maquette::models
