//===- skeletonizer/lib/source_key.h - where an AST node stands -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The bridge between Clang's nodes and SourceKey. Both sides of decisions.h use these functions and nothing else, so that a
/// fact found by the analysis is found again by the rewriter. Nodes of a template's instantiations stand where the pattern
/// stands: they share its key.
#ifndef MAQUETTE_SKELETONIZER_SOURCE_KEY_H
#define MAQUETTE_SKELETONIZER_SOURCE_KEY_H

#include "decisions.h"

#include <string>

namespace clang {
class ASTContext;
class Decl;
class SourceRange;
class Stmt;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace maquette::skeletonizer {

/// The expansion range of \p range; an empty file name if it lies in no file.
SourceKey keyOf(clang::SourceRange range, const clang::ASTContext &context);
SourceKey keyOf(const clang::Stmt *statement, const clang::ASTContext &context);
/// The whole declaration of one variable. In `int i, j;` the keys are those of `int i` and `int i, j`.
SourceKey keyOf(const clang::VarDecl *variable);

/// "file:begin-end".
std::string toText(const SourceKey &key);

/// Clang's unified symbol name; empty where there is none.
std::string usrOf(const clang::Decl *declaration);

/// The name under which Decisions::valueAvailable() knows a variable, parameter or field: the USR, or for a local variable
/// or parameter the text of its key.
std::string availabilityName(const clang::ValueDecl *declaration);
/// The name of how many elements a container has.
inline std::string sizeName(const std::string &availability_name) { return availability_name + "#size"; }

} // namespace maquette::skeletonizer

#endif
