//===- skeletonizer/features/lib/code_costs.cpp - which code may take time ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/features/code_costs.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

namespace maquette::skeletonizer {
namespace {

/// A library function that costs no more than a few hundred cycles whatever it is given.
bool isCheap(const clang::FunctionDecl *callee) {
  if (callee->getBuiltinID() != 0 && callee->getIdentifier())
    return !llvm::StringSwitch<bool>(callee->getName())
                .Cases("memcpy", "memset", "memmove", "calloc", "memcmp", true)
                .Default(false);
  if (callee->getIdentifier() && (callee->getName().starts_with("MPI_") || callee->getName().starts_with("shmem_")))
    return true; // It costs no computation.
  const clang::SourceManager &sources = callee->getASTContext().getSourceManager();
  if (!sources.isInSystemHeader(callee->getLocation()))
    return false;
  if (!callee->isInStdNamespace() && !llvm::isa<clang::CXXMethodDecl>(callee))
    return !callee->getIdentifier() ||
           !llvm::StringSwitch<bool>(callee->getName())
                .Cases("memcpy", "memset", "memmove", "qsort", "calloc", "fread", "fwrite", true)
                .Default(false);
  if (!callee->getIdentifier())
    return !llvm::isa<clang::CXXConstructorDecl>(callee) && callee->getOverloadedOperator() != clang::OO_Equal;
  return llvm::StringSwitch<bool>(callee->getName())
      .Cases("size", "begin", "end", "data", "empty", "at", "front", "back", "push_back", "pop_back", true)
      .Cases("max", "min", "abs", "sqrt", "pow", "exp", "log", "sin", "cos", "fabs", true)
      .Cases("swap", "move", "forward", "get", "first", "second", "c_str", "setw", "setprecision", "endl", true)
      .Cases("flush", "width", "precision", "setf", "to_string", "make_pair", "emplace_back", "clear", true)
      .Default(false);
}

const clang::FunctionDecl *calleeOf(const clang::Stmt *node) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(node))
    return call->getDirectCallee();
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(node))
    return construct->getConstructor();
  return nullptr;
}

} // namespace

bool CodeCosts::callTakesTime(const clang::Stmt *call) {
  const clang::FunctionDecl *callee = calleeOf(call);
  if (!callee)
    return true;
  const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(callee);
  if (constructor && (constructor->isTrivial() || (constructor->isDefaultConstructor() && constructor->isImplicit())))
    return false;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const clang::FunctionDecl *definition = method && method->isVirtual() ? nullptr : definition_of_(callee);
  if (!definition)
    return !isCheap(callee);
  // One without loops that calls only such ones is an accessor.
  auto [known, added] = takes_time_.try_emplace(definition, true);
  if (added) {
    bool takes = takesTime(definition->getBody());
    takes_time_[definition] = takes;
    return takes;
  }
  return known->second;
}

bool CodeCosts::takesTime(const clang::Stmt *node) {
  if (!node)
    return false;
  if (bodyOf(node))
    return true;
  if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(node) && callTakesTime(node))
    return true;
  if (const auto *made = llvm::dyn_cast<clang::CXXNewExpr>(node); made && made->isArray() && made->hasInitializer())
    return true;
  if (llvm::isa<clang::LambdaExpr, clang::CXXThrowExpr>(node))
    return false;
  for (const clang::Stmt *child : node->children())
    if (takesTime(child))
      return true;
  return false;
}

} // namespace maquette::skeletonizer
