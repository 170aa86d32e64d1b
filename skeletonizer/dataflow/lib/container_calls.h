//===- skeletonizer/dataflow/lib/container_calls.h - calls of members of standard containers, strings, streams and
// iterators -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_CONTAINER_CALLS_H
#define MAQUETTE_DATAFLOW_LIB_CONTAINER_CALLS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Calls of members of standard containers, strings, streams and iterators.
class ContainerCalls : Walker {
public:
  using Walker::Walker;

  NodeId containerCall(CallSite &site, NodeId call_action);
  /// What an object in \p place refers to: a bit of a std::vector<bool>, a view.
  AbstractLocation referredBy(const void *key, const AbstractLocation &place);
  /// What \p argument, if it is a view, refers to.
  void readBehindView(const clang::Expr *argument, NodeId pointer);
  void passedOn(const CallSite &site, const clang::Expr *argument, NodeId pointer);
  /// The call sets a std::vector's size and says nothing of its elements but what is stored there. Notes it if so.
  bool countsElements(const CallSite &site, const AbstractLocation &elements, NodeId call_action);

private:
  /// A member of a standard container, string, stream or iterator.
  struct ContainerCall {
    std::string name;
    ContainerEffect effect = ContainerEffect::Unknown;
    bool iterator = false, associative = false, is_const = false;
    bool holder = false; ///< A smart pointer, an optional or the like: what it holds is asked for through itself,
    bool points = false; ///< and lies elsewhere.
    bool unseen =
        false; ///< Of a class of another library whose members nobody sees: it and what it holds are one place.
    AbstractLocation elements, size;
  };
  NodeId bitCall(CallSite &site, NodeId call_action);
  NodeId containerArguments(const CallSite &site, NodeId call_action, bool may_write);
  void containerEffect(const ContainerCall &member, const CallSite &site, NodeId call_action, NodeId stored);
  void containerResult(const ContainerCall &member, const CallSite &site);
};

} // namespace maquette::skeletonizer

#endif
