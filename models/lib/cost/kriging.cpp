//===- models/lib/cost/kriging.cpp ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/cost/kriging.h"

#include "maquette/sim/assert.h"

#include "lib/cost/nearby.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace maquette::models {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kOwnShares[] = {0.001, 0.01, 0.1};
constexpr double kLongestRange = 16; ///< Of the largest distance: practically a line between neighbours.
constexpr double kNoVariance = 1e-12;

std::vector<std::size_t> differingIn(const std::vector<std::vector<double>> &places) {
  std::vector<std::size_t> differing;
  for (std::size_t i = 0; i < places.front().size(); ++i)
    if (std::any_of(places.begin(), places.end(),
                    [&](const std::vector<double> &place) { return place[i] != places.front()[i]; }))
      differing.push_back(i);
  return differing;
}

/// Median distance of a group to the nearest that is elsewhere. \pre two are not in one place.
double usualGap(const MatrixXd &distances) {
  const double largest = distances.maxCoeff();
  MAQUETTE_ASSERT(largest > 0);
  std::vector<double> gaps;
  for (Index i = 0; i < distances.rows(); ++i)
    gaps.push_back((distances.row(i).array() > 0).select(distances.row(i).array(), largest).minCoeff());
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return *middle;
}

double logLikelihood(const VectorXd &variances, double common) {
  return -0.5 * (variances.array().log().sum() +
                 static_cast<double>(variances.size()) * std::log(std::max(common, kNoVariance)));
}

} // namespace

Kriging::Kriging(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms) {
  std::vector<double> logarithms;
  const std::size_t step = (groups.size() + kMostGroups - 1) / kMostGroups;
  for (std::size_t g = 0; g < groups.size(); g += step)
    if (const double fitted = valueOf(terms, groups[g].features); fitted > 0 && groups[g].mean > 0) {
      places_.push_back(groups[g].features);
      logarithms.push_back(std::log(groups[g].mean / fitted));
    }
  if (places_.size() < 2)
    return;
  logarithms_ = Eigen::Map<VectorXd>(logarithms.data(), static_cast<Index>(logarithms.size()));
  differing_ = differingIn(places_);
  findSlopes();
  const MatrixXd all = distances();
  const double largest = all.maxCoeff();
  double most_likely = -std::numeric_limits<double>::infinity();
  for (double range = largest > 0 ? usualGap(all) : 1; largest > 0 && range <= kLongestRange * largest; range *= 2)
    for (const double own : kOwnShares)
      consider({range, own}, all, most_likely);
}

void Kriging::findSlopes() {
  for (const std::size_t i : differing_)
    if (std::all_of(places_.begin(), places_.end(), [&](const std::vector<double> &place) { return place[i] > 0; }))
      sloped_.push_back(i);
  centre_ = VectorXd::Zero(static_cast<Index>(sloped_.size()));
  slopes_.resize(static_cast<Index>(places_.size()), static_cast<Index>(sloped_.size()));
  for (std::size_t p = 0; p < places_.size(); ++p)
    slopes_.row(static_cast<Index>(p)) = slopedAt(places_[p]).transpose();
  centre_ = slopes_.colwise().mean().transpose(); // Of what slopedAt() gave without one.
  slopes_.rowwise() -= centre_.transpose();
  least_ = slopes_.colwise().minCoeff().transpose();
  most_ = slopes_.colwise().maxCoeff().transpose();
}

VectorXd Kriging::slopedAt(std::span<const double> features) const {
  VectorXd logarithms(centre_.size());
  for (std::size_t k = 0; k < sloped_.size(); ++k)
    logarithms(static_cast<Index>(k)) = std::log(std::max(features[sloped_[k]], std::numeric_limits<double>::min()));
  return logarithms - centre_;
}

double Kriging::Choice::correlation(double distance) const { return (1 - own) * std::exp(-distance / range); }

double Kriging::distance(std::span<const double> a, std::span<const double> b) const {
  double sum = 0;
  for (const std::size_t i : differing_)
    sum += std::sqrt(squaredDistance(a[i], b[i]));
  return sum;
}

MatrixXd Kriging::distances() const {
  const auto count = static_cast<Index>(places_.size());
  MatrixXd all = MatrixXd::Zero(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < i; ++j)
      all(i, j) = all(j, i) = distance(places_[static_cast<std::size_t>(i)], places_[static_cast<std::size_t>(j)]);
  return all;
}

/// Takes this choice if it is more likely. Left out, a group is predicted with the error w_i / c_ii and the variance 1
/// / c_ii times what all have in common, where c is the inverse of the covariances and w that times the logarithms
/// (Dubrule 1983).
void Kriging::consider(const Choice &choice, const MatrixXd &distances, double &most_likely) {
  MatrixXd covariances = distances.unaryExpr([&](double distance) { return choice.correlation(distance); });
  covariances.diagonal().setOnes();
  covariances += kSlope * kSlope * slopes_ * slopes_.transpose();
  MatrixXd inverse = covariances.llt().solve(MatrixXd::Identity(distances.rows(), distances.cols()));
  VectorXd weights = inverse * logarithms_;
  const VectorXd variances = inverse.diagonal().cwiseInverse();
  const VectorXd errors = weights.cwiseProduct(variances);
  const double common = errors.cwiseProduct(weights).mean();
  const double likely = logLikelihood(variances, common);
  if (!(likely > most_likely))
    return;
  most_likely = likely;
  choice_ = choice;
  deviation_ = std::sqrt(common);
  error_ = std::sqrt(errors.array().square().mean());
  inverse_ = std::move(inverse);
  weights_ = std::move(weights);
}

Kriging::Estimate Kriging::at(std::span<const double> features) const {
  MAQUETTE_ASSERT(tells());
  const VectorXd sloped = slopedAt(features).cwiseMax(least_).cwiseMin(most_);
  VectorXd covariances = kSlope * kSlope * slopes_ * sloped;
  for (Index i = 0; i < covariances.size(); ++i)
    covariances(i) += choice_.correlation(distance(features, places_[static_cast<std::size_t>(i)]));
  const double left = 1 + kSlope * kSlope * sloped.squaredNorm() - covariances.dot(inverse_ * covariances);
  return {std::exp(covariances.dot(weights_)), deviation_ * std::sqrt(std::max(left, 0.0))};
}

} // namespace maquette::models
