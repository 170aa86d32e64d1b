//===- skeletonizer/dataflow/lib/external_calls.h - calls of functions of libraries -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_EXTERNAL_CALLS_H
#define MAQUETTE_DATAFLOW_LIB_EXTERNAL_CALLS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Calls of functions of libraries: those in tables and unknown ones.
class ExternalCalls : Walker {
public:
  using Walker::Walker;

  NodeId externalCall(CallSite &site);
  /// What functions that know of \p function's calls left behind: read, and, if it \p changes, there for those that
  /// follow. Or kNoNode.
  NodeId sharedState(const std::string &function, NodeId call_action, bool &changes);
  /// \p given: the pointers that it may keep there, but for its result; or kNoNode. Returns the state that it changes,
  /// or kNoNode.
  NodeId usesHiddenState(const CallSite &site, NodeId call_action, NodeId given = kNoNode);
  /// Whether the call makes a thread or synchronizes some (build_threads.cpp); it stays then, if the program makes
  /// threads.
  void noteThreads(const CallSite &site, NodeId call_action);

private:
  struct LentPointer {
    NodeId value;
    bool may_write; ///< What it points to may change in later calls, too.
  };
  NodeId tableCall(CallSite &site, Effect effect, NodeId call_action);
  /// What the lists of effects say of who is called.
  Effect listedEffect(const CallSite &site) const;
  std::string listedRoles(const CallSite &site) const;
  NodeId unknownCall(CallSite &site, NodeId call_action);
  void usesReferred(const CallSite &site, const clang::Expr *argument, NodeId pointer, NodeId call_action);
  void noteUnknown(const std::string &name, const CallSite &site);
  void usesLibrary(const CallSite &site, const std::vector<LentPointer> &lent, NodeId call_action);
};

} // namespace maquette::skeletonizer

#endif
