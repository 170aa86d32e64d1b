//===- runtime/tools/run_output.h - what a simulation's results are written to --===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_RUN_OUTPUT_H
#define MAQUETTE_TOOLS_RUN_OUTPUT_H

#include "launch.h"
#include "maquette/analysis/report.h"
#include "target.h"
#include "trace_options.h"

#include <string>
#include <vector>

namespace maquette::tool {

/// Options of the commands that run one simulation and show it: `run` and `replay`.
struct RunOutput {
  std::string json;
  std::string report;
  std::string matrix;
  std::string processes;
  bool sizes = false;
  bool sites = false;
  bool stats = false;
  bool links = false;
  TraceOutput trace;
  std::string trace_ranks;
  bool efficiency = false;
  bool critical_path = false;
  std::vector<std::string> what_if;

  void addOptions(CLI::App &app);
  void addWhatIf(CLI::App &app);
  /// What is wrong is appended to \p errors.
  void fill(const Target &target, runtime::RunConfig &config, sim::Error &errors) const;
  /// Runs \p program again where a change is asked for, writes all and prints the summary. Returns the exit status.
  int finish(const std::string &command, const CommandLine &program, const runtime::RunConfig &config,
             const ScratchFolder &scratch, Pinning pinning, const Simulation &simulation) const;

private:
  /// The same run on other networks, where that was asked for.
  struct Others {
    Simulation changed, ideal;
  };
  bool wantsEfficiency(const runtime::RunConfig &config) const;
  int write(const Simulation &simulation, const Others &others) const;
  std::vector<runtime::ReportSection> sections(const Simulation &simulation, const Others &others) const;
  /// What the ranks record; another format is written from it when the run has ended.
  std::string recording() const;
  int finishTrace() const;
  std::vector<std::string> changes() const;
};

} // namespace maquette::tool

#endif
