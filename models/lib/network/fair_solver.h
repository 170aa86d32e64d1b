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

#include "lib/network/fair_flows.h"
#include "lib/network/fair_region.h"
#include "lib/network/rate_solver.h"

#include <cstdint>
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

  std::int64_t capacity(LinkId link) const override { return all_.rates.of(link); }
  std::uint64_t bytes(LinkId link) const override { return all_.links[link.index()].bytes; }
  std::int64_t flows(LinkId link) const override { return all_.links[link.index()].weight; }
  std::size_t memoryBytes() const override;

private:
  struct Share {
    std::int64_t rate = 0;
    std::uint16_t bottleneck = FairFlows::kNoBottleneck;
    bool is_level = false; ///< Others that are held back have it too.
  };
  bool fits(std::uint32_t link, std::int64_t rate) const;
  std::int64_t levelOf(std::uint32_t link) const;
  Share shareAtOnce(std::span<const LinkId> links) const;
  void setBottleneck(FairFlows::Flow &flow, std::uint16_t bottleneck);
  void markDirty(std::uint32_t link);
  void addToRegion(std::uint32_t flow);
  void startRegion();
  void prefetchList(std::uint32_t link, PrefetchStep step) const;
  void addChanged(std::uint32_t link);
  void addAll(std::vector<std::uint32_t> &flows);
  std::uint32_t regionLink(std::uint32_t link);
  bool expand();
  void addUnfair(FairRegion::Link at);
  bool unfair(const FairFlows::Flow &flow, std::uint32_t crossing_index, const FairRegion::Link &at,
              std::int64_t slack) const;
  void commit();
  void commit(const FairRegion::Flow &member);

  FairFlows all_;
  std::vector<std::uint32_t> dirty_links_;
  std::vector<std::uint32_t> pending_; ///< Flows without a rate.
  std::vector<std::uint32_t> fresh_;   ///< Flows of this instant that took a rate which was free then.
  std::vector<std::uint32_t>
      lenient_; ///< Flows of this instant that took, or grew by, the rate of those that are held back.
  FairRegion region_;
  std::vector<Change> changes_;
};

} // namespace maquette::models

#endif
