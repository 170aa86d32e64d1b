//===- maquette/models/cost_model.h - what a region costs for given features -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A CostModel predicts a non-negative quantity (the time of a region, a predicted value) from the groups of a profile.
///
/// Exact     a feature vector that was profiled gives the mean that was measured.
/// Fitted    two groups or more: c0 + sum ci * feature_i, ci >= 0, least squares of the relative errors weighted by
/// count
///           (Lawson and Hanson, Solving Least Squares Problems, 1974, ch. 23). Features that never change are left
///           out.
/// Scaled    one group: its mean times the ratio of its largest feature.
/// Outside the profiled range of a feature that the cost depends on, or that never changed in the profile, an estimate
/// is marked extrapolated, with the largest ratio to the range.
#ifndef MAQUETTE_MODELS_COST_MODEL_H
#define MAQUETTE_MODELS_COST_MODEL_H

#include <cstddef>
#include <span>
#include <vector>

namespace maquette::models {

struct CostGroup {
  std::vector<double> features;
  double count = 0;
  double mean = 0;
};

struct CostEstimate {
  double value = 0;
  bool extrapolated = false;
  double farthest = 1; ///< Largest ratio of a feature to the nearest profiled one; 1 inside the range.
};

/// Coefficients c >= 0 that minimise sum over rows of (row . c - target)^2. \pre all rows are of equal length.
std::vector<double> nonNegativeLeastSquares(const std::vector<std::vector<double>> &rows,
                                            const std::vector<double> &targets);

class CostModel {
public:
  CostModel() = default;
  /// \pre all groups have equally many features and there is at least one group.
  explicit CostModel(std::vector<CostGroup> groups);

  CostEstimate estimate(std::span<const double> features) const;

  /// The group whose features are exactly these, or the nearest by the sum of squared logarithms of the ratios.
  std::size_t nearestGroup(std::span<const double> features) const;
  /// Sets extrapolated and farthest of \p estimate for the range of all features, whatever their effect.
  void judgeRange(std::span<const double> features, CostEstimate &estimate) const;

  std::size_t featureCount() const { return minimum_.size(); }
  const std::vector<CostGroup> &groups() const { return groups_; }
  /// c0, c1, ... of the fit; empty when there is one group only.
  const std::vector<double> &coefficients() const { return coefficients_; }

private:
  void fit();
  void judgeFeature(std::size_t i, double feature, CostEstimate &estimate) const;
  bool matches(std::size_t group, std::span<const double> features) const;

  std::vector<CostGroup> groups_;
  std::vector<double> minimum_;
  std::vector<double> maximum_;
  std::vector<double> coefficients_;
  std::size_t largest_feature_ = 0; ///< Of the only group.
};

} // namespace maquette::models

#endif
