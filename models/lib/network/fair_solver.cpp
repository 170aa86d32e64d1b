//===- models/lib/network/fair_solver.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fair_solver.h"

#include "lib/network/in_steps.h"

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
    return link.dirty == 0 && link.load + rate <= full(id);
  });
}

RateSolver::Added FairSolver::add(std::span<const LinkId> links, std::uint32_t owner) {
  const std::uint32_t index = flows_.allocate();
  Flow &flow = flows_[index];
  MAQUETTE_ASSERT(links.size() < kNoBottleneck);
  flow = {0, crossings_.allocate(links.size()), owner, 1, 1, 0, static_cast<std::uint16_t>(links.size()), kNoBottleneck};
  std::size_t narrowest = 0;
  for (std::size_t i = 1; i < links.size(); ++i)
    if (full(links[i]) < full(links[narrowest]))
      narrowest = i;
  const std::int64_t rate = full(links[narrowest]);
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
  return {index, told(flow.rate)};
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

void FairSolver::prefetch(std::span<const LinkId> links, PrefetchStep step) const {
  if (step == PrefetchStep::Links) {
    for (LinkId link : links)
      prefetchObject(&links_[static_cast<std::size_t>(link)]);
    return;
  }
  if (step == PrefetchStep::Way) {
    for (LinkId link : links)
      if (const std::uint32_t first = links_[static_cast<std::size_t>(link)].first; first != 0)
        prefetchObject(&crossings_[first]);
    return;
  }
  if (const std::uint32_t first = links_[static_cast<std::size_t>(links.front())].first; first != 0)
    flows_.prefetch(crossings_[first].flow); // lookFor() begins with it.
}

void FairSolver::increase(std::uint32_t index) {
  Flow &flow = flows_[index];
  if (flow.weight++ == flow.settled)
    pending_.push_back(index);
  for (std::uint32_t i = 0; i < flow.hops; ++i) {
    const std::uint32_t id = crossings_[flow.first_crossing + i].link;
    ++link(id).weight;
    markDirty(id);
  }
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
    if (on.held > 0)
      markDirty(crossed.link);
    on.load -= freed;
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
    region_links_.push_back({0, kStale, full(id) - on.load, 0, 0, id, kNone, 0, 0, 0});
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
  inSteps(flows.size(), fetch(PrefetchStep::Flow), fetch(PrefetchStep::Way), fetch(PrefetchStep::Links), [&](std::size_t i) {
    if (flows_[flows[i]].weight != 0)
      addToRegion(flows[i]);
  });
  flows.clear();
}

/// New flows, those that a changed link holds back, and those that have more there than an equal share.
void FairSolver::startRegion() {
  addAll(fresh_);
  addAll(pending_);
  inSteps(
      dirty_links_.size(), [&](std::size_t i) { prefetchObject(&links_[dirty_links_[i]]); },
      [&](std::size_t i) { prefetchList(dirty_links_[i], PrefetchStep::Way); },
      [&](std::size_t i) { prefetchList(dirty_links_[i], PrefetchStep::Flow); },
      [&](std::size_t i) { addChanged(dirty_links_[i]); });
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
  Link &on = link(id);
  on.dirty = 0;
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

std::int64_t FairSolver::shareOf(RegionLink &at) {
  if (at.share == kStale)
    at.share = at.open == 0   ? kNoShare
               : at.open == 1 ? std::max(kLeast, at.available)
                              : std::max(kLeast, at.available / at.open);
  return at.share;
}

/// Finds the hop that gives an open flow least.
void FairSolver::vote(RegionFlow &member) {
  std::int64_t least = member.limit;
  std::uint32_t turn_of_least = 0;
  RegionLink *chosen = nullptr;
  member.bottleneck = member.limited_by;
  for (std::uint32_t i = 0; i < member.hops; ++i) {
    const std::uint32_t index = region_hops_[member.first_hop + i].link;
    if (index == kNone)
      continue;
    RegionLink &at = region_links_[index];
    const std::int64_t share = shareOf(at);
    if (share > least || (share == least && turn(at.link) >= turn_of_least))
      continue;
    least = share;
    turn_of_least = turn(at.link);
    chosen = &at;
    member.bottleneck = static_cast<std::uint16_t>(i);
  }
  if (chosen != nullptr)
    chosen->votes += member.weight;
}

/// Gives rates to flows with their limit for bottleneck, and to those on links that are the bottleneck of all their open flows.
void FairSolver::settleVotes() {
  settled_.clear();
  std::size_t kept = 0;
  for (std::uint32_t index : open_) {
    RegionFlow &member = region_[index];
    const std::uint32_t at = region_hops_[member.first_hop + member.bottleneck].link;
    const bool ready = at == kNone || region_links_[at].votes == region_links_[at].open;
    if (ready)
      member.rate = at == kNone ? member.limit : region_links_[at].share;
    (ready ? settled_.emplace_back() : open_[kept++]) = index;
  }
  for (std::size_t i = 0; i < kept; ++i) {
    const RegionFlow &member = region_[open_[i]];
    region_links_[region_hops_[member.first_hop + member.bottleneck].link].votes = 0;
  }
  open_.resize(kept);
  for (std::uint32_t index : settled_)
    settle(region_[index], region_[index].rate);
}

/// Progressive filling: a link with a smaller equal share than all links its open flows cross gives it to them. This is
/// the order of the smallest share of all (of equal ones, by turns), but for links that do not touch: shares of others can only grow meanwhile.
void FairSolver::fill() {
  open_.clear();
  for (std::uint32_t i = 0; i < region_.size(); ++i) {
    region_[i].rate = kOpen;
    open_.push_back(i);
  }
  for (RegionLink &at : region_links_) {
    at.available = at.left;
    at.open = at.members;
    at.share = kStale;
    at.level = at.highest = 0;
    at.votes = 0;
  }
  while (!open_.empty()) {
    const std::size_t before = open_.size();
    for (std::uint32_t index : open_)
      vote(region_[index]);
    settleVotes();
    if (open_.size() > kFewOpen && open_.size() > before - before / 8)
      return fillRest();
  }
}

/// The same where links wait for each other in long chains: by a heap of all.
void FairSolver::fillRest() {
  heap_.clear();
  const auto links = static_cast<std::uint32_t>(region_links_.size());
  for (std::uint32_t i = 0; i < links; ++i)
    if (region_links_[i].open > 0)
      heap_.push_back({shareOf(region_links_[i]), i, turn(region_links_[i].link)});
  for (std::uint32_t index : open_)
    if (region_[index].limit != kNoShare)
      heap_.push_back({region_[index].limit, links + index, 0});
  for (std::size_t i = heap_.size() / 2; i-- > 0;)
    siftDown(i);
  while (heap_.front().share != kNoShare) {
    HeapEntry &first = heap_.front();
    if (first.index >= links) {
      RegionFlow &member = region_[first.index - links];
      if (member.rate == kOpen) {
        member.bottleneck = member.limited_by;
        settle(member, member.limit);
      }
      first.share = kNoShare;
    } else {
      // Shares only grow as others take less than theirs, so an outdated one is found here, and sinks.
      if (shareOf(region_links_[first.index]) == first.share)
        freeze(first.index);
      first.share = shareOf(region_links_[first.index]);
    }
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

/// Gives all flows on a link that have no rate yet its share.
void FairSolver::freeze(std::uint32_t link_index) {
  const std::int64_t rate = region_links_[link_index].share;
  for (std::uint32_t here = region_links_[link_index].first_hop; here != kNone; here = region_hops_[here].next) {
    RegionFlow &member = region_[region_hops_[here].flow];
    if (member.rate != kOpen)
      continue;
    member.bottleneck = static_cast<std::uint16_t>(here - member.first_hop);
    settle(member, rate);
  }
}

/// \pre its bottleneck is set.
void FairSolver::settle(RegionFlow &member, std::int64_t rate) {
  member.rate = rate;
  const std::int64_t taken = rate * member.weight;
  for (std::uint32_t i = 0; i < member.hops; ++i) {
    const std::uint32_t index = region_hops_[member.first_hop + i].link;
    if (index == kNone)
      continue;
    RegionLink &crossed = region_links_[index];
    crossed.available -= taken;
    crossed.open -= member.weight;
    crossed.highest = std::max(crossed.highest, rate);
    crossed.share = kStale;
    crossed.votes = 0;
    if (i == member.bottleneck)
      crossed.level = rate;
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
      [&](std::size_t i) { link(region_links_[i].link).load = full(region_links_[i].link) - region_links_[i].available; });
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
