//===- maquette/context/rank_dispatcher.h - whose code runs -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// RankDispatcher gives the host's thread to one rank at a time, or to one of its threads: it switches stacks and the
/// program's globals. Who is to run, and when, is the business of RankScheduler.
#ifndef MAQUETTE_CONTEXT_RANK_DISPATCHER_H
#define MAQUETTE_CONTEXT_RANK_DISPATCHER_H

#include "maquette/context/rank.h"
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
class MessageLayer;
class Threads;

/// What ranks run, and who watches them. Implemented by whoever starts a simulation.
class RankProgram {
public:
  virtual ~RankProgram() = default;
  /// The code of \p rank, on its own stack.
  virtual void run(Rank &rank) = 0;
  /// Outside ranks, after one has run for a while.
  virtual void rankHasRun() = 0;
};

class RankDispatcher {
public:
  /// \p ranks: an array of \p count. All outlive this.
  RankDispatcher(sim::Engine &engine, RunOutcome &outcome, PrivateData &private_data, BackgroundTraffic &traffic,
                 Rank *ranks, std::int64_t count);
  ~RankDispatcher();
  /// Makes the ranks' stacks. \p program outlives this.
  sim::Status prepare(const sim::ProcessOptions &options, RankProgram &program);
  void connect(MessageLayer &messages) { messages_ = &messages; }
  /// From now on the program is told each time that a rank has run.
  void watch() { is_watched_ = true; }

  Rank *running() const { return running_; }
  /// True in the thread of the host that runs ranks. Another one that a library made must not come here.
  bool isOwnThread() const { return host_thread_ == __builtin_thread_pointer(); }
  /// Lets \p rank run until it suspends or ends. Only outside ranks. Nothing once the simulation has failed.
  void resume(Rank &rank);
  /// The same for a thread of the rank that has a process of its own.
  void resumeThread(Rank &rank, sim::ProcessId worker);
  /// The running rank, or its thread, waits until it is resumed.
  void suspend() {
    if (threads_ == nullptr)
      processes_->suspend();
    else
      suspendThread();
  }
  /// Code that runs from now on is that of \p rank, with its private data; nullptr: of none.
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
  /// Ends the simulation as failed; \p message is the whole text for people. Does not come back when called inside a
  /// rank.
  void fail(const std::string &kind, const std::string &message, std::int64_t rank);

  /// \p rank does not go on. Returns how many others have not ended.
  std::int64_t end(Rank &rank);
  std::int64_t unfinishedCount() const { return unfinished_; }

  sim::ProcessScheduler &processes() { return *processes_; }
  /// Stacks of ranks are copied away while others run.
  bool copiesStacks() const { return copies_stacks_; }

  /// Some rank has made threads, or something for them.
  bool hasThreads() const { return threads_ != nullptr; }
  /// The threads of all ranks.
  Threads &threads() {
    MAQUETTE_ASSERT(hasThreads());
    return *threads_;
  }
  void setThreads(std::unique_ptr<Threads> threads);
  /// Which of its threads runs in \p rank; 0 where there is one.
  std::uint16_t threadOf(const Rank &rank) const { return threads_ == nullptr ? std::uint16_t{0} : threadNumber(rank); }

private:
  bool isInProcess() const;
  void suspendThread();
  std::uint16_t threadNumber(const Rank &rank) const;
  static void rankEntry(void *self, sim::ProcessId id);
  static void stackFailed(void *self, sim::ProcessId id, sim::StackFailure failure);

  sim::Engine &engine_;
  RunOutcome &outcome_;
  PrivateData &private_data_;
  BackgroundTraffic &traffic_;
  Rank *ranks_;
  std::int64_t unfinished_;
  MessageLayer *messages_ = nullptr;
  RankProgram *program_ = nullptr;
  std::unique_ptr<sim::ProcessScheduler> processes_;
  std::unique_ptr<Threads> threads_; ///< Null: no rank has made one.
  const void *host_thread_ = __builtin_thread_pointer();
  Rank *running_ = nullptr;
  bool copies_stacks_ = false;
  bool is_watched_ = false;
};

} // namespace maquette::runtime

#endif
