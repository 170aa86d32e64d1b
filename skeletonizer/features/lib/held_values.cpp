//===- skeletonizer/features/lib/held_values.cpp - what the skeleton holds where a region begins ---===//
// SPDX-License-Identifier: Apache-2.0
#include "held_values.h"

#include "maquette/features/features.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

/// "p->" or "s."; "(&s)" and an arrow make "s.".
static std::string accessTo(const std::string &object, bool arrow) {
  if (arrow && object.starts_with("(&") && object.ends_with(")"))
    return object.substr(2, object.size() - 3) + ".";
  return object.empty() ? "" : object + (arrow ? "->" : ".");
}

static void addWrites(const clang::Stmt *node, bool read, std::set<const clang::Decl *> &written) {
  if (!node)
    return;
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
      cast && cast->getCastKind() == clang::CK_LValueToRValue)
    return addWrites(cast->getSubExpr(), true, written);
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
    if (!read)
      written.insert(reference->getDecl()->getCanonicalDecl());
    return;
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(node)) {
    if (!read)
      written.insert(member->getMemberDecl()->getCanonicalDecl());
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
    return addWrites(member->getBase(), read || (method ? method->isConst() : !member->isArrow()), written);
  }
  if (const auto *range_loop = llvm::dyn_cast<clang::CXXForRangeStmt>(node))
    return addWrites(range_loop->getBody(), false, written);
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(node)) {
    addWrites(subscript->getBase(), read, written);
    return addWrites(subscript->getIdx(), false, written);
  }
  const auto *element = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node);
  if (element && element->getOperator() == clang::OO_Subscript && element->getNumArgs() == 2) {
    addWrites(element->getArg(0), true, written); // The size stays.
    return addWrites(element->getArg(1), false, written);
  }
  bool pass_on = read && llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(node);
  for (const clang::Stmt *child : node->children())
    addWrites(child, pass_on, written);
}

void HeldValues::noteWrites(const clang::Stmt *node) { addWrites(node, false, written_); }

bool HeldValues::declaredBefore(const clang::VarDecl *variable) const {
  if (&variable->getASTContext() != &queries_.context())
    return false;
  const clang::SourceManager &sources = queries_.context().getSourceManager();
  return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(variable->getLocation()), start_);
}

bool HeldValues::available(const clang::ValueDecl *declaration) const {
  return (!names_ || names_->count(declaration->getNameAsString())) &&
         queries_.decisions().valueAvailable(availabilityName(declaration));
}

/// The record of \p member: a function that is called may stand in another unit, and know more of it than its name.
bool HeldValues::isDefinedHere(const clang::ValueDecl *member) const {
  const auto *record = llvm::dyn_cast<clang::RecordDecl>(member->getDeclContext());
  const clang::ASTContext &context = queries_.context();
  if (!record || &record->getASTContext() == &context ||
      !record->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return true;
  const clang::TypedefNameDecl *alias = record->getTypedefNameForAnonDecl();
  const clang::IdentifierInfo *name = alias ? alias->getIdentifier() : record->getIdentifier();
  if (!name)
    return true; // part of another
  for (const clang::NamedDecl *found : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name->getName())))
    if (const auto *type = llvm::dyn_cast<clang::TypeDecl>(found);
        type && !context.getTypeDeclType(type)->isIncompleteType())
      return true;
  return false;
}

/// As the region's function can name it: as it is written there, or, from a called function, what can be named from
/// anywhere.
static std::optional<std::string> nameOf(const clang::DeclRefExpr *reference, int call_depth) {
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

std::optional<FeatureValue> HeldValues::variableValue(const clang::DeclRefExpr *reference, const Frame &frame) const {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable)
    return std::nullopt;
  const auto *canonical = variable->getCanonicalDecl();
  if (auto bound = frame.bindings.find(canonical); bound != frame.bindings.end())
    return bound->second;
  bool local = variable->isLocalVarDeclOrParm() && !variable->isStaticLocal();
  bool unwritten = !isWritten(canonical);
  std::optional<std::string> name = nameOf(reference, frame.call_depth);
  if (name && unwritten && declaredBefore(variable) && available(variable))
    return FeatureValue{*name, {canonical}, std::nullopt, 0};
  bool inlined = local && !llvm::isa<clang::ParmVarDecl>(variable) && unwritten && variable->getInit() &&
                 variable->getType()->isIntegerType() && !(frame.call_depth == 0 && declaredBefore(variable));
  return inlined ? value(variable->getInit(), frame) : std::nullopt;
}

