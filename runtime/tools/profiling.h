//===- runtime/tools/profiling.h - runs of a profiled program, in turns --------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_PROFILING_H
#define MAQUETTE_TOOLS_PROFILING_H

#include "commands.h"
#include "launch.h"
#include "maquette/formats/profile.h"
#include "maquette/formats/run_config.h"
#include "maquette/host/counters.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maquette::tool {

/// What one or several runs of the program measured.
struct Measured {
  std::optional<runtime::Profile> profile;
  double computing = 0; ///< What all ranks spent in their own code; 0: not known.
};

/// How a program is profiled: in the simulator, where its ranks run one after another on a core of their own, or
/// natively.
struct ProfilingOptions {
  std::string command;   ///< In whose name errors are reported,
  std::string arguments; ///< and its option for more arguments.
  bool native = false;
  runtime::RunConfig config; ///< Ranks; for the simulator also caches and stacks.
  runtime::CounterPlan plan;
  runtime::Statistic statistic = runtime::Statistic::Median; ///< Of several runs of the same.
};

/// What this host can count of \p events, and in which passes; none: the usual ones. \p note: why not all.
sim::Result<runtime::CounterPlan> planPasses(const std::vector<std::string> &events, std::string &note);

/// Profiles a program with several sets of arguments.
class Profiler {
public:
  Profiler(ProfilingOptions options, const ScratchFolder &scratch) : options_(std::move(options)), scratch_(scratch) {}

  /// Takes \p sets of arguments if what is measured with them can be one profile. Errors: maquette-profile-arguments.
  sim::Status take(const std::string &program, const std::vector<CommandLine> &sets);
  /// Runs all sets once. In rounds of all, what disturbs a host for a while does not disturb all runs of one. Returns
  /// an exit status; what a round measured that did not come to its end does not count.
  int runOnce();
  /// That came to their end.
  std::size_t rounds() const { return rounds_; }
  /// Of each set the run, and of each region the run, that counts by what it computed; all sets as one profile. \pre
  /// rounds() > 0
  sim::Result<Measured> result() const;
  /// How the runs of each set differed, a line for each; empty after one run.
  std::string describeRuns() const;

private:
  /// The runs of one set of arguments.
  struct Series {
    CommandLine program;
    std::vector<Measured> runs;
    /// Of computing in regions, of each run.
    std::vector<double> seconds() const;
  };
  using Events = std::vector<std::string>;

  int profileInPasses(const CommandLine &program, Measured &measured) const;
  int profileInSimulator(const Events &events, const CommandLine &program, Measured &measured) const;
  int profileNatively(const Events &events, const CommandLine &program, Measured &measured) const;
  Measured measured(const Series &series) const;

  ProfilingOptions options_;
  const ScratchFolder &scratch_;
  std::vector<Series> all_;
  std::size_t rounds_ = 0;
};

} // namespace maquette::tool

#endif
