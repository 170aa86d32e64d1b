//===- skeletonizer/edits/lib/declaration_edits.h - what is left of a declaration -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_DECLARATION_EDITS_H
#define MAQUETTE_EDITS_DECLARATION_EDITS_H

#include "expression_edits.h"

namespace maquette::skeletonizer {

/// What becomes of one declaration statement.
struct DeclarationOutcome {
  bool stays = true;                             ///< Some of it remains.
  bool changed = false;                          ///< \c text stands for it, else its own text does.
  bool computed = false;                         ///< An initializer that computes something went.
  bool predicted = false;                        ///< An initializer became a prediction.
  std::string text;                              ///< Without the semicolon.
  std::vector<std::string> acts;                 ///< Kept calls out of initializers that went.
  std::vector<const clang::VarDecl *> variables; ///< Those that remain.
};

/// `int a, b, c` with only some of its variables, \p edits done; nothing if the specifiers cannot be told apart.
std::optional<std::string> rebuiltDeclaration(const SourceText &source, const std::vector<const clang::VarDecl *> &all,
                                              const std::vector<const clang::VarDecl *> &stays,
                                              const std::vector<Edit> &edits);

class DeclarationEditor {
public:
  /// \p wanted says which variables the remaining text of the body references.
  DeclarationEditor(DecisionQueries &facts, const SourceText &source, ExpressionEditor &expressions,
                    const ReferencedDecls &wanted, const bool &in_template)
      : queries_(facts), source_(source), expressions_(expressions), wanted_(wanted), in_template_(in_template) {}

  DeclarationOutcome edit(const clang::DeclStmt *statement);

private:
  enum class Verdict { Keep, Predict, DropInitializer, Remove };
  bool mayBeTemplateArgument(const clang::VarDecl *variable) const;
  Verdict verdict(const clang::VarDecl *variable) const;
  /// The text that replaces the initializer, and where; nothing if the initializer has to stay.
  std::optional<Edit> droppedInitializer(const clang::VarDecl *variable) const;
  std::optional<std::string> neutralInitializer(const clang::VarDecl *variable) const;
  /// From the name (or '=') to the end of the declarator.
  std::optional<TextRange> initializerRange(const clang::VarDecl *variable) const;
  void reduceInitializer(const clang::Expr *init, std::vector<std::string> &acts);
  void initializeNeutrally(const clang::VarDecl *variable, std::vector<Edit> &edits) const;
  void mentionType(const clang::VarDecl *variable);
  void editVariable(const clang::VarDecl *variable, Verdict verdict, DeclarationOutcome &outcome,
                    std::vector<Edit> &edits);

  DecisionQueries &queries_;
  const SourceText &source_;
  ExpressionEditor &expressions_;
  const ReferencedDecls &wanted_;
  const bool &in_template_; ///< As ExpressionEditor's.
};

} // namespace maquette::skeletonizer

#endif
