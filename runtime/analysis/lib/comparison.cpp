//===- runtime/analysis/lib/comparison.cpp - several runs of one program side by side ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/comparison.h"

#include "svg_plot.h"

#include "maquette/models/cost_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

namespace maquette::runtime {
namespace {

constexpr std::size_t kMostRowsCompared = 40;
constexpr std::size_t kFewestForForm = 4; ///< Numbers of ranks; with fewer, many functions fit.

std::string programOf(const NamedRun &run) { return std::filesystem::path(run.result.program).filename().string(); }

bool scales(const std::vector<NamedRun> &runs) { return runs.front().result.ranks != runs.back().result.ranks; }

std::string ranksText(const RunResult &result) { return countText(static_cast<double>(result.ranks)); }

ReportSection runSection(const std::vector<NamedRun> &runs) {
  ReportSection section{"Runs", {}, {"run", "ranks", "machine", "predicted time", "computing", "MPI", "waiting"},
                        {},     {}, {}};
  for (const NamedRun &run : runs)
    section.rows.push_back({{run.name},
                            {ranksText(run.result)},
                            {run.result.machine},
                            {secondsText(run.result.predicted_seconds)},
                            {secondsText(run.result.compute_seconds)},
                            {secondsText(run.result.mpi_seconds)},
                            {secondsText(run.result.wait_seconds)}});
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end(), [](const NamedRun &a, const NamedRun &b) {
    return a.result.predicted_seconds < b.result.predicted_seconds;
  });
  if (least->result.predicted_seconds > 0)
    section.lines.push_back(fmt::format("The shortest is {}, the longest {}, which takes {:.3g} times as long.",
                                        least->name, most->name,
                                        most->result.predicted_seconds / least->result.predicted_seconds));
  return section;
}

Plot scalingPlot(const std::vector<NamedRun> &runs) {
  Plot plot{"Time by ranks",
            "ranks",
            "time",
            [](double ranks) { return countText(ranks); },
            [](double seconds) { return secondsText(seconds); },
            {}};
  const auto add = [&](const char *name, const std::function<double(const RunResult &)> &value) {
    PlotSeries series{name, {}, true};
    for (const NamedRun &run : runs)
      if (const double seconds = value(run.result); seconds > 0)
        series.points.push_back({static_cast<double>(run.result.ranks), seconds, seconds, seconds});
    if (!series.points.empty())
      plot.series.push_back(std::move(series));
  };
  add("predicted time", [](const RunResult &result) { return result.predicted_seconds; });
  add("computing", [](const RunResult &result) { return result.compute_seconds; });
  add("MPI", [](const RunResult &result) { return result.mpi_seconds; });
  add("waiting", [](const RunResult &result) { return result.wait_seconds; });
  return plot;
}

ReportSection scalingSection(const std::vector<NamedRun> &runs) {
  ReportSection section{"Scaling", {}, {"ranks", "time", "speedup", "strong efficiency", "weak efficiency"},
                        {},        {}, {}};
  const RunResult &base = runs.front().result;
  if (base.predicted_seconds <= 0)
    return section;
  section.lines.push_back(fmt::format("Relative to {} ranks. Strong: the problem is the same. Weak: it grows with the "
                                      "ranks.",
                                      ranksText(base)));
  for (const NamedRun &run : runs) {
    const double speedup = base.predicted_seconds / run.result.predicted_seconds;
    const double strong = speedup * static_cast<double>(base.ranks) / static_cast<double>(run.result.ranks);
    section.rows.push_back({{ranksText(run.result)},
                            {secondsText(run.result.predicted_seconds)},
                            {fmt::format("{:.3g}", speedup)},
                            {shareText(strong), std::clamp(strong, 0.0, 1.0)},
                            {shareText(speedup), std::clamp(speedup, 0.0, 1.0)}});
  }
  section.picture = toSvg(scalingPlot(runs));
  return section;
}

/// Seconds of one part of a run, a mean over ranks, in each run.
struct Part {
  std::string name;
  std::vector<double> seconds;
  double growth() const { return seconds.back() - seconds.front(); }
};

std::vector<Part> partsOf(const std::vector<NamedRun> &runs) {
  std::set<std::string> calls;
  for (const NamedRun &run : runs)
    for (const auto &[name, call] : run.result.calls)
      if (call.seconds > 0)
        calls.insert(name);
  std::vector<Part> parts(1);
  parts[0].name = "computing";
  for (const NamedRun &run : runs)
    parts[0].seconds.push_back(run.result.compute_seconds);
  for (const std::string &name : calls) {
    Part part{name, {}};
    for (const NamedRun &run : runs) {
      const auto call = run.result.calls.find(name);
      part.seconds.push_back(call != run.result.calls.end() ? call->second.seconds : 0);
    }
    parts.push_back(std::move(part));
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.growth() > b.growth(); });
  return parts;
}

/// constant + slope * p^power * log2(p)^logs, fitted by the relative errors; neither is negative.
struct Form {
  double power = 0;
  int logs = 0;
  double constant = 0, slope = 0;
  double error = 0; ///< Root of the mean square of the relative errors at ranks left out.

  double basis(double ranks) const { return std::pow(ranks, power) * std::pow(std::log2(ranks), logs); }
  double at(double ranks) const { return constant + slope * basis(ranks); }
  bool isConstant() const { return power == 0 && logs == 0; }
};

