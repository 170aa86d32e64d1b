//===- skeletonizer/frontend/lib/new_expressions.cpp - where `new T[n]` ends ----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "new_expressions.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace maquette::skeletonizer {
namespace {

clang::SourceRange &rangeOf(clang::CXXNewExpr &made);

/// Clang has no function that sets the range: an explicit instantiation may name the private member.
template <clang::SourceRange clang::CXXNewExpr::*Member> struct RangeMember {
  friend clang::SourceRange &rangeOf(clang::CXXNewExpr &made) { return made.*Member; }
};
template struct RangeMember<&clang::CXXNewExpr::Range>;

/// The bracket that closes an array's size, which ends at \p size; invalid if there is none before the statement ends.
clang::SourceLocation bracketAfter(clang::SourceLocation size, const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  for (clang::SourceLocation at = sources.getExpansionRange(size).getEnd();;) {
    const std::optional<clang::Token> token = clang::Lexer::findNextToken(at, sources, context.getLangOpts());
    if (!token || token->isOneOf(clang::tok::semi, clang::tok::eof))
      return {};
    if (token->is(clang::tok::r_square))
      return token->getLocation();
    at = token->getLocation();
  }
}

} // namespace

void mendEnd(clang::CXXNewExpr &made, const clang::ASTContext &context) {
  if (made.getBeginLoc() != made.getEndLoc() || made.getBeginLoc().isMacroID())
    return;
  const clang::SourceManager &sources = context.getSourceManager();
  clang::SourceLocation end =
      sources.getExpansionRange(made.getAllocatedTypeSourceInfo()->getTypeLoc().getEndLoc()).getEnd();
  if (const std::optional<clang::Expr *> size = made.getArraySize(); size && *size)
    if (const clang::SourceLocation bracket = bracketAfter((*size)->getEndLoc(), context);
        bracket.isValid() && sources.isBeforeInTranslationUnit(end, bracket))
      end = bracket;
  if (end.isValid())
    rangeOf(made).setEnd(end);
}

} // namespace maquette::skeletonizer
