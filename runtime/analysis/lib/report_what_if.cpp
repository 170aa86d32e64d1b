//===- runtime/analysis/lib/report_what_if.cpp - a run beside the same on a changed machine ===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace maquette::runtime {

ReportSection whatIfSection(const std::vector<std::string> &changes, const RunResult &base, const RunResult &other) {
  constexpr std::size_t kCalls = 5;
  constexpr double kLittle = 0.01; ///< Of the predicted time.
  ReportSection section{
      fmt::format("What if {}", fmt::join(changes, ", ")), {}, {"", "as it is", "changed", "difference"}, {}, {}};
  if (std::abs(other.predicted_seconds - base.predicted_seconds) <= kLittle * base.predicted_seconds)
    section.lines.push_back(std::string(base.predicted_seconds == other.predicted_seconds
                                            ? "Nothing changed. "
                                            : "Almost nothing changed. ") +
                            boundText(base));
  if (base.mode == "direct" &&
      std::abs(other.compute_seconds - base.compute_seconds) > kLittle * base.predicted_seconds)
    section.lines.push_back(fmt::format("Each run measured its computing again: {} and {} per rank. Use --set "
                                        "node.cpu_scale=1e9 to leave computing out.",
                                        secondsText(base.compute_seconds), secondsText(other.compute_seconds)));
  for (const std::string &warning : other.warnings)
    if (std::find(base.warnings.begin(), base.warnings.end(), warning) == base.warnings.end())
      section.lines.push_back("With the change: " + warning + ".");
  const auto row = [&](const std::string &name, double before, double after) {
    section.rows.push_back({{name},
                            {secondsText(before)},
                            {secondsText(after)},
                            {before > 0 ? fmt::format("{:+.1f} %", 100 * (after / before - 1)) : ""}});
  };
  row("predicted time", base.predicted_seconds, other.predicted_seconds);
  row("computing (mean)", base.compute_seconds, other.compute_seconds);
  row("in MPI (mean)", base.mpi_seconds, other.mpi_seconds);
  for (std::size_t i = 0; i < std::min(base.jobs.size(), other.jobs.size()); ++i) {
    const JobUse &job = base.jobs[i];
    if (job.ranks > 0)
      row(job.name, job.seconds, other.jobs[i].seconds);
    else
      row(job.name + ", a message", job.message_seconds, other.jobs[i].message_seconds);
  }
  std::vector<std::pair<double, std::string>> calls;
  for (const auto &[name, call] : base.calls)
    if (call.seconds > 0)
      calls.emplace_back(-call.seconds, name);
  std::sort(calls.begin(), calls.end());
  for (std::size_t i = 0; i < std::min(calls.size(), kCalls); ++i)
    if (const auto found = other.calls.find(calls[i].second); found != other.calls.end())
      row(calls[i].second, -calls[i].first, found->second.seconds);
  return section;
}

} // namespace maquette::runtime
