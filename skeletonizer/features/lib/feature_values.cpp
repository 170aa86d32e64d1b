//===- skeletonizer/features/lib/feature_values.cpp - expressions over values that the skeleton holds -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/features/features.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace maquette::skeletonizer {
namespace {

/// One operand: nothing in it binds weaker than a member access.
bool isOperand(llvm::StringRef text) {
  if (text.starts_with("(") && text.ends_with(")")) {
    int depth = 0;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0)
        return false;
    }
    return true;
  }
  text.consume_back(".size()");
  return llvm::all_of(text, [](char c) { return isalnum(c) || llvm::StringRef("_:.>-[]").contains(c); }) &&
         text.count('-') == text.count("->");
}

/// "p->" or "s."; "(&s)" and an arrow make "s.".
std::string accessTo(const std::string &object, bool arrow) {
  if (arrow && object.starts_with("(&") && object.ends_with(")"))
    return object.substr(2, object.size() - 3) + ".";
  return object.empty() ? "" : object + (arrow ? "->" : ".");
}

} // namespace

std::string operandText(const std::string &text) { return isOperand(text) ? text : "(" + text + ")"; }

std::optional<FeatureFinder::Value> FeatureFinder::variableValue(const clang::DeclRefExpr *reference,
                                                                 const Bindings &bindings, int call_depth) {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable)
    return std::nullopt;
  const auto *canonical = variable->getCanonicalDecl();
  if (auto bound = bindings.find(canonical); bound != bindings.end())
    return bound->second;
  bool local = variable->isLocalVarDeclOrParm() && !variable->isStaticLocal();
  bool unwritten = written_.count(canonical) == 0;
  std::optional<std::string> name = nameOf(reference, call_depth);
  if (name && unwritten && declaredBefore(variable) && available(variable))
    return Value{*name, {canonical}, std::nullopt, 0};
  bool inlined = local && !llvm::isa<clang::ParmVarDecl>(variable) && unwritten && variable->getInit() &&
                 variable->getType()->isIntegerType() && !(call_depth == 0 && declaredBefore(variable));
  return inlined ? value(variable->getInit(), bindings, call_depth) : std::nullopt;
}

/// As the region's function can name it: as it is written there, or, from a called function, what can be named from
/// anywhere.
std::optional<std::string> FeatureFinder::nameOf(const clang::DeclRefExpr *reference, int call_depth) const {
  const auto *variable = llvm::cast<clang::VarDecl>(reference->getDecl());
  const clang::NestedNameSpecifier *qualifier = reference->getQualifier();
  if (call_depth == 0 && !qualifier)
    return variable->getNameAsString();
  if (variable->isLocalVarDeclOrParm())
    return std::nullopt;
  // A class between may be a template's instance, or private.
  std::string name = variable->getNameAsString();
  const clang::DeclContext *scope = variable->getDeclContext();
  for (; !scope->isTranslationUnit(); scope = scope->getParent()) {
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (!space && !llvm::isa<clang::LinkageSpecDecl>(scope))
      return std::nullopt;
    if (space && !space->isAnonymousNamespace())
      name = space->getNameAsString() + "::" + name;
  }
  return name;
}

/// The object a member is read from: a variable, `*this`, or a member of such an object.
std::optional<FeatureFinder::Value> FeatureFinder::object(const clang::Expr *expression, const Bindings &bindings,
                                                          int call_depth) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *self = llvm::dyn_cast<clang::CXXThisExpr>(expression))
    return call_depth == 0 ? std::optional<Value>(Value{self->isImplicit() ? "" : "this", {}, std::nullopt})
                           : std::nullopt;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable)
      return std::nullopt;
    if (auto bound = bindings.find(variable->getCanonicalDecl()); bound != bindings.end())
      return bound->second;
    std::optional<std::string> name = nameOf(reference, call_depth);
    const bool pointer = variable->getType()->isPointerType() || variable->getType()->isReferenceType();
    if (!declaredBefore(variable) || !name ||
        (pointer && (!available(variable) || written_.count(variable->getCanonicalDecl()))))
      return std::nullopt;
    return Value{*name, {variable->getCanonicalDecl()}, std::nullopt, 0};
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (member->getType()->isPointerType())
      return memberValue(member, bindings, call_depth);
    std::optional<Value> base = object(member->getBase(), bindings, call_depth);
    if (!base || !isDefinedHere(member->getMemberDecl()))
      return std::nullopt;
    std::string access = accessTo(base->text, member->isArrow());
    return Value{access + member->getMemberDecl()->getNameAsString(), base->referenced, std::nullopt, 0};
  }
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(expression);
      address && address->getOpcode() == clang::UO_AddrOf) {
    std::optional<Value> base = object(address->getSubExpr(), bindings, call_depth);
    if (base && !base->text.empty())
      return Value{"(&" + base->text + ")", base->referenced, std::nullopt, 0};
  }
  return std::nullopt;
}

