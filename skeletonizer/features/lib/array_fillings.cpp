//===- skeletonizer/features/lib/array_fillings.cpp - elements of arrays as features ---===//
// SPDX-License-Identifier: Apache-2.0
#include "array_fillings.h"

namespace maquette::skeletonizer {

/// The variable or field whose elements \p base has, through pointers and local names for them too; null for anything
/// else.
static const clang::ValueDecl *arrayBehind(const clang::Expr *base) {
  base = base->IgnoreParenImpCasts();
  if (const auto *inner = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
    return arrayBehind(inner->getBase());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base))
    return llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  const bool alias =
      variable && variable->isLocalVarDecl() && variable->getType()->isPointerType() && variable->hasInit();
  const clang::ValueDecl *named = alias ? arrayBehind(variable->getInit()) : nullptr;
  return named ? named : variable;
}

static const clang::ValueDecl *arrayOf(const clang::ArraySubscriptExpr *element) {
  return arrayBehind(element->getBase());
}

void ArrayFillings::noteUnknownBound(const clang::Stmt *bound) {
  if (!bound || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(bound)) // int *p = malloc(n * sizeof *p) names p
    return;
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(bound))
    if (const clang::ValueDecl *array = arrayOf(element); array && element->getType()->isIntegerType())
      unknown_bounds.push_back(availabilityName(array));
  const auto *expression = llvm::dyn_cast<clang::Expr>(bound);
  const clang::VarDecl *variable = expression ? variableIn(expression) : nullptr;
  if (variable && llvm::isa<clang::DeclRefExpr>(bound) && variable->isLocalVarDecl() && variable->hasInit() &&
      !values_.isWritten(variable->getCanonicalDecl()))
    noteUnknownBound(variable->getInit());
  for (const clang::Stmt *child : bound->children())
    noteUnknownBound(child);
}

void ArrayFillings::noteFilling(const clang::Stmt *node, const FeatureProduct &outer) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(node);
  if (outer.factors.empty() || !expression || !isAssignment(expression))
    return;
  const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(assigned(expression)->IgnoreParenImpCasts());
  const clang::ValueDecl *array = element && element->getType()->isIntegerType() ? arrayOf(element) : nullptr;
  if (!array)
    return;
  Filling &filling = filled_[availabilityName(array)];
  if (filling.factors.size() < outer.factors.size())
    filling = {sortedTexts(outer.factors), outer.partial || !outer.guards.empty()};
}

void ArrayFillings::addFillings(const FeatureProduct &product, std::vector<Feature> &features) {
  const std::vector<std::string> factors = sortedTexts(product.factors);
  std::optional<std::size_t> unrounded_one;
  const std::size_t exact_one = features.size() - 1;
  for (const auto &[array, filling] : filled_) {
    if (filling.factors != factors)
      continue;
    if (filling.partial && !unrounded_one && features.size() < FeatureFinder::kMaxFeatures)
      if (std::optional<Feature> without = unrounded_.of(product)) {
        unrounded_one = features.size();
        features.push_back(std::move(*without));
      }
    fillings.push_back({array, filling.partial && unrounded_one ? *unrounded_one : exact_one, factors.size()});
  }
}

} // namespace maquette::skeletonizer
