//===- skeletonizer/frontend/lib/copied_records.cpp - which records are copied as they are -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/copied_records.h"

#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_key.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

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

void CopiedRecords::addGiven(const clang::Expr *expression) {
  const bool is_object = expression && expression->isPRValue();
  const clang::RecordDecl *record = is_object ? expression->getType()->getAsRecordDecl() : nullptr;
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
