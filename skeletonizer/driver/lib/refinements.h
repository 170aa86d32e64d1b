//===- skeletonizer/driver/lib/refinements.h - files of repairs and decisions ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Between what verify and the skeletonizer keep in a file, and what decide() understands.
#ifndef MAQUETTE_DRIVER_REFINEMENTS_H
#define MAQUETTE_DRIVER_REFINEMENTS_H

#include "maquette/decide/refinement.h"
#include "maquette/formats/repairs.h"
#include "maquette/formats/skeleton_report.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// What is computed, and the mismatches that are open.
Refinements refinementsOf(const runtime::Repairs &repairs);
/// \p answers to the open mismatches of \p repairs, which are then tried, or unmended for what \p obstacles gets. True
/// if there are new repairs.
bool addAnswers(const std::vector<RefinementAnswer> &answers, const std::string &root, runtime::Repairs &repairs,
                std::vector<std::string> &obstacles);
std::vector<runtime::SkeletonReport::Repaired> repairedOf(const runtime::Repairs &repairs);
/// A line for each mismatch that nothing mends, then what to do.
std::vector<std::string> unmendedOf(const runtime::Repairs &repairs, const std::vector<std::string> &obstacles);

} // namespace maquette::skeletonizer

#endif
