//===- skeletonizer/frontend/lib/copied_records.cpp - which records are copied as they are -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/copied_records.h"

#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_key.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// The compiler would write a function that copies or moves an object, and nobody forbids it.
static bool isPlainlyCopied(const clang::CXXRecordDecl &record) {
  if (record.needsImplicitCopyConstructor() || record.needsImplicitCopyAssignment())
    return true;
  const auto plain = [](const clang::CXXMethodDecl *method) {
    return !method->isUserProvided() && !method->isDeleted();
  };
  for (const clang::CXXConstructorDecl *constructor : record.ctors())
    if (constructor->isCopyOrMoveConstructor() && plain(constructor))
      return true;
  for (const clang::CXXMethodDecl *method : record.methods())
    if ((method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) && plain(method))
      return true;
  return false;
}

void CopiedRecords::add(clang::QualType type) {
  const clang::RecordDecl *record = type->getBaseElementTypeUnsafe()->getAsRecordDecl();
  if (!record || record->isDependentType() || !(record = record->getDefinition()))
    return;
  const auto *of_class = llvm::dyn_cast<clang::CXXRecordDecl>(record);
  if (of_class && !isStandardLibrary(record) && !isPlainlyCopied(*of_class))
    return;
  if (!records_.insert(usrOf(record)).second)
    return;
  if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      special && isStandardLibrary(record))
    return addArguments(special->getTemplateArgs().asArray());
  if (of_class)
    for (const clang::CXXBaseSpecifier &base : of_class->bases())
      add(base.getType());
  for (const clang::FieldDecl *field : record->fields())
    add(field->getType());
}

/// An object that \p expression gives is made where that is evaluated, and known by another name where it is used,
/// without a constructor that takes one for the other (C++17, copy elision). Null: nothing.
void CopiedRecords::addGiven(const clang::Expr *expression) {
  if (expression && expression->isPRValue())
    addAliased(expression->getType()->getAsRecordDecl());
}

void CopiedRecords::noteCall(const clang::FunctionDecl *callee) {
  if (callee && isSystem(callee))
    addLibraryCall(*callee);
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (method && !method->isUserProvided() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    add(method->getASTContext().getRecordType(method->getParent()));
}

/// &((struct list *)0)->next, an offset in old code.
static bool isOffset(const clang::MemberExpr &member, const clang::ASTContext &context) {
  const clang::Expr *base = member.getBase();
  return member.isArrow() && !base->isInstantiationDependent() &&
         base->isNullPointerConstant(const_cast<clang::ASTContext &>(context),
                                     clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull;
}

void CopiedRecords::note(const clang::Expr &expression, const clang::ASTContext &context) {
  if (llvm::isa<clang::CallExpr, clang::ConditionalOperator, clang::BinaryOperator, clang::StmtExpr>(expression))
    addGiven(&expression);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&expression))
    noteCall(call->getDirectCallee());
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(&expression); list && list->getType()->isArrayType())
    for (const clang::Expr *item : list->inits())
      addGiven(item);
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(&expression)) {
    if (isSystem(made->getConstructor()))
      addLibraryCall(*made->getConstructor());
    if (made->getConstructor()->isCopyOrMoveConstructor() && !made->getConstructor()->isUserProvided())
      add(made->getType());
  }
  if (const auto *offset = llvm::dyn_cast<clang::OffsetOfExpr>(&expression);
      offset && !offset->isInstantiationDependent()) // from a field to what it is in
    add(offset->getTypeSourceInfo()->getType());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&expression); member && isOffset(*member, context))
    add(member->getBase()->getType()->getPointeeType());
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(&expression);
      cast && cast->getCastKind() == clang::CK_LValueToRValue && cast->getType()->isRecordType())
    add(cast->getType());
}

void CopiedRecords::addAliased(const clang::RecordDecl *record) {
  if (record && !record->isDependentType() && !isStandardLibrary(record))
    records_.insert(usrOf(record));
}

void CopiedRecords::addLibraryCall(const clang::FunctionDecl &callee) {
  if (const clang::TemplateArgumentList *arguments = callee.getTemplateSpecializationArgs())
    addArguments(arguments->asArray());
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee))
    add(callee.getASTContext().getRecordType(method->getParent()));
}

void CopiedRecords::addArguments(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  for (const clang::TemplateArgument &argument : arguments)
    if (argument.getKind() == clang::TemplateArgument::Type)
      add(argument.getAsType());
    else if (argument.getKind() == clang::TemplateArgument::Pack)
      addArguments(argument.pack_elements());
}

bool CopiedRecords::holds(const clang::RecordDecl *record) const { return records_.count(usrOf(record)) != 0; }

} // namespace maquette::skeletonizer
