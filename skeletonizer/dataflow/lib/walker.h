//===- skeletonizer/dataflow/lib/walker.h - the parts of a walk over one function -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_WALKER_H
#define MAQUETTE_DATAFLOW_LIB_WALKER_H

#include "callee_properties.h"
#include "expression_properties.h"
#include "function_context.h"
#include "type_properties.h"

#include <functional>
#include <optional>

namespace maquette::skeletonizer {

/// Reaching definitions of locals whose address is never taken.
using FlowState = std::map<const clang::VarDecl *, std::set<NodeId>>;

/// A join of control flow: what reaches one or the other.
void mergeInto(FlowState &state, const FlowState &other);

/// Control that leaves the normal path: what later statements depend on.
struct Escapes {
  std::set<NodeId> breaks, continues, returns;
  std::set<NodeId> throws; ///< What the program catches and goes on after.
  bool any() const { return !breaks.empty() || !continues.empty() || !returns.empty() || !throws.empty(); }
  void merge(const Escapes &other);
};

struct CallSite {
  const clang::Expr *expression = nullptr;
  const clang::FunctionDecl *callee = nullptr; ///< Null: through a pointer.
  std::vector<const clang::Expr *> arguments;
  AbstractLocation self;
  bool has_self = false;
  NodeId result = kNoNode;  ///< Pointer value of the result.
  bool is_nameless = false; ///< It makes an object that no variable, field or parameter is.
  bool by_pointer = false;  ///< The callee is one of several that a pointer may lead to.
};

struct FunctionWalkers;

/// One part of the walk over a function. It asks the others through FunctionWalkers.
class Walker {
public:
  explicit Walker(FunctionWalkers &walkers);
  Walker(const Walker &) = delete;
  Walker &operator=(const Walker &) = delete;

protected:
  ~Walker() = default;

  FunctionWalkers &walkers_;
  FunctionContext &context_;
};

} // namespace maquette::skeletonizer

#endif
