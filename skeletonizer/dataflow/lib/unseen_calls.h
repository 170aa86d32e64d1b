//===- skeletonizer/dataflow/lib/unseen_calls.h - functions of the program that a library calls -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_UNSEEN_CALLS_H
#define MAQUETTE_DATAFLOW_LIB_UNSEEN_CALLS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Functions of the program that a library calls.
class UnseenCalls : Walker {
public:
  using Walker::Walker;

  void callsUnseen(const CallSite &site, NodeId call_action);
  void callsOverriders(const CallSite &site, NodeId call_action);
  /// The functions among the arguments are called. False if there are none.
  bool callbacks(const CallSite &site, NodeId call_action);
  void callbackTarget(FunctionId function, const CallSite &site, NodeId call_action);

private:
  void callUnseen(FunctionId function, NodeId met, const AbstractLocation &elements, NodeId call_action);
};

} // namespace maquette::skeletonizer

#endif
