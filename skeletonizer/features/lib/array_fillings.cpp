//===- skeletonizer/features/lib/array_fillings.cpp - elements of arrays as features -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of FeatureFinder that says how much a region puts into arrays which bound loops of other regions
/// (extents.h).
///
/// Loops around the writes that go from a floor() to a ceil() and skip what lies outside write about as often as they
/// would without the rounding, so the feature is written without it.
#include "maquette/features/features.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

constexpr int kDefinitionDepth = 3;

/// The variable or field whose elements \p base has, through pointers and local names for them too; null for anything
/// else.
const clang::ValueDecl *arrayBehind(const clang::Expr *base) {
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

const clang::ValueDecl *arrayOf(const clang::ArraySubscriptExpr *element) { return arrayBehind(element->getBase()); }

const clang::VarDecl *variableIn(const clang::Expr *expression) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// The assignments to a variable or its elements. None may come from elsewhere: nothing has its address.
struct Definitions : clang::RecursiveASTVisitor<Definitions> {
  explicit Definitions(const clang::VarDecl *of) : variable(of) {}
  const clang::VarDecl *variable;
  std::vector<const clang::BinaryOperator *> plain;
  bool others = false;
  bool VisitBinaryOperator(clang::BinaryOperator *binary) {
    if (binary->isAssignmentOp() && writes(binary->getLHS())) {
      others |= binary->getOpcode() != clang::BO_Assign;
      plain.push_back(binary);
    }
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *unary) {
    others |=
        (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf) && writes(unary->getSubExpr());
    return true;
  }

private:
  bool writes(const clang::Expr *target) const {
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target->IgnoreParenImpCasts()))
      target = element->getBase();
    const clang::VarDecl *named = variableIn(target);
    return named && named->getCanonicalDecl() == variable->getCanonicalDecl();
  }
};

/// floor(x), ceil(x) and their kin: x.
const clang::Expr *rounded(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const bool rounds = callee && callee->getIdentifier() && call->getNumArgs() == 1 &&
                      llvm::StringSwitch<bool>(callee->getName())
                          .Cases("floor", "ceil", "round", "rint", "trunc", true)
                          .Cases("floorf", "ceilf", true)
                          .Default(false);
  return rounds ? call->getArg(0) : nullptr;
}

} // namespace

/// `end[0]` of an array that the skeleton holds.
std::optional<FeatureFinder::Value> FeatureFinder::elementValue(const clang::ArraySubscriptExpr *element,
                                                                const Bindings &bindings, int call_depth) {
  clang::Expr::EvalResult index;
  const clang::Expr *base = element->getBase()->IgnoreParenImpCasts();
  if (!base->getType()->isConstantArrayType() || !element->getIdx()->EvaluateAsInt(index, queries_.context()))
    return std::nullopt;
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(base);
  std::optional<Value> array = named    ? variableValue(named, bindings, call_depth)
                               : member ? memberValue(member, bindings, call_depth)
                                        : std::nullopt;
  if (array)
    array->text = array->full() + "[" + std::to_string(index.Val.getInt().getSExtValue()) + "]";
  return array;
}

/// The arrays whose elements say how often a loop runs, through local variables that hold such an element.
void FeatureFinder::noteUnknownBound(const clang::Stmt *bound) {
  if (!bound || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(bound)) // int *p = malloc(n * sizeof *p) names p
    return;
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(bound))
    if (const clang::ValueDecl *array = arrayOf(element); array && element->getType()->isIntegerType())
      unknown_bounds_.push_back(availabilityName(array));
  const auto *expression = llvm::dyn_cast<clang::Expr>(bound);
  const clang::VarDecl *variable = expression ? variableIn(expression) : nullptr;
  if (variable && llvm::isa<clang::DeclRefExpr>(bound) && variable->isLocalVarDecl() && variable->hasInit() &&
      !written_.count(variable->getCanonicalDecl()))
    noteUnknownBound(variable->getInit());
  for (const clang::Stmt *child : bound->children())
    noteUnknownBound(child);
}

void FeatureFinder::noteFilling(const clang::Stmt *node, const Product &outer) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(node);
  if (outer.factors.empty() || !expression || !isAssignment(expression))
    return;
  const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(assigned(expression)->IgnoreParenImpCasts());
  const clang::ValueDecl *array = element && element->getType()->isIntegerType() ? arrayOf(element) : nullptr;
  if (!array)
    return;
  Filling &filling = filled_[availabilityName(array)];
  if (filling.factors.size() < outer.factors.size())
    filling = {sortedFactors(outer), outer.partial || !outer.guards.empty()};
}

