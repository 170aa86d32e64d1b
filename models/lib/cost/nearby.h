//===- models/lib/cost/nearby.h - what groups near a feature vector cost beyond a fit -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_COST_NEARBY_H
#define MAQUETTE_MODELS_LIB_COST_NEARBY_H

#include "maquette/models/cost_model.h"

namespace maquette::models {

/// Ratio of two magnitudes, 1 or more; counts from zero are compared as if one larger.
double magnitudeRatio(double a, double b);

double valueOf(const std::vector<CostTerm> &terms, std::span<const double> features);

/// True when the features that the terms depend on grow together from group to group, as when one size was varied.
bool areOnALine(const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms);

/// True when \p features are not below or not above all of \p groups in what the terms depend on.
bool isInside(std::span<const double> features, const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms);

/// The ratio of measured to fitted costs at \p groups, near \p features. Of groups on a line, when \p features lie between two of
/// them: its logarithm is linear in those of the features. Else a mean of its logarithms,
/// weighted by the fourth power of the inverse distance (Shepard, A two-dimensional interpolation function for irregularly-spaced data,
/// 1968). The distance is that of the logarithms of the features that the terms depend on.
double nearbyFactor(std::span<const double> features, const std::vector<CostGroup> &groups, const std::vector<CostTerm> &terms);

} // namespace maquette::models

#endif
