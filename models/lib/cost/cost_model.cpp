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

/// One row per group, one column per term.
struct WeightedRows {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
};

WeightedRows selected(const WeightedRows &all, const std::vector<std::size_t> &columns, std::size_t fold,
                      std::size_t folds) {
  WeightedRows part;
  for (std::size_t r = 0; r < all.rows.size(); ++r) {
    if (r % folds == fold)
      continue;
    std::vector<double> row;
    for (const std::size_t c : columns)
      row.push_back(all.rows[r][c]);
    part.rows.push_back(std::move(row));
    part.targets.push_back(all.targets[r]);
  }
  return part;
}

std::vector<double> solveFor(const WeightedRows &data, const std::vector<std::size_t> &columns) {
  const WeightedRows part = selected(data, columns, 1, 1); // No row is left out.
  return nonNegativeLeastSquares(part.rows, part.targets);
}

/// Root of the mean square of the errors at groups that were left out of the fit, relative to their means.
double crossValidationError(const WeightedRows &data, const std::vector<std::size_t> &columns) {
  constexpr std::size_t kMostFolds = 8;
  const std::size_t folds = std::min(kMostFolds, data.rows.size());
  double squares = 0;
  double weights = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const WeightedRows part = selected(data, columns, fold, folds);
    const std::vector<double> solution = nonNegativeLeastSquares(part.rows, part.targets);
    for (std::size_t r = fold; r < data.rows.size(); r += folds) {
      double error = -data.targets[r];
      for (std::size_t c = 0; c < columns.size(); ++c)
        error += solution[c] * data.rows[r][columns[c]];
      squares += error * error;
      weights += data.targets[r] * data.targets[r];
    }
  }
  return weights > 0 ? std::sqrt(squares / weights) : 0;
}

/// Adds terms one by one as long as groups left out of the fit are predicted clearly better. Never as many terms as
/// groups.
std::vector<std::size_t> selectTerms(const WeightedRows &data) {
  constexpr std::size_t kMostTerms = 5;
  constexpr double kClearlyBetter = 0.8;
  constexpr double kGoodEnough = 1e-3;
  const std::size_t columns = data.rows.front().size();
  const std::size_t most = std::min(kMostTerms, data.rows.size() - 1);
  std::vector<std::size_t> taken;
  double error = std::numeric_limits<double>::infinity();
  while (taken.size() < most && error > kGoodEnough) {
    std::size_t best = columns;
    double best_error = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < columns; ++c) {
      if (std::find(taken.begin(), taken.end(), c) != taken.end())
        continue;
      std::vector<std::size_t> tried = taken;
      tried.push_back(c);
      const double tried_error = crossValidationError(data, tried);
      if (best == columns || tried_error < kClearlyBetter * best_error) {
        best = c;
        best_error = tried_error;
      }
    }
    if (best == columns || !(best_error < kClearlyBetter * error))
      break;
    taken.push_back(best);
    error = best_error;
  }
  return taken;
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
  std::vector<std::size_t> terms; // Features that change; the largest first, as products of the others are.
  for (std::size_t i = 0; i < minimum_.size(); ++i)
    if (minimum_[i] != maximum_[i])
      terms.push_back(i);
  const auto scale = [&](std::size_t i) { return std::max(std::fabs(minimum_[i]), std::fabs(maximum_[i])); };
  std::stable_sort(terms.begin(), terms.end(), [&](std::size_t a, std::size_t b) { return scale(a) > scale(b); });
  double largest_mean = 0;
  for (const CostGroup &group : groups_)
    largest_mean = std::max(largest_mean, group.mean);
  // Columns are scaled to a maximum of 1, so that products of many features do not drown the others in rounding.
  WeightedRows data;
  for (const CostGroup &group : groups_) {
    const double weight = std::sqrt(std::max(group.count, 1.0)) / std::max(group.mean, 1e-6 * largest_mean + 1e-12);
    std::vector<double> row;
    for (const std::size_t i : terms)
      row.push_back(weight * group.features[i] / scale(i));
    row.push_back(weight); // The constant is the last column.
    data.rows.push_back(std::move(row));
    data.targets.push_back(weight * group.mean);
  }
  const std::vector<std::size_t> columns = selectTerms(data);
  const std::vector<double> solution = solveFor(data, columns);
  coefficients_.assign(minimum_.size() + 1, 0.0);
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (columns[c] == terms.size())
      coefficients_[0] = solution[c];
    else
      coefficients_[terms[columns[c]] + 1] = solution[c] / scale(terms[columns[c]]);
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

void CostModel::judgeFeature(std::size_t i, double feature, CostEstimate &estimate) const {
  if (feature >= minimum_[i] && feature <= maximum_[i])
    return;
  estimate.extrapolated = true;
  estimate.farthest = std::max(estimate.farthest, ratioOf(feature, feature < minimum_[i] ? minimum_[i] : maximum_[i]));
}

void CostModel::judgeRange(std::span<const double> features, CostEstimate &estimate) const {
  for (std::size_t i = 0; i < features.size(); ++i)
    judgeFeature(i, features[i], estimate);
}

CostEstimate CostModel::estimate(std::span<const double> features) const {
  CostEstimate estimate;
  const std::size_t nearest = nearestGroup(features);
  estimate.value = groups_[nearest].mean;
  if (features.empty() || matches(nearest, features))
    return estimate;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const bool without_effect = !coefficients_.empty() && coefficients_[i + 1] == 0 && minimum_[i] != maximum_[i];
    if (!without_effect)
      judgeFeature(i, features[i], estimate);
  }
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
