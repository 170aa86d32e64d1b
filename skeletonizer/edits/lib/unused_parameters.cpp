//===- skeletonizer/edits/lib/unused_parameters.cpp - parameters that only what is removed uses ---===//
// SPDX-License-Identifier: Apache-2.0
#include "unused_parameters.h"

namespace maquette::skeletonizer {

void markUnusedParameters(const clang::FunctionDecl *function, const SourceText &source,
                          std::optional<unsigned> first_code, FunctionEdits &edits) {
  const auto *whole = llvm::dyn_cast<clang::CompoundStmt>(function->getBody());
  if (!whole)
    return;
  ReferencedDecls original;
  original.addAll(whole);
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      original.addAll(initializer->getInit());
  std::string text = discardedParameters(function, original, edits.referenced);
  if (text.empty())
    return;
  text.erase(0, 1);
  unsigned place = source.range(whole).begin + 1;
  std::string indent = source.indentation(place) + "  ";
  if (!whole->body_empty())
    indent = source.indentation(source.range(whole->body_front()).begin);
  const clang::LangOptions &language = function->getASTContext().getLangOpts();
  if (!language.C99 && !language.CPlusPlus) {
    place = first_code.value_or(source.range(whole).end - 1);
    edits.skeleton.insert(edits.skeleton.begin(), {place, place, text + " "});
    return;
  }
  unsigned rest = source.skipBlanks(place);
  bool own_line = source.all().slice(place, rest).contains('\n');
  edits.skeleton.push_back({place, place, own_line ? "\n" + indent + text : " " + text});
}

std::string unusedParameters(const clang::CXXMethodDecl *called, const ReferencedDecls &now) {
  ReferencedDecls original;
  original.addAll(called->getBody());
  return discardedParameters(called, original, now);
}

std::string discardsOf(const clang::LambdaExpr *lambda, const clang::CXXMethodDecl *called) {
  std::string out;
  const auto add = [&](const std::string &text) {
    if (!text.empty() && !llvm::StringRef(out).ends_with(text))
      out += (out.empty() ? "" : " ") + text;
  };
  for (const clang::ParmVarDecl *parameter : called->parameters())
    add(discarded(called, parameter));
  for (const clang::LambdaCapture &capture : lambda->explicit_captures())
    if (capture.capturesVariable() && capture.getCapturedVar()->getIdentifier())
      add("(void)" + capture.getCapturedVar()->getNameAsString() + ";");
  return out;
}

} // namespace maquette::skeletonizer
