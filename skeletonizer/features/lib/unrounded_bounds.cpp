//===- skeletonizer/features/lib/unrounded_bounds.cpp - loop bounds without their rounding ---===//
// SPDX-License-Identifier: Apache-2.0
#include "unrounded_bounds.h"

#include "loop_bounds.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSwitch.h"

namespace maquette::skeletonizer {
namespace {

constexpr int kDefinitionDepth = 3;

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

const clang::VarDecl *variableIn(const clang::Expr *expression) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// Of an array, or of a local pointer that was made to point to one.
static bool holdsElements(const clang::VarDecl *variable, const HeldValues &values) {
  if (variable->getType()->isConstantArrayType())
    return values.available(variable);
  const clang::Expr *to =
      variable->isLocalVarDecl() && variable->hasInit() ? variable->getInit()->IgnoreParenImpCasts() : nullptr;
  const auto *member = llvm::dyn_cast_or_null<clang::MemberExpr>(to);
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && field->getType()->isConstantArrayType() && values.available(field);
}

std::optional<Feature> UnroundedBounds::of(const FeatureProduct &product) const {
  FeatureProduct without = product;
  std::vector<FeatureValue> &factors = without.factors;
  bool any = false;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const std::optional<LoopBounds> bounds = boundsOf(product.loops[i]);
    const std::optional<FeatureValue> count =
        bounds ? tripsBetween(*bounds, [&](const clang::Expr *expression) { return value(expression, {}, 0); })
               : std::nullopt;
    if (!count || count->constant)
      continue;
    any |= count->full() != factors[i].full();
    factors[i] = *count;
  }
  if (!any)
    return std::nullopt;
  Feature feature = written(without); // To a whole number, or ranks would differ in the last bits.
  feature.text = "(double)(long)((" + feature.text + ") + 0.5)";
  return feature;
}

/// What the only assignment to \p variable, or to its element \p index, gives it.
std::optional<FeatureValue> UnroundedBounds::definition(const clang::VarDecl *variable, std::optional<long long> index,
                                                        int depth) const {
  if (!variable->isLocalVarDecl() || depth >= kDefinitionDepth)
    return std::nullopt;
  if (!index && variable->hasInit() && !values_.isWritten(variable->getCanonicalDecl()) &&
      rounded(variable->getInit()->IgnoreParenCasts()))
    return value(variable->getInit(), {}, depth + 1);
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
  return value(found.plain.front()->getRHS(), indices, depth + 1);
}

std::optional<FeatureValue> UnroundedBounds::value(const clang::Expr *expression, const Indices &indices,
                                                   int depth) const {
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, values_.context()))
    return constantValue(constant.Val.getInt().getSExtValue());
  expression = expression->IgnoreParenCasts();
  if (const clang::Expr *inside = rounded(expression))
    return value(inside, indices, depth);
  if (const clang::VarDecl *variable = variableIn(expression)) {
    if (const auto known = indices.find(variable); known != indices.end())
      return constantValue(known->second);
    const std::optional<FeatureValue> defined = definition(variable, std::nullopt, depth);
    return defined ? defined : values_.value(expression, {});
  }
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const std::optional<FeatureValue> index = value(element->getIdx(), indices, depth);
    const clang::VarDecl *variable = variableIn(element->getBase());
    if (!index || !index->constant || !variable)
      return std::nullopt;
    if (const std::optional<FeatureValue> defined = definition(variable, index->constant, depth))
      return defined;
    std::optional<FeatureValue> array =
        values_.variableValue(llvm::cast<clang::DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()), {});
    if (array)
      array->text += "[" + index->text + "]";
    return array && holdsElements(variable, values_) ? array : std::nullopt;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary ||
      !(binary->isAdditiveOp() || binary->getOpcode() == clang::BO_Mul || binary->getOpcode() == clang::BO_Div))
    return values_.value(expression, {});
  const std::optional<FeatureValue> left = value(binary->getLHS(), indices, depth);
  const std::optional<FeatureValue> right = left ? value(binary->getRHS(), indices, depth) : std::nullopt;
  const bool divisible = binary->getOpcode() != clang::BO_Div || binary->getType()->isRealFloatingType() ||
                         (right && right->constant.value_or(0) != 0);
  if (!right || !divisible)
    return std::nullopt;
  return combined(binary->getOpcode(), *left, *right);
}

} // namespace maquette::skeletonizer
