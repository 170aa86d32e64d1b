//===- skeletonizer/lib/program_index.h - the functions of the program ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every function with a body that is the application's own (not a system header's), found by USR from any translation
/// unit; who overrides whom; whose address is taken, by type; which variables lambdas capture.
#ifndef MAQUETTE_SKELETONIZER_PROGRAM_INDEX_H
#define MAQUETTE_SKELETONIZER_PROGRAM_INDEX_H

#include "program.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
class QualType;
class VarDecl;
} // namespace clang

namespace maquette::skeletonizer {

struct Function {
  std::string usr;
  std::string name; ///< Qualified.
  const clang::FunctionDecl *declaration; ///< With its body.
  clang::ASTContext *context;
};

class ProgramIndex {
public:
  explicit ProgramIndex(const Program &program);

  const std::vector<Function> &functions() const { return functions_; }
  /// -1 if it has no body in the application.
  int find(const clang::FunctionDecl *function) const;
  int main() const { return main_; }
  /// The function itself, if it has a body, and all that override it.
  std::vector<int> targets(const clang::FunctionDecl *function) const;
  /// Functions whose address is taken somewhere, of this type or of one that the program casts to it, by way of others or of void *.
  std::vector<int> addressTaken(clang::QualType function_type) const;
  bool captured(const clang::VarDecl *variable) const { return captured_.count(variable) != 0; }

private:
  friend class IndexVisitor;
  std::vector<Function> functions_;
  std::unordered_map<std::string, int> by_usr_;
  std::map<std::string, std::vector<std::string>> overriders_;
  std::map<std::string, std::set<std::string>> address_taken_;  ///< By type.
  std::map<std::string, std::set<std::string>> converted_from_; ///< Types of functions, and kAnyPointer, that a type is cast from.
  std::set<const clang::VarDecl *> captured_;
  int main_ = -1;
};

/// Declared in a system header (or without a place).
bool isSystem(const clang::Decl *declaration);
/// In namespace std, at any depth.
bool isStandardLibrary(const clang::Decl *declaration);

} // namespace maquette::skeletonizer

#endif