struct Sample {
  double ranks;
  double seconds;
};

void fit(Form &form, const std::vector<Sample> &samples, std::size_t left_out) {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i == left_out)
      continue;
    const double weight = 1 / samples[i].seconds;
    rows.push_back({weight, form.isConstant() ? 0 : weight * form.basis(samples[i].ranks)});
    targets.push_back(1);
  }
  const std::vector<double> found = models::nonNegativeLeastSquares(rows, targets);
  form.constant = found[0];
  form.slope = found[1];
}

Form fitted(Form form, const std::vector<Sample> &samples) {
  double squares = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    fit(form, samples, i);
    const double error = form.at(samples[i].ranks) / samples[i].seconds - 1;
    squares += error * error;
  }
  form.error = std::sqrt(squares / static_cast<double>(samples.size()));
  fit(form, samples, samples.size());
  return form;
}

/// A later form must be clearly better: the simple ones come first.
/// Source: Calotoiu et al., Using Automated Performance Modeling to Find Scalability Bugs, SC13, section 3.
Form bestForm(const std::vector<Sample> &samples) {
  constexpr double kPowers[] = {0, 1, -1, 0.5, -0.5, 2, 1.5, 0.25, 0.75, 1.0 / 3, 2.0 / 3};
  constexpr double kClearly = 0.8;
  Form best = fitted({}, samples);
  for (const int logs : {0, 1, 2})
    for (const double power : kPowers)
      if (const Form form = fitted({power, logs}, samples); form.error < kClearly * best.error)
        best = form;
  return best;
}

std::string formText(const Form &form) {
  std::string factors;
  if (form.power != 0)
    factors += form.power == 1 ? " * p" : fmt::format(" * p^{:.3g}", form.power);
  if (form.logs > 0)
    factors += form.logs == 1 ? " * log2(p)" : fmt::format(" * log2(p)^{}", form.logs);
  const std::string growing = secondsText(form.slope) + factors;
  const std::string text = form.slope == 0      ? secondsText(form.constant)
                           : form.constant == 0 ? growing
                                                : secondsText(form.constant) + " + " + growing;
  return fmt::format("{} (+-{})", text, shareText(form.error));
}

/// As a function of the ranks; empty where too few runs say it.
std::string formOf(const std::vector<NamedRun> &runs, const Part &part) {
  std::map<std::int64_t, std::pair<double, double>> sums; ///< Of seconds, and how many.
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto &[seconds, count] = sums[runs[i].result.ranks];
    seconds += part.seconds[i];
    count += 1;
  }
  std::vector<Sample> samples;
  for (const auto &[ranks, sum] : sums)
    if (sum.first > 0)
      samples.push_back({static_cast<double>(ranks), sum.first / sum.second});
  return samples.size() < kFewestForForm ? "" : formText(bestForm(samples));
}

ReportSection growthSection(const std::vector<NamedRun> &runs, std::size_t most) {
  const RunResult &first = runs.front().result, &last = runs.back().result;
  ReportSection section{"What grows with the ranks (means over ranks)",
                        {},
                        {"", ranksText(first) + " ranks", ranksText(last) + " ranks", "factor", "of p ranks"},
                        {},
                        {},
                        {}};
  for (const Part &part : partsOf(runs)) {
    if (section.rows.size() == most)
      break;
    section.rows.push_back(
        {{part.name},
         {secondsText(part.seconds.front())},
         {secondsText(part.seconds.back())},
         {part.seconds.front() > 0 ? fmt::format("{:.3g}", part.seconds.back() / part.seconds.front()) : "-"},
         {formOf(runs, part)}});
  }
  section.lines.push_back(
      fmt::format("The fitted functions hold from {} to {} ranks, +- their error at sizes left out; "
                  "they need {} numbers of ranks.",
                  ranksText(first), ranksText(last), kFewestForForm));
  return section;
}

} // namespace

sim::Result<std::vector<NamedRun>> comparable(std::vector<NamedRun> runs) {
  sim::Error errors;
  for (const NamedRun &run : runs) {
    if (!cameToEnd(run.result))
      errors.diagnostics.push_back({run.name, "the simulated program failed: its time says nothing",
                                    "maquette-report-mixed", "", "leave it out"});
    else if (programOf(run) != programOf(runs.front()))
      errors.diagnostics.push_back({run.name,
                                    fmt::format("is a run of {}, but {} is one of {}", programOf(run),
                                                runs.front().name, programOf(runs.front())),
                                    "maquette-report-mixed", "", "compare runs of one program"});
  }
  if (!errors.diagnostics.empty())
    return errors;
  std::stable_sort(runs.begin(), runs.end(),
                   [](const NamedRun &a, const NamedRun &b) { return a.result.ranks < b.result.ranks; });
  return runs;
}

std::vector<ReportSection> comparisonSections(const std::vector<NamedRun> &runs, std::size_t most) {
  std::vector<ReportSection> sections{runSection(runs)};
  if (scales(runs)) {
    sections.push_back(scalingSection(runs));
    sections.push_back(growthSection(runs, most));
  }
  return sections;
}

std::string comparisonPage(const std::vector<NamedRun> &runs) {
  const RunResult &first = runs.front().result, &last = runs.back().result;
  return toPage(first.program, scales(runs) ? ranksText(first) + " to " + ranksText(last) : ranksText(first),
                comparisonSections(runs, kMostRowsCompared));
}

} // namespace maquette::runtime
