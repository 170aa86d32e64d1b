//===- maquette/features/code_costs.h - which code may take time -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_CODE_COSTS_H
#define MAQUETTE_FEATURES_CODE_COSTS_H

#include "maquette/features/decision_queries.h"

#include <functional>
#include <map>

namespace maquette::skeletonizer {

class CodeCosts {
public:
  /// The definition of a function of the program, or null.
  using Definition = std::function<const clang::FunctionDecl *(const clang::FunctionDecl *)>;
  explicit CodeCosts(Definition definition_of) : definition_of_(std::move(definition_of)) {}

  /// A loop stands in \p node, or a call of a function that may take time.
  bool takesTime(const clang::Stmt *node);
  const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *function) const {
    return definition_of_(function);
  }

private:
  bool callTakesTime(const clang::Stmt *call);

  Definition definition_of_;
  std::map<const clang::FunctionDecl *, bool> takes_time_; ///< Functions of the program; true while being looked at.
};

} // namespace maquette::skeletonizer

#endif
