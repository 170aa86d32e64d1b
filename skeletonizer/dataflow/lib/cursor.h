//===- skeletonizer/dataflow/lib/cursor.h - where the walk over a function is -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_CURSOR_H
#define MAQUETTE_DATAFLOW_LIB_CURSOR_H

#include "maquette/dataflow/dependence_graph.h"

#include <type_traits>
#include <utility>

namespace maquette::skeletonizer {

/// Where the walk is and on whose behalf it reads. Scopes set it and restore it.
struct Cursor {
  NodeId region = kNoNode;
  NodeId reader = kNoNode; ///< Who needs what is read now.
  NodeId outer = kNoNode;  ///< Stays whole if a definition inside stays.
  NodeId atom = kNoNode;   ///< Stays whole if a call inside stays.
  /// Of a statement around that is not edited inside: all that is in it is needed where anything is.
  NodeId block = kNoNode;
  LoopId loop = kNoLoop;
  bool count_cost = true;
  bool in_loop_head = false;
  bool guarded = false; ///< Exceptions that are thrown here are caught, and the program goes on.
};

/// Gives a variable another value until the scope ends, and then the one it had.
template <class T> class Scope {
public:
  Scope(T &variable, std::type_identity_t<T> value)
      : variable_(&variable), before_(std::exchange(variable, std::move(value))) {}
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;
  ~Scope() { end(); }
  /// Ends the scope before its block does.
  void end() {
    if (variable_)
      *std::exchange(variable_, nullptr) = std::move(before_);
  }

private:
  T *variable_;
  T before_;
};

/// On whose behalf an expression is read, and what must stay whole with it.
class Reading {
public:
  Reading(Cursor &cursor, NodeId reader, NodeId outer, NodeId atom)
      : reader_(cursor.reader, reader), outer_(cursor.outer, outer), atom_(cursor.atom, atom) {}
  void end() {
    reader_.end();
    outer_.end();
    atom_.end();
  }

private:
  Scope<NodeId> reader_, outer_, atom_;
};

} // namespace maquette::skeletonizer

#endif
