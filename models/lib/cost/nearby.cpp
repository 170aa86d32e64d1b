//===- models/lib/cost/nearby.cpp -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "nearby.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace maquette::models {

double magnitudeRatio(double a, double b) {
  a = std::fabs(a);
  b = std::fabs(b);
  if (a == 0 || b == 0) {
    a += 1;
    b += 1;
  }
  return std::max(a, b) / std::min(a, b);
}

double valueOf(const std::vector<CostTerm> &terms, std::span<const double> features) {
  double value = 0;
  for (const CostTerm &term : terms)
    value += term.coefficient * term.basis(features);
  return value;
}

namespace {

using Point = std::vector<double>;

std::set<std::size_t> usedBy(const std::vector<CostTerm> &terms) {
  std::set<std::size_t> used;
  for (const CostTerm &term : terms)
    for (const CostFactor &factor : term.factors)
      used.insert(factor.feature);
  return used;
}

/// Logarithms of the features that count.
Point pointOf(std::span<const double> features, const std::set<std::size_t> &used) {
  Point point;
  for (const std::size_t i : used)
    point.push_back(std::copysign(std::log1p(std::fabs(features[i])), features[i]));
  return point;
}

bool isBelow(const Point &a, const Point &b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return x <= y; });
}

struct Stop {
  double logarithm = 0; ///< Of measured over fitted cost, a sum.
  double groups = 0;
  double mean() const { return logarithm / groups; }
};

/// What was measured along a line. Empty when the groups are on none.
std::map<Point, Stop> lineOf(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms) {
  const std::set<std::size_t> used = usedBy(terms);
  std::map<Point, Stop> line;
  for (const CostGroup &group : groups)
    if (const double fitted = valueOf(terms, group.features); fitted > 0 && group.mean > 0) {
      Stop &stop = line[pointOf(group.features, used)];
      stop.logarithm += std::log(group.mean / fitted);
      ++stop.groups;
    }
  const auto turn = std::adjacent_find(line.begin(), line.end(),
                                       [](const auto &a, const auto &b) { return !isBelow(a.first, b.first); });
  return turn == line.end() ? line : std::map<Point, Stop>();
}

std::optional<double> factorOnLine(const Point &at, const std::map<Point, Stop> &line) {
  if (line.empty())
    return std::nullopt;
  for (auto low = line.begin(), high = std::next(low); high != line.end(); ++low, ++high) {
    if (!isBelow(low->first, at) || !isBelow(at, high->first))
      continue;
    double gone = 0, whole = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      gone += at[i] - low->first[i];
      whole += high->first[i] - low->first[i];
    }
    return std::exp(low->second.mean() + (high->second.mean() - low->second.mean()) * gone / whole);
  }
  return std::nullopt;
}

} // namespace

bool areOnALine(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms) {
  return lineOf(groups, terms).size() > 1;
}

bool isInside(std::span<const double> features, const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms) {
  const std::set<std::size_t> used = usedBy(terms);
  const Point at = pointOf(features, used);
  bool has_below = false, has_above = false;
  for (const CostGroup &group : groups) {
    has_below = has_below || isBelow(pointOf(group.features, used), at);
    has_above = has_above || isBelow(at, pointOf(group.features, used));
  }
  return has_below && has_above;
}

double nearbyFactor(std::span<const double> features, const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms) {
  const std::set<std::size_t> used = usedBy(terms);
  if (const auto factor = factorOnLine(pointOf(features, used), lineOf(groups, terms)))
    return *factor;
  double sum = 0;
  double weights = 0;
  for (const CostGroup &group : groups) {
    const double fitted = valueOf(terms, group.features);
    if (fitted <= 0 || group.mean <= 0)
      continue;
    double squared = 0;
    for (const std::size_t i : used) {
      const double logarithm = std::log(magnitudeRatio(features[i], group.features[i]));
      squared += logarithm * logarithm;
    }
    const double weight = 1 / std::max(squared * squared, 1e-12);
    sum += weight * std::log(group.mean / fitted);
    weights += weight;
  }
  return weights > 0 ? std::exp(sum / weights) : 1;
}

} // namespace maquette::models
