//===- models/lib/network/fair_solver.h - max-min fair shares of links ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Max-min fair rates. A rate is max-min fair when the flow has a bottleneck: a link that is full and on which no flow
/// is faster. solve() starts from the flows whose bottleneck changed and fills them progressively, with all others
/// held; others join in where that would break fairness by more than 1/2^kToleranceBits, until nobody is left to join.
/// A flow among many that comes or ends changes nothing until a link's load is off by as much. Cost grows with what
/// changes, not with all flows; flows that all start at one instant on idle links are solved exactly, in whatever order
/// they are given. Steady traffic allocates nothing. docs/models/flow-fair.md holds the equations and the bound of the
/// error.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FAIR_SOLVER_H
#define MAQUETTE_MODELS_LIB_NETWORK_FAIR_SOLVER_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"
#include "lib/network/rate_solver.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace maquette::models {

class FairSolver final : public RateSolver {
public:
  static constexpr unsigned kToleranceBits = 6;

  FairSolver(std::int64_t link_count, LinkRates rates);

  bool mergesFlows() const override { return true; }
  /// Knows the rate at once when nobody else is affected.
  Added add(std::span<const LinkId> links, std::uint32_t owner) override;
  Look lookFor(LinkId first, LinkId last) const override;
  void increase(std::uint32_t flow) override;
  void decrease(std::uint32_t flow, std::uint64_t bytes) override;
  void beginInstant() override {
    fresh_.clear();
    lenient_.clear();
  }
  bool needsSolve() const override { return !dirty_links_.empty() || !pending_.empty(); }
  const std::vector<Change> &solve() override;
  void prefetch(std::uint32_t flow, PrefetchStep step) const override;
  void prefetch(std::span<const LinkId> links, PrefetchStep step) const override;

  std::int64_t capacity(LinkId link) const override { return rates_.of(link); }
  std::uint64_t bytes(LinkId link) const override { return links_[link.index()].bytes; }
  std::int64_t flows(LinkId link) const override { return links_[link.index()].weight; }
  std::size_t memoryBytes() const override;

private:
  // All rates in here are in 1/2^kFineBits bit/s, so that what rounding leaves of equal shares is gone when a rate is
  // told in bit/s: flows in equal places go on ending at the same picosecond.
  static constexpr unsigned kFineBits = 10;
  static constexpr std::int64_t kLeast = std::int64_t{1} << kFineBits; ///< 1 bit/s.
  static constexpr std::int64_t kMostCapacity = std::int64_t{1} << 51; ///< In bit/s.
  static std::int64_t told(std::int64_t rate) { return (rate + kLeast / 2) >> kFineBits; }
  std::int64_t full(LinkId link) const { return std::min(capacity(link), kMostCapacity) << kFineBits; }
  std::int64_t full(std::uint32_t link) const { return full(LinkId{link}); }

  struct Link {
    std::uint64_t bytes;
    std::int64_t load;       ///< Sum of settled * rate of its flows.
    std::uint32_t first;     ///< Crossing; 0: none.
    std::uint32_t weight;    ///< Of all its flows.
    std::uint32_t scratch;   ///< Where it may stand in region_links_.
    std::uint32_t dirty : 1; ///< It is in dirty_links_.
    std::uint32_t held : 31; ///< Flows whose bottleneck it is.
  };
  struct Flow {
    std::int64_t rate;            ///< 0 while it waits for solve() the first time.
    std::uint32_t first_crossing; ///< Its crossings are consecutive.
    std::uint32_t owner;
    std::uint32_t weight;
    std::uint32_t settled; ///< The part of it that has the rate; the rest waits for solve().
    std::uint32_t scratch; ///< Where it may stand in region_.
    std::uint16_t hops;
    std::uint16_t bottleneck; ///< Which of its crossings; kNoBottleneck while it waits for solve().
  };
  static_assert(sizeof(Flow) == 32);
  /// One flow on one link, in the link's list.
  struct Crossing {
    std::uint32_t flow;
    std::uint32_t next;
    std::uint32_t previous;
    std::uint32_t link;
  };

