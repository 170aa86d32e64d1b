//===- maquette/models/cost_model.h - what a region costs for given features -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A CostModel predicts a non-negative quantity (the time of a region, a predicted value) from the groups of a profile.
///
/// Exact     a profiled feature vector gives the measured mean.
/// Fitted    two groups or more: a sum of terms c * product of feature^p * log2(feature)^l with c >= 0, the performance
///           model normal form (Calotoiu et al., Using Automated Performance Modeling to Find Scalability Bugs, SC13).
///           Least squares of the relative errors weighted by count (Lawson and Hanson, Solving Least Squares Problems,
///           1974, ch. 23). A term is used only if it predicts groups left out of the fit clearly better. There are
///           fewer terms than groups. Plain features are tried first, since they already hold the products of nested
///           loops. Powers, logarithms, products and squares over another feature are tried only if plain features fit
///           badly.
/// Nearby    if plain features leave an error above 2 %, the sum is multiplied by a correction from the groups nearby
///           (kriging: Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, ch. 2). It is a product
///           of powers of the features, times the cost of the groups nearby relative to that: where data outgrow a
///           cache, costs jump and follow no sum of powers. Both sums are tried, that of plain features and that of all
///           terms; the one that then predicts groups left out better is used.
///
/// Scaled    one group: its mean times the ratio of its largest feature.
///
/// An estimate is marked extrapolated, with the largest ratio to the range, if a feature is outside its profiled range
/// and the cost depends on it or the profile never changed it.
/// Uncertainty  CostEstimate::uncertainty is relative and includes the spread between runs. Inside the range it is the
///           error at groups left out (cross-validation); with Nearby, the closer the groups are, the smaller. Outside,
///           the error of predicting the largest groups from the others is added, growing with the logarithm of the
///           distance, and a tenth for each doubling of the cost, because a cache may end there that no group shows.
///           The uncertainty of Scaled is unknown.
#ifndef MAQUETTE_MODELS_COST_MODEL_H
#define MAQUETTE_MODELS_COST_MODEL_H

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace maquette::models {

struct CostGroup {
  std::vector<double> features;
  double count = 0;
  double mean = 0;
  double variance = 0; ///< Between observations.
  double scatter = 0;  ///< Relative standard deviation of the mean between runs; 0: one run, or not known.
};

/// feature^power * log2(feature)^log_power.
struct CostFactor {
  std::size_t feature = 0;
  double power = 1;
  int log_power = 0;
};

/// Without factors it is a constant.
struct CostTerm {
  double coefficient = 0;
  std::vector<CostFactor> factors;
  /// The product of the factors. A feature too small for a factor is replaced by the smallest possible one.
  double basis(std::span<const double> features) const;
};

class Kriging;

/// The fit to two groups or more.
struct CostFit {
  std::vector<CostTerm> terms;
  double error = 0;         ///< Root of the mean square of the relative errors at groups left out.
  double holdout_error = 0; ///< Relative error at the largest groups, predicted from the others.
  double holdout_ratio = 1; ///< Cost of these groups divided by that of the others.
  /// Terms used outside the profiled range, scaled by the nearest groups, if plain terms leave an error above 2 %.
  /// These are plain terms unless others leave less than 2 %: a cache bends the curve between profiled sizes, but
  /// the curve need not bend further outside.
  std::vector<CostTerm> outside_terms;
  std::shared_ptr<const Kriging> nearby; ///< Cost of groups nearby relative to the terms; null: the terms fit
                                         ///< well, or there are few groups.
};

struct CostEstimate {
  double value = 0;
  bool extrapolated = false;
  double farthest = 1;              ///< Largest ratio of a feature to the nearest profiled one; 1 inside the range.
  std::size_t farthest_feature = 0; ///< The feature with that ratio.
  std::optional<double> uncertainty = 0; ///< Expected error, relative; nullopt: not known.
};

/// Coefficients c >= 0 that minimise sum over rows of (row . c - target)^2. \pre all rows are of equal length.
std::vector<double> nonNegativeLeastSquares(const std::vector<std::vector<double>> &rows,
                                            const std::vector<double> &targets);

/// \pre at least two groups.
CostFit fitCosts(const std::vector<CostGroup> &groups);

class CostModel {
public:
  CostModel() = default;
  /// \pre all groups have equally many features and there is at least one group.
  explicit CostModel(std::vector<CostGroup> groups);

  CostEstimate estimate(std::span<const double> features);

  /// The group with exactly these features, or the nearest one by the sum of squared logarithms of the ratios.
  std::size_t nearestGroup(std::span<const double> features) const;
  /// Sets extrapolated and farthest of \p estimate for the range of all features, whatever their effect.
  void judgeRange(std::span<const double> features, CostEstimate &estimate) const;

  std::size_t featureCount() const { return minimum_.size(); }
  const std::vector<CostGroup> &groups() const { return groups_; }
  const std::vector<double> &minimum() const { return minimum_; }
  const std::vector<double> &maximum() const { return maximum_; }
  /// Computed at the first call; nullptr if there is only one group.
  const CostFit *fit();

private:
  bool judgeFeature(std::size_t i, double feature, CostEstimate &estimate) const;
  double uncertaintyOutside(const CostEstimate &estimate) const;
  bool matches(std::size_t group, std::span<const double> features) const;
  bool dependsOn(std::size_t feature) const;

  std::vector<CostGroup> groups_;
  std::vector<double> minimum_;
  std::vector<double> maximum_;
  std::optional<CostFit> fit_;
  double largest_mean_ = 0;
  double scatter_ = 0;              ///< Root of the mean square over the groups.
  std::size_t largest_feature_ = 0; ///< Of the only group.
};

} // namespace maquette::models

#endif
