//===- runtime/analysis/lib/validation.cpp - predicted against measured ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/validation.h"

#include "maquette/formats/json_text.h"
#include "maquette/formats/statistics.h"
#include "maquette/sim/assert.h"
#include "svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

double relative(double predicted, double measured) { return predicted / measured - 1; }

std::string signedShare(double share) { return fmt::format("{:+.1f} %", 100 * share); }

std::string intervalText(const TimeInterval &time) {
  const double half = 0.5 * (time.high - time.low);
  return secondsText(time.seconds) + (time.seconds > 0 ? " +-" + shareText(half / time.seconds) : "");
}

/// Of runs of which the shortest counts: how much longer the longest was.
std::string runsText(const TimeInterval &time, Statistic statistic) {
  if (statistic == Statistic::Median)
    return intervalText(time);
  return secondsText(time.seconds) + (time.seconds > 0 ? " to +" + shareText(time.high / time.seconds - 1) : "");
}

std::vector<double> errorsOf(const Validation &validation) {
  std::vector<double> errors;
  for (const ValidationRow &row : validation.rows)
    errors.push_back(row.error());
  return errors;
}

} // namespace

TimeInterval intervalOf(const std::vector<double> &seconds, Statistic statistic) {
  MAQUETTE_ASSERT(!seconds.empty());
  const auto [low, high] = std::minmax_element(seconds.begin(), seconds.end());
  return {statistic == Statistic::Median ? median(seconds) : *low, *low, *high};
}

std::vector<NativeRun> leastDisturbed(std::vector<NativeRun> runs, std::size_t count) {
  std::stable_sort(runs.begin(), runs.end(), [](const NativeRun &a, const NativeRun &b) {
    return std::min(a.busy_share, kUndisturbed) > std::min(b.busy_share, kUndisturbed);
  });
  runs.resize(std::min(runs.size(), count));
  return runs;
}

double ValidationRow::error() const {
  return std::fabs(relative(skeleton ? skeleton->seconds : direct.seconds, measured.seconds));
}

double Validation::medianError() const { return median(errorsOf(*this)); }

double Validation::worstError() const {
  const std::vector<double> errors = errorsOf(*this);
  return *std::max_element(errors.begin(), errors.end());
}

std::string toJson(const Validation &validation) {
  Json json{{"format", "maquette-validation"},
            {"version", 1},
            {"program", validation.program},
            {"machine", validation.machine},
            {"statistic", validation.statistic == Statistic::Median ? "median" : "minimum"},
            {"median_error", validation.medianError()},
            {"worst_error", validation.worstError()}};
  Json &rows = json["rows"] = Json::array();
  for (const ValidationRow &row : validation.rows) {
    const auto range = [](const TimeInterval &time) { return Json{time.low, time.high}; };
    Json &entry = rows.emplace_back();
    entry["args"] = row.args;
    entry["ranks"] = row.ranks;
    entry["measured_seconds"] = row.measured.seconds;
    entry["measured_range"] = range(row.measured);
    entry["busy_share"] = row.busy_share;
    entry["host_cores"] = row.host_cores;
    entry["direct_seconds"] = row.direct.seconds;
    entry["direct_range"] = range(row.direct);
    entry["skeleton_seconds"] = row.skeleton ? Json(row.skeleton->seconds) : Json();
    entry["skeleton_range"] = row.skeleton ? range(*row.skeleton) : Json();
    entry["error"] = row.error();
    entry["covered"] = row.skeleton ? Json(row.isCovered()) : Json();
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<ReportSection> validationSections(const Validation &validation) {
  ReportSection section{fmt::format("{} on {}: predicted against measured", validation.program, validation.machine),
                        {},
                        {"arguments", "ranks", "measured", "direct", "error", "skeleton", "error"},
                        {}};
  double least_busy = 1;
  int skeletons = 0, covered = 0;
  for (const ValidationRow &row : validation.rows) {
    least_busy = std::min(least_busy, row.busy_share);
    skeletons += row.skeleton ? 1 : 0;
    covered += row.isCovered() ? 1 : 0;
    section.rows.push_back({{row.args},
                            {std::to_string(row.ranks)},
                            {runsText(row.measured, validation.statistic)},
                            {runsText(row.direct, validation.statistic)},
                            {signedShare(relative(row.direct.seconds, row.measured.seconds))},
                            {row.skeleton ? intervalText(*row.skeleton) : "-"},
                            {row.skeleton ? signedShare(relative(row.skeleton->seconds, row.measured.seconds)) : "-"}});
  }
  section.lines.push_back(fmt::format("median error {}, worst {}", shareText(validation.medianError()),
                                      shareText(validation.worstError())));
  if (skeletons > 0)
    section.lines.push_back(
        fmt::format("{} of {} measured times lie within the stated uncertainty of the skeleton", covered, skeletons));
  if (least_busy < kUndisturbed)
    section.lines.push_back(fmt::format("The host was not quiet: native processes had a core for only {} of the time.",
                                        shareText(least_busy)));
  return {section};
}

std::string toSvg(const Validation &validation) {
  PlotSeries direct{"direct mode", {}, false};
  PlotSeries skeleton{"skeleton", {}, false};
  PlotSeries equal{"as measured", {}, true};
  for (const ValidationRow &row : validation.rows) {
    direct.points.push_back({row.measured.seconds, row.direct.seconds, row.direct.low, row.direct.high});
    if (row.skeleton)
      skeleton.points.push_back({row.measured.seconds, row.skeleton->seconds, row.skeleton->low, row.skeleton->high});
    equal.points.push_back({row.measured.seconds, row.measured.seconds, 0, 0});
  }
  std::sort(equal.points.begin(), equal.points.end(), [](const PlotPoint &a, const PlotPoint &b) { return a.x < b.x; });
  Plot plot{validation.program + ": predicted against measured",
            "measured",
            "predicted",
            secondsText,
            secondsText,
            {direct, equal}};
  if (!skeleton.points.empty())
    plot.series.push_back(skeleton);
  return toSvg(plot);
}

} // namespace maquette::runtime
