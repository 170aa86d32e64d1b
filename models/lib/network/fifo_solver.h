//===- models/lib/network/fifo_solver.h - the oldest flow takes all it can use -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rates by age: the oldest flow gets the least capacity of its links, the next one the least of what is left on its
/// links, and so on; a flow may get nothing for a while. docs/models/flow-fifo.md holds the equations.
///
/// Exact. When flows come or go, solve() looks again at the younger flows of their links, the oldest of these first,
/// and goes on from each whose rate changes.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FIFO_SOLVER_H
#define MAQUETTE_MODELS_LIB_NETWORK_FIFO_SOLVER_H

#include "lib/network/network_base.h"
#include "lib/network/pool.h"
#include "lib/network/rate_solver.h"

#include <cstdint>
#include <vector>

namespace maquette::models {

class FifoSolver final : public RateSolver {
public:
  FifoSolver(std::int64_t link_count, LinkRates rates);

  bool mergesFlows() const override { return false; }
  Added add(std::span<const LinkId> links, std::uint32_t owner) override;
  Look lookFor(LinkId first, LinkId last) const override;
  void increase(std::uint32_t flow) override;
  void decrease(std::uint32_t flow, std::uint64_t bytes) override;
  bool needsSolve() const override { return !waiting_.empty(); }
  const std::vector<Change> &solve() override;

  std::int64_t capacity(LinkId link) const override { return rates_.of(link); }
  std::uint64_t bytes(LinkId link) const override { return links_[link.index()].bytes; }
  std::int64_t flows(LinkId link) const override { return links_[link.index()].flows; }
  std::size_t memoryBytes() const override;

private:
  struct Link {
    std::uint64_t bytes;
    std::uint32_t oldest; ///< Crossing; 0: none.
    std::uint32_t youngest;
    std::int64_t flows;
  };
  struct Flow {
    std::uint64_t age = 0; ///< Counts up.
    std::int64_t rate = 0;
    std::uint32_t first_crossing = 0; ///< Its crossings are consecutive.
    std::uint32_t owner = 0;
    std::uint16_t hops = 0;
    bool waiting = false;
  };
  /// One flow on one link, in the link's list by age.
  struct Crossing {
    std::uint32_t flow;
    std::uint32_t older;
    std::uint32_t younger;
    std::uint32_t link;
  };
  struct Waiting {
    std::uint64_t age;
    std::uint32_t flow;
    bool operator>(const Waiting &other) const { return age > other.age; }
  };

  void wait(std::uint32_t flow);
  std::int64_t rateOf(const Flow &flow) const;

  LinkRates rates_;
  LazyArray<Link> links_;
  Pool<Flow> flows_;
  RowPool<Crossing> crossings_;
  std::vector<Waiting> waiting_; ///< A heap, the oldest first.
  std::vector<Change> changes_;
  std::uint64_t next_age_ = 0;
};

} // namespace maquette::models

#endif
