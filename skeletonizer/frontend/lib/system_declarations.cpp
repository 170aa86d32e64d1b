//===- skeletonizer/frontend/lib/system_declarations.cpp - what is not the program's own -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/program_index.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

bool isInSystemHeader(const clang::Decl *declaration) {
  const clang::SourceManager &sources = declaration->getASTContext().getSourceManager();
  const clang::SourceLocation location = declaration->getLocation();
  return location.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(location));
}

/// In a namespace of a library: not the standard library's, nor one that the compiler keeps to itself (__gnu_cxx).
static bool isInNamedSpace(const clang::Decl *declaration) {
  const clang::NamespaceDecl *outermost = llvm::dyn_cast<clang::NamespaceDecl>(declaration);
  for (const clang::DeclContext *c = declaration->getDeclContext(); c; c = c->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(c))
      outermost = space;
  return outermost && outermost->getIdentifier() && !outermost->isStdNamespace() &&
         !outermost->getName().starts_with("_");
}

bool isSystem(const clang::Decl *declaration) { return isInSystemHeader(declaration) && !isInNamedSpace(declaration); }

bool isOfSystem(const clang::Decl *declaration) {
  return declaration && !llvm::isa<clang::TranslationUnitDecl>(declaration) && isSystem(declaration);
}

/// libstdc++'s own: std::vector's iterators are there.
static bool isExtensions(const clang::DeclContext *context) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context);
  return space && space->getName() == "__gnu_cxx";
}

bool isStandardLibrary(const clang::Decl *declaration) {
  for (const clang::DeclContext *c = declaration->getDeclContext(); c; c = c->getParent())
    if (c->isStdNamespace() || isExtensions(c))
      return true;
  return false;
}

bool refersToObject(const clang::CXXRecordDecl &record) {
  const llvm::StringRef name = record.getIdentifier() && isStandardLibrary(&record) ? record.getName() : "";
  return name == "unique_ptr" || name == "weak_ptr" || name == "default_delete" || name == "reference_wrapper" ||
         name == "shared_ptr" || name.starts_with("__shared_ptr");
}

bool isStartedBySystem(const clang::FunctionDecl &function) {
  return function.hasAttr<clang::ConstructorAttr>() || function.hasAttr<clang::DestructorAttr>();
}

} // namespace maquette::skeletonizer
