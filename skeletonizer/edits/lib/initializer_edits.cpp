//===- skeletonizer/edits/lib/initializer_edits.cpp - member initializers of a constructor ---===//
// SPDX-License-Identifier: Apache-2.0
#include "initializer_edits.h"

#include "clang/AST/DeclCXX.h"

namespace maquette::skeletonizer {

void editInitializers(const clang::FunctionDecl *function, DecisionQueries &queries, const SourceText &source,
                      ExpressionEditor &expressions, std::vector<Edit> &skeleton) {
  const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function);
  if (!constructor)
    return;
  for (const clang::CXXCtorInitializer *initializer : constructor->inits()) {
    const clang::Expr *init = initializer->getInit();
    if (!initializer->isWritten() || !init)
      continue;
    const clang::FieldDecl *member = initializer->getAnyMember();
    bool kept = queries.kept(Role::Definition, init) || queries.touched(init) || isConstantText(init);
    const clang::CXXRecordDecl *record = member ? member->getType()->getAsCXXRecordDecl() : nullptr;
    bool droppable = member && (member->getType()->isScalarType() || (record && record->hasDefaultConstructor()));
    TextRange range{source.range(initializer->getLParenLoc()).begin, source.range(initializer->getRParenLoc()).end};
    if (kept || !droppable || initializer->getLParenLoc().isInvalid() || initializer->getLParenLoc().isMacroID() ||
        initializer->getRParenLoc().isMacroID()) {
      expressions.keep(init, skeleton);
      continue;
    }
    // What a template's instantiation calls its parentheses are the ends of the expression inside.
    const size_t before = source.all().substr(0, range.begin).rtrim().size();
    if (before > 0 && (source.all()[before - 1] == '(' || source.all()[before - 1] == '{'))
      range = {static_cast<unsigned>(before - 1), source.skipBlanks(range.end) + 1};
    bool braces = source.at(range).starts_with("{");
    skeleton.push_back({range.begin, range.end, braces ? "{}" : "()"});
  }
}

} // namespace maquette::skeletonizer
