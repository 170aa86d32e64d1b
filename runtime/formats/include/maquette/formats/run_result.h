//===- maquette/formats/run_result.h - what one simulation found ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Filled while the simulation runs, written as one JSON document, read back by the command-line tool for the summary,
/// --json and --report. Times in seconds, sizes in bytes. docs/reference/result-files.md is the schema.
#ifndef MAQUETTE_FORMATS_RUN_RESULT_H
#define MAQUETTE_FORMATS_RUN_RESULT_H

#include "maquette/sim/result.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace maquette::runtime {

struct CallStatistics {
  std::uint64_t count = 0;       ///< Over all ranks.
  std::uint64_t bytes = 0;       ///< Sent by the calls, over all ranks.
  double seconds = 0;            ///< Mean over ranks of the time spent inside, waiting included.
  double wait_seconds = 0;       ///< Mean over ranks of the part spent waiting for others.
  std::uint64_t transfers = 0;   ///< Begun while their sender was in the call; with observation.
  double network_seconds = 0;    ///< Their time on the way, sum over ranks.
  double congestion_seconds = 0; ///< The part of it beyond what each would have taken alone.
};

/// Calls of one MPI function at one place in the sources.
struct CallSiteUse {
  std::string call;
  std::string site; ///< "main() at ring.c:12"
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
  double wait_seconds = 0;
};

/// What one rank sent another.
struct PairTraffic {
  std::int64_t source = 0;
  std::int64_t destination = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
};

/// Messages of at least so many bytes, and less than twice that.
struct SizeClass {
  std::uint64_t from_bytes = 0; ///< 0 or a power of two.
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
};

struct LinkUse {
  std::string name;
  double utilisation = 0; ///< Busy share of the predicted time, 0..1.
  std::uint64_t bytes = 0;
  bool interface = false;      ///< Of a node; else between switches.
  std::vector<double> windows; ///< Busy share of each window of time; with observation.
};

/// One of several jobs that ran at once.
struct JobUse {
  std::string name;
  std::int64_t ranks = 0; ///< 0: traffic.
  std::string traffic;
  std::int64_t nodes = 0;
  double seconds = 0;         ///< When its last rank ends; of traffic, its end.
  double alone_seconds = 0;   ///< The same without the other jobs; 0: not known.
  std::uint64_t messages = 0; ///< Of traffic: delivered.
  double message_seconds = 0; ///< Of traffic: mean time of a message.
  double alone_message_seconds = 0;
  double bytes_per_second = 0; ///< Of traffic: delivered per node.
  double alone_bytes_per_second = 0;
};

struct RegionUse {
  std::uint64_t count = 0;
  double seconds = 0;              ///< Sum over ranks.
  double extrapolated_seconds = 0; ///< The part predicted outside the profiled range of features.
  double farthest = 1;             ///< Largest ratio of a feature to the nearest profiled one.
  std::string farthest_feature;    ///< The feature with that ratio.
  double uncertain_seconds = 0;    ///< Expected error of seconds: each prediction's own, summed up.
  double unjudged_seconds = 0;     ///< The part about whose error nothing is known.
};

struct PredictedUse {
  std::uint64_t count = 0;
  double mean = 0;
  double relative_error = 0; ///< Spread of the observations behind it (standard deviation / mean).
  std::uint64_t extrapolated = 0;
};

/// The kind of a failure that only is a status other than 0, given after MPI_Finalize.
constexpr std::string_view kOtherStatus = "status";

struct Failure {
  std::string
      kind; ///< "deadlock", "abort", "crash", "phantom", "stack-overflow", "mpi", "exit", kOtherStatus, "input", ...
  std::string message; ///< Whole text for people: which rank, where, who waits for whom.
  std::int64_t rank = -1;
};

/// What time is spent on, and where in the sources.
struct TimePlace {
  std::string kind; ///< "computing", "call", "transfer" or "waiting".
  std::string call; ///< The function called; of computing, the one that it ends with. Empty: none.
  std::string function;
  std::string file; ///< Empty: not known.
  std::int64_t line = 0;
  std::string region; ///< Of a skeleton's computing.
  auto operator<=>(const TimePlace &) const = default;
};

