//===- maquette/frontend/copied_records.h - which records are copied as they are -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_COPIED_RECORDS_H
#define MAQUETTE_FRONTEND_COPIED_RECORDS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"

#include <set>
#include <string>

namespace maquette::skeletonizer {

/// Records of which the compiler or a library copies or moves objects member by member, and records that are seen as
/// something else: a field's pointer may be in another object's field without an assignment that says so.
class CopiedRecords {
public:
  /// Objects of \p type are copied, and what they hold with them.
  void add(clang::QualType type);
  /// What \p expression gives, if it is an object: it is made where the call or the operator is evaluated, and known by
  /// another name where it is used, without a constructor that takes one for the other (C++17, copy elision). Null:
  /// nothing.
  void addGiven(const clang::Expr *expression);
  /// A function of a library that is a template of types copies objects of them.
  void addLibraryCall(const clang::FunctionDecl &callee);
  bool holds(const clang::RecordDecl *record) const;

private:
  void addArguments(llvm::ArrayRef<clang::TemplateArgument> arguments);

  std::set<std::string> records_;
};

} // namespace maquette::skeletonizer

#endif
