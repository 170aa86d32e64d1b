//===- models/lib/network/fair_flows.h - which flows cross which links -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FAIR_FLOWS_H
#define MAQUETTE_MODELS_LIB_NETWORK_FAIR_FLOWS_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"

#include <algorithm>
#include <cstdint>

namespace maquette::models {

/// The flows of a FairSolver, with the lists of those on each link. All rates in here are in 1/2^kFineBits bit/s, so
/// that what rounding leaves of equal shares is gone when a rate is told in bit/s: flows in equal places go on ending
/// at the same picosecond.
struct FairFlows {
  static constexpr unsigned kFineBits = 10;
  static constexpr std::int64_t kLeast = std::int64_t{1} << kFineBits; ///< 1 bit/s.
  static constexpr std::int64_t kMostCapacity = std::int64_t{1} << 51; ///< In bit/s.
  static constexpr std::uint16_t kNoBottleneck = 0xffff;

  struct Link {
    std::uint64_t bytes;
    std::int64_t load;       ///< Sum of settled * rate of its flows.
    std::uint32_t first;     ///< Crossing; 0: none.
    std::uint32_t weight;    ///< Of all its flows.
    std::uint32_t scratch;   ///< Where it may stand in a FairRegion.
    std::uint32_t dirty : 1; ///< The solver knows that it has changed.
    std::uint32_t held : 31; ///< Flows whose bottleneck it is.
  };
  struct Flow {
    std::int64_t rate;            ///< 0 while it waits for solve() the first time.
    std::uint32_t first_crossing; ///< Its crossings are consecutive.
    std::uint32_t owner;
    std::uint32_t weight;
    std::uint32_t settled; ///< The part of it that has the rate; the rest waits for solve().
    std::uint32_t scratch; ///< Where it may stand in a FairRegion.
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

  FairFlows(std::int64_t link_count, LinkRates link_rates)
      : rates(link_rates), links(static_cast<std::size_t>(link_count)) {}

  /// In bit/s.
  static std::int64_t told(std::int64_t rate) { return (rate + kLeast / 2) >> kFineBits; }
  /// What a link carries.
  std::int64_t full(LinkId link) const { return std::min(rates.of(link), kMostCapacity) << kFineBits; }
  std::int64_t full(std::uint32_t link) const { return full(LinkId{link}); }
  Link &link(std::uint32_t index) { return links[index]; }
  static bool bottleneckIs(const Flow &flow, std::uint32_t crossing_index) {
    return flow.first_crossing + flow.bottleneck == crossing_index;
  }
  /// Of a new flow.
  void setRate(Flow &flow, std::int64_t rate) {
    for (std::uint32_t i = 0; i < flow.hops; ++i)
      link(crossings[flow.first_crossing + i].link).load += rate;
    flow.rate = rate;
  }
  /// Takes it out of its link's list.
  void unlink(const Crossing &gone) {
    if (gone.previous != 0)
      crossings[gone.previous].next = gone.next;
    else
      link(gone.link).first = gone.next;
    if (gone.next != 0)
      crossings[gone.next].previous = gone.previous;
  }

  LinkRates rates;
  LazyArray<Link> links;
  Pool<Flow> flows;
  RowPool<Crossing> crossings;
};

} // namespace maquette::models

#endif