std::optional<FeatureFinder::Value> FeatureFinder::memberValue(const clang::MemberExpr *member,
                                                               const Bindings &bindings, int call_depth) {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  const bool reachable =
      field && (call_depth == 0 || field->getAccess() == clang::AS_public || field->getAccess() == clang::AS_none);
  if (!reachable || field->getName().empty() || !available(field) || written_.count(field->getCanonicalDecl()) ||
      !isDefinedHere(field))
    return std::nullopt;
  std::optional<Value> base = object(member->getBase(), bindings, call_depth);
  if (!base)
    return std::nullopt;
  std::string access = accessTo(base->text, member->isArrow());
  return Value{access + field->getNameAsString(), base->referenced, std::nullopt, 0};
}

std::string FeatureFinder::Value::full() const {
  if (offset == 0 || constant)
    return text;
  return operandText(text) + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

std::optional<FeatureFinder::Value> FeatureFinder::combined(clang::BinaryOperatorKind operation, const Value &left,
                                                            const Value &right) {
  bool sum = operation == clang::BO_Add || operation == clang::BO_Sub;
  if (sum && right.constant) {
    Value result = left;
    result.offset += operation == clang::BO_Sub ? -*right.constant : *right.constant;
    return result;
  }
  if (operation == clang::BO_Add && left.constant)
    return combined(operation, right, left);
  Value result;
  result.text = operandText(left.full()) + " " + clang::BinaryOperator::getOpcodeStr(operation).str() + " " +
                operandText(right.full());
  result.referenced = left.referenced;
  result.referenced.insert(right.referenced.begin(), right.referenced.end());
  return result;
}

/// Of a container that is a variable or a field. A std::vector that the skeleton does not have is as large as it was
/// made.
std::optional<FeatureFinder::Value> FeatureFinder::sizeOf(const clang::Expr *container, const Bindings &bindings,
                                                          int call_depth) {
  container = container->IgnoreParenImpCasts();
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(container);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(container);
  const clang::ValueDecl *declared = named ? named->getDecl() : member ? member->getMemberDecl() : nullptr;
  if (!declared || written_.count(declared->getCanonicalDecl()))
    return std::nullopt;
  std::optional<Value> held = object(container, bindings, call_depth);
  if (held && !held->text.empty() && queries_.decisions().valueAvailable(sizeName(availabilityName(declared))))
    return Value{held->text + ".size()", held->referenced, std::nullopt, 0};
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
  const clang::Expr *first =
      variable && variable->isLocalVarDecl() && variable->getInit() ? variable->getInit()->IgnoreImplicit() : nullptr;
  const auto *made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(first);
  if (!made || made->isListInitialization() || made->getNumArgs() == 0 || !made->getArg(0)->getType()->isIntegerType())
    return std::nullopt;
  return value(made->getArg(0), bindings, call_depth);
}

std::optional<FeatureFinder::Value> FeatureFinder::value(const clang::Expr *expression, const Bindings &bindings,
                                                         int call_depth) {
  if (!expression || expression->isValueDependent() || !expression->getType()->isArithmeticType())
    return std::nullopt;
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, queries_.context()))
    return constantValue(constant.Val.getInt().getSExtValue());
  expression = expression->IgnoreParenCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    return variableValue(reference, bindings, call_depth);
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return memberValue(member, bindings, call_depth);
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return elementValue(element, bindings, call_depth);
  if (const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    const clang::CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->getIdentifier() || method->getName() != "size" || !method->getParent()->isInStdNamespace())
      return std::nullopt;
    return sizeOf(call->getImplicitObjectArgument(), bindings, call_depth);
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary || !(binary->isAdditiveOp() || binary->isMultiplicativeOp()))
    return std::nullopt;
  std::optional<Value> left = value(binary->getLHS(), bindings, call_depth);
  std::optional<Value> right = left ? value(binary->getRHS(), bindings, call_depth) : std::nullopt;
  if (!right || (binary->getOpcode() == clang::BO_Div && !right->constant))
    return std::nullopt;
  if (binary->getOpcode() == clang::BO_Rem)
    return remainder(binary, *left, *right);
  return combined(binary->getOpcode(), *left, *right);
}

} // namespace maquette::skeletonizer
