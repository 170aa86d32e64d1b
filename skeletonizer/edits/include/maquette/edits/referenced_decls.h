//===- maquette/edits/referenced_decls.h - which declarations a text needs -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_REFERENCED_DECLS_H
#define MAQUETTE_EDITS_REFERENCED_DECLS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <set>
#include <string>

namespace maquette::skeletonizer {

/// The variables, functions and labels that some text names.
class ReferencedDecls {
public:
  void add(const clang::Decl *declaration);
  /// Only its value is read here.
  void addRead(const clang::Decl *declaration);
  /// The variable is only written here.
  void addWrite(const clang::Decl *declaration);
  /// All that \p node names, inside types too.
  void addAll(const clang::Stmt *node);
  void addAll(clang::QualType type);
  /// Expressions in a type as it is written: decltype(x), std::array<double, n>.
  void addAll(const clang::TypeSourceInfo *written);
  void addTemplateArguments(const clang::Expr *named);
  /// What \p choice, an `if constexpr` in \p function, names where the text stands: an instantiation has not got the
  /// branch that it discards.
  void addDiscarded(const clang::FunctionDecl *function, const clang::IfStmt *choice);

  bool has(const clang::Decl *declaration) const;
  /// Mentioned, but every mention is a write.
  bool onlyWritten(const clang::Decl *declaration) const;
  /// Read, but neither written nor passed on by address.
  bool neverSet(const clang::Decl *declaration) const;
  /// Mentioned other than by a write.
  bool read(const clang::Decl *declaration) const;
  /// The functions, global variables and fields among them, by USR.
  const std::set<std::string> &globals() const { return globals_; }
  bool operator==(const ReferencedDecls &other) const {
    return read_ == other.read_ && passed_ == other.passed_ && written_ == other.written_ && globals_ == other.globals_;
  }

private:
  void addDecomposed(const clang::Decl *declaration);
  std::set<const clang::Decl *> read_;   ///< All uses but plain writes.
  std::set<const clang::Decl *> passed_; ///< Those of them that may write.
  std::set<const clang::Decl *> written_;
  std::set<std::string> globals_;
};

/// "(void)n;", the same for a parameter pack, and "" without a name.
std::string discarded(const clang::FunctionDecl *function, const clang::ParmVarDecl *parameter);
/// That of the parameters that \p original reads and \p now does not, after a space each.
std::string discardedParameters(const clang::FunctionDecl *function, const ReferencedDecls &original,
                                const ReferencedDecls &now);

} // namespace maquette::skeletonizer

#endif
