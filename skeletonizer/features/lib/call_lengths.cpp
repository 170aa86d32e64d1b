//===- skeletonizer/features/lib/call_lengths.cpp - what library calls go through -===//
// SPDX-License-Identifier: Apache-2.0
#include "call_lengths.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

namespace maquette::skeletonizer {

static bool isStandardContainer(const clang::CXXRecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier();
}

const clang::Expr *lengthOfCall(const clang::Stmt *node) {
  if (const auto *made = llvm::dyn_cast<clang::CXXNewExpr>(node))
    return made->isArray() && made->hasInitializer() ? made->getArraySize().value_or(nullptr) : nullptr;
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(node))
    return isStandardContainer(construct->getConstructor()->getParent()) && construct->getNumArgs() > 0 &&
                   !construct->isListInitialization() && construct->getArg(0)->getType()->isIntegerType()
               ? construct->getArg(0)
               : nullptr;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(node);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier())
    return nullptr;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const bool fills =
      method && isStandardContainer(method->getParent()) &&
      llvm::StringSwitch<bool>(callee->getName()).Cases("resize", "assign", "reserve", true).Default(false);
  const unsigned argument = fills    ? 0
                            : method ? call->getNumArgs()
                                     : llvm::StringSwitch<unsigned>(callee->getName())
                                           .Cases("memset", "memcpy", "memmove", 2)
                                           .Case("calloc", 0)
                                           .Case("qsort", 1)
                                           .Default(call->getNumArgs());
  return argument < call->getNumArgs() && call->getArg(argument)->getType()->isIntegerType() ? call->getArg(argument)
                                                                                             : nullptr;
}

} // namespace maquette::skeletonizer
