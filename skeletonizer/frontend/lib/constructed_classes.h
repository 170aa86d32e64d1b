//===- skeletonizer/frontend/lib/constructed_classes.h - of which classes there are objects -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_LIB_CONSTRUCTED_CLASSES_H
#define MAQUETTE_FRONTEND_LIB_CONSTRUCTED_CLASSES_H

#include "clang/AST/DeclCXX.h"

#include <map>
#include <set>
#include <string>

namespace maquette::skeletonizer {

/// Rapid type analysis (D. Bacon, P. Sweeney, 1996): a virtual call runs no function of a class of which no object is
/// made. Constructors, and members of a class that needs them, run only if one is; all other functions are taken to
/// run.
class ConstructedClasses {
public:
  /// Only a constructor makes an object of \p record: it is polymorphic, or has constructors of its own.
  static bool needsConstructor(const clang::CXXRecordDecl *record);
  /// Code of \p function, or of no function if it is null, makes an object of \p record.
  void addMade(const clang::FunctionDecl *function, const clang::CXXRecordDecl *record);
  /// Code of \p function calls \p callee of a library, which may make objects of the types it is a template of.
  void addLibraryCall(const clang::FunctionDecl *function, const clang::FunctionDecl &callee);
  /// All facts are there: finds what follows from them.
  void settle();
  /// Objects of \p record may exist, or of a class derived from it. Those of libraries always may. \pre settle()
  bool mayHold(const clang::CXXRecordDecl *record) const;

private:
  using Names = std::set<std::string>;

  /// Objects of this class must exist for \p function to run; "" if it may run anyhow.
  static std::string conditionOf(const clang::FunctionDecl *function);
  void addArguments(Names &made, llvm::ArrayRef<clang::TemplateArgument> arguments);
  void addType(Names &made, clang::QualType type);
  void addRecord(Names &made, const clang::CXXRecordDecl *record);

  std::map<std::string, Names> made_if_;  ///< By the class of which objects must exist.
  std::map<std::string, Names> parts_of_; ///< Bases and fields.
  Names constructed_;
};

} // namespace maquette::skeletonizer

#endif
