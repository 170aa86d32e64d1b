//===- skeletonizer/dataflow/lib/build_threads.cpp - calls that threads depend on -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

namespace maquette::skeletonizer {

std::string ownerOrName(const clang::FunctionDecl &function) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool of_library = method && isStandardLibrary(method) && method->getParent()->getIdentifier();
  return of_library ? method->getParent()->getNameAsString() : listedName(function);
}

namespace {

/// What the library's function works on: its class, what it is a template of, and what those hold.
std::set<const clang::CXXRecordDecl *> recordsOf(const clang::FunctionDecl &callee) {
  std::vector<const clang::CXXRecordDecl *> work;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee))
    work.push_back(method->getParent());
  if (const clang::TemplateArgumentList *given = callee.getTemplateSpecializationArgs();
      given && isStandardLibrary(&callee))
    for (const clang::TemplateArgument &one : given->asArray())
      if (one.getKind() == clang::TemplateArgument::Type)
        work.push_back(recordOf(one.getAsType()));
  std::set<const clang::CXXRecordDecl *> out;
  while (!work.empty()) {
    const clang::CXXRecordDecl *record = work.back();
    work.pop_back();
    if (record && isStandardLibrary(record) && out.insert(record).second)
      for (const clang::CXXRecordDecl *held : partsOf(record))
        work.push_back(held);
  }
  return out;
}

} // namespace

void ExternalCalls::noteThreads(const CallSite &site, NodeId call_action) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee);
  if (!site.callee || (method && method->isStatic()))
    return;
  std::set<std::string> names{ownerOrName(*site.callee), listedName(*site.callee)};
  const ContainerEffect effect = context_.shared.effects.ofMember(site.callee->getNameAsString());
  const bool looks = method && (effect == ContainerEffect::QuerySize || effect == ContainerEffect::Access);
  if (!looks)
    for (const clang::CXXRecordDecl *record : recordsOf(*site.callee))
      names.insert(record->getNameAsString());
  const auto any = [&](Trait trait) {
    return llvm::any_of(names, [&](const std::string &name) { return context_.shared.effects.has(name, trait); });
  };
  const bool starts = any(Trait::StartsThreads);
  if (starts && !std::exchange(context_.graph().threads.starts_some, true))
    context_.graph().notes.push_back(
        "threads: the skeleton keeps all code that creates, joins or synchronizes threads");
  if (starts || any(Trait::Synchronizes))
    context_.graph().threads.synchronizations.push_back(call_action);
}

} // namespace maquette::skeletonizer
