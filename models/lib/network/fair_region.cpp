//===- models/lib/network/fair_region.cpp - flows whose rates are solved together ---===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fair_region.h"

#include "lib/network/fair_flows.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

std::int64_t FairRegion::shareOf(Link &at) {
  if (at.share == kStale)
    at.share = at.open == 0   ? kNoShare
               : at.open == 1 ? std::max(FairFlows::kLeast, at.available)
                              : std::max(FairFlows::kLeast, at.available / at.open);
  return at.share;
}

/// Finds the hop that gives an open flow least.
void FairRegion::vote(Flow &member) {
  std::int64_t least = member.limit;
  std::uint32_t turn_of_least = 0;
  Link *chosen = nullptr;
  member.bottleneck = member.limited_by;
  for (std::uint32_t i = 0; i < member.hops; ++i) {
    const std::uint32_t index = hops[member.first_hop + i].link;
    if (index == kNone)
      continue;
    Link &at = links[index];
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

/// Gives rates to flows with their limit for bottleneck, and to those on links that are the bottleneck of all their
/// open flows.
void FairRegion::settleVotes() {
  settled_.clear();
  std::size_t kept = 0;
  for (std::uint32_t index : open_) {
    Flow &member = flows[index];
    const std::uint32_t at = hops[member.first_hop + member.bottleneck].link;
    const bool ready = at == kNone || links[at].votes == links[at].open;
    if (ready)
      member.rate = at == kNone ? member.limit : links[at].share;
    (ready ? settled_.emplace_back() : open_[kept++]) = index;
  }
  for (std::size_t i = 0; i < kept; ++i) {
    const Flow &member = flows[open_[i]];
    links[hops[member.first_hop + member.bottleneck].link].votes = 0;
  }
  open_.resize(kept);
  for (std::uint32_t index : settled_)
    settle(flows[index], flows[index].rate);
}

/// Progressive filling: a link with a smaller equal share than all links its open flows cross gives it to them. This is
/// the order of the smallest share of all (of equal ones, by turns), but for links that do not touch: shares of others
/// can only grow meanwhile.
void FairRegion::fill() {
  open_.clear();
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    flows[i].rate = kOpen;
    open_.push_back(i);
  }
  for (Link &at : links) {
    at.available = at.left;
    at.open = at.members;
    at.share = kStale;
    at.level = at.highest = 0;
    at.votes = 0;
  }
  while (!open_.empty()) {
    const std::size_t before = open_.size();
    for (std::uint32_t index : open_)
      vote(flows[index]);
    settleVotes();
    if (open_.size() > kFewOpen && open_.size() > before - before / 8)
      return fillRest();
  }
}

/// The same where links wait for each other in long chains: by a heap of all.
void FairRegion::fillRest() {
  heap_.clear();
  const auto link_count = static_cast<std::uint32_t>(links.size());
  for (std::uint32_t i = 0; i < link_count; ++i)
    if (links[i].open > 0)
      heap_.push_back({shareOf(links[i]), i, turn(links[i].link)});
  for (std::uint32_t index : open_)
    if (flows[index].limit != kNoShare)
      heap_.push_back({flows[index].limit, link_count + index, 0});
  for (std::size_t i = heap_.size() / 2; i-- > 0;)
    siftDown(i);
  while (heap_.front().share != kNoShare) {
    HeapEntry &first = heap_.front();
    if (first.index >= link_count) {
      Flow &member = flows[first.index - link_count];
      if (member.rate == kOpen) {
        member.bottleneck = member.limited_by;
        settle(member, member.limit);
      }
      first.share = kNoShare;
    } else {
      // Shares only grow as others take less than theirs, so an outdated one is found here, and sinks.
      if (shareOf(links[first.index]) == first.share)
        freeze(first.index);
      first.share = shareOf(links[first.index]);
    }
    siftDown(0);
  }
}

/// Restores the order below an entry that may have grown.
void FairRegion::siftDown(std::size_t hole) {
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
void FairRegion::freeze(std::uint32_t link_index) {
  const std::int64_t rate = links[link_index].share;
  for (std::uint32_t here = links[link_index].first_hop; here != kNone; here = hops[here].next) {
    Flow &member = flows[hops[here].flow];
    if (member.rate != kOpen)
      continue;
    member.bottleneck = static_cast<std::uint16_t>(here - member.first_hop);
    settle(member, rate);
  }
}

/// \pre its bottleneck is set.
void FairRegion::settle(Flow &member, std::int64_t rate) {
  MAQUETTE_ASSERT(member.bottleneck != FairFlows::kNoBottleneck);
  member.rate = rate;
  const std::int64_t taken = rate * member.weight;
  for (std::uint32_t i = 0; i < member.hops; ++i) {
    const std::uint32_t index = hops[member.first_hop + i].link;
    if (index == kNone)
      continue;
    Link &crossed = links[index];
    crossed.available -= taken;
    crossed.open -= member.weight;
    crossed.highest = std::max(crossed.highest, rate);
    crossed.share = kStale;
    crossed.votes = 0;
    if (i == member.bottleneck)
      crossed.level = rate;
  }
}

} // namespace maquette::models
