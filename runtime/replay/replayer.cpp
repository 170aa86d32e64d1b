//===- runtime/replay/replayer.cpp - the program that `maquette replay` simulates ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// usage: maquette-replayer TRACE FORMAT SCALE strict|lenient
/// Each rank reads what the rank of its number did, computes as long between two calls, times SCALE, and makes the same
/// calls of MPI and OpenSHMEM.
#include "lookahead.h"
#include "session.h"
#include "shmem_session.h"
#include "task_session.h"

#include "maquette/abi/skeleton.h"
#include "maquette/traces/task_trace.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace maquette::replay {
namespace {

/// Before there are ranks: what a rank makes lies on its own heap.
[[maybe_unused]] const bool kPrepared = traces::prepareTables();

class Replayer {
public:
  Replayer(std::string trace, std::string format, double scale, bool lenient)
      : path_(std::move(trace)), format_(std::move(format)), scale_(scale), lenient_(lenient) {}

  void run() {
    auto trace = traces::openTrace(path_, format_);
    if (!trace)
      return fail(sim::toText(trace.error()));
    if (const auto *of_tasks = dynamic_cast<const traces::TaskTrace *>(trace->get()))
      return doTasks(of_tasks->tasks(rank_));
    auto opened = (*trace)->open(rank_);
    if (!opened)
      return fail(sim::toText(opened.error()));
    scale_ /= (*trace)->summary().compute_factor;
    if ((*trace)->summary().from_start)
      latest_ps_ = 0;
    trace->reset();
    replayAll(std::move(*opened));
  }

private:
  void doTasks(const sim::Result<traces::TaskGraph> &tasks) {
    if (!tasks)
      return fail(sim::toText(tasks.error()));
    beginMpi();
    TaskSession(*tasks, scale_).run();
    endMpi();
  }

  /// What only the beginning needs is gone by then: there may be a million ranks.
  void replayAll(std::unique_ptr<traces::EventReader> reader) {
    Session session(*reader);
    Lookahead events(*reader);
    for (traces::Event event;;) {
      const sim::Result<bool> more = events.next(event);
      if (!more)
        return fail(sim::toText(more.error()));
      if (!*more)
        break;
      if (isShmem(traces::allCalls()[event.call]))
        replayShmem(event);
      else
        replayEvent(session, event);
    }
    if (!has_shmem_)
      beginMpi(); // A rank without calls, too: all of them do.
    endMpi();
    if (shmem_.isOpen())
      shmem_finalize(); // The trace ends before.
    if (left_out_ > 0)
      std::fprintf(stderr, "warning: rank %d: %llu records were left out; the first: %s\n", rank_, left_out_,
                   first_problem_.c_str());
  }

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  void replayShmem(const traces::Event &event) {
    has_shmem_ = true;
    computeUntil(event);
    try {
      shmem_.replay(event);
    } catch (const RecordProblem &problem) {
      leaveOut(event, problem.what());
    }
  }

  /// The begin may be cut off.
  static void beginMpi() {
    int has_begun = 0;
    MPI_Initialized(&has_begun);
    if (has_begun == 0)
      MPI_Init(nullptr, nullptr);
  }
  static void endMpi() {
    int has_begun = 0;
    MPI_Initialized(&has_begun);
    if (has_begun != 0)
      MPI_Finalize();
  }

  void computeUntil(const traces::Event &event) {
    const std::int64_t computing = latest_ps_ == kNone ? 0 : std::max<std::int64_t>(0, event.enter_ps - latest_ps_);
    maquette_elapse(std::llround(static_cast<double>(computing) * scale_));
    latest_ps_ = event.leave_ps;
  }

  /// What is not replayed is computing: so no time is lost.
  void replayEvent(Session &session, const traces::Event &event) {
    const std::string_view name = traces::allCalls()[event.call].name;
    const bool begins = name == "MPI_Init" || name == "MPI_Init_thread", ends = name == "MPI_Finalize";
    if (!begins && !isReplayed(event.call))
      return;
    beginMpi();
    computeUntil(event);
    if (begins || ends) // replayAll() does
      return;
    try {
      replay(session, event);
    } catch (const RecordProblem &problem) {
      leaveOut(event, problem.what());
    }
  }

  void leaveOut(const traces::Event &event, const std::string &why) {
    const std::string where = path_ + ": rank " + std::to_string(rank_) + ", record " + std::to_string(event.record) +
                              ", byte " + std::to_string(event.offset);
    const std::string name(traces::allCalls()[event.call].name);
    if (!lenient_)
      return fail(sim::toText(sim::Diagnostic{where, name + ": " + why, "maquette-trace-record", "",
                                              "record the program again with all of MPI, or leave such records out "
                                              "with --lenient"}));
    if (left_out_++ == 0)
      first_problem_ = where + ": " + name + ": " + why;
  }

  void fail(const std::string &text) {
    std::fputs(text.c_str(), stderr);
    if (shmem_.isOpen())
      shmem_global_exit(EXIT_FAILURE);
    beginMpi();
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }

  std::string path_, format_;
  double scale_;
  bool lenient_;
  int rank_ = maquette_rank();
  std::int64_t latest_ps_ = kNone; ///< The end of the latest call that was made.
  ShmemSession shmem_;
  bool has_shmem_ = false;
  unsigned long long left_out_ = 0;
  std::string first_problem_;
};

} // namespace
} // namespace maquette::replay

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fputs("maquette-replayer: error: started without a trace\n  fix: use `maquette replay`\n", stderr);
    return 2;
  }
  maquette::replay::Replayer(argv[1], argv[2], std::atof(argv[3]), std::strcmp(argv[4], "lenient") == 0).run();
  return 0;
}
