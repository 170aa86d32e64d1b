//===- skeletonizer/features/lib/held_values.h - what the skeleton holds where a region begins ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_HELD_VALUES_H
#define MAQUETTE_FEATURES_HELD_VALUES_H

#include "feature_value.h"
#include "maquette/features/decision_queries.h"

#include <map>

namespace maquette::skeletonizer {

/// Where an expression stands: in the region's function, or in one that is called there.
struct Frame {
  /// What parameters stand for; nothing for one of which nothing is known.
  std::map<const clang::Decl *, std::optional<FeatureValue>> bindings;
  int call_depth = 0;
};

/// Of one region: reads expressions as they can be written at its start.
class HeldValues {
public:
  /// \p names: all that features may name, or null. \p start: of the region.
  HeldValues(DecisionQueries &queries, const std::set<std::string> *names, clang::SourceLocation start)
      : queries_(queries), names_(names), start_(start) {}

  /// Everything in \p node that is not plainly read may be written, and is not held from then on.
  void noteWrites(const clang::Stmt *node);
  bool isWritten(const clang::Decl *canonical) const { return written_.count(canonical) != 0; }
  bool available(const clang::ValueDecl *declaration) const;
  const clang::ASTContext &context() const { return queries_.context(); }

  std::optional<FeatureValue> value(const clang::Expr *expression, const Frame &frame) const;
  /// The object a member is read from: a variable, `*this`, or a member of such an object.
  std::optional<FeatureValue> object(const clang::Expr *expression, const Frame &frame) const;
  /// Of a container that is a variable or a field. A std::vector that the skeleton does not have is as large as it was
  /// made.
  std::optional<FeatureValue> sizeOf(const clang::Expr *container, const Frame &frame) const;
  std::optional<FeatureValue> variableValue(const clang::DeclRefExpr *reference, const Frame &frame) const;

private:
  std::optional<FeatureValue> elementValue(const clang::ArraySubscriptExpr *element, const Frame &frame) const;
  std::optional<FeatureValue> memberValue(const clang::MemberExpr *member, const Frame &frame) const;
  bool declaredBefore(const clang::VarDecl *variable) const;
  bool isDefinedHere(const clang::ValueDecl *member) const;

  DecisionQueries &queries_;
  const std::set<std::string> *names_;
  clang::SourceLocation start_;
  std::set<const clang::Decl *> written_;
};

} // namespace maquette::skeletonizer

#endif
