//===- models/lib/cost/nearby.h - what terms say, and groups near a feature vector -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_COST_NEARBY_H
#define MAQUETTE_MODELS_LIB_COST_NEARBY_H

#include "maquette/models/cost_model.h"

#include <set>

namespace maquette::models {

/// Ratio of two magnitudes, 1 or more; counts from zero are compared as if one larger.
double magnitudeRatio(double a, double b);

/// Of two features, as a part of a squared distance: the square of the logarithm of their ratio, and 1 where one is
/// negative.
double squaredDistance(double a, double b);

/// Those that the terms depend on.
std::set<std::size_t> featuresOf(const std::vector<CostTerm> &terms);

double valueOf(const std::vector<CostTerm> &terms, std::span<const double> features);

/// The ratio of measured to fitted costs at \p groups, near \p features: a mean of its logarithms, weighted by the
/// fourth power of the inverse distance (Shepard, A two-dimensional interpolation function for irregularly-spaced data,
/// 1968), which is that of the logarithms of the features that the terms depend on. Beyond all groups about that of the
/// last ones.
double nearbyFactor(std::span<const double> features, const std::vector<CostGroup> &groups,
                    const std::vector<CostTerm> &terms);

} // namespace maquette::models

#endif
