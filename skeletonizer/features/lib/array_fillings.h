//===- skeletonizer/features/lib/array_fillings.h - elements of arrays as features ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// How much a region puts into arrays which bound loops of other regions (extents.h).
#ifndef MAQUETTE_FEATURES_ARRAY_FILLINGS_H
#define MAQUETTE_FEATURES_ARRAY_FILLINGS_H

#include "unrounded_bounds.h"

namespace maquette::skeletonizer {

class ArrayFillings {
public:
  ArrayFillings(const HeldValues &values, const clang::Stmt *function_body)
      : values_(values), unrounded_(values, function_body) {}

  /// The arrays whose elements say how often a loop runs, through local variables that hold such an element.
  void noteUnknownBound(const clang::Stmt *bound);
  /// \p node may write an element of an array, as often as \p outer says.
  void noteFilling(const clang::Stmt *node, const FeatureProduct &outer);
  /// \p features ends with that of \p product. Adds one without the rounding of bounds, if there is an array that is
  /// filled so.
  void addFillings(const FeatureProduct &product, std::vector<Feature> &features);

  std::vector<std::string> unknown_bounds;
  std::vector<ArrayFilling> fillings;

private:
  struct Filling {
    std::vector<std::string> factors; ///< Of the longest product of loops around a write.
    bool partial = false;
  };

  const HeldValues &values_;
  UnroundedBounds unrounded_;
  std::map<std::string, Filling> filled_; ///< By array.
};

} // namespace maquette::skeletonizer

#endif
