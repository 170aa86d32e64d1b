//===- models/lib/network/fair_region.h - flows whose rates are solved together ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flows and links, in arrays that are walked from front to back. A link that a flow has for itself is not in it: the
/// flow has its capacity as a limit.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FAIR_REGION_H
#define MAQUETTE_MODELS_LIB_NETWORK_FAIR_REGION_H

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace maquette::models {

class FairRegion {
public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::int64_t kOpen = -1;
  static constexpr std::int64_t kStale = -1;
  static constexpr std::int64_t kNoShare = std::numeric_limits<std::int64_t>::max();

  struct Flow {
    std::int64_t rate;  ///< kOpen before it has one.
    std::int64_t limit; ///< kNoShare: none.
    std::uint32_t flow;
    std::uint32_t first_hop; ///< In hops; as many as the flow has crossings.
    std::uint32_t weight;
    std::uint16_t hops;
    std::uint16_t bottleneck; ///< The hop that would give it least now; with a rate: that gave it.
    std::uint16_t limited_by; ///< The hop that is its limit.
  };
  struct Hop {
    std::uint32_t link; ///< In links; kNone: the flow has it for itself.
    std::uint32_t flow; ///< In flows.
    std::uint32_t next; ///< Of the same link, in hops; kNone: the last.
  };
  struct Link {
    std::int64_t available; ///< Capacity that nobody has taken.
    std::int64_t share;     ///< Of each open flow, or kStale.
    std::int64_t left;      ///< Capacity that flows outside the region leave.
    std::int64_t capacity;  ///< The link's, or what it carries now.
    std::int64_t level;     ///< Rate of the flows it holds back; 0: none.
    std::int64_t highest;   ///< Rate of its fastest region flow.
    std::uint32_t link;
    std::uint32_t first_hop;
    std::uint32_t members; ///< Weight of the region's flows on it.
    std::uint32_t open;    ///< Of that, without a rate yet.
    std::uint32_t votes;   ///< Of that, to which no other link gives less.
  };

  void clear() {
    flows.clear();
    hops.clear();
    links.clear();
  }
  /// Flow \p index, which would stand at place \p at.
  bool contains(std::uint32_t index, std::uint32_t at) const { return at < flows.size() && flows[at].flow == index; }
  /// Gives each flow a max-min fair rate, with all others held.
  void fill();
  std::size_t memoryBytes() const {
    return flows.capacity() * sizeof(Flow) + hops.capacity() * sizeof(Hop) + links.capacity() * sizeof(Link) +
           heap_.capacity() * sizeof(HeapEntry);
  }

  std::vector<Flow> flows;
  std::vector<Hop> hops;
  std::vector<Link> links;

private:
  struct HeapEntry {
    std::int64_t share;  ///< Of the link when it was entered.
    std::uint32_t index; ///< In links; beyond them in flows, for its limit.
    std::uint32_t turn;
    bool before(const HeapEntry &other) const { return share != other.share ? share < other.share : turn < other.turn; }
  };
  /// Which of two links with equal shares is filled first, so that rounding does not depend on the order of flows:
  /// limits, whose turn is 0, then links of even number. So interfaces into the network do not wait for those out of
  /// it.
  static std::uint32_t turn(std::uint32_t link) { return std::rotr(link, 1) + 1; }
  static constexpr std::size_t kFewOpen = 32; ///< So few flows need no heap.

  void fillRest();
  std::int64_t shareOf(Link &at);
  void vote(Flow &member);
  void settleVotes();
  void siftDown(std::size_t hole);
  void freeze(std::uint32_t link);
  void settle(Flow &member, std::int64_t rate);

  std::vector<std::uint32_t> open_;    ///< Flows without a rate.
  std::vector<std::uint32_t> settled_; ///< Those that have just got one.
  std::vector<HeapEntry> heap_;        ///< Smallest share first.
};

} // namespace maquette::models

#endif
