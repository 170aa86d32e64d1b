//===- runtime/fortran/privatize/distinct.cpp - what optimizers knew of variables before they were reached through
// pointers -===//
// SPDX-License-Identifier: Apache-2.0
#include "distinct.h"

#include "private_set.h"

#include "ssa-iterators.h"

#include <limits>

namespace maquette::fortran {
namespace {

/// Its body may come to stand in the place of the call.
bool mayBeInlined(const gcall *call) {
  if (gimple_call_internal_p(call))
    return false;
  const tree callee = gimple_call_fndecl(call);
  if (callee == NULL_TREE)
    return true;
  const cgraph_node *const node = cgraph_node::get(callee);
  return !fndecl_built_in_p(callee) && node != nullptr && node->definition;
}

/// A descriptor, or what holds one, may be given another's data here.
bool mayChangeDescriptor(gimple *statement) {
  if (gimple_code(statement) == GIMPLE_ASM)
    return true;
  if (const gcall *const call = dyn_cast<gcall *>(statement); call != nullptr && mayBeInlined(call))
    return true;
  const tree target = gimple_get_lhs(statement);
  if (target == NULL_TREE || TREE_CODE(target) == SSA_NAME)
    return false;
  const tree type = TREE_TYPE(target);
  return RECORD_OR_UNION_TYPE_P(type) || (POINTER_TYPE_P(type) && TYPE_RESTRICT(type));
}

bool mayChangeDescriptors(function *function) {
  basic_block block;
  FOR_EACH_BB_FN(block, function)
  for (gimple_stmt_iterator place = gsi_start_bb(block); !gsi_end_p(place); gsi_next(&place))
    if (mayChangeDescriptor(gsi_stmt(place)))
      return true;
  return false;
}

/// The private variable and component that a restricted pointer is loaded from; empty if it is something else.
std::string originOf(gimple *statement) {
  if (!gimple_assign_load_p(statement) || TREE_CODE(gimple_assign_lhs(statement)) != SSA_NAME)
    return {};
  tree reference = gimple_assign_rhs1(statement);
  if (!POINTER_TYPE_P(TREE_TYPE(reference)) || !TYPE_RESTRICT(TREE_TYPE(reference)))
    return {};
  std::string name;
  for (; handled_component_p(reference); reference = TREE_OPERAND(reference, 0))
    if (TREE_CODE(reference) == COMPONENT_REF)
      name += "." + std::to_string(DECL_UID(TREE_OPERAND(reference, 1)));
  return VAR_P(reference) && isPrivate(reference) ? assemblerName(reference) + name + ".data" : std::string();
}

} // namespace

void Distinct::mark(tree reference, tree variable) { number(reference, assemblerName(variable)); }

void Distinct::markDelta(tree reference) { number(reference, "maquette_private_delta"); }

void Distinct::number(tree reference, const std::string &name) {
  constexpr unsigned kMost = std::numeric_limits<unsigned short>::max();
  constexpr unsigned short kOfPointsTo = 1; // What the analysis of restricted arguments uses, and clears.
  if (clique_ == 0 && function_->last_clique < kMost)
    clique_ = function_->last_clique = MAX(function_->last_clique, kOfPointsTo) + 1;
  const unsigned number = numbers_.try_emplace(name, numbers_.size() + 1).first->second;
  if (clique_ == 0 || number > kMost)
    return;
  MR_DEPENDENCE_CLIQUE(reference) = clique_;
  MR_DEPENDENCE_BASE(reference) = static_cast<unsigned short>(number);
}

void Distinct::markUses(tree pointer, const std::string &name) {
  imm_use_iterator uses;
  gimple *statement;
  FOR_EACH_IMM_USE_STMT(statement, uses, pointer)
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i) {
    tree operand = gimple_op(statement, i);
    if (operand == NULL_TREE || TREE_CODE(operand) == TREE_LIST)
      continue;
    while (handled_component_p(operand))
      operand = TREE_OPERAND(operand, 0);
    if (TREE_CODE(operand) == MEM_REF && TREE_OPERAND(operand, 0) == pointer)
      number(operand, name);
  }
}

void Distinct::markData() {
  if (mayChangeDescriptors(function_))
    return;
  basic_block block;
  FOR_EACH_BB_FN(block, function_)
  for (gimple_stmt_iterator place = gsi_start_bb(block); !gsi_end_p(place); gsi_next(&place))
    if (const std::string origin = originOf(gsi_stmt(place)); !origin.empty())
      markUses(gimple_assign_lhs(gsi_stmt(place)), origin);
}

} // namespace maquette::fortran
