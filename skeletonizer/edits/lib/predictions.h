//===- skeletonizer/edits/lib/predictions.h - how predicted values are written -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text of a predicted value in the skeleton, and of the same value's observation in the profiled tree.
#ifndef MAQUETTE_EDITS_PREDICTIONS_H
#define MAQUETTE_EDITS_PREDICTIONS_H

#include "maquette/decide/decisions.h"
#include "maquette/edits/edits.h"
#include "maquette/frontend/source_text.h"

namespace maquette::skeletonizer {

/// `(int)maquette_predict_integer("id", 0)`.
std::string predictionText(const PredictedValue &value);
/// The same for a condition: an int, no cast.
std::string conditionText(const PredictedValue &value);
/// `maquette_observe_integer("id", name, 0);`.
std::string observationStatement(const PredictedValue &value, const std::string &name);
/// The insertions that make the expression at \p range an observation that has its value.
void observe(const PredictedValue &value, TextRange range, std::vector<Edit> &edits);
/// The same where only its truth matters.
void observeCondition(const PredictedValue &value, TextRange range, std::vector<Edit> &edits);
/// The same for an assignment whose value nobody uses.
void observeStatement(const PredictedValue &value, TextRange range, std::vector<Edit> &edits);

} // namespace maquette::skeletonizer

#endif
