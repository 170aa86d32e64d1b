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

std::optional<std::string> ReturnEditor::neutralFor(const clang::Expr *value) {
  if (queries_.kept(Role::Value, value) || isConstantText(value) || !source_.editable(value))
    return std::nullopt;
  return current_.deduced ? expressions_.neutralLike(value)
                          : expressions_.neutralValue(current_.function->getReturnType());
}

StatementAction ReturnEditor::edit(const clang::ReturnStmt *statement) {
  StatementAction action;
  ++current_.kept;
  const clang::Expr *value = statement->getRetValue();
  StatementState state = StatementState::Kept;
  records_.recordValues(statement);
  if (value) {
    const PredictedValue *predicted = source_.editable(value) ? queries_.predicted(Role::Value, value) : nullptr;
    const std::optional<std::string> neutral = predicted ? std::nullopt : neutralFor(value);
    if (predicted || neutral) {
      std::vector<std::string> acts;
      for (const clang::Stmt *child : value->children())
        if (predicted && child)
          expressions_.reduce(child, acts);
      if (!predicted)
        expressions_.reduce(value, acts);
      std::vector<std::string> texts = withSemicolons(acts);
      texts.push_back("return " + (predicted ? predictionText(*predicted) : *neutral) + ";");
      if (predicted && expressions_.firstTime(value))
        observe(*predicted, source_.range(value), out_.profiled);
      action.become(texts);
      state = predicted ? StatementState::Predicted : StatementState::Changed;
    } else {
      expressions_.keep(value, out_.skeleton);
    }
  }
  records_.record(statement, state);
  return action;
}

void ReturnEditor::keepAll(const clang::Stmt *node) { current_.kept += countReturns(node); }

void ReturnEditor::finish() {
  clang::QualType type = current_.function->getReturnType();
  bool needs = !type->isVoidType() && !current_.function->isMain() && !type->isDependentType() && !current_.deduced;
  const auto *whole = llvm::dyn_cast<clang::CompoundStmt>(current_.function->getBody());
  if (!needs || !whole || current_.ends_with_return || current_.kept >= countReturns(whole))
    return;
  std::optional<std::string> neutral = expressions_.neutralValue(type);
  if (!neutral) {
    out_.notes.push_back(function_->getQualifiedNameAsString() +
                         ": a return statement was removed; the function may end without a value");
    return;
  }
  unsigned close = source_.range(whole).end - 1;
  std::string indent = source_.indentation(close);
  out_.skeleton.push_back({close, close, "  return " + *neutral + ";\n" + indent});
}

} // namespace maquette::skeletonizer
