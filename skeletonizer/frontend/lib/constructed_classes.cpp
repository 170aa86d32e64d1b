//===- skeletonizer/frontend/lib/constructed_classes.cpp - of which classes there are objects -===//
// SPDX-License-Identifier: Apache-2.0
#include "constructed_classes.h"

#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_key.h"

#include "clang/AST/DeclTemplate.h"

#include <vector>

namespace maquette::skeletonizer {

bool ConstructedClasses::needsConstructor(const clang::CXXRecordDecl *record) {
  return record->hasDefinition() && !record->isLambda() &&
         (record->isPolymorphic() || (record->hasUserDeclaredConstructor() && !record->isAggregate()));
}

std::string ConstructedClasses::conditionOf(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  if (!method || method->isStatic())
    return {};
  const clang::CXXRecordDecl *record = method->getParent();
  return llvm::isa<clang::CXXConstructorDecl>(method) || needsConstructor(record) ? usrOf(record) : std::string();
}

void ConstructedClasses::addMade(const clang::FunctionDecl *function, const clang::CXXRecordDecl *record) {
  addRecord(made_if_[conditionOf(function)], record);
}

void ConstructedClasses::addLibraryCall(const clang::FunctionDecl *function, const clang::FunctionDecl &callee) {
  Names &made = made_if_[conditionOf(function)];
  if (const clang::TemplateArgumentList *arguments = callee.getTemplateSpecializationArgs())
    addArguments(made, arguments->asArray());
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee))
    addRecord(made, method->getParent());
}

void ConstructedClasses::addArguments(Names &made, llvm::ArrayRef<clang::TemplateArgument> arguments) {
  for (const clang::TemplateArgument &argument : arguments)
    if (argument.getKind() == clang::TemplateArgument::Type)
      addType(made, argument.getAsType());
    else if (argument.getKind() == clang::TemplateArgument::Pack)
      addArguments(made, argument.pack_elements());
}

void ConstructedClasses::addType(Names &made, clang::QualType type) {
  if (const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
    addRecord(made, record);
}

void ConstructedClasses::addRecord(Names &made, const clang::CXXRecordDecl *record) {
  if (!record || record->isDependentType() || !(record = record->getDefinition()))
    return;
  const std::string name = usrOf(record);
  made.insert(name);
  const auto [parts, is_new] = parts_of_.try_emplace(name);
  if (!is_new)
    return;
  Names found; // the map grows meanwhile
  if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      special && isStandardLibrary(record)) {
    if (!refersToObject(*record)) // that there is such a type does not make an object
      addArguments(found, special->getTemplateArgs().asArray());
  } else {
    for (const clang::CXXBaseSpecifier &base : record->bases())
      addType(found, base.getType());
    for (const clang::FieldDecl *field : record->fields())
      addType(found, field->getType());
  }
  parts_of_[name] = std::move(found);
}

void ConstructedClasses::settle() {
  std::vector<std::string> work;
  const auto take = [&](const Names &names) {
    for (const std::string &name : names)
      if (constructed_.insert(name).second)
        work.push_back(name);
  };
  take(made_if_[""]);
  while (!work.empty()) {
    const std::string name = std::move(work.back());
    work.pop_back();
    for (const std::map<std::string, Names> *facts : {&parts_of_, &made_if_})
      if (const auto found = facts->find(name); found != facts->end())
        take(found->second);
  }
}

bool ConstructedClasses::mayHold(const clang::CXXRecordDecl *record) const {
  const clang::CXXRecordDecl *definition = record->getDefinition();
  return !definition || constructed_.count(usrOf(definition)) != 0 || isInSystemHeader(definition);
}

} // namespace maquette::skeletonizer
