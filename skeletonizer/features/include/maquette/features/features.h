//===- maquette/features/features.h - what the cost of removed code depends on -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_FEATURES_H
#define MAQUETTE_FEATURES_FEATURES_H

#include "maquette/features/decision_queries.h"

#include "clang/AST/StmtCXX.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// An expression over values that the skeleton holds, as it is written at the start of the region.
struct Feature {
  std::string text;                         ///< "(double)nx * ny".
  std::set<const clang::Decl *> referenced; ///< What has to stay declared for it.
};

/// In parentheses unless it is one operand.
std::string operandText(const std::string &text);

/// How often a region writes elements of an array: what other regions' loops take their bounds from.
struct ArrayFilling {
  std::string array;   ///< availabilityName() of the variable or field.
  std::size_t feature; ///< Of the region: its number.
  std::size_t factors; ///< Loops that are counted in it.
};

/// At most kMaxFeatures of the products of trip counts of the loops in \p run (the statements of a region, in order)
/// and in the functions it calls, the most deeply nested first. What stands in the branch of a condition over such
/// values counts only where the condition holds: a step that writes a file every tenth time is two kinds of step.
class FeatureFinder {
public:
  using Definition = std::function<const clang::FunctionDecl *(const clang::FunctionDecl *)>;
  /// Of regions in \p body, a function's. \p names: all that features may name, or null.
  FeatureFinder(DecisionQueries &facts, Definition definition_of, const clang::Stmt *body,
                const std::set<std::string> *names)
      : queries_(facts), definition_of_(std::move(definition_of)), function_body_(body), names_(names) {}

  std::vector<Feature> find(const std::vector<const clang::Stmt *> &run);
  /// Of the last find(): the arrays whose elements bound loops of which no more is known, and those whose elements are
  /// written in loops that a feature counts.
  const std::vector<std::string> &unknownBounds() const { return unknown_bounds_; }
  const std::vector<ArrayFilling> &fillings() const { return fillings_; }
  /// How often some loop of the latest run runs was not found.
  bool missedTrips() const { return missed_trips_; }
  /// A loop stands in \p node, or a call of a function that may take time.
  bool takesTime(const clang::Stmt *node);
  static constexpr size_t kMaxFeatures = 4;

private:
  bool callTakesTime(const clang::Stmt *call);
  static constexpr int kCallDepth = 2;

  struct Value {
    std::string text;
    std::set<const clang::Decl *> referenced;
    std::optional<long long> constant;
    long long offset = 0; ///< To add to the text.
    std::string full() const;
  };
  static Value constantValue(long long value) { return {std::to_string(value), {}, value, 0}; }
  using Bindings = std::map<const clang::Decl *, std::optional<Value>>;
  using Indices = std::map<const clang::Decl *, long long>; ///< What the indices of small loops stand for.
  struct Filling {
    std::vector<std::string> factors; ///< Of the longest product of loops around a write.
    bool partial = false;
  };
  struct Product {
    std::vector<Value> factors;
    std::vector<Value> guards;                 ///< Conditions that hold where it counts; it is zero elsewhere.
    std::vector<const clang::ForStmt *> loops; ///< Of the factors; null for one in a function that is called.
    bool partial = false;                      ///< What is inside does not happen in every trip.
  };

  struct LoopBounds {
    const clang::VarDecl *variable;
    const clang::Expr *from, *to;
    bool inclusive;
  };
  static std::optional<LoopBounds> boundsOf(const clang::ForStmt *loop);
  void visit(const clang::Stmt *node, const Product &outer, const Bindings &bindings, int call_depth);
  void visitCall(const clang::CallExpr *call, const Product &outer, const Bindings &bindings, int call_depth);
  void visitBranch(const clang::Stmt *branch, const Product &guarded, const Bindings &bindings, int call_depth);
  void visitIf(const clang::IfStmt *choice, const Product &outer, const Bindings &bindings, int call_depth);
  void addGuards(std::vector<Value> &guards, const clang::Expr *condition, const Bindings &bindings, int call_depth);
  std::optional<Value> truth(const clang::Expr *condition, const Bindings &bindings, int call_depth);
  std::optional<Value> comparison(const clang::BinaryOperator *condition, const Bindings &bindings, int call_depth);
  std::optional<Value> pointer(const clang::Expr *expression, const Bindings &bindings, int call_depth);
  std::optional<Value> tripCount(const clang::Stmt *loop, const Bindings &bindings, int call_depth);
  std::optional<Value> value(const clang::Expr *expression, const Bindings &bindings, int call_depth);
  std::optional<Value> elementValue(const clang::ArraySubscriptExpr *element, const Bindings &bindings, int call_depth);
  std::optional<Value> sizeOf(const clang::Expr *container, const Bindings &bindings, int call_depth);
  std::optional<Value> variableValue(const clang::DeclRefExpr *reference, const Bindings &bindings, int call_depth);
  std::optional<std::string> nameOf(const clang::DeclRefExpr *reference, int call_depth) const;
  std::optional<Value> memberValue(const clang::MemberExpr *member, const Bindings &bindings, int call_depth);
  std::optional<Value> object(const clang::Expr *expression, const Bindings &bindings, int call_depth);
  std::optional<Value> combined(clang::BinaryOperatorKind operation, const Value &left, const Value &right);
  static std::optional<Value> remainder(const clang::BinaryOperator *binary, const Value &left, const Value &right);
  static Feature written(const Product &product);
  bool declaredBefore(const clang::VarDecl *variable) const;
  bool available(const clang::ValueDecl *declaration) const;
  bool isDefinedHere(const clang::ValueDecl *member) const;
  void noteWrites(const clang::Stmt *node, bool read);
  // array_fillings.cpp
  void noteUnknownBound(const clang::Stmt *bound);
  void noteFilling(const clang::Stmt *node, const Product &outer);
  static std::vector<std::string> sortedFactors(const Product &product);
  void addFillings(const Product &product, std::vector<Feature> &features);
  static bool skipsTrips(const clang::Stmt *body);
  std::optional<Feature> unrounded(const Product &product);
  bool holdsElements(const clang::VarDecl *variable) const;
  std::optional<Value> unrounded(const clang::Expr *expression, const Indices &indices, int depth);
  std::optional<Value> unroundedDefinition(const clang::VarDecl *variable, std::optional<long long> index, int depth);
  void add(const Product &product);

  DecisionQueries &queries_;
  Definition definition_of_;
  const clang::Stmt *function_body_;
  const std::set<std::string> *names_;
  clang::SourceLocation start_;
  std::set<const clang::Decl *> written_;
  std::set<const clang::FunctionDecl *> entered_;
  std::map<const clang::FunctionDecl *, bool> takes_time_; ///< Functions of the program; true while being looked at.
  std::vector<Product> products_;
  std::map<std::string, Filling> filled_; ///< By array.
  std::vector<std::string> unknown_bounds_;
  std::vector<ArrayFilling> fillings_;
  std::vector<Product> lengths_; ///< Of what library calls go through; where no loop says more.
  bool missed_trips_ = false;
};

} // namespace maquette::skeletonizer

#endif
