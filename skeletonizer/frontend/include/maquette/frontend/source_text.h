//===- maquette/frontend/source_text.h - the text around an AST node -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions about the spelling of one unit's source: what stands there, where its line begins, where the semicolon is.
#ifndef MAQUETTE_FRONTEND_SOURCE_TEXT_H
#define MAQUETTE_FRONTEND_SOURCE_TEXT_H

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace maquette::skeletonizer {

/// Bytes [begin, end) of a file.
struct TextRange {
  unsigned begin = 0;
  unsigned end = 0;
};

/// Where "..." stands in a text that ends in a null character, not counting comments, strings and directives.
class Ellipses {
public:
  Ellipses(llvm::StringRef text, const clang::LangOptions &language) : text_(text), language_(language) {}
  /// In the statement that \p range is in, or in one inside of it.
  bool in(TextRange range);

private:
  void find();

  llvm::StringRef text_;
  const clang::LangOptions &language_;
  bool found_ = false;
  std::vector<TextRange> statements_;
};

/// The { ... } of FOR(i, n) { ... } or IF_ROOT { ... }, where the macro writes heads of loops and branches and nothing
/// else; null if
/// \p statement is no such.
const clang::Stmt *bodyBehindMacro(const clang::Stmt *statement, const clang::SourceManager &sources);

/// Whether \p condition always holds or never does, by what the compiler computes; nothing if that is not said by
/// constants alone, or if compilers may differ about it (__builtin_constant_p).
std::optional<bool> constantTruth(const clang::Expr *condition, const clang::ASTContext &context);
/// The branch that \p choice never takes, if its condition is a constant and nothing jumps into that branch; else null.
const clang::Stmt *deadBranch(const clang::IfStmt *choice, const clang::ASTContext &context);

class SourceText {
public:
  SourceText(const clang::ASTContext &context, clang::FileID file);

  llvm::StringRef all() const { return buffer_; }
  llvm::StringRef at(TextRange range) const { return buffer_.slice(range.begin, range.end); }
  /// The node's expansion range, or nothing if it lies in another file.
  bool contains(const clang::Stmt *node) const;
  TextRange range(clang::SourceRange range) const;
  TextRange range(const clang::Stmt *node) const { return range(node->getSourceRange()); }
  llvm::StringRef spelling(const clang::Stmt *node) const { return at(range(node)); }

  /// The statement with its semicolon; of one that folds a parameter pack all of it, though the AST knows of one
  /// element's place only.
  TextRange statementRange(const clang::Stmt *statement) const;
  /// \p statement with the `#pragma` lines that belong to it.
  TextRange withPragmas(TextRange statement) const;
  /// A declaration and the words before it on its line: macros that are empty here and `extern` or the like elsewhere.
  TextRange withSpecifierMacros(TextRange declaration) const;
  /// The lines of `#pragma NAME ...`, with what follows the name.
  std::vector<std::pair<TextRange, std::string>> pragmas(llvm::StringRef name) const;
  /// The offset after white space, comments and `#pragma` lines.
  unsigned withoutPragmas(unsigned offset) const;
  /// Also the rest of the line(s), trailing comment included, if nothing else stands there.
  TextRange wholeLines(TextRange range) const;
  /// \p range and the comment that ends on the line above it, if that begins a line.
  TextRange withComment(TextRange range) const;
  /// Whole lines and one blank line after them, if a blank line or the file's beginning stands before them.
  TextRange withBlankLine(TextRange lines) const;
  /// True when nothing of the node stands inside a macro body: its parts can be edited one by one, or the node as one.
  bool editable(const clang::Stmt *node) const;
  /// True when the node begins inside a macro expansion: what is inside cannot be told apart.
  bool beginsInMacro(const clang::Stmt *node) const { return node->getBeginLoc().isMacroID(); }
  const clang::Stmt *bodyBehindMacro(const clang::Stmt *statement) const {
    return skeletonizer::bodyBehindMacro(statement, sources_);
  }
  /// The statement expands a parameter pack: what stands in it stands for several, or for none.
  bool expandsPack(const clang::Stmt *statement) const;
  /// \p statement and the rest of an #if that ends or begins in it, if there is no other code in the branch that was
  /// taken.
  TextRange withChoice(TextRange statement) const;
  /// #if and #endif balance.
  bool balancedDirectives(TextRange range) const;

  /// Offset after white space and comments.
  unsigned skipBlanks(unsigned offset) const;
  unsigned lineStart(unsigned offset) const;
  std::string indentation(unsigned offset) const;
  unsigned lineNumber(unsigned offset) const;
  /// Tokens joined by one space, without comments.
  std::string normalised(TextRange range) const;

private:
  const clang::ASTContext &context_;
  const clang::SourceManager &sources_;
  clang::FileID file_;
  llvm::StringRef buffer_;
  mutable Ellipses ellipses_; ///< Looks once, when first asked.
};

} // namespace maquette::skeletonizer

#endif
