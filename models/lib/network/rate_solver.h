//===- models/lib/network/rate_solver.h - who gets how much of the links ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keeps the rates of a changing set of flows. No time in it: the caller says when to solve. A flow has a weight: it
/// stands for so many equal ones, and its rate is that of each.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_RATE_SOLVER_H
#define MAQUETTE_MODELS_LIB_NETWORK_RATE_SOLVER_H

#include "maquette/models/topology.h"

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

  virtual ~RateSolver() = default;
  /// True when flows over the same links always have the same rate, so that one with a weight can stand for them.
  virtual bool mergesFlows() const = 0;
  /// A new flow of weight 1 over \p links; \p owner is the caller's name for it.
  virtual Added add(std::span<const LinkId> links, std::uint32_t owner) = 0;
  /// One more equal flow. \pre mergesFlows().
  virtual void increase(std::uint32_t flow) = 0;
  /// One of the equal flows ends, of which \p bytes crossed the links; the last one ends the flow.
  virtual void decrease(std::uint32_t flow, std::uint64_t bytes) = 0;
  /// True when rates are not right before the next solve().
  virtual bool needsSolve() const = 0;
  /// The flows with a new rate. Valid until the next call.
  virtual const std::vector<Change> &solve() = 0;

  virtual std::int64_t capacity(LinkId link) const = 0; ///< In bit/s.
  virtual std::uint64_t bytes(LinkId link) const = 0;   ///< That crossed it.
  virtual std::int64_t flows(LinkId link) const = 0;    ///< On it now.
  virtual std::size_t memoryBytes() const = 0;
};

} // namespace maquette::models

#endif
