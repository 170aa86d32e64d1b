//===- skeletonizer/decide/lib/value_origins.h - values that collectives and messages gave ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_VALUE_ORIGINS_H
#define MAQUETTE_DECIDE_VALUE_ORIGINS_H

#include "maquette/dataflow/loop_frequency.h"
#include "slice.h"

namespace maquette::skeletonizer {

class ValueOrigins {
public:
  ValueOrigins(const DependenceGraph &graph, const LoopFrequency &frequency);

  /// A scalar set from what a collective gave to all ranks alike: its n-th value is the same everywhere, predicted or
  /// not.
  bool isAgreed(NodeId node) const;
  /// \p operands reads what a collective gave to all ranks alike.
  bool readsAgreed(NodeId operands) const;
  /// \p operands reads integers that a message brought.
  bool readsDelivered(NodeId operands) const;

private:
  const DependenceGraph &graph_;
  const LoopFrequency &frequency_;
  NodeFlags agreed_;    ///< Is, or needs, what a collective gave to all ranks alike.
  NodeFlags delivered_; ///< Integers that a message brought, or an object that holds such.
};

} // namespace maquette::skeletonizer

#endif
