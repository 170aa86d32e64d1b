//===- runtime/fortran/privatize/addresses.cpp - let statements use the rank's copy -===//
// SPDX-License-Identifier: Apache-2.0
#include "addresses.h"

#include "distinct.h"
#include "placement.h"
#include "private_set.h"

#include "gimplify.h"

namespace maquette::fortran {
namespace {

/// Where statements are added: before a statement, or on an edge for the argument of a PHI.
class Place {
public:
  explicit Place(gimple_stmt_iterator *before) : before_(before) {}
  explicit Place(edge on) : edge_(on) {}

  /// A new value of \p type that \p rhs, or \p code of two operands, gives.
  tree assign(tree type, tree rhs) { return add(make_ssa_name(type), [&](tree lhs) { return gimple_build_assign(lhs, rhs); }); }
  tree assign(tree type, tree_code code, tree first, tree second) {
    return add(make_ssa_name(type), [&](tree lhs) { return gimple_build_assign(lhs, code, first, second); });
  }

private:
  template <class Build> tree add(tree lhs, Build build) {
    gimple *const statement = build(lhs);
    if (edge_ != nullptr)
      gsi_insert_on_edge(edge_, statement);
    else
      gsi_insert_before(before_, statement, GSI_SAME_STMT);
    return lhs;
  }

  gimple_stmt_iterator *before_ = nullptr;
  edge edge_ = nullptr;
};

tree fieldOf(tree entry, tree declaration) {
  return build3(COMPONENT_REF, TREE_TYPE(declaration), entry, declaration, NULL_TREE);
}

/// The address of \p variable in the running rank's copy: (char *)&variable + delta.
tree privateAddress(tree variable, Place place, Distinct &distinct) {
  const tree type = build_pointer_type(TREE_TYPE(variable));
  if (isResolvedHere(variable)) {
    const tree delta = place.assign(sizetype, ownDelta());
    return place.assign(type, POINTER_PLUS_EXPR, build1(ADDR_EXPR, type, variable), delta);
  }
  const tree entry = externEntry(variable);
  const tree address_field = TYPE_FIELDS(TREE_TYPE(entry)), delta_field = DECL_CHAIN(address_field);
  const tree address = place.assign(ptr_type_node, fieldOf(entry, address_field));
  const tree where = place.assign(TREE_TYPE(delta_field), fieldOf(entry, delta_field));
  const tree load = build2(MEM_REF, sizetype, where, build_int_cst(TREE_TYPE(delta_field), 0));
  TREE_THIS_NOTRAP(load) = 1;
  distinct.markDelta(load);
  return place.assign(type, POINTER_PLUS_EXPR, address, place.assign(sizetype, load));
}

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

/// True if \p operand mentions a private variable and was changed.
bool rewrite(tree *operand, Place place, AddressOperand kind, Distinct &distinct) {
  if (*operand == NULL_TREE || CONSTANT_CLASS_P(*operand) || TREE_CODE(*operand) == SSA_NAME)
    return false;
  const bool is_address = TREE_CODE(*operand) == ADDR_EXPR;
  const tree variable = privateVariable(*baseOf(is_address ? &TREE_OPERAND(*operand, 0) : operand));
  if (variable == NULL_TREE)
    return false;
  const tree pointer = privateAddress(variable, place, distinct);
  if (is_address && TREE_OPERAND(*operand, 0) == variable) {
    *operand = pointer;
    return true;
  }
  *operand = unshare_expr(*operand);
  tree *const base = baseOf(is_address ? &TREE_OPERAND(*operand, 0) : operand);
  *base = throughPointer(*base, pointer, variable, distinct);
  if (is_address) {
    recompute_tree_invariant_for_addr_expr(*operand);
    if (kind == AddressOperand::MustBeValue)
      *operand = place.assign(TREE_TYPE(*operand), *operand);
  }
  return true;
}

void rewriteStatement(gimple_stmt_iterator *iterator, Distinct &distinct) {
  gimple *const statement = gsi_stmt(*iterator);
  if (is_gimple_debug(statement))
    return;
  bool changed = false;
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i) {
    tree *operand = gimple_op_ptr(statement, i);
    if (*operand != NULL_TREE && TREE_CODE(*operand) == TREE_LIST)
      operand = &TREE_VALUE(*operand); // Of an asm.
    const bool whole_right_side = i == 1 && gimple_assign_single_p(statement);
    changed |= rewrite(operand, Place(iterator),
                       whole_right_side ? AddressOperand::MayHaveComponents : AddressOperand::MustBeValue, distinct);
  }
  if (!changed)
    return;
  if (gimple_assign_single_p(statement)) // An address may have become a plain value.
    gimple_assign_set_rhs_code(statement, TREE_CODE(gimple_assign_rhs1(statement)));
  update_stmt(statement);
}

void rewriteJoin(gphi *join, Distinct &distinct) {
  for (unsigned i = 0; i < gimple_phi_num_args(join); ++i) {
    tree argument = gimple_phi_arg_def(join, i);
    if (rewrite(&argument, Place(gimple_phi_arg_edge(join, i)), AddressOperand::MustBeValue, distinct))
      SET_PHI_ARG_DEF(join, i, argument);
  }
}

} // namespace

void rewriteAddresses(function *function) {
  Distinct distinct(function);
  distinct.markData();
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gphi_iterator join = gsi_start_phis(block); !gsi_end_p(join); gsi_next(&join))
      rewriteJoin(join.phi(), distinct);
    for (gimple_stmt_iterator statement = gsi_start_bb(block); !gsi_end_p(statement); gsi_next(&statement))
      rewriteStatement(&statement, distinct);
  }
  gsi_commit_edge_inserts();
}

} // namespace maquette::fortran
