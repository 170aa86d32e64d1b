//===- skeletonizer/edits/lib/return_edits.cpp - return statements of a function and of the lambdas in it ---===//
// SPDX-License-Identifier: Apache-2.0
#include "return_edits.h"

#include "predictions.h"

namespace maquette::skeletonizer {

static int countReturns(const clang::Stmt *node) {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return 0;
  int count = llvm::isa<clang::ReturnStmt>(node);
  for (const clang::Stmt *child : node->children())
    count += countReturns(child);
  return count;
}

/// A function of a class gives its own object somewhere.
static bool returnsThis(const clang::Stmt *node) {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return false;
  if (const auto *returned = llvm::dyn_cast<clang::ReturnStmt>(node))
    if (const auto *object = llvm::dyn_cast_or_null<clang::UnaryOperator>(returned->getRetValue()))
      return object->getOpcode() == clang::UO_Deref &&
             llvm::isa<clang::CXXThisExpr>(object->getSubExpr()->IgnoreParenImpCasts());
  return llvm::any_of(node->children(), returnsThis);
}

std::optional<std::string> ReturnEditor::neutralFor(const clang::Expr *value) {
  if (with_.queries.kept(Role::Value, value) || isConstantText(value) || !with_.source.editable(value))
    return std::nullopt;
  return current_.deduced ? with_.expressions.neutralLike(value)
                          : with_.expressions.neutralValue(current_.function->getReturnType());
}

StatementAction ReturnEditor::edit(const clang::ReturnStmt *statement) {
  StatementAction action;
  ++current_.kept;
  const clang::Expr *value = statement->getRetValue();
  StatementState state = StatementState::Kept;
  with_.records.recordValues(statement);
  if (value) {
    const PredictedValue *predicted =
        with_.source.editable(value) ? with_.queries.predicted(Role::Value, value) : nullptr;
    const std::optional<std::string> neutral = predicted ? std::nullopt : neutralFor(value);
    if (predicted || neutral) {
      std::vector<std::string> acts;
      for (const clang::Stmt *child : value->children())
        if (predicted && child)
          with_.expressions.reduce(child, acts);
      if (!predicted)
        with_.expressions.reduce(value, acts);
      std::vector<std::string> texts = withSemicolons(acts);
      texts.push_back("return " + (predicted ? predictionText(*predicted) : *neutral) + ";");
      if (predicted && with_.expressions.firstTime(value))
        observe(*predicted, with_.source.range(value), with_.edits.profiled);
      action.become(texts);
      state = predicted ? StatementState::Predicted : StatementState::Changed;
    } else {
      with_.expressions.keep(value, with_.edits.skeleton);
    }
  }
  with_.records.record(statement, state);
  return action;
}

void ReturnEditor::keepAll(const clang::Stmt *node) { current_.kept += countReturns(node); }

void ReturnEditor::finish() {
  clang::QualType type = current_.function->getReturnType();
  bool needs = !type->isVoidType() && !current_.function->isMain() && !type->isDependentType() && !current_.deduced;
  const auto *whole = llvm::dyn_cast<clang::CompoundStmt>(current_.function->getBody());
  if (!needs || !whole || current_.ends_with_return || current_.kept >= countReturns(whole))
    return;
  const std::optional<std::string> neutral =
      type->isReferenceType() && returnsThis(whole) ? "*this" : with_.expressions.placeholder(type);
  if (!neutral) {
    with_.edits.notes.push_back(function_->getQualifiedNameAsString() +
                                ": a return statement was removed; the function may end without a value");
    return;
  }
  unsigned close = with_.source.range(whole).end - 1;
  std::string indent = with_.source.indentation(close);
  with_.edits.skeleton.push_back({close, close, "  return " + *neutral + ";\n" + indent});
}

} // namespace maquette::skeletonizer
