//===- models/lib/network/fair_solver.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fair_solver.h"

#include "lib/network/in_steps.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

FairSolver::FairSolver(std::int64_t link_count, LinkRates rates)
    : rates_(rates), links_(static_cast<std::size_t>(link_count)) {}

// ---- The set of flows ----

/// True when one more flow may have \p rate there before anybody else has to give. Where flows are held back anyway, a
/// link may carry a little too much until they are solved again.
bool FairSolver::fits(std::uint32_t id, std::int64_t rate) const {
  const Link &on = links_[id];
  return on.dirty == 0 && on.load + rate <= full(id) + (on.held > 0 ? full(id) >> kToleranceBits : 0);
}

/// Rate of the flows that a link holds back, if one of the first few on it is one; else 0.
std::int64_t FairSolver::levelOf(std::uint32_t id) const {
  std::uint32_t at = links_[id].first;
  for (std::uint32_t i = 0; i < kFew && at != 0; ++i, at = crossings_[at].next)
    if (const Flow &flow = flows_[crossings_[at].flow]; bottleneckIs(flow, at))
      return flow.rate;
  return 0;
}

/// What a new flow can have at once: all that its narrowest link carries, or as much as those that a link on its way
/// holds back. Rate 0: nobody knows yet.
FairSolver::Share FairSolver::shareAtOnce(std::span<const LinkId> links) const {
  Share share{std::numeric_limits<std::int64_t>::max(), 0, false};
  for (std::size_t i = 0; i < links.size(); ++i)
    if (full(links[i]) < share.rate)
      share = {full(links[i]), static_cast<std::uint16_t>(i), false};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(links[i].value());
    if (links_[id].held == 0)
      continue;
    if (const std::int64_t level = levelOf(id); level < share.rate)
      share = {level, static_cast<std::uint16_t>(i), true};
  }
  const bool all_fit = std::all_of(links.begin(), links.end(),
                                   [&](LinkId id) { return fits(static_cast<std::uint32_t>(id.value()), share.rate); });
  return all_fit ? share : Share{};
}

RateSolver::Added FairSolver::add(std::span<const LinkId> links, std::uint32_t owner) {
  const std::uint32_t index = flows_.allocate();
  Flow &flow = flows_[index];
  MAQUETTE_ASSERT(links.size() < kNoBottleneck);
  flow = {0, crossings_.allocate(links.size()),        owner,        1, 1,
          0, static_cast<std::uint16_t>(links.size()), kNoBottleneck};
  const Share share = shareAtOnce(links);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const auto id = static_cast<std::uint32_t>(links[i].value());
    const std::uint32_t at = flow.first_crossing + i;
    Link &on = link(id);
    crossings_[at] = {index, on.first, 0, id};
    if (on.first != 0)
      crossings_[on.first].previous = at;
    on.first = at;
    ++on.weight;
    if (share.rate == 0)
      markDirty(id);
  }
  if (share.rate != 0) {
    setRate(flow, share.rate);
    setBottleneck(flow, share.bottleneck);
    (share.is_level ? lenient_ : fresh_).push_back(index);
  } else {
    pending_.push_back(index);
  }
  return {index, told(flow.rate)};
}

