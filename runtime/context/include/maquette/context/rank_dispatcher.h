//===- maquette/context/rank_dispatcher.h - whose code runs -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// RankDispatcher gives the host's thread to one rank at a time, or to one of its threads: it switches stacks and the
/// program's globals. RankScheduler decides which one runs and when.
#ifndef MAQUETTE_CONTEXT_RANK_DISPATCHER_H
#define MAQUETTE_CONTEXT_RANK_DISPATCHER_H

#include "maquette/context/rank.h"
#include "maquette/context/redirected_streams.h"
#include "maquette/context/run_outcome.h"
#include "maquette/memory/private_data.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/engine.h"
#include "maquette/sim/process.h"

#include <cstdint>
#include <memory>
#include <string>

namespace maquette::runtime {

class BackgroundTraffic;
class Calls;
class Threads;

/// The code of ranks, and a callback after each run. Implemented by the starter of a simulation.
class RankProgram {
public:
  virtual ~RankProgram() = default;
  /// Runs the code of \p rank on its own stack.
  virtual void run(Rank &rank) = 0;
  /// Called outside ranks after one has run.
  virtual void rankHasRun() = 0;
};

class RankDispatcher {
public:
  /// \p ranks: an array of \p count. All outlive this.
  RankDispatcher(sim::Engine &engine, RunOutcome &outcome, PrivateData &private_data, BackgroundTraffic &traffic,
                 Rank *ranks, std::int64_t count);
  ~RankDispatcher();
  /// Creates the ranks' stacks. \p program outlives this.
  sim::Status prepare(const sim::ProcessOptions &options, RankProgram &program);
  /// What its reports need, and who learns whose code runs. \pre before any rank runs.
  void connect(const Calls &calls) { calls_ = &calls; }
  /// From now on the program is called each time after a rank has run.
  void watch() { is_watched_ = true; }

  Rank *running() const { return running_; }
  /// True in the thread of the host that runs ranks. Threads that a library created must not call the runtime.
  bool isOwnThread() const { return host_thread_ == __builtin_thread_pointer(); }
  /// Lets \p rank run until it suspends or ends. Only outside ranks. Does nothing once the simulation has failed.
  void resume(Rank &rank);
  /// The same for a thread of the rank, which has its own process.
  void resumeThread(Rank &rank, sim::ProcessId worker);
  /// The running rank, or its thread, waits until it is resumed.
  void suspend() {
    if (threads_ == nullptr)
      processes_->suspend();
    else
      suspendThread();
  }
  /// The code that runs from now on belongs to \p rank, with its private data; nullptr: to no rank.
  void enter(Rank *rank) {
    running_ = rank;
    private_data_.select(rank != nullptr ? rank->private_data : nullptr);
  }
  /// Runs \p function for \p rank, with its private data, outside its own stack.
  template <class Function> void asRank(Rank &rank, Function function) {
    Rank *const before = running_;
    enter(&rank);
    function();
    enter(before);
  }
  /// Ends the simulation as failed; \p message is the full text for people. Does not return if called inside a
  /// rank.
  void fail(const std::string &kind, const std::string &message, std::int64_t rank);

  /// \p rank has ended. Returns how many others have not.
  std::int64_t end(Rank &rank);
  std::int64_t unfinishedCount() const { return unfinished_; }

  sim::ProcessScheduler &processes() { return *processes_; }
  /// True if stacks of ranks are copied away while others run.
  bool copiesStacks() const { return copies_stacks_; }

  /// True if a rank has created threads or objects for them.
  bool hasThreads() const { return threads_ != nullptr; }
  /// The threads of all ranks.
  Threads &threads() {
    MAQUETTE_ASSERT(hasThreads());
    return *threads_;
  }
  void setThreads(std::unique_ptr<Threads> threads);
  /// The running thread of \p rank; 0 if it has one thread.
  std::uint16_t threadOf(const Rank &rank) const { return threads_ == nullptr ? std::uint16_t{0} : threadNumber(rank); }

private:
  bool isInProcess() const;
  void suspendThread();
  std::uint16_t threadNumber(const Rank &rank) const;
  static void stackFailed(void *self, sim::ProcessId id, sim::StackFailure failure);

  sim::Engine &engine_;
  RunOutcome &outcome_;
  PrivateData &private_data_;
  BackgroundTraffic &traffic_;
  const Calls *calls_ = nullptr;
  RedirectedStreams streams_;
  Rank *ranks_;
  std::int64_t unfinished_;
  RankProgram *program_ = nullptr;
  std::unique_ptr<sim::ProcessScheduler> processes_;
  std::unique_ptr<Threads> threads_; ///< Null: no rank has created a thread.
  const void *host_thread_ = __builtin_thread_pointer();
  Rank *running_ = nullptr;
  bool copies_stacks_ = false;
  bool is_watched_ = false;
};

} // namespace maquette::runtime

#endif