std::optional<FeatureValue> HeldValues::object(const clang::Expr *expression, const Frame &frame) const {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *self = llvm::dyn_cast<clang::CXXThisExpr>(expression))
    return frame.call_depth == 0
               ? std::optional<FeatureValue>(FeatureValue{self->isImplicit() ? "" : "this", {}, std::nullopt})
               : std::nullopt;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable)
      return std::nullopt;
    if (auto bound = frame.bindings.find(variable->getCanonicalDecl()); bound != frame.bindings.end())
      return bound->second;
    std::optional<std::string> name = nameOf(reference, frame.call_depth);
    const bool pointer = variable->getType()->isPointerType() || variable->getType()->isReferenceType();
    if (!declaredBefore(variable) || !name ||
        (pointer && (!available(variable) || isWritten(variable->getCanonicalDecl()))))
      return std::nullopt;
    return FeatureValue{*name, {variable->getCanonicalDecl()}, std::nullopt, 0};
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (member->getType()->isPointerType())
      return memberValue(member, frame);
    std::optional<FeatureValue> base = object(member->getBase(), frame);
    if (!base || !isDefinedHere(member->getMemberDecl()))
      return std::nullopt;
    std::string access = accessTo(base->text, member->isArrow());
    return FeatureValue{access + member->getMemberDecl()->getNameAsString(), base->referenced, std::nullopt, 0};
  }
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(expression);
      address && address->getOpcode() == clang::UO_AddrOf) {
    std::optional<FeatureValue> base = object(address->getSubExpr(), frame);
    if (base && !base->text.empty())
      return FeatureValue{"(&" + base->text + ")", base->referenced, std::nullopt, 0};
  }
  return std::nullopt;
}

std::optional<FeatureValue> HeldValues::memberValue(const clang::MemberExpr *member, const Frame &frame) const {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  const bool reachable = field && (frame.call_depth == 0 || field->getAccess() == clang::AS_public ||
                                   field->getAccess() == clang::AS_none);
  if (!reachable || field->getName().empty() || !available(field) || isWritten(field->getCanonicalDecl()) ||
      !isDefinedHere(field))
    return std::nullopt;
  std::optional<FeatureValue> base = object(member->getBase(), frame);
  if (!base)
    return std::nullopt;
  std::string access = accessTo(base->text, member->isArrow());
  return FeatureValue{access + field->getNameAsString(), base->referenced, std::nullopt, 0};
}

/// `end[0]` of an array that the skeleton holds.
std::optional<FeatureValue> HeldValues::elementValue(const clang::ArraySubscriptExpr *element,
                                                     const Frame &frame) const {
  clang::Expr::EvalResult index;
  const clang::Expr *base = element->getBase()->IgnoreParenImpCasts();
  if (!base->getType()->isConstantArrayType() || !element->getIdx()->EvaluateAsInt(index, queries_.context()))
    return std::nullopt;
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(base);
  std::optional<FeatureValue> array = named    ? variableValue(named, frame)
                                      : member ? memberValue(member, frame)
                                               : std::nullopt;
  if (array)
    array->text = array->full() + "[" + std::to_string(index.Val.getInt().getSExtValue()) + "]";
  return array;
}

std::optional<FeatureValue> HeldValues::sizeOf(const clang::Expr *container, const Frame &frame) const {
  container = container->IgnoreParenImpCasts();
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(container);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(container);
  const clang::ValueDecl *declared = named ? named->getDecl() : member ? member->getMemberDecl() : nullptr;
  if (!declared || isWritten(declared->getCanonicalDecl()))
    return std::nullopt;
  std::optional<FeatureValue> held = object(container, frame);
  if (held && !held->text.empty() && queries_.decisions().valueAvailable(sizeName(availabilityName(declared))))
    return FeatureValue{held->text + ".size()", held->referenced, std::nullopt, 0};
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
  const clang::Expr *first =
      variable && variable->isLocalVarDecl() && variable->getInit() ? variable->getInit()->IgnoreImplicit() : nullptr;
  const auto *made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(first);
  if (!made || made->isListInitialization() || made->getNumArgs() == 0 || !made->getArg(0)->getType()->isIntegerType())
    return std::nullopt;
  return value(made->getArg(0), frame);
}

std::optional<FeatureValue> HeldValues::value(const clang::Expr *expression, const Frame &frame) const {
  if (!expression || expression->isValueDependent() || !expression->getType()->isArithmeticType())
    return std::nullopt;
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, queries_.context()))
    return constantValue(constant.Val.getInt().getSExtValue());
  expression = expression->IgnoreParenCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    return variableValue(reference, frame);
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return memberValue(member, frame);
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return elementValue(element, frame);
  if (const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    const clang::CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->getIdentifier() || method->getName() != "size" || !method->getParent()->isInStdNamespace())
      return std::nullopt;
    return sizeOf(call->getImplicitObjectArgument(), frame);
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary || !(binary->isAdditiveOp() || binary->isMultiplicativeOp()))
    return std::nullopt;
  std::optional<FeatureValue> left = value(binary->getLHS(), frame);
  std::optional<FeatureValue> right = left ? value(binary->getRHS(), frame) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (binary->getOpcode() == clang::BO_Rem || (binary->getOpcode() == clang::BO_Div && !right->constant))
    return divided(binary, *left, *right);
  return combined(binary->getOpcode(), *left, *right);
}

} // namespace maquette::skeletonizer
