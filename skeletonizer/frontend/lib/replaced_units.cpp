//===- skeletonizer/frontend/lib/replaced_units.cpp - units of libraries that a link leaves out ---===//
// SPDX-License-Identifier: Apache-2.0
#include "replaced_units.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/ASTUnit.h"

#include <set>

namespace maquette::skeletonizer {
namespace {

/// A linker takes one definition of it in a program, no more.
bool isDefinedOnce(const clang::Decl *declaration) {
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    return function->doesThisDeclarationHaveABody() && !function->isInlined() && !function->isTemplated() &&
           !function->isTemplateInstantiation() && function->isExternallyVisible();
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  return variable && variable->isThisDeclarationADefinition() == clang::VarDecl::Definition && !variable->isInline() &&
         !variable->isTemplated() && variable->isExternallyVisible();
}

void addDefinitions(const clang::DeclContext &scope, std::set<std::string> &out) {
  for (const clang::Decl *declaration : scope.decls()) {
    if (isDefinedOnce(declaration))
      out.insert(usrOf(declaration));
    if (llvm::isa<clang::LinkageSpecDecl, clang::NamespaceDecl>(declaration))
      addDefinitions(*llvm::cast<clang::DeclContext>(declaration), out);
  }
}

} // namespace

std::vector<std::size_t> replacedUnits(const Program &program, const UnitCommands &commands) {
  std::set<std::string> in_library;
  for (const UnitCommand &unit : commands.units)
    if (unit.in_library)
      in_library.insert(unit.file);
  std::vector<std::size_t> replaced;
  if (in_library.empty())
    return replaced;
  std::set<std::string> own;
  for (std::size_t i = 0; i < program.units.size(); ++i)
    if (in_library.count(program.files[i]) == 0)
      addDefinitions(*program.units[i]->getASTContext().getTranslationUnitDecl(), own);
  for (std::size_t i = 0; i < program.units.size(); ++i) {
    std::set<std::string> defined;
    if (in_library.count(program.files[i]) != 0)
      addDefinitions(*program.units[i]->getASTContext().getTranslationUnitDecl(), defined);
    if (!defined.empty() && llvm::all_of(defined, [&](const std::string &one) { return own.count(one) != 0; }))
      replaced.push_back(i);
  }
  return replaced;
}

} // namespace maquette::skeletonizer
