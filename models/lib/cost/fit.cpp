//===- models/lib/cost/fit.cpp - terms that profiled costs have earned -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/cost_model.h"
#include "maquette/sim/assert.h"

#include "lib/cost/kriging.h"
#include "lib/cost/nearby.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace maquette::models {
namespace {

using Columns = std::vector<std::size_t>;

constexpr double kClearlyBetter = 0.8; ///< What the error must come down to for one more term.
constexpr double kGoodEnough = 1e-3;   ///< No term is needed any more.
constexpr double kFitsBadly = 0.02;    ///< Plain features leave more than this: other forms are tried.
constexpr double kWorthOtherForms = 0.5;
constexpr std::size_t kMostTerms = 5;
constexpr std::size_t kMostFolds = 8;
constexpr std::size_t kMostRows = 96; ///< Of the groups that terms are selected by.
constexpr std::size_t kMostPaired = 6;
constexpr std::size_t kFewGroups = 3; ///< Tell no more than a plain sum.

/// One row per group, one column per candidate term, relative: the target is 1 times the weight.
struct WeightedRows {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  std::vector<double> scales; ///< What the columns were divided by.
};

/// Columns are scaled to a maximum of 1, so that products of many features do not drown the others in rounding.
WeightedRows rowsOf(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &candidates) {
  double largest_mean = 0;
  for (const CostGroup &group : groups)
    largest_mean = std::max(largest_mean, group.mean);
  WeightedRows data;
  data.scales.assign(candidates.size(), 0);
  for (const CostGroup &group : groups) {
    const double weight = std::sqrt(std::max(group.count, 1.0)) / std::max(group.mean, 1e-6 * largest_mean + 1e-12);
    std::vector<double> row;
    for (const CostTerm &term : candidates)
      row.push_back(term.basis(group.features));
    for (std::size_t c = 0; c < row.size(); ++c)
      data.scales[c] = std::max(data.scales[c], std::fabs(row[c]));
    for (double &value : row)
      value *= weight;
    data.rows.push_back(std::move(row));
    data.targets.push_back(weight * group.mean);
  }
  for (double &scale : data.scales)
    scale = scale > 0 && std::isfinite(scale) ? scale : 1;
  for (std::vector<double> &row : data.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      row[c] /= data.scales[c];
  return data;
}

/// The coefficients of \p columns, fitted to all rows but each \p folds-th from \p fold on.
std::vector<double> solve(const WeightedRows &data, const Columns &columns, std::size_t fold, std::size_t folds) {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (std::size_t r = 0; r < data.rows.size(); ++r) {
    if (r % folds == fold)
      continue;
    std::vector<double> row;
    for (const std::size_t c : columns)
      row.push_back(data.rows[r][c]);
    rows.push_back(std::move(row));
    targets.push_back(data.targets[r]);
  }
  return nonNegativeLeastSquares(rows, targets);
}

std::vector<double> solveAll(const WeightedRows &data, const Columns &columns) { return solve(data, columns, 1, 1); }

double predicted(const std::vector<double> &row, const Columns &columns, const std::vector<double> &solution) {
  double sum = 0;
  for (std::size_t c = 0; c < columns.size(); ++c)
    sum += solution[c] * row[columns[c]];
  return sum;
}

/// Root of the mean square of the errors at groups that were left out of the fit, relative to their means.
double crossValidationError(const WeightedRows &data, const Columns &columns) {
  const std::size_t folds = std::min(kMostFolds, data.rows.size());
  double squares = 0;
  double weights = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const std::vector<double> solution = solve(data, columns, fold, folds);
    for (std::size_t r = fold; r < data.rows.size(); r += folds) {
      const double error = predicted(data.rows[r], columns, solution) - data.targets[r];
      squares += error * error;
      weights += data.targets[r] * data.targets[r];
    }
  }
  return weights > 0 ? std::sqrt(squares / weights) : 0;
}

struct Selection {
  Columns columns;
  double error = std::numeric_limits<double>::infinity();
};

/// Adds terms one by one as long as groups left out of the fit are predicted clearly better. Among candidates that are
/// equally good the first wins. Never as many terms as groups.
Selection selectTerms(const WeightedRows &data) {
  const std::size_t candidates = data.rows.front().size();
  const std::size_t most = std::min(kMostTerms, data.rows.size() - 1);
  Selection taken;
  while (taken.columns.size() < most && taken.error > kGoodEnough) {
    Selection best;
    for (std::size_t c = 0; c < candidates; ++c) {
      if (std::find(taken.columns.begin(), taken.columns.end(), c) != taken.columns.end())
        continue;
      Selection tried{taken.columns, 0};
      tried.columns.push_back(c);
      tried.error = crossValidationError(data, tried.columns);
      if (best.columns.empty() || tried.error < kClearlyBetter * best.error)
        best = std::move(tried);
    }
    if (best.columns.empty() || !(best.error < kClearlyBetter * taken.error))
      break;
    taken = std::move(best);
  }
  return taken;
}

struct FeatureRange {
  std::size_t feature;
  double minimum;
  double maximum;
  std::size_t distinct;
};

/// Features that change; the largest first, as products of the others are.
std::vector<FeatureRange> changingFeatures(const std::vector<CostGroup> &groups) {
  std::vector<FeatureRange> ranges;
  for (std::size_t i = 0; i < groups.front().features.size(); ++i) {
    std::set<double> values;
    for (const CostGroup &group : groups)
      values.insert(group.features[i]);
    if (values.size() > 1)
      ranges.push_back({i, *values.begin(), *values.rbegin(), values.size()});
  }
  const auto scale = [](const FeatureRange &r) { return std::max(std::fabs(r.minimum), std::fabs(r.maximum)); };
  std::stable_sort(ranges.begin(), ranges.end(),
                   [&](const FeatureRange &a, const FeatureRange &b) { return scale(a) > scale(b); });
  return ranges;
}

std::vector<CostTerm> plainTerms(const std::vector<FeatureRange> &ranges) {
  std::vector<CostTerm> terms;
  for (const FeatureRange &range : ranges)
    terms.push_back({1, {{range.feature, 1, 0}}});
  terms.push_back({1, {}});
  return terms;
}

/// Powers and logarithms of features with three values or more, from the simple to the complex, products of two, and
/// what each of some pays for all others in its share: the square of one feature (atoms) over another (cells).
std::vector<CostTerm> otherForms(const std::vector<FeatureRange> &ranges) {
  std::vector<CostTerm> terms;
  for (const int log_power : {0, 1, 2})
    for (const double power : {2.0, 3.0, 0.5, 1.5, 2.0 / 3, 1.0 / 3, 1.0, 0.0})
      for (const FeatureRange &range : ranges) {
        const bool plain = log_power == 0 && (power == 1 || power == 0);
        const bool defined = range.minimum >= (log_power > 0 ? 1 : 0);
        if (!plain && defined && range.distinct > 2)
          terms.push_back({1, {{range.feature, power, log_power}}});
      }
  const std::size_t paired = std::min(kMostPaired, ranges.size());
  for (std::size_t a = 0; a < paired; ++a)
    for (std::size_t b = 0; b < paired; ++b) {
      const bool defined = ranges[a].minimum >= 0 && ranges[b].minimum >= 0;
      if (a < b && defined)
        terms.push_back({1, {{ranges[a].feature, 1, 0}, {ranges[b].feature, 1, 0}}});
      if (a != b && defined && ranges[b].minimum >= 1)
        terms.push_back({1, {{ranges[a].feature, 1, 0}, {ranges[b].feature, 0, 1}}});
      if (a != b && defined && ranges[b].minimum > 0)
        terms.push_back({1, {{ranges[a].feature, 2, 0}, {ranges[b].feature, -1, 0}}});
    }
  return terms;
}

/// At most kMostRows of them, evenly.
std::vector<CostGroup> thinned(const std::vector<CostGroup> &groups) {
  const std::size_t step = (groups.size() + kMostRows - 1) / kMostRows;
  std::vector<CostGroup> some;
  for (std::size_t g = 0; g < groups.size(); g += step)
    some.push_back(groups[g]);
  return some;
}

std::vector<CostTerm> taken(const std::vector<CostTerm> &candidates, const Columns &columns) {
  std::vector<CostTerm> terms;
  for (const std::size_t c : columns)
    terms.push_back(candidates[c]);
  return terms;
}

std::vector<CostTerm> fitted(const std::vector<CostGroup> &groups, std::vector<CostTerm> terms) {
  const WeightedRows data = rowsOf(groups, terms);
  Columns all(terms.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<double> solution = solveAll(data, all);
  for (std::size_t c = 0; c < terms.size(); ++c)
    terms[c].coefficient = solution[c] / data.scales[c];
  return terms;
}

/// How well the mean is known, relative: what runs differ by; of one run, the standard error that its executions say.
/// Where several runs are known these say nothing more: executions of one group may do different work, in each run
/// alike.
double errorOfMean(const CostGroup &group) {
  return group.scatter > 0 ? group.scatter : std::sqrt(group.variance / std::max(group.count, 1.0)) / group.mean;
}

/// How well the mean of the middle group is known: no fit can be judged to be better than that, and some that the host
/// disturbed say nothing of the others.
double noiseOf(const std::vector<CostGroup> &groups) {
  std::vector<double> errors{0};
  for (const CostGroup &group : groups)
    if (group.mean > 0)
      errors.push_back(errorOfMean(group));
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

struct Sum {
  std::vector<CostTerm> terms;
  double error = 0; ///< At groups left out.
};

/// Takes those terms of \p sums, and what groups nearby cost over them if that tells more, with which groups left out
/// are predicted best; of about equal ones the first.
void followNearby(const std::vector<CostGroup> &groups, const std::vector<Sum> &sums, CostFit &fit) {
  fit.error = std::numeric_limits<double>::infinity();
  for (const Sum &sum : sums) {
    auto nearby = std::make_shared<const Kriging>(groups, sum.terms);
    const double error = nearby->tells() ? nearby->error() : sum.error;
    if (!(error < kClearlyBetter * fit.error))
      continue;
    fit.terms = sum.terms;
    fit.error = error;
    fit.nearby = nearby->tells() ? std::move(nearby) : nullptr;
  }
}

/// Predicts the third of the groups with the largest costs from the others, with the same terms.
void judgeExtrapolation(std::vector<CostGroup> groups, CostFit &fit) {
  std::stable_sort(groups.begin(), groups.end(),
                   [](const CostGroup &a, const CostGroup &b) { return a.mean < b.mean; });
  const std::size_t kept = groups.size() - std::max<std::size_t>(1, groups.size() / 3);
  if (kept < fit.terms.size() || groups[kept - 1].mean <= 0)
    return;
  const std::vector<CostGroup> others(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(kept));
  const std::vector<CostTerm> terms = fitted(others, fit.outside_terms.empty() ? fit.terms : fit.outside_terms);
  for (std::size_t g = kept; g < groups.size(); ++g) {
    double value = valueOf(terms, groups[g].features);
    if (!fit.outside_terms.empty())
      value *= nearbyFactor(groups[g].features, others, terms);
    fit.holdout_error = std::max(fit.holdout_error, std::fabs(value / groups[g].mean - 1));
  }
  fit.holdout_ratio = groups.back().mean / groups[kept - 1].mean;
}

} // namespace

double CostTerm::basis(std::span<const double> features) const {
  double product = 1;
  for (const CostFactor &factor : factors) {
    const double x = features[factor.feature];
    if (factor.power == 1)
      product *= x;
    else if (factor.power < 0 && x <= 0)
      return 0; // Nothing to be shared among.
    else if (factor.power != 0)
      product *= std::pow(std::max(x, 0.0), factor.power);
    for (int i = 0; i < factor.log_power; ++i)
      product *= std::log2(std::max(x, 1.0));
  }
  return product;
}

CostFit fitCosts(const std::vector<CostGroup> &groups) {
  MAQUETTE_ASSERT(groups.size() >= 2);
  const std::vector<FeatureRange> ranges = changingFeatures(groups);
  const std::vector<CostGroup> some = thinned(groups);
  std::vector<CostTerm> candidates = plainTerms(ranges);
  const Selection plain = selectTerms(rowsOf(some, candidates));
  CostFit fit{fitted(groups, taken(candidates, plain.columns)), plain.error};
  const double good_enough = std::max(kFitsBadly, 2 * noiseOf(groups));
  if (plain.error > good_enough) {
    fit.outside_terms = fit.terms;
    if (groups.size() > kFewGroups) {
      for (CostTerm &term : otherForms(ranges))
        candidates.push_back(std::move(term));
      const Selection others = selectTerms(rowsOf(some, candidates));
      const std::vector<CostTerm> other_terms = fitted(groups, taken(candidates, others.columns));
      if (others.error < std::min(kWorthOtherForms * plain.error, good_enough))
        fit.outside_terms = other_terms;
      followNearby(groups, {{fit.terms, plain.error}, {other_terms, others.error}}, fit);
    }
  }
  judgeExtrapolation(groups, fit);
  std::erase_if(fit.terms, [](const CostTerm &term) { return term.coefficient == 0; });
  return fit;
}

} // namespace maquette::models
