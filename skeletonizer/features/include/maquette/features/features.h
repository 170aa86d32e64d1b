//===- maquette/features/features.h - what the cost of removed code depends on -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_FEATURES_H
#define MAQUETTE_FEATURES_FEATURES_H

#include "maquette/features/code_costs.h"
#include "maquette/features/decision_queries.h"

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
  /// Of regions in \p body, a function's. \p names: all that features may name, or null.
  FeatureFinder(DecisionQueries &facts, CodeCosts::Definition definition_of, const clang::Stmt *body,
                const std::set<std::string> *names)
      : queries_(facts), costs_(std::move(definition_of)), function_body_(body), names_(names) {}

  std::vector<Feature> find(const std::vector<const clang::Stmt *> &run);
  /// Of the last find(): the arrays whose elements bound loops of which no more is known, and those whose elements are
  /// written in loops that a feature counts.
  const std::vector<std::string> &unknownBounds() const { return unknown_bounds_; }
  const std::vector<ArrayFilling> &fillings() const { return fillings_; }
  /// How often some loop of the latest run runs was not found.
  bool missedTrips() const { return missed_trips_; }
  /// The latest run has loops or goes through arrays, and no feature says how much.
  bool isUnscaled() const { return unscaled_; }
  /// A loop stands in \p node, or a call of a function that may take time.
  bool takesTime(const clang::Stmt *node) { return costs_.takesTime(node); }
  static constexpr size_t kMaxFeatures = 4;

private:
  DecisionQueries &queries_;
  CodeCosts costs_;
  const clang::Stmt *function_body_;
  const std::set<std::string> *names_;
  std::vector<std::string> unknown_bounds_;
  std::vector<ArrayFilling> fillings_;
  bool missed_trips_ = false;
  bool unscaled_ = false;
};

} // namespace maquette::skeletonizer

#endif
