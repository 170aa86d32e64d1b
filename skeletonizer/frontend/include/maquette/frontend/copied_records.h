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
  /// Of each expression of the program.
  void note(const clang::Expr &expression, const clang::ASTContext &context);
  /// Objects of \p type are copied, and what they hold with them.
  void add(clang::QualType type);
  /// Objects of \p record are known by names that no assignment connects. Null: nothing.
  void addAliased(const clang::RecordDecl *record);
  bool holds(const clang::RecordDecl *record) const;

private:
  void addGiven(const clang::Expr *expression);
  void noteCall(const clang::FunctionDecl *callee);
  /// A function of a library that is a template of types copies objects of them.
  void addLibraryCall(const clang::FunctionDecl &callee);
  void addArguments(llvm::ArrayRef<clang::TemplateArgument> arguments);

  std::set<std::string> records_;
};

} // namespace maquette::skeletonizer

#endif
