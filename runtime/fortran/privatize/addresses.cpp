//===- runtime/fortran/privatize/addresses.cpp - let statements use the rank's copy -===//
// SPDX-License-Identifier: Apache-2.0
#include "addresses.h"

#include "copies.h"
#include "distinct.h"
#include "private_set.h"

#include "gimplify.h"

namespace maquette::fortran {
namespace {

/// The innermost object of a reference, as it stands in the tree.
tree *baseOf(tree *reference) {
  while (handled_component_p(*reference) || TREE_CODE(*reference) == WITH_SIZE_EXPR)
    reference = &TREE_OPERAND(*reference, 0);
  return reference;
}

/// The private variable that \p base is, or points into by its address; NULL_TREE if it is another thing.
tree privateVariable(tree base) {
  if (TREE_CODE(base) == MEM_REF && TREE_CODE(TREE_OPERAND(base, 0)) == ADDR_EXPR)
    base = TREE_OPERAND(TREE_OPERAND(base, 0), 0);
  return VAR_P(base) && isPrivate(base) ? base : NULL_TREE;
}

/// The private variable that \p operand mentions; NULL_TREE if none.
tree privateVariableOf(tree *operand) {
  if (*operand == NULL_TREE || CONSTANT_CLASS_P(*operand) || TREE_CODE(*operand) == SSA_NAME)
    return NULL_TREE;
  return privateVariable(*baseOf(TREE_CODE(*operand) == ADDR_EXPR ? &TREE_OPERAND(*operand, 0) : operand));
}

/// \p base with the address of its private variable replaced.
tree throughPointer(tree base, tree pointer, tree variable, Distinct &distinct) {
  if (TREE_CODE(base) == MEM_REF) {
    TREE_OPERAND(base, 0) = pointer;
    distinct.mark(base, variable);
    return base;
  }
  const tree load = build2(MEM_REF, TREE_TYPE(base), pointer, build_int_cst(TREE_TYPE(pointer), 0));
  TREE_THIS_VOLATILE(load) = TREE_THIS_VOLATILE(base);
  TREE_SIDE_EFFECTS(load) = TREE_SIDE_EFFECTS(base);
  TREE_THIS_NOTRAP(load) = 1;
  distinct.mark(load, variable);
  return load;
}

/// A place that an operand may have: an address with components must be a statement of its own.
enum class AddressOperand { MustBeValue, MayHaveComponents };

/// An operand of a function: where it is used, and where statements that it needs are added.
struct Operand {
  tree *operand;
  basic_block block;
  Place place;
  AddressOperand kind;
};

/// True if \p found says so of an operand of \p statement.
template <class Found> bool visitStatement(gimple_stmt_iterator *place, Found found) {
  gimple *const statement = gsi_stmt(*place);
  if (is_gimple_debug(statement))
    return false;
  bool any = false;
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i) {
    tree *operand = gimple_op_ptr(statement, i);
    if (*operand != NULL_TREE && TREE_CODE(*operand) == TREE_LIST)
      operand = &TREE_VALUE(*operand); // Of an asm.
    const bool whole_right_side = i == 1 && gimple_assign_single_p(statement);
    any |= found({operand, gimple_bb(statement), Place(place),
                  whole_right_side ? AddressOperand::MayHaveComponents : AddressOperand::MustBeValue});
  }
  return any;
}

/// Calls \p found, which says whether it changed it, with each operand of \p function. An argument of a PHI is used
/// where its edge begins.
template <class Found> void visit(function *function, Found found) {
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gphi_iterator join = gsi_start_phis(block); !gsi_end_p(join); gsi_next(&join))
      for (unsigned i = 0; i < gimple_phi_num_args(join.phi()); ++i) {
        const edge from = gimple_phi_arg_edge(join.phi(), i);
        tree argument = gimple_phi_arg_def(join.phi(), i);
        if (found({&argument, from->src, Place(from), AddressOperand::MustBeValue}))
          SET_PHI_ARG_DEF(join.phi(), i, argument);
      }
    for (gimple_stmt_iterator place = gsi_start_bb(block); !gsi_end_p(place); gsi_next(&place)) {
      gimple *const statement = gsi_stmt(place);
      if (!visitStatement(&place, found))
        continue;
      if (gimple_assign_single_p(statement)) // An address may have become a plain value.
        gimple_assign_set_rhs_code(statement, TREE_CODE(gimple_assign_rhs1(statement)));
      update_stmt(statement);
    }
  }
}

/// True if \p at mentions a private variable and was changed.
bool rewrite(Operand at, Copies &copies, Distinct &distinct) {
  tree *const operand = at.operand;
  const tree variable = privateVariableOf(operand);
  if (variable == NULL_TREE)
    return false;
  const tree pointer = copies.address(variable, at.block);
  const bool is_address = TREE_CODE(*operand) == ADDR_EXPR;
  if (is_address && TREE_OPERAND(*operand, 0) == variable) {
    *operand = pointer;
    return true;
  }
  *operand = unshare_expr(*operand);
  tree *const base = baseOf(is_address ? &TREE_OPERAND(*operand, 0) : operand);
  *base = throughPointer(*base, pointer, variable, distinct);
  if (is_address) {
    recompute_tree_invariant_for_addr_expr(*operand);
    if (at.kind == AddressOperand::MustBeValue)
      *operand = at.place.assign(TREE_TYPE(*operand), *operand);
  }
  return true;
}

} // namespace

void rewriteAddresses(function *function) {
  Distinct distinct(function);
  distinct.markData();
  Copies copies(distinct);
  calculate_dominance_info(CDI_DOMINATORS);
  visit(function, [&](Operand at) { return rewrite(at, copies, distinct); });
  copies.define();
  gsi_commit_edge_inserts();
}

} // namespace maquette::fortran
