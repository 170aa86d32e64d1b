//===- skeletonizer/dataflow/lib/flow.h - the definitions of locals that reach a place, in the order of execution -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_FLOW_H
#define MAQUETTE_DATAFLOW_LIB_FLOW_H

#include "walker.h"

namespace maquette::skeletonizer {

/// The definitions of locals that reach a place, in the order of execution.
class Flow : Walker {
public:
  using Walker::Walker;

  void parameterDefinitions();
  const clang::VarDecl *flowVariable(const clang::Expr *expression) const;
  /// \p thrown may end what runs here, and the program goes on elsewhere.
  void mayThrow(NodeId thrown);

  std::set<const clang::VarDecl *> followed; ///< The locals whose definitions are followed.
  FlowState state, switch_entry;
  std::vector<FlowState> break_states, continue_states;
  std::map<const clang::LabelDecl *, std::vector<const clang::Stmt *>> jumps_to; ///< Null: to where a pointer says.
  Escapes *escapes = nullptr;
  bool has_goto = false;
  bool dead = false; ///< Control does not come here.

private:
  void commandLine(const clang::FunctionDecl &main);
  void findFlowVariables(const clang::Stmt *statement, std::set<const clang::VarDecl *> &candidates,
                         std::set<const clang::VarDecl *> &excluded);
};

} // namespace maquette::skeletonizer

#endif
