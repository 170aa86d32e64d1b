//===- models/lib/cost/kriging.h - what groups cost beyond a sum of terms ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Gaussian process of mean 0 (simple kriging) over the logarithms of measured costs over those that terms say. Costs that jump where data outgrow a
/// cache, or where their length is a power of two, follow no sum of powers, but two that are alike cost alike.
///
/// Distance     of two feature vectors: Euclidean, of the logarithms of the features that count: those that the terms depend on, or all that differ.
/// Correlation  falls off as exp(-(distance / range)^power), so on a line the logarithm is interpolated between the neighbours on both sides, and far
///              from all groups the terms count alone. A share of the variance is each group's own, which it has in common with no other.
/// Choice       of features, range, power and share: those under which groups left out, one at a time, are most likely. The range is no less than what
///              groups usually lie apart: sizes are profiled to tell what lies between them.
/// Source       Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, ch. 2 and 5.4.2; Dubrule, Cross Validation of Kriging in a
///              Unique Neighborhood, 1983.
#ifndef MAQUETTE_MODELS_LIB_COST_KRIGING_H
#define MAQUETTE_MODELS_LIB_COST_KRIGING_H

#include "maquette/models/cost_model.h"

#include <Eigen/Dense>

#include <set>

namespace maquette::models {

class Kriging {
public:
  /// Above that, of some of the groups, evenly.
  static constexpr std::size_t kMostGroups = 64;

  /// \pre \p terms have coefficients. Groups that cost nothing, by them or in fact, do not count.
  Kriging(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms);

  /// False where there are not two groups in two places.
  bool tells() const { return !choice_.counted.empty(); }
  /// Root of the mean square of the logarithms' errors at groups left out. \pre tells()
  double error() const { return error_; }

  struct Estimate {
    double factor = 1;    ///< Of what the terms say.
    double deviation = 0; ///< Standard deviation of its logarithm.
  };
  /// \pre tells()
  Estimate at(std::span<const double> features) const;

private:
  using Features = std::set<std::size_t>;
  struct Choice {
    Features counted;
    double range = 0;
    double power = 1;
    double own = 0;
    double correlation(double distance) const;
  };

  Eigen::MatrixXd distances(const Features &counted) const;
  void consider(const Choice &choice, const Eigen::MatrixXd &distances, double &most_likely);

  std::vector<std::vector<double>> places_; ///< Feature vectors of the groups.
  Eigen::VectorXd logarithms_;              ///< Measured over by the terms.
  Choice choice_;
  double deviation_ = 0;
  double error_ = 0;
  Eigen::MatrixXd inverse_; ///< Of the correlations.
  Eigen::VectorXd weights_; ///< It times the logarithms.
};

} // namespace maquette::models

#endif
