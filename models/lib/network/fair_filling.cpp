//===- models/lib/network/fair_filling.cpp - rates of a region's flows -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Progressive filling of the region, with all other flows held.
#include "lib/network/fair_solver.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

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

/// Gives rates to flows with their limit for bottleneck, and to those on links that are the bottleneck of all their
/// open flows.
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
/// the order of the smallest share of all (of equal ones, by turns), but for links that do not touch: shares of others
/// can only grow meanwhile.
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
  MAQUETTE_ASSERT(member.bottleneck != kNoBottleneck);
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

} // namespace maquette::models