std::vector<std::string> FeatureFinder::sortedFactors(const Product &product) {
  std::vector<std::string> texts;
  for (const Value &factor : product.factors)
    texts.push_back(factor.full());
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// Some trips of the loop around \p body do not come to its end.
bool FeatureFinder::skipsTrips(const clang::Stmt *body) {
  if (!body || isLoop(body) || llvm::isa<clang::LambdaExpr>(body))
    return false;
  return llvm::isa<clang::ContinueStmt>(body) || llvm::any_of(body->children(), skipsTrips);
}

/// \p features ends with that of \p product.
void FeatureFinder::addFillings(const Product &product, std::vector<Feature> &features) {
  const std::vector<std::string> factors = sortedFactors(product);
  std::optional<std::size_t> unrounded_one;
  const std::size_t exact_one = features.size() - 1;
  for (const auto &[array, filling] : filled_) {
    if (filling.factors != factors)
      continue;
    if (filling.partial && !unrounded_one && features.size() < kMaxFeatures)
      if (std::optional<Feature> without = unrounded(product)) {
        unrounded_one = features.size();
        features.push_back(std::move(*without));
      }
    fillings_.push_back({array, filling.partial && unrounded_one ? *unrounded_one : exact_one, factors.size()});
  }
}

/// The product without the rounding of bounds; nothing if there is none.
std::optional<Feature> FeatureFinder::unrounded(const Product &product) {
  Product without = product;
  std::vector<Value> &factors = without.factors;
  bool any = false;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const std::optional<LoopBounds> bounds = boundsOf(product.loops[i]);
    const std::optional<Value> from = bounds ? unrounded(bounds->from, {}, 0) : std::nullopt;
    const std::optional<Value> to = from ? unrounded(bounds->to, {}, 0) : std::nullopt;
    if (!to || (to->constant && from->constant))
      continue;
    const std::optional<Value> count = combined(clang::BO_Sub, *to, *from);
    any |= count && count->full() != factors[i].full();
    factors[i] = count.value_or(factors[i]);
  }
  if (!any)
    return std::nullopt;
  Feature feature = written(without); // To a whole number, or ranks would differ in the last bits.
  feature.text = "(double)(long)((" + feature.text + ") + 0.5)";
  return feature;
}

/// What the only assignment to \p variable, or to its element \p index, gives it.
std::optional<FeatureFinder::Value> FeatureFinder::unroundedDefinition(const clang::VarDecl *variable,
                                                                       std::optional<long long> index, int depth) {
  if (!variable->isLocalVarDecl() || depth >= kDefinitionDepth)
    return std::nullopt;
  if (!index && variable->hasInit() && !written_.count(variable->getCanonicalDecl()) &&
      rounded(variable->getInit()->IgnoreParenCasts()))
    return unrounded(variable->getInit(), {}, depth + 1);
  Definitions found(variable);
  found.TraverseStmt(const_cast<clang::Stmt *>(function_body_));
  if (found.others || found.plain.size() != 1 || variable->hasInit())
    return std::nullopt;
  Indices indices;
  if (index) {
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(found.plain.front()->getLHS()->IgnoreParens());
    const clang::VarDecl *counter = element ? variableIn(element->getIdx()) : nullptr;
    if (!counter)
      return std::nullopt;
    indices[counter] = *index;
  }
  return unrounded(found.plain.front()->getRHS(), indices, depth + 1);
}

std::optional<FeatureFinder::Value> FeatureFinder::unrounded(const clang::Expr *expression, const Indices &indices,
                                                             int depth) {
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, queries_.context()))
    return constantValue(constant.Val.getInt().getSExtValue());
  expression = expression->IgnoreParenCasts();
  if (const clang::Expr *inside = rounded(expression))
    return unrounded(inside, indices, depth);
  if (const clang::VarDecl *variable = variableIn(expression)) {
    if (const auto known = indices.find(variable); known != indices.end())
      return constantValue(known->second);
    const std::optional<Value> defined = unroundedDefinition(variable, std::nullopt, depth);
    return defined ? defined : value(expression, {}, 0);
  }
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const std::optional<Value> index = unrounded(element->getIdx(), indices, depth);
    const clang::VarDecl *variable = variableIn(element->getBase());
    if (!index || !index->constant || !variable)
      return std::nullopt;
    if (const std::optional<Value> defined = unroundedDefinition(variable, *index->constant, depth))
      return defined;
    std::optional<Value> array =
        variableValue(llvm::cast<clang::DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()), {}, 0);
    if (array)
      array->text += "[" + index->text + "]";
    return array && holdsElements(variable) ? array : std::nullopt;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary ||
      !(binary->isAdditiveOp() || binary->getOpcode() == clang::BO_Mul || binary->getOpcode() == clang::BO_Div))
    return value(expression, {}, 0);
  const std::optional<Value> left = unrounded(binary->getLHS(), indices, depth);
  const std::optional<Value> right = left ? unrounded(binary->getRHS(), indices, depth) : std::nullopt;
  const bool divisible = binary->getOpcode() != clang::BO_Div || binary->getType()->isRealFloatingType() ||
                         (right && right->constant.value_or(0) != 0);
  return right && divisible ? combined(binary->getOpcode(), *left, *right) : std::nullopt;
}

/// Of an array, or of a local pointer that was made to point to one.
bool FeatureFinder::holdsElements(const clang::VarDecl *variable) const {
  if (variable->getType()->isConstantArrayType())
    return available(variable);
  const clang::Expr *to =
      variable->isLocalVarDecl() && variable->hasInit() ? variable->getInit()->IgnoreParenImpCasts() : nullptr;
  const auto *member = llvm::dyn_cast_or_null<clang::MemberExpr>(to);
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && field->getType()->isConstantArrayType() && available(field);
}

} // namespace maquette::skeletonizer
