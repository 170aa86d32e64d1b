//===- skeletonizer/features/lib/region_walk.h - one walk over the statements of a region ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_REGION_WALK_H
#define MAQUETTE_FEATURES_REGION_WALK_H

#include "array_fillings.h"
#include "feature_product.h"
#include "held_values.h"
#include "maquette/features/code_costs.h"

#include "clang/AST/StmtCXX.h"

namespace maquette::skeletonizer {

/// Collects the products of trip counts, and what arrays are filled.
class RegionWalk {
public:
  RegionWalk(HeldValues &values, ArrayFillings &fillings, CodeCosts &costs)
      : values_(values), fillings_(fillings), costs_(costs) {}

  /// The products in \p run, the most deeply nested first.
  std::vector<FeatureProduct> walk(const std::vector<const clang::Stmt *> &run);
  /// How often some loop runs was not found.
  bool missedTrips() const { return missed_trips_; }
  /// The same, or what a library call goes through.
  bool missedAny() const { return missed_trips_ || missed_lengths_; }

private:
  static constexpr int kCallDepth = 2;

  void visit(const clang::Stmt *node, const FeatureProduct &outer, const Frame &frame);
  void visitChildren(const clang::Stmt *node, const FeatureProduct &outer, const Frame &frame);
  void visitLoop(const clang::Stmt *loop, const clang::Stmt *body, const FeatureProduct &outer, const Frame &frame);
  void visitCall(const clang::CallExpr *call, const FeatureProduct &outer, const Frame &frame);
  void visitConstruction(const clang::CXXConstructExpr *made, const FeatureProduct &outer, const Frame &frame);
  /// What \p callee does with \p arguments, the first of which are its parameters'.
  void visitCallee(const clang::FunctionDecl *definition, llvm::ArrayRef<const clang::Expr *> arguments,
                   const FeatureProduct &outer, const Frame &frame);
  void visitLength(const clang::Expr *length, const FeatureProduct &outer, const Frame &frame);
  void visitBranch(const clang::Stmt *branch, const FeatureProduct &guarded, const Frame &frame);
  void visitIf(const clang::IfStmt *choice, const FeatureProduct &outer, const Frame &frame);

  HeldValues &values_;
  ArrayFillings &fillings_;
  CodeCosts &costs_;
  std::set<const clang::FunctionDecl *> entered_;
  std::vector<FeatureProduct> products_;
  std::vector<FeatureProduct> lengths_; ///< Of what library calls go through; where no loop says more.
  bool missed_trips_ = false;
  bool missed_lengths_ = false;
};

} // namespace maquette::skeletonizer

#endif
