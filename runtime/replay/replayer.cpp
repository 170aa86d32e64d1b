//===- runtime/replay/replayer.cpp - the program that `maquette replay` simulates ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// usage: maquette-replayer TRACE FORMAT SCALE strict|lenient
/// An MPI program: each rank reads what the rank of its number did, computes as long between two calls, times SCALE,
/// and makes the same calls.
#include "lookahead.h"
#include "session.h"

#include "maquette/abi/skeleton.h"

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
      replayEvent(session, event);
    }
    if (left_out_ > 0)
      std::fprintf(stderr, "warning: rank %d: %llu records were left out; the first: %s\n", rank_, left_out_,
                   first_problem_.c_str());
  }

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  /// What is not replayed is computing: so no time is lost.
  void replayEvent(Session &session, const traces::Event &event) {
    const std::string_view name = traces::allCalls()[event.call].name;
    const bool begins = name == "MPI_Init" || name == "MPI_Init_thread", ends = name == "MPI_Finalize";
    if (!begins && !isReplayed(event.call))
      return;
    const std::int64_t computing = latest_ps_ == kNone ? 0 : std::max<std::int64_t>(0, event.enter_ps - latest_ps_);
    maquette_elapse(std::llround(static_cast<double>(computing) * scale_));
    latest_ps_ = event.leave_ps;
    if (begins || ends) // main() does
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
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }

  std::string path_, format_;
  double scale_;
  bool lenient_;
  int rank_ = maquette_rank();
  std::int64_t latest_ps_ = kNone; ///< The end of the latest call that was made.
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
  MPI_Init(&argc, &argv);
  maquette::replay::Replayer(argv[1], argv[2], std::atof(argv[3]), std::strcmp(argv[4], "lenient") == 0).run();
  MPI_Finalize();
  return 0;
}
