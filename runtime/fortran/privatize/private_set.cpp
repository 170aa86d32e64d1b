//===- runtime/fortran/privatize/private_set.cpp - which variables become private per rank -===//
// SPDX-License-Identifier: Apache-2.0
#include "private_set.h"

#include <cstring>

namespace maquette::fortran {
namespace {

bool startsWithAny(const char *text, std::initializer_list<const char *> prefixes) {
  for (const char *prefix : prefixes)
    if (std::strncmp(text, prefix, std::strlen(prefix)) == 0)
      return true;
  return false;
}

/// Names that the linker or an instrumentation gives meaning to. Fortran's special values of MPI are addresses of
/// common blocks whose names begin with maquette_: they are one for all ranks.
bool isReservedName(const char *name) {
  return startsWithAny(name,
                       {"maquette_", "__start_", "__stop_", "__gcov", "__asan", "__odr_asan", "_GLOBAL_OFFSET_TABLE_"});
}

/// A section that the program named stays what it is.
bool hasSectionWithMeaning(tree variable) {
  const char *const section = DECL_SECTION_NAME(variable);
  return section != nullptr && !startsWithAny(section, {".data", ".bss", ".tdata", ".tbss", "maquette_data"});
}

bool mentionsPrivate(tree value) {
  bool found = false;
  if (value != NULL_TREE && value != error_mark_node)
    forEachAddress(value, 0, [&](HOST_WIDE_INT) { found = true; });
  return found;
}

HOST_WIDE_INT elementOffset(tree array, tree index, HOST_WIDE_INT next) {
  const HOST_WIDE_INT size = tree_to_shwi(TYPE_SIZE_UNIT(TREE_TYPE(array)));
  if (index == NULL_TREE)
    return next * size;
  if (TREE_CODE(index) == RANGE_EXPR)
    index = TREE_OPERAND(index, 0);
  const tree domain = TYPE_DOMAIN(array);
  const HOST_WIDE_INT first =
      domain != NULL_TREE && TYPE_MIN_VALUE(domain) != NULL_TREE ? tree_to_shwi(TYPE_MIN_VALUE(domain)) : 0;
  return (tree_to_shwi(index) - first) * size;
}

} // namespace

const char *assemblerName(tree variable) {
  const char *const name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(variable));
  return name[0] == '*' ? name + 1 : name;
}

bool isPrivate(tree object) {
  if (!VAR_P(object) || !is_global_var(object) || DECL_HARD_REGISTER(object) || DECL_HAS_VALUE_EXPR_P(object))
    return false;
  if (TREE_READONLY(object) && (DECL_EXTERNAL(object) || !mentionsPrivate(DECL_INITIAL(object))))
    return false;
  return !hasSectionWithMeaning(object) && !isReservedName(assemblerName(object));
}

bool isResolvedHere(tree variable) {
  if (DECL_EXTERNAL(variable))
    return DECL_VISIBILITY(variable) == VISIBILITY_HIDDEN;
  return !TREE_PUBLIC(variable) || targetm.binds_local_p(variable);
}

void forEachAddress(tree value, HOST_WIDE_INT offset, const std::function<void(HOST_WIDE_INT)> &found) {
  if (TREE_CODE(value) == CONSTRUCTOR) {
    const tree type = TREE_TYPE(value);
    unsigned HOST_WIDE_INT position;
    HOST_WIDE_INT next = 0;
    tree index, element;
    FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(value), position, index, element) {
      if (!POINTER_TYPE_P(TREE_TYPE(element)) && !AGGREGATE_TYPE_P(TREE_TYPE(element)))
        continue;
      const HOST_WIDE_INT inner =
          TREE_CODE(type) == ARRAY_TYPE ? elementOffset(type, index, next++) : int_byte_position(index);
      forEachAddress(element, offset + inner, found);
    }
    return;
  }
  STRIP_NOPS(value);
  if (TREE_CODE(value) == POINTER_PLUS_EXPR)
    value = TREE_OPERAND(value, 0);
  STRIP_NOPS(value);
  if (TREE_CODE(value) != ADDR_EXPR)
    return;
  const tree base = get_base_address(TREE_OPERAND(value, 0));
  if (base != NULL_TREE && isPrivate(base))
    found(offset);
}

} // namespace maquette::fortran
