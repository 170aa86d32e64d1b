//===- maquette/formats/run_config.h - what one simulation is asked to do --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command-line tool writes a RunConfig to a file, names the file in the environment variable MAQUETTE_RUN and
/// executes the program; the runtime inside the program reads it before the program's main. A program started without
/// the variable runs as one rank of a small default machine, which is what configure scripts expect of a test program.
#ifndef MAQUETTE_FORMATS_RUN_CONFIG_H
#define MAQUETTE_FORMATS_RUN_CONFIG_H

#include "maquette/formats/files_mode.h"
#include "maquette/host/corrections.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maquette::runtime {

/// Charged: the full program runs, and is charged what its skeleton would be. Replay: a trace says what is computed.
enum class Mode { Skeleton, Direct, Profile, Charged, Replay };
enum class StackStrategy { Automatic, Copied, Slab };
/// Whether the costs of a skeleton's regions vary as the profiled ones did, or are their means; whether direct mode's
/// spans that are alike count as they were measured, or as usual.
enum class Noise { None, Measured };
/// What a rank finds in the host's caches when its measured computing goes on after that of other ranks: its own data
/// again, as on a core of its own, or what the others left there.
enum class Caches { Restored, Shared };

/// One of several that run at once: ranks of the program with arguments of their own, or traffic that no program makes.
struct Job {
  std::string name;
  std::int64_t ranks = 0;             ///< 0: traffic.
  std::vector<std::string> arguments; ///< Of the program, without its name.
  std::string traffic;                ///< One of models::trafficPatterns().
  std::int64_t nodes = 0;             ///< That the traffic is between.
  std::int64_t message_bytes = 0;
  std::int64_t interval_ps = 0; ///< Least time between messages of a node.
  std::int64_t shift = 1;       ///< Of pattern "shift".
};

/// What a run gathers beyond its totals, on request.
struct Gathered {
  bool matrix = false;    ///< Count who sends how much to whom.
  bool sizes = false;     ///< Count messages by size.
  bool sites = false;     ///< Count calls by their places in the sources.
  bool stats = false;     ///< Memory by category.
  bool processes = false; ///< What each rank spends its time on.
  bool observe = false;   ///< The use of links by time and what congestion costs.
  bool causality = false; ///< The critical path and the wait states.
};

struct RunConfig {
  Mode mode = Mode::Skeleton;
  std::int64_t ranks = 1;             ///< Of all jobs.
  std::vector<Job> jobs;              ///< Empty: one, with all ranks and the arguments the program was started with.
  std::int64_t only_job = -1;         ///< The one that runs, the others only keep their nodes; -1: all.
  std::int64_t traffic_end_ps = 0;    ///< Traffic ends then; 0: with the last rank.
  std::string machine;                ///< Path of a machine file; empty: the built-in default machine.
  std::vector<std::string> overrides; ///< "key=value" as given to --set, applied to the machine file.
  bool oversubscribe = false;         ///< More ranks than cores are accepted.
  std::vector<std::string> profiles;  ///< Profiles to predict from, together (Skeleton, Charged); empty: none.
  bool free_computing = false;        ///< Computing takes no simulated time.
  std::uint64_t seed = 1;
  Noise noise = Noise::Measured;
  Caches caches = Caches::Restored;      ///< Modes Direct and Profile.
  std::int64_t os_noise_interval_ps = 0; ///< Mean time of computing between interruptions; 0: there are none.
  std::int64_t os_noise_length_ps = 0;
  std::int64_t delay_ps = 0; ///< OpenSHMEM: puts are seen up to so much later, at random by seed; 0: at their arrival.
  std::vector<std::string> region_costs; ///< Overrides as given to --region: parseCostOverride().
  std::string
      roofline; ///< Of a core of the target machine, as given to --roofline: parseCoreSpeed(). Empty: cpu_scale holds.
  std::string roofline_host; ///< Of the core that was profiled; empty: not known.
  StackStrategy stack = StackStrategy::Automatic;
  std::int64_t stack_bytes = 0;      ///< 0: the default of the strategy.
  std::string result_file;           ///< The RunResult is written here, atomically, as JSON.
  std::vector<std::string> counters; ///< Mode::Profile: events of one pass of a CounterPlan.
  std::string profile_output;        ///< Mode::Profile: the profile is written here, atomically.
  std::string call_trace;            ///< If set, every rank's MPI calls are written here (for verify).
  std::string trace;                 ///< If set, the MPI calls of ranks are recorded here by libmaquette-recorder.so.
  std::string trace_ranks;           ///< Those whose calls are: "0-63,128"; empty: all.
  bool keep_outliers = false;     ///< Direct: spans that the host seems to have disturbed count as they were measured.
  Corrections corrections;        ///< Direct and Profile: of what is measured.
  std::int64_t host_cores = 1;    ///< Direct: cores of the host on which ranks compute at once.
  std::vector<std::string> share; ///< Direct: blocks of the heap that ranks share: parseShareRule().
  std::int64_t memory_bytes = 0;  ///< Skeletons: from which size of the process on memory of ranks that wait is
                                  ///< compressed; 0: half of what is free.
  std::vector<std::string>
      unchecked; ///< Of the checks "types", "leaks", "freed", "collectives" and "windows", those that are off.
  files::FilesMode files = files::FilesMode::Folder;
  Gathered gather;
  bool progress = false; ///< A progress line on stderr.

  /// Ranks compute in processes of their own.
  bool forksRanks() const { return mode == Mode::Direct && host_cores > 1; }
};

std::string toJson(const RunConfig &config);
sim::Result<RunConfig> runConfigFromJson(const std::string &text);
/// Reads the file named by MAQUETTE_RUN. nullopt when the variable is not set.
std::optional<sim::Result<RunConfig>> runConfigFromEnvironment();

} // namespace maquette::runtime

#endif
