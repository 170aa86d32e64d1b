//===- skeletonizer/features/lib/feature_product.h - products of trip counts ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_FEATURE_PRODUCT_H
#define MAQUETTE_FEATURES_FEATURE_PRODUCT_H

#include "feature_value.h"
#include "maquette/features/features.h"

namespace maquette::skeletonizer {

struct FeatureProduct {
  std::vector<FeatureValue> factors;
  std::vector<FeatureValue> guards;          ///< Conditions that hold where it counts; it is zero elsewhere.
  std::vector<const clang::ForStmt *> loops; ///< Of the factors; null for one in a function that is called.
  bool partial = false;                      ///< What is inside does not happen in every trip.
};

/// "(double)n * m"; with guards "g && h ? (double)n * m : 0.0", or 1.0 if there is no count.
Feature written(const FeatureProduct &product);
/// Of \p values, sorted.
std::vector<std::string> sortedTexts(const std::vector<FeatureValue> &values);

} // namespace maquette::skeletonizer

#endif
