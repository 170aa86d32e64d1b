//===- models/lib/cost/nearby.cpp -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/cost/nearby.h"

#include <algorithm>
#include <cmath>

namespace maquette::models {

double magnitudeRatio(double a, double b) {
  a = std::fabs(a);
  b = std::fabs(b);
  if (a == 0 || b == 0) {
    a += 1;
    b += 1;
  }
  return std::max(a, b) / std::min(a, b);
}

double squaredDistance(double a, double b) {
  const double logarithm = std::log(magnitudeRatio(a, b));
  return logarithm * logarithm + (std::signbit(a) != std::signbit(b) ? 1 : 0);
}

std::set<std::size_t> featuresOf(const std::vector<CostTerm> &terms) {
  std::set<std::size_t> used;
  for (const CostTerm &term : terms)
    for (const CostFactor &factor : term.factors)
      used.insert(factor.feature);
  return used;
}

double valueOf(const std::vector<CostTerm> &terms, std::span<const double> features) {
  double value = 0;
  for (const CostTerm &term : terms)
    value += term.coefficient * term.basis(features);
  return value;
}

double nearbyFactor(std::span<const double> features, const std::vector<CostGroup> &groups,
                    const std::vector<CostTerm> &terms) {
  const std::set<std::size_t> used = featuresOf(terms);
  double sum = 0;
  double weights = 0;
  for (const CostGroup &group : groups) {
    const double fitted = valueOf(terms, group.features);
    if (fitted <= 0 || group.mean <= 0)
      continue;
    double squared = 0;
    for (const std::size_t i : used) {
      const double logarithm = std::log(magnitudeRatio(features[i], group.features[i]));
      squared += logarithm * logarithm;
    }
    const double weight = 1 / std::max(squared * squared, 1e-12);
    sum += weight * std::log(group.mean / fitted);
    weights += weight;
  }
  return weights > 0 ? std::exp(sum / weights) : 1;
}

} // namespace maquette::models
