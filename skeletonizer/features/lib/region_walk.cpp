//===- skeletonizer/features/lib/region_walk.cpp - one walk over the statements of a region ---===//
// SPDX-License-Identifier: Apache-2.0
#include "region_walk.h"

#include "call_lengths.h"
#include "feature_guards.h"
#include "loop_bounds.h"

#include "maquette/frontend/source_text.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace maquette::skeletonizer {

/// Some trips of the loop around \p body do not come to its end.
static bool skipsTrips(const clang::Stmt *body) {
  if (!body || isLoop(body) || llvm::isa<clang::LambdaExpr>(body))
    return false;
  return llvm::isa<clang::ContinueStmt>(body) || llvm::any_of(body->children(), skipsTrips);
}

void RegionWalk::visitCall(const clang::CallExpr *call, const FeatureProduct &outer, const Frame &frame) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  llvm::ArrayRef<const clang::Expr *> arguments;
  if (!llvm::isa<clang::CXXOperatorCallExpr>(call))
    arguments = {call->getArgs(), call->getNumArgs()};
  if (const clang::FunctionDecl *definition = callee ? costs_.definitionOf(callee) : nullptr)
    visitCallee(definition, arguments, outer, frame);
}

void RegionWalk::visitConstruction(const clang::CXXConstructExpr *made, const FeatureProduct &outer,
                                   const Frame &frame) {
  if (const clang::FunctionDecl *definition = costs_.definitionOf(made->getConstructor()))
    visitCallee(definition, llvm::ArrayRef(made->getArgs(), made->getNumArgs()), outer, frame);
}

void RegionWalk::visitCallee(const clang::FunctionDecl *definition, llvm::ArrayRef<const clang::Expr *> arguments,
                             const FeatureProduct &outer, const Frame &frame) {
  if (frame.call_depth >= kCallDepth || !entered_.insert(definition).second)
    return;
  values_.noteWrites(definition->getBody());
  Frame inner{{}, frame.call_depth + 1};
  for (unsigned i = 0; i < definition->getNumParams() && i < arguments.size(); ++i) {
    const clang::ParmVarDecl *parameter = definition->getParamDecl(i);
    const clang::Expr *argument = arguments[i];
    std::optional<FeatureValue> passed =
        argument->getType()->isArithmeticType() ? values_.value(argument, frame) : values_.object(argument, frame);
    if (values_.isWritten(parameter->getCanonicalDecl()) && argument->getType()->isArithmeticType())
      passed.reset();
    inner.bindings[parameter->getCanonicalDecl()] = passed;
  }
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      visit(initializer->getInit(), outer, inner);
  visit(definition->getBody(), outer, inner);
  entered_.erase(definition);
}

void RegionWalk::visitLoop(const clang::Stmt *loop, const clang::Stmt *body, const FeatureProduct &outer,
                           const Frame &frame) {
  FeatureProduct inner = outer;
  const auto *counting = llvm::dyn_cast<clang::ForStmt>(loop);
  const std::optional<LoopBounds> bounds = counting ? boundsOf(counting) : std::nullopt;
  inner.partial = inner.partial || skipsTrips(body) || (bounds && bounds->is_upper_limit);
  std::optional<FeatureValue> count = tripCount(loop, values_, frame);
  missed_trips_ |= !count;
  if (count && !count->constant) {
    inner.factors.push_back(*count);
    inner.loops.push_back(frame.call_depth == 0 ? counting : nullptr);
    products_.push_back(inner);
  } else if (counting && !count) {
    fillings_.noteUnknownBound(counting->getCond());
  }
  visit(body, inner, frame);
}

void RegionWalk::visitLength(const clang::Expr *length, const FeatureProduct &outer, const Frame &frame) {
  const std::optional<FeatureValue> elements = values_.value(length, frame);
  missed_lengths_ |= !elements;
  if (!elements || elements->constant)
    return;
  lengths_.push_back(outer);
  lengths_.back().factors.push_back(*elements);
}

void RegionWalk::visit(const clang::Stmt *node, const FeatureProduct &outer, const Frame &frame) {
  if (!node)
    return;
  if (const clang::Stmt *body = bodyOf(node))
    return visitLoop(node, body, outer, frame);
  if (const clang::Expr *length = lengthOfCall(node))
    visitLength(length, outer, frame);
  if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(node))
    return visitIf(choice, outer, frame);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(node))
    visitCall(call, outer, frame);
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(node))
    visitConstruction(made, outer, frame);
  fillings_.noteFilling(node, outer);
  if (!llvm::isa<clang::SwitchStmt>(node))
    return visitChildren(node, outer, frame);
  FeatureProduct inside = outer;
  inside.partial = true;
  visitChildren(node, inside, frame);
}

void RegionWalk::visitChildren(const clang::Stmt *node, const FeatureProduct &outer, const Frame &frame) {
  for (const clang::Stmt *child : node->children())
    visit(child, outer, frame);
}

void RegionWalk::visitBranch(const clang::Stmt *branch, const FeatureProduct &guarded, const Frame &frame) {
  size_t before = products_.size();
  visit(branch, guarded, frame);
  if (products_.size() == before && !guarded.guards.empty() && costs_.takesTime(branch))
    products_.push_back(guarded);
}

void RegionWalk::visitIf(const clang::IfStmt *choice, const FeatureProduct &outer, const Frame &frame) {
  const std::optional<bool> known = constantTruth(choice->getCond(), values_.context());
  const bool constant = known.has_value();
  const bool holds = known.value_or(false);
  visit(choice->getInit(), outer, frame);
  visit(choice->getCond(), outer, frame);
  FeatureProduct then_part = outer;
  FeatureProduct else_part = outer;
  then_part.partial = else_part.partial = outer.partial || !constant;
  if (!constant) {
    addGuards(then_part.guards, choice->getCond(), values_, frame);
    std::optional<FeatureValue> guard = truth(choice->getCond(), values_, frame);
    if (guard)
      else_part.guards.push_back(FeatureValue{"!" + operandText(guard->text), guard->referenced, std::nullopt, 0});
  }
  if (!constant || holds)
    visitBranch(choice->getThen(), then_part, frame);
  if (choice->getElse() && (!constant || !holds))
    visitBranch(choice->getElse(), else_part, frame);
}

std::vector<FeatureProduct> RegionWalk::walk(const std::vector<const clang::Stmt *> &run) {
  for (const clang::Stmt *statement : run)
    values_.noteWrites(statement);
  for (const clang::Stmt *statement : run)
    visit(statement, {}, {});
  std::vector<FeatureProduct> found = std::move(products_.empty() ? lengths_ : products_);
  std::stable_sort(found.begin(), found.end(), [](const FeatureProduct &a, const FeatureProduct &b) {
    return a.factors.size() > b.factors.size();
  });
  return found;
}

} // namespace maquette::skeletonizer