struct PathSegment {
  TimePlace place;
  std::int64_t rank = -1; ///< -1: several, or the network.
  double begin_seconds = 0;
  double seconds = 0;
};

/// The chain of segments, each caused by the one before, that ends with the last rank.
struct CriticalPath {
  struct Line {
    TimePlace place;
    std::int64_t picoseconds = 0; ///< Exact: those of all lines sum up to the run.
  };
  struct OfRank {
    std::int64_t rank = -1; ///< -1: several, or the network.
    std::int64_t picoseconds = 0;
  };
  std::int64_t picoseconds = 0;
  std::int64_t last_rank = -1;       ///< It ends last.
  std::vector<Line> lines;           ///< Longest first.
  std::vector<OfRank> ranks;         ///< The same; the first 100.
  std::vector<PathSegment> segments; ///< In order, those next to each other joined until they are few.
};

/// What groups of ranks do in windows of time, as shares of the ranks' time. The rest: they have ended.
struct TimelineRows {
  struct Row {
    std::int64_t first_rank = 0;
    std::int64_t ranks = 0;
    std::vector<double> computing, calls, waiting; ///< By window.
  };
  double window_seconds = 0;
  std::vector<Row> rows;
};

/// Waits of one kind in calls at one place.
struct WaitState {
  std::string kind; ///< "late_sender", ...
  TimePlace place;
  std::uint64_t count = 0;
  double seconds = 0; ///< Sum over ranks.
  double longest_seconds = 0;
  std::int64_t longest_rank = -1; ///< That waited longest, and for which.
  std::int64_t late_rank = -1;
  struct Cause {
    TimePlace place;
    double seconds = 0;
  };
  std::vector<Cause> causes; ///< What late ranks did meanwhile; longest first, the first ten.
};

/// What ranks read and wrote, by functions of POSIX, the C library and MPI.
struct IoResult {
  struct Call {
    std::uint64_t count = 0; ///< Over all ranks.
    std::uint64_t bytes = 0;
    double seconds = 0; ///< Mean over ranks.
  };
  struct File {
    std::string path;
    std::uint64_t bytes_read = 0, bytes_written = 0;
    std::uint64_t reads = 0, writes = 0, operations = 0; ///< operations: all others.
    double seconds = 0;                                  ///< Sum over ranks.
    std::uint64_t consecutive = 0; ///< Reads and writes of a rank that begin where its last one ended,
    std::uint64_t strided = 0;     ///< as far behind it as the last one began behind the one before,
    std::uint64_t random = 0;      ///< or elsewhere.
  };
  struct Server {
    std::string name;
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    double utilisation = 0; ///< Busy share of the predicted time, at most 1: page caches write back beyond it.
  };
  std::uint64_t bytes_read = 0, bytes_written = 0, operations = 0;
  double seconds = 0;                ///< Mean over ranks.
  std::map<std::string, Call> calls; ///< By function; those of MPI are in RunResult::calls, too.
  std::vector<File> files;           ///< Longest first; the first 100.
  std::uint64_t file_count = 0;
  std::vector<Server> servers; ///< Of file systems, and devices of nodes; busiest first, the first 100.
  std::int64_t kept_bytes = 0; ///< Of contents that only the simulation has.
};

/// T_process = T_run + T_IO + T_ready of the Beihang simulator's paper, with T_IO in two parts.
struct ProcessTimes {
  std::int64_t rank = 0;
  std::int64_t node = 0;
  double run_seconds = 0;     ///< On its core.
  double network_seconds = 0; ///< In calls of MPI and OpenSHMEM, waiting included.
  double storage_seconds = 0; ///< In functions on files.
  double ready_seconds = 0;   ///< Waiting for its own threads, while these have the core.
};

