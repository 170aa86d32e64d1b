//===- skeletonizer/dataflow/lib/calls.h - calls of the program's functions -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_CALLS_H
#define MAQUETTE_DATAFLOW_LIB_CALLS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Calls of the program's functions.
class Calls : Walker {
public:
  using Walker::Walker;

  void initializeMember(const clang::CXXCtorInitializer *initializer);
  NodeId call(const clang::CallExpr *expression);
  NodeId construct(const clang::CXXConstructExpr *expression, const AbstractLocation *self, NodeId definition);
  NodeId dots(InstanceId instance);
  NodeId nextOfDots(const clang::VAArgExpr *expression);
  void callArgument(InstanceId callee, const clang::ParmVarDecl *parameter, const clang::Expr *argument,
                    NodeId call_action);
  void callTarget(FunctionId function, const CallSite &site, NodeId call_action);
  /// The instance of \p function that \p call_site calls.
  InstanceId calleeAt(FunctionId function, const void *call_site);
  NodeId heap(const clang::Expr *key, clang::QualType type, NodeId made_by);
  /// The call stores the address of memory of its own where \p pointer points to.
  NodeId heapInto(const clang::Expr *argument, NodeId pointer, NodeId made_by);

private:
  NodeId returned(const clang::CallExpr *expression, const CallSite &site, NodeId call_action);
  NodeId copied(const clang::Expr *original);
  NodeId callConstructor(const CallSite &site, NodeId definition);
  const std::vector<const clang::Expr *> &inheritedArguments();
  NodeId constructUnknown(const CallSite &site, const clang::CXXConstructorDecl &constructor, NodeId call_action);
  void callSelf(const clang::CallExpr *expression, CallSite &site);
  std::vector<FunctionId> callTargets(const clang::CallExpr *expression, const CallSite &site);
  bool callsMpiByPointer(const clang::CallExpr *expression, const CallSite &site);
  NodeId passArgument(const clang::ParmVarDecl &parameter, const clang::Expr *argument, NodeId object, NodeId passed);
};

} // namespace maquette::skeletonizer

#endif
