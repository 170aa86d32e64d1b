//===- models/lib/cost/nearby.h - what groups near a feature vector cost beyond a fit -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_COST_NEARBY_H
#define MAQUETTE_MODELS_LIB_COST_NEARBY_H

#include "maquette/models/cost_model.h"

namespace maquette::models {

/// Ratio of two magnitudes, 1 or more; counts from zero are compared as if one larger.
double magnitudeRatio(double a, double b);

double valueOf(const std::vector<CostTerm> &terms, std::span<const double> features);

/// The ratio of measured to fitted costs at \p groups, near \p features: a mean of its logarithms, weighted by the fourth power of the
/// inverse distance (Shepard, A two-dimensional interpolation function for irregularly-spaced data, 1968). The distance is that of the
/// logarithms of the features that the terms depend on.
double nearbyFactor(std::span<const double> features, const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms);

} // namespace maquette::models

#endif
