//===- maquette/frontend/class_use.h - what the program does with its classes -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_CLASS_USE_H
#define MAQUETTE_FRONTEND_CLASS_USE_H

#include "maquette/frontend/copied_records.h"

#include "clang/AST/DeclCXX.h"

#include <set>
#include <string>

namespace maquette::skeletonizer {

class ConstructedClasses;
class ProgramIndex;

class ClassUse {
public:
  /// A member of a class of which the program makes no object, though nothing else can.
  bool neverRuns(const clang::FunctionDecl *function) const;
  /// The program makes no object of this class, nor of one derived from it: pointers to one lead nowhere.
  bool hasNoObjects(const clang::RecordDecl *record) const;
  /// The compiler or a library copies objects of \p record member by member, or code reaches them from their fields.
  bool isCopiedPlainly(const clang::RecordDecl *record) const { return copied_.holds(record); }

private:
  friend class IndexVisitor;
  friend class ProgramIndex;
  void findUnused(const ProgramIndex &index, const ConstructedClasses &constructed);

  std::set<std::string> never_run_, without_objects_;
  CopiedRecords copied_;
};

} // namespace maquette::skeletonizer

#endif
