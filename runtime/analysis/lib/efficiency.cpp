//===- runtime/analysis/lib/efficiency.cpp - which part of a run's time is useful, and what takes the rest ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/efficiency.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

double largest(const RunResult &run) { return run.compute_seconds * (1 + run.imbalance); }

/// What to look at, for the smallest of the three factors.
std::string adviceText(const Efficiency &efficiency) {
  struct Cause {
    double factor;
    const char *text;
  };
  const Cause causes[] = {{efficiency.load_balance, "load balance: some ranks compute longer than others"},
                          {efficiency.serialization, "serialization: ranks wait for others, whatever the network"},
                          {efficiency.transfer, "transfer: messages take their time on the network"}};
  const Cause &worst = *std::min_element(std::begin(causes), std::end(causes),
                                         [](const Cause &a, const Cause &b) { return a.factor < b.factor; });
  constexpr double kGood = 0.95;
  if (worst.factor >= kGood)
    return "No part costs more than a twentieth.";
  return fmt::format("Most is lost by {}.", worst.text);
}

} // namespace

Efficiency efficiencyOf(const RunResult &run, const RunResult &ideal) {
  Efficiency found;
  found.ideal_seconds = ideal.predicted_seconds;
  if (run.predicted_seconds <= 0 || ideal.predicted_seconds <= 0 || run.compute_seconds <= 0)
    return found;
  found.parallel = run.compute_seconds / run.predicted_seconds;
  found.load_balance = run.compute_seconds / largest(run);
  found.communication = largest(run) / run.predicted_seconds;
  found.serialization = largest(ideal) / ideal.predicted_seconds;
  found.transfer = found.serialization > 0 ? found.communication / found.serialization : 0;
  return found;
}

ReportSection efficiencySection(const Efficiency &efficiency) {
  ReportSection section{"Efficiency", {}, {"", "share"}, {}, {}};
  if (efficiency.parallel <= 0) {
    section.lines.push_back("The ranks compute nothing: there is no efficiency.");
    return section;
  }
  section.lines.push_back(
      fmt::format("Ranks compute {} of the time. {}", shareText(efficiency.parallel), adviceText(efficiency)));
  section.lines.push_back(
      fmt::format("On a network without any cost the run takes {}.", secondsText(efficiency.ideal_seconds)));
  const auto row = [&](const char *name, double share) {
    section.rows.push_back({{name}, {shareText(share), std::clamp(share, 0.0, 1.0)}});
  };
  row("parallel efficiency", efficiency.parallel);
  row("  load balance", efficiency.load_balance);
  row("  communication", efficiency.communication);
  row("    serialization", efficiency.serialization);
  row("    transfer", efficiency.transfer);
  return section;
}

} // namespace maquette::runtime