  // The region is a copy of its part of the whole, in arrays that are walked from front to back. A link that a flow has
  // for itself is not in it: the flow has its capacity as a limit.
  struct RegionFlow {
    std::int64_t rate;  ///< kOpen before it has one.
    std::int64_t limit; ///< kNoShare: none.
    std::uint32_t flow;
    std::uint32_t first_hop; ///< In region_hops_; as many as the flow has crossings.
    std::uint32_t weight;
    std::uint16_t hops;
    std::uint16_t bottleneck; ///< The hop that would give it least now; with a rate: that gave it.
    std::uint16_t limited_by; ///< The hop that is its limit.
  };
  struct RegionHop {
    std::uint32_t link; ///< In region_links_; kNone: the flow has it for itself.
    std::uint32_t flow; ///< In region_.
    std::uint32_t next; ///< Of the same link, in region_hops_; kNone: the last.
  };
  struct RegionLink {
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
  struct HeapEntry {
    std::int64_t share;  ///< Of the link when it was entered.
    std::uint32_t index; ///< In region_links_; beyond them in region_, for its limit.
    std::uint32_t turn;
    bool before(const HeapEntry &other) const { return share != other.share ? share < other.share : turn < other.turn; }
  };
  /// Which of two links with equal shares is filled first, so that rounding does not depend on the order of flows:
  /// limits, whose turn is 0, then links of even number. So interfaces into the network do not wait for those out of
  /// it.
  static std::uint32_t turn(std::uint32_t link) { return std::rotr(link, 1) + 1; }
  static constexpr std::size_t kFewOpen = 32; ///< So few flows need no heap.
  static constexpr std::uint16_t kNoBottleneck = 0xffff;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::int64_t kOpen = -1;
  static constexpr std::int64_t kStale = -1;
  static constexpr std::int64_t kNoShare = std::numeric_limits<std::int64_t>::max();

  Link &link(std::uint32_t index) { return links_[index]; }
  bool inRegion(const Flow &flow, std::uint32_t index) const {
    return flow.scratch < region_.size() && region_[flow.scratch].flow == index;
  }
  bool bottleneckIs(const Flow &flow, std::uint32_t crossing_index) const {
    return flow.first_crossing + flow.bottleneck == crossing_index;
  }

  struct Share {
    std::int64_t rate = 0;
    std::uint16_t bottleneck = kNoBottleneck;
    bool is_level = false; ///< Others that are held back have it too.
  };
  bool fits(std::uint32_t link, std::int64_t rate) const;
  std::int64_t levelOf(std::uint32_t link) const;
  Share shareAtOnce(std::span<const LinkId> links) const;
  void setRate(Flow &flow, std::int64_t rate);
  void setBottleneck(Flow &flow, std::uint16_t bottleneck);
  void markDirty(std::uint32_t link);
  void unlink(const Crossing &gone);
  void addToRegion(std::uint32_t flow);
  void startRegion();
  void prefetchList(std::uint32_t link, PrefetchStep step) const;
  void addChanged(std::uint32_t link);
  void addAll(std::vector<std::uint32_t> &flows);
  std::uint32_t regionLink(std::uint32_t link);
  void fill();
  void fillRest();
  std::int64_t shareOf(RegionLink &at);
  void vote(RegionFlow &member);
  void settleVotes();
  void siftDown(std::size_t hole);
  void freeze(std::uint32_t link);
  void settle(RegionFlow &member, std::int64_t rate);
  bool expand();
  void addUnfair(RegionLink at);
  bool unfair(const Flow &flow, std::uint32_t crossing_index, const RegionLink &at, std::int64_t slack) const;
  void commit();
  void commit(const RegionFlow &member);

  LinkRates rates_;
  LazyArray<Link> links_;
  Pool<Flow> flows_;
  RowPool<Crossing> crossings_;
  std::vector<std::uint32_t> dirty_links_;
  std::vector<std::uint32_t> pending_; ///< Flows without a rate.
  std::vector<std::uint32_t> fresh_;   ///< Flows of this instant that took a rate which was free then.
  std::vector<std::uint32_t>
      lenient_; ///< Flows of this instant that took, or grew by, the rate of those that are held back.
  std::vector<RegionFlow> region_;
  std::vector<RegionHop> region_hops_;
  std::vector<RegionLink> region_links_;
  std::vector<std::uint32_t> open_;    ///< Flows of the region without a rate.
  std::vector<std::uint32_t> settled_; ///< Those that have just got one.
  std::vector<HeapEntry> heap_;        ///< Smallest share first.
  std::vector<Change> changes_;
};

} // namespace maquette::models

#endif
