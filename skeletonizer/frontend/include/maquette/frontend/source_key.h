//===- maquette/frontend/source_key.h - where an AST node stands ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The bridge between Clang's nodes and SourceKey. Analysis and rewriting use these functions and nothing else, so that
/// a fact found by the analysis is found again by the rewriter. Nodes of a template's instantiations stand where the
/// pattern stands: they share its key.
#ifndef MAQUETTE_FRONTEND_SOURCE_KEY_H
#define MAQUETTE_FRONTEND_SOURCE_KEY_H

#include <compare>
#include <cstdint>
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

/// The expansion range of an AST node: bytes [begin, end) of a file, end after its last token.
struct SourceKey {
  std::string file; ///< Real path.
  unsigned begin = 0;
  unsigned end = 0;
  auto operator<=>(const SourceKey &) const = default;
};

/// The actions a node of the AST can stand for.
enum class Role : std::uint8_t {
  Definition, ///< An assignment, ++/--, variable initializer (key of the VarDecl's initializer expression), member
              ///< initializer, constructor call, or external call for its effects: performed.
  Call, ///< Key of the call expression (also CXXConstructExpr): executed, because its callee is live or its value is
        ///< needed.
  Argument,  ///< Key of the argument expression: evaluated. Not kept: replaced by a dummy (payload: MAQUETTE_PHANTOM).
  Condition, ///< Key of the condition expression of if/for/while/do/switch/?:/&&/|| (for a range-for: of the range
             ///< expression).
  Jump,      ///< Key of the break/continue/goto/return statement: control flow is needed.
  Value,     ///< Key of a return statement's expression: its value is needed.
  Contents,  ///< Key of a call of malloc & co. or of a new expression: the memory is read or written by what is kept. A
             ///< kept allocation whose contents are not needed becomes phantom memory.
  Item,      ///< Key of an expression in an initializer list, for a plain field of a record: its value is needed.
};

enum class ValueType : std::uint8_t { Integer, Floating, Boolean };

/// The expansion range of \p range; an empty file name if it lies in no file.
SourceKey keyOf(clang::SourceRange range, const clang::ASTContext &context);
SourceKey keyOf(const clang::Stmt *statement, const clang::ASTContext &context);
/// The whole declaration of one variable. In `int i, j;` the keys are those of `int i` and `int i, j`.
SourceKey keyOf(const clang::VarDecl *variable);

/// "file:begin-end".
std::string toText(const SourceKey &key);

/// Clang's unified symbol name; empty where there is none.
std::string usrOf(const clang::Decl *declaration);

/// The name under which Decisions::valueAvailable() knows a variable, parameter or field: the USR, or for a local
/// variable or parameter the text of its key.
std::string availabilityName(const clang::ValueDecl *declaration);
/// The name of how many elements a container has.
inline std::string sizeName(const std::string &availability_name) { return availability_name + "#size"; }

} // namespace maquette::skeletonizer

#endif
