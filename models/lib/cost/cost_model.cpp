//===- models/lib/cost/cost_model.cpp - what a region costs ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/cost_model.h"

#include "maquette/sim/assert.h"

#include "lib/cost/kriging.h"
#include "lib/cost/nearby.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace maquette::models {
namespace {

/// Data that outgrow a cache which all profiled sizes fit make a kernel some 1.3 to 2 times as slow within three
/// doublings.
constexpr double kUnknownPerDoubling = 0.1;

double distance(std::span<const double> a, const std::vector<double> &b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    sum += squaredDistance(a[i], b[i]);
  return sum;
}

} // namespace

CostModel::CostModel(std::vector<CostGroup> groups) : groups_(std::move(groups)) {
  MAQUETTE_ASSERT(!groups_.empty() && std::all_of(groups_.begin(), groups_.end(), [&](const CostGroup &group) {
    return group.features.size() == groups_[0].features.size();
  }));
  minimum_ = maximum_ = groups_.front().features;
  for (const CostGroup &group : groups_) {
    scatter_ += group.scatter * group.scatter / static_cast<double>(groups_.size());
    largest_mean_ = std::max(largest_mean_, group.mean);
    for (std::size_t i = 0; i < minimum_.size(); ++i) {
      minimum_[i] = std::min(minimum_[i], group.features[i]);
      maximum_[i] = std::max(maximum_[i], group.features[i]);
    }
  }
  scatter_ = std::sqrt(scatter_);
  const std::vector<double> &only = groups_.front().features;
  const auto largest =
      std::max_element(only.begin(), only.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  largest_feature_ = static_cast<std::size_t>(largest - only.begin());
}

const CostFit *CostModel::fit() {
  if (groups_.size() < 2)
    return nullptr;
  if (!fit_)
    fit_ = fitCosts(groups_);
  return &*fit_;
}

bool CostModel::dependsOn(std::size_t feature) const {
  if (!fit_ || minimum_[feature] == maximum_[feature])
    return true;
  for (const CostTerm &term : fit_->terms)
    for (const CostFactor &factor : term.factors)
      if (factor.feature == feature)
        return true;
  return false;
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

/// True if it is outside the profiled range.
bool CostModel::judgeFeature(std::size_t i, double feature, CostEstimate &estimate) const {
  if (feature >= minimum_[i] && feature <= maximum_[i])
    return false;
  estimate.extrapolated = true;
  const double ratio = magnitudeRatio(feature, feature < minimum_[i] ? minimum_[i] : maximum_[i]);
  if (ratio > estimate.farthest) {
    estimate.farthest = ratio;
    estimate.farthest_feature = i;
  }
  return true;
}

void CostModel::judgeRange(std::span<const double> features, CostEstimate &estimate) const {
  for (std::size_t i = 0; i < features.size(); ++i)
    judgeFeature(i, features[i], estimate);
}

/// Beyond the largest profiled cost the error grows as it did between the profiled ones, and by what no profiled one
/// tells.
double CostModel::uncertaintyOutside(const CostEstimate &estimate) const {
  double growth = 1;
  double doublings = std::log2(estimate.farthest);
  if (estimate.value > largest_mean_ && largest_mean_ > 0) {
    doublings = std::log2(estimate.value / largest_mean_);
    if (fit_->holdout_ratio > 1)
      growth = std::max(1.0, doublings / std::log2(fit_->holdout_ratio));
  }
  return std::hypot(std::hypot(fit_->error, scatter_), growth * fit_->holdout_error, kUnknownPerDoubling * doublings);
}

CostEstimate CostModel::estimate(std::span<const double> features) {
  CostEstimate estimate;
  const CostGroup &nearest = groups_[nearestGroup(features)];
  estimate.value = nearest.mean;
  if (std::equal(features.begin(), features.end(), nearest.features.begin(), nearest.features.end())) {
    if (nearest.mean > 0)
      estimate.uncertainty = std::hypot(
          std::sqrt(std::max(nearest.variance, 0.0) / std::max(nearest.count, 1.0)) / nearest.mean, nearest.scatter);
    return estimate;
  }
  const CostFit *terms = fit();
  bool outside = false;
  for (std::size_t i = 0; i < features.size(); ++i)
    if (dependsOn(i)) {
      const bool is_beyond = judgeFeature(i, features[i], estimate);
      outside = outside || (is_beyond && minimum_[i] != maximum_[i]);
    }
  if (terms == nullptr) {
    const double profiled = nearest.features[largest_feature_];
    if (profiled != 0)
      estimate.value *= std::max(0.0, features[largest_feature_] / profiled);
    estimate.uncertainty = std::nullopt;
    return estimate;
  }
  // A feature that was the same in all groups is in no term, and says nothing of where between the groups this is.
  outside = outside && !terms->outside_terms.empty();
  const std::vector<CostTerm> &used = outside ? terms->outside_terms : terms->terms;
  const Kriging::Estimate nearby = outside         ? Kriging::Estimate{nearbyFactor(features, groups_, used), 0}
                                   : terms->nearby ? terms->nearby->at(features)
                                                   : Kriging::Estimate{1, terms->error};
  estimate.value = std::max(0.0, valueOf(used, features)) * nearby.factor;
  estimate.uncertainty = estimate.extrapolated ? uncertaintyOutside(estimate) : std::hypot(nearby.deviation, scatter_);
  return estimate;
}

} // namespace maquette::models
