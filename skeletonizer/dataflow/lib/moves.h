//===- skeletonizer/dataflow/lib/moves.h - copies, moves and swaps of whole objects, part by part -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_MOVES_H
#define MAQUETTE_DATAFLOW_LIB_MOVES_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Copies, moves and swaps of whole objects, part by part.
class Moves : Walker {
public:
  using Walker::Walker;

  /// a = b of a container, or of a record whose operator= the compiler writes.
  NodeId wholeAssignment(const CallSite &site, NodeId call_action);
  /// The same where the compiler's operator= calls others: these are followed, the rest is not in its body.
  void memberwiseAssignment(const CallSite &site, NodeId call_action);
  /// swap(a, b), or a.swap(b) with \p self.
  NodeId swapCall(const CallSite &site, const AbstractLocation &self, NodeId call_action);
  void moveAll(const clang::Expr *key, NodeId call_action, const AbstractLocation &to, const clang::Expr *source,
               const AbstractLocation &from, std::size_t first = 0);
  /// The elements of containers in an object of \p type are copied when \p call_action runs: they must be memory.
  void copiesElements(const void *key, NodeId call_action, const AbstractLocation &object, clang::QualType type);

private:
  void movePart(const clang::Expr *key, std::size_t which, NodeId call_action, const AbstractLocation &to,
                const AbstractLocation &from);
};

} // namespace maquette::skeletonizer

#endif