/// What the simulation took of the host machine, and how well direct mode could measure there.
struct HostUse {
  double seconds = 0;
  double cpu_seconds = 0;
  double slowdown = 0;    ///< Direct mode: seconds / processor time of the ranks' computing.
  std::int64_t cores = 1; ///< Direct mode: on which ranks computed at once.
  /// Direct mode on several: charged beyond what was measured, sum over ranks, because others had gone on.
  double raised_seconds = 0;
  double stolen_seconds = 0;  ///< Direct mode: in which the host ran something else; not in the ranks' time.
  double disturbed_share = 0; ///< Direct mode: of the spans between MPI calls, those in which it did.
  double outlier_share = 0;   ///< Direct mode: of the spans, those longer than their like; they count as these.
  double outlier_seconds = 0; ///< What was taken off them.
  std::uint64_t peak_rss_bytes = 0;
  double bytes_per_rank = 0;
  /// Direct mode: what shared blocks would have taken besides if each rank had its own.
  std::uint64_t shared_bytes = 0;
  std::map<std::string, std::uint64_t> memory; ///< Bytes by category; with --stats.
};

/// In HostUse::memory: what was there before the first rank.
inline constexpr char kBaseMemory[] = "program";

struct RunResult {
  std::int64_t ranks = 0;
  std::string mode;    ///< "skeleton", "direct" or "profile"
  std::string machine; ///< Name in the machine file.
  std::string program;
  double predicted_seconds = 0;      ///< When the last rank ends, on the target machine.
  double compute_seconds = 0;        ///< Mean over ranks.
  double thread_compute_seconds = 0; ///< Mean over ranks of what their other threads compute, at the same time.
  double thread_wait_seconds = 0;    ///< Mean over ranks of main threads' waiting for others of their rank.
  double mpi_seconds = 0;            ///< Mean over ranks.
  double wait_seconds = 0;           ///< Mean over ranks; part of mpi_seconds.
  double cache_slowdown =
      1; ///< Direct mode: measured over charged computing; the rest is what other ranks did to the caches.
  double imbalance = 0; ///< (max - mean) / mean of compute time over ranks.
  std::map<std::string, CallStatistics> calls;
  std::vector<CallSiteUse> call_sites;  ///< Longest first; with --sites.
  std::vector<PairTraffic> matrix;      ///< By source and destination; with --matrix.
  std::vector<SizeClass> message_sizes; ///< Smallest first; with --sizes.
  std::vector<LinkUse> hottest_links;
  double nic_utilisation = 0;  ///< Busy share of the busiest interface of a node.
  double link_utilisation = 0; ///< Of the busiest link between switches.
  double window_seconds = 0;   ///< Length of the windows of hottest_links; 0: not observed.
  double congestion_share = 0; ///< Of the time of all transfers, the part beyond the time alone; with observation.
  std::vector<JobUse> jobs;    ///< Empty: one.
  std::map<std::string, RegionUse> regions;
  std::map<std::string, PredictedUse> predicted_values;
  std::vector<ProcessTimes> processes;       ///< By rank; with --process-times.
  std::optional<IoResult> io;                ///< Where files are used.
  std::optional<CriticalPath> critical_path; ///< With --critical-path.
  std::vector<WaitState> wait_states;        ///< The same; longest first.
  TimelineRows timeline;                     ///< The same.
  double extrapolated_share = 0;             ///< Of compute time.
  double compute_uncertainty =
      0; ///< 19 of 20 errors of the computing time lie within, relative; of the part that can be judged.
  double unjudged_share = 0;  ///< Of compute time: predicted without anything to tell the error from.
  double roofline_share = 0;  ///< Of compute time: scaled by a roofline, not by the machine's cpu_scale.
  std::uint64_t messages = 0; ///< Point-to-point, those inside collectives included.
  std::uint64_t events = 0;
  std::uint64_t switches = 0;
  HostUse host;
  std::vector<std::string> warnings;
  std::vector<Failure> failures;
  int exit_status = 0; ///< 0, or 3 when the simulated program failed, or what main returned mapped so.
};

std::string toJson(const RunResult &result);
sim::Result<RunResult> runResultFromJson(const std::string &text);

/// True if all ranks came to their end, even if one returned another status than 0: what was measured and compared
/// holds.
bool cameToEnd(const RunResult &result);

} // namespace maquette::runtime

#endif
