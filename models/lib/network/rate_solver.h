//===- models/lib/network/rate_solver.h - who gets how much of the links ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keeps the rates of a changing set of flows. No time in it: the caller says when to solve. A flow has a weight: it
/// stands for so many equal ones, and its rate is that of each.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_RATE_SOLVER_H
#define MAQUETTE_MODELS_LIB_NETWORK_RATE_SOLVER_H

#include "maquette/models/topology.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace maquette::models {

class RateSolver {
public:
  struct Added {
    std::uint32_t flow; ///< Its number here.
    std::int64_t rate;  ///< 0: not known before the next solve().
  };
  /// A flow whose rate solve() changed.
  struct Change {
    std::uint32_t owner;
    std::int64_t rate; ///< In bit/s, for weight 1.
  };

  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  static constexpr std::size_t kFew = 6;
  struct Look {
    std::uint32_t found = kNobody;        ///< An owner.
    bool complete = false;                ///< Nobody else is there.
    std::uint32_t count = 0;              ///< Of \c seen.
    std::array<std::uint32_t, kFew> seen; ///< The owners that were looked at.
  };

  virtual ~RateSolver() = default;
  /// True when flows over the same links always have the same rate, so that one with a weight can stand for them.
  virtual bool mergesFlows() const = 0;
  /// A new flow of weight 1 over \p links; \p owner is the caller's name for it.
  virtual Added add(std::span<const LinkId> links, std::uint32_t owner) = 0;
  /// Looks for a flow whose way begins and ends with these links among the kFew that last began with the first. \pre
  /// mergesFlows().
  virtual Look lookFor(LinkId first, LinkId last) const = 0;
  /// One more equal flow. \pre mergesFlows().
  virtual void increase(std::uint32_t flow) = 0;
  /// One of the equal flows ends, of which \p bytes crossed the links; the last one ends the flow.
  virtual void decrease(std::uint32_t flow, std::uint64_t bytes) = 0;
  /// What came before has happened at an earlier time.
  virtual void beginInstant() {}
  /// True when rates are not right before the next solve().
  virtual bool needsSolve() const = 0;
  /// The flows with a new rate. Valid until the next call.
  virtual const std::vector<Change> &solve() = 0;

  enum class PrefetchStep : std::uint8_t { Flow, Way, Links };
  /// Brings into the cache, a step at a time, what the next call for a flow touches.
  virtual void prefetch(std::uint32_t, PrefetchStep) const {}
  /// The same for add() and lookFor() with these links: these (Links), who is on them (Way), and whom lookFor() looks
  /// at first (Flow).
  virtual void prefetch(std::span<const LinkId>, PrefetchStep) const {}

  virtual std::int64_t capacity(LinkId link) const = 0; ///< In bit/s.
  virtual std::uint64_t bytes(LinkId link) const = 0;   ///< That crossed it.
  virtual std::int64_t flows(LinkId link) const = 0;    ///< On it now.
  virtual std::size_t memoryBytes() const = 0;
};

} // namespace maquette::models

#endif
