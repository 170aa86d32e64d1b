//===- maquette/models/cost_model.h - what a region costs for given features -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A CostModel predicts a non-negative quantity (the time of a region, a predicted value) from the groups of a profile.
///
/// Exact     a feature vector that was profiled gives the mean that was measured.
/// Fitted    two groups or more: a sum of terms c * product of feature^p * log2(feature)^l with c >= 0, the performance
///           model normal form (Calotoiu et al., Using Automated Performance Modeling to Find Scalability Bugs, SC13).
///           Least squares of the relative errors weighted by count (Lawson and Hanson, Solving Least Squares Problems,
///           1974, ch. 23). A term has to be earned: groups left out of the fit must be predicted clearly better with
///           it, and there are fewer terms than groups. Plain features come first, since they hold products where loops
///           are nested; powers, logarithms, products and squares over another feature only where plain features fit
///           badly.
/// Nearby    where plain features leave more than 2 %, the sum is multiplied by what the groups cost in proportion to
/// it, as far as they tell (kriging:
///           Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, ch. 2): a product of powers of the
///           features, and what the groups nearby cost beyond that: costs that jump where data outgrow a cache follow
///           no sum of powers. Of the two sums, of plain features and of others too, that counts with which groups left
///           out are predicted better so.
/// Scaled    one group: its mean times the ratio of its largest feature.
///
/// Outside the profiled range of a feature that the cost depends on, or that never changed in the profile, an estimate
/// is marked extrapolated, with the largest ratio to the range.
/// Doubt     CostEstimate::uncertainty, relative, what runs of the same differ by included: of a fit, the error at
/// groups left out (cross-validation), with groups nearby the less the nearer they are, and outside
///           the range the error made when the largest profiled groups are predicted from the others, which grows with
///           the logarithm of the distance, and a tenth for each doubling of the cost: a cache may end there that no
///           group tells of. Nothing is known about the error of a scaled group.
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
  double variance = 0; ///< Of single observations.
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
  /// Without the coefficient. Features below what a factor is defined for count as the least it is.
  double basis(std::span<const double> features) const;
};

class Kriging;

/// What was fitted to two groups or more.
struct CostFit {
  std::vector<CostTerm> terms;
  double error = 0;         ///< Root of the mean square of the relative errors at groups left out.
  double holdout_error = 0; ///< Relative error at the largest groups, predicted from the others.
  double holdout_ratio = 1; ///< How much larger than the others' these groups' costs are.
  /// Where plain terms leave more than 2 %: those that hold outside the profiled range, in proportion to the nearest
  /// groups. Plain ones, unless others leave less than that: what bends a curve between profiled sizes, as a cache
  /// does, need not go on bending it.
  std::vector<CostTerm> outside_terms;
  std::shared_ptr<const Kriging> nearby; ///< What groups nearby cost more or less than the terms say; null: the terms
                                         ///< say it well, or there are few groups.
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

  /// The group whose features are exactly these, or the nearest by the sum of squared logarithms of the ratios.
  std::size_t nearestGroup(std::span<const double> features) const;
  /// Sets extrapolated and farthest of \p estimate for the range of all features, whatever their effect.
  void judgeRange(std::span<const double> features, CostEstimate &estimate) const;

  std::size_t featureCount() const { return minimum_.size(); }
  const std::vector<CostGroup> &groups() const { return groups_; }
  const std::vector<double> &minimum() const { return minimum_; }
  const std::vector<double> &maximum() const { return maximum_; }
  /// Made when it is first needed; nullptr when there is one group only.
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
  double scatter_ = 0;              ///< Root of the mean square of the groups'.
  std::size_t largest_feature_ = 0; ///< Of the only group.
};

} // namespace maquette::models

#endif
