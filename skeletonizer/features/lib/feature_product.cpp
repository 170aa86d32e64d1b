//===- skeletonizer/features/lib/feature_product.cpp - products of trip counts ---===//
// SPDX-License-Identifier: Apache-2.0
#include "feature_product.h"

#include <algorithm>

namespace maquette::skeletonizer {

Feature written(const FeatureProduct &product) {
  Feature feature;
  auto joined = [&feature](const std::vector<FeatureValue> &values, const char *between) {
    std::string text;
    for (const FeatureValue &value : values) {
      text += (text.empty() ? "" : between) + operandText(value.full());
      feature.referenced.insert(value.referenced.begin(), value.referenced.end());
    }
    return text;
  };
  std::string guard = joined(product.guards, " && ");
  std::string size = product.factors.empty() ? "1.0" : "(double)" + joined(product.factors, " * ");
  feature.text = guard.empty() ? size : guard + " ? " + size + " : 0.0";
  return feature;
}

std::vector<std::string> sortedTexts(const std::vector<FeatureValue> &values) {
  std::vector<std::string> texts;
  for (const FeatureValue &value : values)
    texts.push_back(value.full());
  std::sort(texts.begin(), texts.end());
  return texts;
}

} // namespace maquette::skeletonizer
