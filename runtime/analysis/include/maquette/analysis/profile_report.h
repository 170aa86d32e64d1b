//===- maquette/analysis/profile_report.h - a profile for people --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `maquette profile show` prints: regions by cost, each with the model that a run would predict it by, how well
/// that fits and the range of features it was profiled with.
#ifndef MAQUETTE_ANALYSIS_PROFILE_REPORT_H
#define MAQUETTE_ANALYSIS_PROFILE_REPORT_H

#include "maquette/analysis/report.h"
#include "maquette/formats/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maquette::runtime {

enum class CostForm { Constant, Distribution, Function };

/// One region as its profile describes it.
struct RegionSummary {
  std::string name;
  RegionPlace place;
  std::uint64_t count = 0;
  double seconds = 0; ///< Sum over ranks, kept code around it included.
  CostForm form = CostForm::Constant;
  std::string model;               ///< "1.2 us + 0.81 ns * nx * ny"; feature texts where they are known.
  double spread = 0;               ///< Of single executions with the same features: standard deviation / mean.
  std::optional<double> fit_error; ///< Of a function: relative error at groups left out of the fit.
  std::vector<std::string> feature_names;
  std::vector<double> minimum; ///< By feature.
  std::vector<double> maximum;
};

/// The most expensive first.
std::vector<RegionSummary> summarize(const Profile &profile);

std::vector<ReportSection> profileSections(const Profile &profile);
/// Format maquette-profile-summary, version 1: docs/reference/result-files.md.
std::string profileSummaryJson(const Profile &profile);

/// Measured times of a region over its feature with the largest effect, with the fitted model, as SVG.
/// Errors: maquette-profile-unseen.
sim::Result<std::string> plotRegion(const Profile &profile, const std::string &region, const std::string &where);

} // namespace maquette::runtime

#endif
