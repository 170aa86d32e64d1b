//===- runtime/fortran/privatize/placement.cpp - where private variables lie, and tables about them -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables are written as assembler text: their sections are shared with objects of the C compiler, whose flags they
/// must have.
#include "placement.h"

#include "private_set.h"

#include <map>
#include <string>

namespace maquette::fortran {
namespace {

constexpr unsigned kUsualAlignment = 16;

void writeAssembler(const std::string &text) {
  symtab->finalize_toplevel_asm(build_string(static_cast<int>(text.size()), text.c_str()));
}

void writeWord(const char *section, const std::string &value) {
  writeAssembler("\t.pushsection " + std::string(section) + ",\"aw\"\n\t.p2align 3\n\t.quad " + value +
                 "\n\t.popsection\n");
}

/// An object of the runtime or of a table. Nothing changes it while a rank's function runs, so loads of it are
/// invariant.
tree hiddenConstant(const std::string &name, tree type) {
  const tree variable = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()), type);
  SET_DECL_ASSEMBLER_NAME(variable, get_identifier(name.c_str()));
  TREE_PUBLIC(variable) = DECL_EXTERNAL(variable) = TREE_READONLY(variable) = TREE_USED(variable) = 1;
  DECL_ARTIFICIAL(variable) = DECL_IGNORED_P(variable) = 1;
  DECL_VISIBILITY(variable) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED(variable) = 1;
  return variable;
}

tree field(const char *name, tree type) { return build_decl(UNKNOWN_LOCATION, FIELD_DECL, get_identifier(name), type); }

tree entryType() {
  static tree type = NULL_TREE;
  if (type == NULL_TREE) {
    const tree address = field("address", ptr_type_node);
    const tree delta = field("delta", build_pointer_type(build_qualified_type(sizetype, TYPE_QUAL_CONST)));
    DECL_CHAIN(address) = delta;
    type = make_node(RECORD_TYPE);
    finish_builtin_struct(type, "maquette_extern", address, NULL_TREE);
  }
  return type;
}

/// The common block or variable keeps its kind: zeros stay in .bss, which the copies cover, too.
void place(varpool_node *node) {
  const tree variable = node->decl;
  TREE_ADDRESSABLE(variable) = 1;
  TREE_READONLY(variable) = 0;
  if (DECL_INITIAL(variable) != NULL_TREE && !bss_initializer_p(variable)) {
    DECL_COMMON(variable) = 0;
    set_decl_section_name(variable, "maquette_data");
    forEachAddress(DECL_INITIAL(variable), 0, [&](HOST_WIDE_INT offset) {
      DECL_PRESERVE_P(variable) = 1;
      node->force_output = 1;
      writeWord("maquette_reloc", std::string(assemblerName(variable)) + "+" + std::to_string(offset));
    });
  }
}

} // namespace

void placeDefinitions() {
  unsigned alignment = kUsualAlignment;
  varpool_node *node;
  FOR_EACH_VARIABLE(node) {
    if (!isPrivate(node->decl))
      continue;
    if (DECL_THREAD_LOCAL_P(node->decl))
      set_decl_tls_model(node->decl, TLS_MODEL_NONE);
    if (DECL_EXTERNAL(node->decl))
      continue;
    place(node);
    alignment = MAX(alignment, DECL_ALIGN_UNIT(node->decl));
  }
  if (alignment > kUsualAlignment)
    writeWord("maquette_align", std::to_string(alignment));
}

tree externEntry(tree variable) {
  static std::map<std::string, tree> entries;
  const std::string object = assemblerName(variable);
  tree &entry = entries[object];
  if (entry == NULL_TREE) {
    const std::string name = "maquette_extern." + object;
    entry = hiddenConstant(name, entryType());
    writeAssembler("\t.pushsection maquette_extern,\"awG\",@progbits," + name + ",comdat\n\t.weak " + name +
                   "\n\t.hidden " + name + "\n\t.hidden maquette_no_delta\n\t.type " + name + ", @object\n\t.size " +
                   name + ", 16\n\t.p2align 3\n" + name + ":\n\t.quad " + object +
                   "\n\t.quad maquette_no_delta\n\t.popsection\n");
  }
  return entry;
}

tree ownDelta() {
  static tree delta = NULL_TREE;
  if (delta == NULL_TREE)
    delta = hiddenConstant("maquette_private_delta", sizetype);
  return delta;
}

} // namespace maquette::fortran
