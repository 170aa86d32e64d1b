//===- models/lib/cost/cost_model.cpp - what a region costs ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/cost_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace maquette::models {
namespace {

/// Ratio of two magnitudes, 1 or more; counts from zero are compared as if one larger.
double ratioOf(double a, double b) {
  a = std::fabs(a);
  b = std::fabs(b);
  if (a == 0 || b == 0) {
    a += 1;
    b += 1;
  }
  return std::max(a, b) / std::min(a, b);
}

double distance(std::span<const double> a, const std::vector<double> &b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double logarithm = std::log(ratioOf(a[i], b[i]));
    sum += logarithm * logarithm + (std::signbit(a[i]) != std::signbit(b[i]) ? 1 : 0);
  }
  return sum;
}

} // namespace

CostModel::CostModel(std::vector<CostGroup> groups) : groups_(std::move(groups)) {
  minimum_ = maximum_ = groups_.front().features;
  for (const CostGroup &group : groups_)
    for (std::size_t i = 0; i < minimum_.size(); ++i) {
      minimum_[i] = std::min(minimum_[i], group.features[i]);
      maximum_[i] = std::max(maximum_[i], group.features[i]);
    }
  if (groups_.size() > 1) {
    fit();
    return;
  }
  const std::vector<double> &only = groups_.front().features;
  const auto largest =
      std::max_element(only.begin(), only.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  largest_feature_ = static_cast<std::size_t>(largest - only.begin());
}

void CostModel::fit() {
  std::vector<std::size_t> terms; // Features that change.
  for (std::size_t i = 0; i < minimum_.size(); ++i)
    if (minimum_[i] != maximum_[i])
      terms.push_back(i);
  double largest_mean = 0;
  for (const CostGroup &group : groups_)
    largest_mean = std::max(largest_mean, group.mean);
  // Columns are scaled to a maximum of 1, so that products of many features do not drown the others in rounding.
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (const CostGroup &group : groups_) {
    const double weight = std::sqrt(std::max(group.count, 1.0)) / std::max(group.mean, 1e-6 * largest_mean + 1e-12);
    std::vector<double> row{weight};
    for (const std::size_t i : terms)
      row.push_back(weight * group.features[i] / std::max(std::fabs(minimum_[i]), std::fabs(maximum_[i])));
    rows.push_back(std::move(row));
    targets.push_back(weight * group.mean);
  }
  const std::vector<double> solution = nonNegativeLeastSquares(rows, targets);
  coefficients_.assign(minimum_.size() + 1, 0.0);
  coefficients_[0] = solution[0];
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const std::size_t i = terms[t];
    coefficients_[i + 1] = solution[t + 1] / std::max(std::fabs(minimum_[i]), std::fabs(maximum_[i]));
  }
}

bool CostModel::matches(std::size_t group, std::span<const double> features) const {
  return std::equal(features.begin(), features.end(), groups_[group].features.begin(), groups_[group].features.end());
}

std::size_t CostModel::nearestGroup(std::span<const double> features) const {
  std::size_t nearest = 0;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (matches(g, features))
      return g;
    const double d = distance(features, groups_[g].features);
    if (d < best) {
      best = d;
      nearest = g;
    }
  }
  return nearest;
}

void CostModel::judgeRange(std::span<const double> features, CostEstimate &estimate) const {
  for (std::size_t i = 0; i < minimum_.size(); ++i) {
    if (features[i] >= minimum_[i] && features[i] <= maximum_[i])
      continue;
    const double bound = features[i] < minimum_[i] ? minimum_[i] : maximum_[i];
    estimate.extrapolated = true;
    estimate.farthest = std::max(estimate.farthest, ratioOf(features[i], bound));
  }
}

CostEstimate CostModel::estimate(std::span<const double> features) const {
  CostEstimate estimate;
  const std::size_t nearest = nearestGroup(features);
  estimate.value = groups_[nearest].mean;
  if (features.empty() || matches(nearest, features))
    return estimate;
  judgeRange(features, estimate);
  if (coefficients_.empty()) {
    const double profiled = groups_.front().features[largest_feature_];
    if (profiled != 0)
      estimate.value *= std::max(0.0, features[largest_feature_] / profiled);
    return estimate;
  }
  estimate.value = coefficients_[0];
  for (std::size_t i = 0; i < features.size(); ++i)
    estimate.value += coefficients_[i + 1] * features[i];
  estimate.value = std::max(0.0, estimate.value);
  return estimate;
}

} // namespace maquette::models
