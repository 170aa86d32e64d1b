//===- skeletonizer/edits/lib/expression_edits.h - what is left of an expression -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_EXPRESSION_EDITS_H
#define MAQUETTE_EDITS_EXPRESSION_EDITS_H

#include "maquette/edits/edits.h"
#include "maquette/edits/referenced_decls.h"
#include "maquette/features/decision_queries.h"
#include "maquette/frontend/source_text.h"

#include "clang/AST/ExprCXX.h"

#include <functional>
#include <optional>
#include <set>

namespace maquette::skeletonizer {

/// Edits expressions of one function body. A fresh one for each pass over the body.
class ExpressionEditor {
public:
  struct Surroundings {
    DecisionQueries &facts;
    const SourceText &source;
    const bool &in_template; ///< Types of an instantiation cannot be written in the pattern.
    /// Defined in the program, so that the analysis has decided about its parameters.
    std::function<bool(const clang::FunctionDecl *)> is_program_function;
    /// Edits the body of a lambda that stays.
    std::function<void(const clang::LambdaExpr *, std::vector<Edit> &)> edit_lambda;
  };

  ExpressionEditor(Surroundings surroundings, ReferencedDecls &referenced, std::vector<Edit> &profiled)
      : with_(std::move(surroundings)), mentions_(referenced), profiled_(profiled) {}

  /// The node stays: the edits inside it. Notes what the remaining text references.
  void keep(const clang::Stmt *node, std::vector<Edit> &edits);
  /// The same for an expression whose value is dropped.
  void keepStatement(const clang::Expr *expression, std::vector<Edit> &edits);
  /// The node stays: its new text.
  std::string rendered(const clang::Stmt *node);
  /// The node goes, but for the kept acts inside it: one text each, in order.
  void reduce(const clang::Stmt *node, std::vector<std::string> &acts);
  /// The condition stays or is predicted.
  void keepCondition(const clang::Expr *condition, std::vector<Edit> &edits);
  /// Observes a predicted value in the profiled tree, once.
  bool firstTime(const clang::Stmt *node) { return observed_.insert(node).second; }

  /// What stands for \p value, from which the type of the function is deduced; nothing if there is no such text.
  std::optional<std::string> neutralLike(const clang::Expr *value);
  /// What stands for a value of the type that nobody needs; nothing if there is no such text.
  std::optional<std::string> neutralValue(clang::QualType type) const;
  /// The same, or what traps where it is used after all: a reference to nothing, an object that is copied from there.
  std::optional<std::string> placeholder(clang::QualType type) const;
  std::string typeText(clang::QualType type) const;
  ReferencedDecls &referenced() { return mentions_; }
  std::vector<Edit> &profiled() { return profiled_; }
  /// Arguments and allocations replaced by phantoms, for the report.
  unsigned phantomCount() const { return phantom_count_; }

private:
  void keepWhole(const clang::Expr *expression, std::vector<std::string> &acts);
  void reduceChoice(const clang::Expr *expression, const clang::Expr *condition, const clang::Expr *then,
                    const clang::Expr *otherwise, std::vector<std::string> &acts);
  /// There is nothing to edit inside it.
  bool staysAsItIs(const clang::Stmt *node);
  /// What the node itself names, beside its operands.
  void mentionNames(const clang::Stmt *node);
  void keepLambda(const clang::LambdaExpr *lambda, std::vector<Edit> &edits);
  /// Another text took its place.
  bool replacedWhole(const clang::Expr *expression, std::vector<Edit> &edits);
  void keepChildren(const clang::Stmt *node, std::vector<Edit> &edits);
  void keepCall(const clang::Expr *call, const clang::FunctionDecl *callee,
                llvm::ArrayRef<const clang::Expr *> arguments, std::vector<Edit> &edits);
  void keepItem(const clang::Expr *item, std::vector<Edit> &edits);
  void keepArgument(const clang::Expr *argument, clang::QualType parameter, const clang::FunctionDecl *callee,
                    std::vector<Edit> &edits);
  bool keepAllocation(const clang::Expr *call, std::vector<Edit> &edits);
  bool countElements(const clang::Expr *call, std::vector<Edit> &edits);
  void predictAssignment(const clang::Expr *assignment, const PredictedValue &value, std::vector<Edit> &edits,
                         bool is_statement);
  void replace(const clang::Expr *expression, const std::string &text, std::vector<Edit> &edits);
  std::optional<std::string> dummy(const clang::Expr *argument, clang::QualType parameter,
                                   const clang::FunctionDecl *callee) const;
  std::optional<std::string> dummyReference(const clang::Expr *argument, clang::QualType parameter, bool deduced) const;

  Surroundings with_;
  ReferencedDecls &mentions_;
  std::vector<Edit> &profiled_;
  std::set<const clang::Stmt *> observed_;
  unsigned phantom_count_ = 0;
};

} // namespace maquette::skeletonizer

#endif
