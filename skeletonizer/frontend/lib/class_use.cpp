//===- skeletonizer/frontend/lib/class_use.cpp - what the program does with its classes -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/class_use.h"

#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_key.h"

#include "constructed_classes.h"

#include <map>

namespace maquette::skeletonizer {

void ClassUse::findUnused(const ProgramIndex &index, const ConstructedClasses &constructed) {
  std::map<const clang::CXXRecordDecl *, bool> without;
  for (const Function &function : index.functions()) {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function.declaration);
    const clang::CXXRecordDecl *record = method ? method->getParent() : nullptr;
    if (!record || !ConstructedClasses::needsConstructor(record))
      continue;
    const auto [known, is_new] = without.try_emplace(record);
    if (is_new)
      known->second = !constructed.mayHold(record) && !index.isPartlyUnseen(*record);
    if (!known->second)
      continue;
    without_objects_.insert(usrOf(record));
    if (!method->isStatic() && !llvm::isa<clang::CXXConstructorDecl>(method))
      never_run_.insert(function.usr);
  }
}

bool ClassUse::neverRuns(const clang::FunctionDecl *function) const {
  return !never_run_.empty() && never_run_.count(usrOf(function)) != 0;
}

bool ClassUse::hasNoObjects(const clang::RecordDecl *record) const {
  return !without_objects_.empty() && without_objects_.count(usrOf(record)) != 0;
}

} // namespace maquette::skeletonizer
