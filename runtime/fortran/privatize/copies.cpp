//===- runtime/fortran/privatize/copies.cpp - where the rank's copies of variables lie -===//
// SPDX-License-Identifier: Apache-2.0
#include "copies.h"

#include "placement.h"
#include "private_set.h"

#include "cfgloop.h"
#include "gimplify.h"

namespace maquette::fortran {
namespace {

tree fieldOf(tree entry, tree declaration) {
  return build3(COMPONENT_REF, TREE_TYPE(declaration), entry, declaration, NULL_TREE);
}

/// The nearest block that dominates \p block and is in no loop.
basic_block outsideOfLoops(basic_block block) {
  while (bb_loop_depth(block) > 0)
    block = get_immediate_dominator(CDI_DOMINATORS, block->loop_father->header);
  return block;
}

} // namespace

void Place::add(gimple *statement) {
  if (edge_ != nullptr)
    gsi_insert_on_edge(edge_, statement);
  else
    gsi_insert_before(before_, statement, GSI_SAME_STMT);
}

tree Place::assign(tree type, tree rhs) {
  const tree lhs = make_ssa_name(type);
  add(gimple_build_assign(lhs, rhs));
  return lhs;
}

tree Copies::address(tree variable, basic_block block) {
  const auto [found, is_new] = numbers_.try_emplace(variable, used_.size());
  if (is_new)
    used_.push_back({variable, make_ssa_name(build_pointer_type(TREE_TYPE(variable))), block});
  Used &used = used_[found->second];
  used.block = nearest_common_dominator(CDI_DOMINATORS, used.block, block);
  return used.address;
}

void Copies::define() {
  loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
  for (const Used &used : used_) {
    const basic_block block = outsideOfLoops(used.block);
    gimple_stmt_iterator start = gsi_after_labels(block);
    define(used, block == ENTRY_BLOCK_PTR_FOR_FN(cfun) ? Place(single_succ_edge(block)) : Place(&start));
  }
  loop_optimizer_finalize();
}

/// (char *)&variable + delta.
void Copies::define(const Used &used, Place place) {
  const auto define = [&](tree address, tree delta) {
    place.add(gimple_build_assign(used.address, POINTER_PLUS_EXPR, address, delta));
  };
  if (isResolvedHere(used.variable)) {
    define(build1(ADDR_EXPR, TREE_TYPE(used.address), used.variable), place.assign(sizetype, ownDelta()));
    return;
  }
  const tree entry = externEntry(used.variable);
  const tree address_field = TYPE_FIELDS(TREE_TYPE(entry)), delta_field = DECL_CHAIN(address_field);
  const tree address = place.assign(ptr_type_node, fieldOf(entry, address_field));
  const tree where = place.assign(TREE_TYPE(delta_field), fieldOf(entry, delta_field));
  const tree load = build2(MEM_REF, sizetype, where, build_int_cst(TREE_TYPE(delta_field), 0));
  TREE_THIS_NOTRAP(load) = 1;
  distinct_.markDelta(load);
  define(address, place.assign(sizetype, load));
}

} // namespace maquette::fortran
