//===- models/lib/cost/kriging.h - what groups cost beyond a sum of terms ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Gaussian process (universal kriging) over the logarithms of measured costs over those that terms say. Costs that
/// jump where data outgrow a cache, or where their length is a power of two, follow no sum of powers, but two that are
/// alike cost alike; and the terms need not be the right ones.
///
/// Slopes       a product of powers of the features, all that differ and are positive, corrects the terms. Before
/// anything was measured, each exponent is normal
///              with mean 0 and a standard deviation of kSlope times that of the logarithms: so groups that differ in
///              one feature alone tell its exponent, and features that always change together share theirs. Outside the
///              range of a feature its power is that at the end.
/// Correlation  of what else is left, falls off as exp(-distance / range), so on a line it is interpolated between the
/// neighbours on both sides, and far from
///              all groups the terms and slopes count alone. The distance is the sum of those along each feature that
///              differs, of logarithms: so the correlation is a product of one for each feature, and what changes with
///              one feature alone does so at the same place of the others. A share of the variance is each group's own,
///              which it has in common with no other.
/// Choice       of range and share: those under which groups left out, one at a time, are most likely. The range is no
/// less than what
///              groups usually lie apart: sizes are profiled to tell what lies between them.
/// Source       Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, ch. 2 (2.7: basis functions with
/// a prior) and 5.4.2; Dubrule, Cross
///              Validation of Kriging in a Unique Neighborhood, 1983.
#ifndef MAQUETTE_MODELS_LIB_COST_KRIGING_H
#define MAQUETTE_MODELS_LIB_COST_KRIGING_H

#include "maquette/models/cost_model.h"
#include "maquette/sim/assert.h"

#include <Eigen/Dense>

namespace maquette::models {

class Kriging {
public:
  /// Above that, of some of the groups, evenly.
  static constexpr std::size_t kMostGroups = 64;
  static constexpr double kSlope = 20;

  /// \pre \p terms have coefficients. Groups that cost nothing, by them or in fact, do not count.
  Kriging(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms);

  /// False where there are not two groups in two places.
  bool tells() const { return weights_.size() > 0; }
  /// Root of the mean square of the logarithms' errors at groups left out. \pre tells()
  double error() const {
    MAQUETTE_ASSERT(tells());
    return error_;
  }

  struct Estimate {
    double factor = 1;    ///< Of what the terms say.
    double deviation = 0; ///< Standard deviation of its logarithm.
  };
  /// \pre tells()
  Estimate at(std::span<const double> features) const;

private:
  struct Choice {
    double range = 0;
    double own = 0;
    double correlation(double distance) const;
  };

  double distance(std::span<const double> a, std::span<const double> b) const;
  Eigen::MatrixXd distances() const;
  /// The logarithms of the features with slopes, from their means at the places.
  Eigen::VectorXd slopedAt(std::span<const double> features) const;
  void findSlopes();
  void consider(const Choice &choice, const Eigen::MatrixXd &distances, double &most_likely);

  std::vector<std::vector<double>> places_; ///< Feature vectors of the groups.
  std::vector<std::size_t> differing_;      ///< Features that do.
  std::vector<std::size_t> sloped_;         ///< Those of them that have slopes,
  Eigen::VectorXd centre_;                  ///< the means of their logarithms,
  Eigen::MatrixXd slopes_;                  ///< and slopedAt() each place, in rows,
  Eigen::VectorXd least_, most_;            ///< with the range of each.
  Eigen::VectorXd logarithms_;              ///< Measured over by the terms.
  Choice choice_;
  double deviation_ = 0;
  double error_ = 0;
  Eigen::MatrixXd inverse_; ///< Of the covariances over the variance.
  Eigen::VectorXd weights_; ///< It times the logarithms.
};

} // namespace maquette::models

#endif