RateSolver::Look FairSolver::lookFor(LinkId first, LinkId last) const {
  Look look;
  std::uint32_t at = links_[first.index()].first;
  for (; look.count < kFew && at != 0; at = crossings_[at].next) {
    const Flow &flow = flows_[crossings_[at].flow];
    look.seen[look.count++] = flow.owner;
    if (LinkId{crossings_[flow.first_crossing + flow.hops - 1].link} == last) {
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

void FairSolver::prefetch(std::span<const LinkId> links, PrefetchStep step) const {
  if (step == PrefetchStep::Links) {
    for (LinkId link : links)
      prefetchObject(&links_[link.index()]);
    return;
  }
  if (step == PrefetchStep::Way) {
    for (LinkId link : links)
      if (const std::uint32_t first = links_[link.index()].first; first != 0)
        prefetchObject(&crossings_[first]);
    return;
  }
  if (const std::uint32_t first = links_[links.front().index()].first; first != 0)
    flows_.prefetch(crossings_[first].flow); // lookFor() begins with it.
}

void FairSolver::increase(std::uint32_t index) {
  Flow &flow = flows_[index];
  const std::span<const Crossing> crossed(&crossings_[flow.first_crossing], flow.hops);
  const bool at_once =
      flow.rate != 0 && flow.settled == flow.weight &&
      std::all_of(crossed.begin(), crossed.end(), [&](const Crossing &on) { return fits(on.link, flow.rate); });
  for (const Crossing &on : crossed) {
    ++link(on.link).weight;
    if (at_once)
      link(on.link).load += flow.rate;
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
  Flow &flow = flows_[index];
  if (--flow.weight == 0)
    setBottleneck(flow, kNoBottleneck);
  const std::int64_t freed = flow.weight < flow.settled ? flow.rate : 0;
  flow.settled = std::min(flow.settled, flow.weight);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const Crossing &crossed = crossings_[flow.first_crossing + i];
    Link &on = link(crossed.link);
    --on.weight;
    on.load -= freed;
    on.bytes += bytes;
    if (on.held > 0 && on.load < full(crossed.link) - (full(crossed.link) >> kToleranceBits))
      markDirty(crossed.link);
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

/// Of a new flow.
void FairSolver::setRate(Flow &flow, std::int64_t rate) {
  for (std::uint32_t i = 0; i < flow.hops; ++i)
    link(crossings_[flow.first_crossing + i].link).load += rate;
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
    // What a link carries too much for a while is not taken from the few of its flows that are solved, unless it is to
    // be solved itself.
    const std::int64_t capacity = on.dirty ? full(id) : std::max(full(id), on.load);
    region_links_.push_back({0, kStale, capacity - on.load, capacity, 0, 0, id, kNone, 0, 0, 0});
  }
  return on.scratch;
}

void FairSolver::addToRegion(std::uint32_t index) {
  Flow &flow = flows_[index];
  if (inRegion(flow, index))
    return;
  flow.scratch = static_cast<std::uint32_t>(region_.size());
  const auto first_hop = static_cast<std::uint32_t>(region_hops_.size());
  const std::int64_t taken = flow.rate * flow.settled;
  std::int64_t limit = kNoShare;
  std::uint16_t limited_by = kNoBottleneck;
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t id = crossings_[flow.first_crossing + i].link;
    if (link(id).weight == flow.weight) {
      if (const std::int64_t share = std::max(kLeast, full(id) / flow.weight); share < limit) {
        limit = share;
        limited_by = static_cast<std::uint16_t>(i);
      }
      region_hops_.push_back({kNone, flow.scratch, kNone});
      continue;
    }
    const std::uint32_t at = regionLink(id);
    RegionLink &crossed = region_links_[at];
    region_hops_.push_back({at, flow.scratch, crossed.first_hop});
    crossed.first_hop = static_cast<std::uint32_t>(region_hops_.size() - 1);
    crossed.left += taken;
    crossed.members += flow.weight;
  }
  region_.push_back({kOpen, limit, index, first_hop, flow.weight, flow.hops, kNoBottleneck, limited_by});
}

/// Takes those flows that are still there into the region, and forgets them in \p flows.
void FairSolver::addAll(std::vector<std::uint32_t> &flows) {
  const auto fetch = [&](PrefetchStep step) { return [&, step](std::size_t i) { prefetch(flows[i], step); }; };
  inSteps(flows.size(), fetch(PrefetchStep::Flow), fetch(PrefetchStep::Way), fetch(PrefetchStep::Links),
          [&](std::size_t i) {
            if (flows_[flows[i]].weight != 0)
              addToRegion(flows[i]);
          });
  flows.clear();
}

/// New flows, those that a changed link holds back, and those that have more there than an equal share.
void FairSolver::startRegion() {
  for (const std::uint32_t index : lenient_)
    for (std::uint32_t i = 0; i < flows_[index].hops && flows_[index].weight != 0; ++i)
      markDirty(crossings_[flows_[index].first_crossing + i].link);
  lenient_.clear();
  addAll(fresh_);
  addAll(pending_);
  inSteps(
      dirty_links_.size(), [&](std::size_t i) { prefetchObject(&links_[dirty_links_[i]]); },
      [&](std::size_t i) { prefetchList(dirty_links_[i], PrefetchStep::Way); },
      [&](std::size_t i) { prefetchList(dirty_links_[i], PrefetchStep::Flow); },
      [&](std::size_t i) { addChanged(dirty_links_[i]); });
  for (const std::uint32_t id : dirty_links_)
    link(id).dirty = 0;
  dirty_links_.clear();
}

/// Fetches the first crossing of a link on which flows may have to be looked at, or the flow of that.
void FairSolver::prefetchList(std::uint32_t id, PrefetchStep step) const {
  const Link &on = links_[id];
  if (on.first == 0 || (on.held == 0 && on.load <= full(id)))
    return;
  if (step == PrefetchStep::Way)
    prefetchObject(&crossings_[on.first]);
  else
    flows_.prefetch(crossings_[on.first].flow);
}

/// The flows on a dirty link for which something has changed.
void FairSolver::addChanged(std::uint32_t id) {
  const Link &on = link(id);
  const bool overfull = on.load > full(id);
  if (on.held == 0 && !overfull)
    return;
  const std::int64_t equal = on.weight == 0 ? 0 : full(id) / on.weight;
  for (std::uint32_t at = on.first; at != 0; at = crossings_[at].next) {
    const Flow &flow = flows_[crossings_[at].flow];
    if (bottleneckIs(flow, at) || (overfull && flow.rate > equal))
      addToRegion(crossings_[at].flow);
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
  inSteps(
      links, [&](std::size_t i) { prefetchObject(&links_[region_links_[i].link]); },
      [&](std::size_t i) {
        if (const Link &on = links_[region_links_[i].link]; region_links_[i].members != on.weight && on.first != 0)
          prefetchObject(&crossings_[on.first]);
      },
      [&](std::size_t i) { addUnfair(region_links_[i]); });
  return region_.size() != before;
}

/// Those on a link of the region.
void FairSolver::addUnfair(RegionLink at) {
  const Link &on = link(at.link);
  if (at.members == on.weight || (at.level == 0 && on.held == 0))
    return;
  const std::int64_t slack = full(at.link) >> kToleranceBits;
  for (std::uint32_t here = on.first; here != 0; here = crossings_[here].next) {
    const std::uint32_t index = crossings_[here].flow;
    const Flow &flow = flows_[index];
    if (!inRegion(flow, index) && unfair(flow, here, at, slack))
      addToRegion(index);
  }
}

void FairSolver::commit() {
  changes_.clear();
  inSteps(
      region_links_.size(), [&](std::size_t i) { prefetchObject(&links_[region_links_[i].link]); },
      [&](std::size_t i) {
        link(region_links_[i].link).load = region_links_[i].capacity - region_links_[i].available;
      });
  inSteps(
      region_.size(), [&](std::size_t i) { prefetch(region_[i].flow, PrefetchStep::Flow); },
      [&](std::size_t i) { prefetch(region_[i].flow, PrefetchStep::Way); }, [&](std::size_t i) { commit(region_[i]); });
}

void FairSolver::commit(const RegionFlow &member) {
  Flow &flow = flows_[member.flow];
  if (flow.bottleneck != member.bottleneck)
    setBottleneck(flow, member.bottleneck);
  if (member.rate == flow.rate && flow.settled == flow.weight)
    return;
  if (told(member.rate) != told(flow.rate))
    changes_.push_back({flow.owner, told(member.rate)});
  flow.rate = member.rate;
  flow.settled = flow.weight;
  for (std::uint32_t hop = 0; hop < flow.hops; ++hop)
    if (region_hops_[member.first_hop + hop].link == kNone)
      link(crossings_[flow.first_crossing + hop].link).load = flow.rate * flow.weight;
}

std::size_t FairSolver::memoryBytes() const {
  return links_.size() * sizeof(Link) + flows_.memoryBytes() + crossings_.memoryBytes() +
         region_.capacity() * sizeof(RegionFlow) + region_hops_.capacity() * sizeof(RegionHop) +
         region_links_.capacity() * sizeof(RegionLink) + heap_.capacity() * sizeof(HeapEntry);
}

} // namespace maquette::models
