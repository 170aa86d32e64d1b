//===- maquette/context/threads.h - threads that ranks create --------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A thread that a rank creates (pthread_create, std::thread) is a process of the simulation like its rank, with its
/// own stack and clock, and computes on its own core. One thread runs at a time, in the order of simulated time. Why:
/// docs/adr/0011-threads-of-ranks.md
///
/// The state of running code in a Rank (its clock, its current call, what it waits for) is that of the running thread.
/// At all other times it is that of thread 0, which runs main.
///
/// Errors  start() returns an errno code. Threads are refused with copied stacks, because they could not access each
///         other's stacks.
#ifndef MAQUETTE_CONTEXT_THREADS_H
#define MAQUETTE_CONTEXT_THREADS_H

#include "maquette/context/rank.h"
#include "maquette/sim/process.h"
#include "maquette/sim/result.h"

#include <csetjmp>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

class Threads {
public:
  using Function = void *(*)(void *);
  /// Private state of a thread, with the names of Rank.
  struct State {
    sim::SimTime clock;
    sim::SimDuration compute;
    mpi::Request *waits_for = nullptr;
    const void *call_site = nullptr;
    std::uint32_t awaited = 0;
    std::uint16_t call = 0;
    bool probing = false;
  };
  enum class Stage : std::uint8_t { Runs, Ended, Free };
  struct Thread {
    State state; ///< While another thread of the rank runs.
    Rank *rank = nullptr;
    Function function = nullptr;
    void *argument = nullptr;
    void *result = nullptr;
    const void *waits_on = nullptr; ///< A lock, a condition, another thread ...
    const char *waits_on_what = ""; ///< For reports: "a mutex".
    std::uint64_t waits = 0;        ///< Waits so far; recognizes an alarm of an earlier wait.
    sim::SimTime ended;
    sim::SimTime turn;       ///< The last one.
    std::uint32_t turns = 0; ///< Since time passed.
    sim::ProcessId worker = sim::kNoProcess;
    std::map<unsigned, void *> values; ///< Of pthread_setspecific.
    std::jmp_buf way_out;
    std::uint16_t number = 0; ///< In its rank.
    Stage stage = Stage::Free;
    bool detached = false;
    bool alarmed = false; ///< The last wait ended at its deadline.
  };

  static sim::Result<std::unique_ptr<Threads>> create(World &world);
  Threads(const Threads &) = delete;
  Threads &operator=(const Threads &) = delete;

  // In the running rank.
  /// Starts a thread at the clock of the running one. nullptr: too many threads.
  Thread *start(Rank &rank, Function function, void *argument, bool detached);
  /// Waits for its end, frees it and returns its result.
  void *join(Rank &rank, Thread &thread);
  void detach(Thread &thread);
  /// Waits until no other thread of the rank is alive.
  void awaitOthers(Rank &rank);
  /// Ends the running thread; thread 0 ends the rank.
  [[noreturn]] void exit(Rank &rank, void *result);
  /// Lets other threads and ranks run up to the clock of this one; does nothing for ranks with one thread. If turns
  /// follow each other without any time passing, as in a loop that waits for others, the time of a poll passes.
  void takeTurn(Rank &rank);
  /// Waits until a thread wakes the waiters of \p object, at most until \p deadline. False: the deadline came first.
  bool block(Rank &rank, const void *object, const char *what, std::optional<sim::SimTime> deadline = std::nullopt);
  void wakeOne(Rank &rank, const void *object);
  void wakeAll(Rank &rank, const void *object);
  /// Lets others run for \p span.
  void pass(Rank &rank, sim::SimDuration span);

  /// True if the rank ever created threads.
  bool knows(const Rank &rank) const {
    const auto team = teams_.find(rank.id);
    return team != teams_.end() && team->second.threads.size() > 1;
  }
  Thread &running(Rank &rank);
  Thread &mainThread(Rank &rank) { return *teamOf(rank).threads[0]; }
  /// The thread of \p rank for which pthread_self() returned \p handle, or nullptr.
  Thread *find(const Rank &rank, const void *handle) const;
  /// Threads of a barrier, and how many have reached it.
  struct Barrier {
    unsigned count = 0, arrived = 0;
  };
  /// Values of the program's keys are private to each thread of each rank.
  struct Key {
    bool of_program = false;
    void (*destroy)(void *) = nullptr;
  };
  /// State of the pthread functions in this simulation.
  struct PthreadObjects {
    std::unordered_map<const void *, const Thread *> owners; ///< Of recursive mutexes.
    std::unordered_map<const void *, Barrier> barriers;
    std::vector<Key> keys;                            ///< Of pthread_key_create, by number.
    std::vector<const void *> makers_of_host_threads; ///< Base addresses of libraries that created threads of the host.
  };
  PthreadObjects &objects() { return objects_; }

  // For World and MPI.
  struct Times {
    sim::SimDuration compute; ///< Of all threads but thread 0.
    sim::SimDuration waited;  ///< By thread 0, for other threads of its rank.
  };
  Times timesOf(const Rank &rank) const;
  sim::ProcessScheduler &processes() { return workers_.processes(); }
  std::uint16_t numberOf(const Rank &rank) const;
  /// As RankScheduler::completedOne().
  void completed(Rank &rank, std::uint16_t number);
  /// Every thread of \p rank that waits for any message checks again.
  void wakeProbing(Rank &rank);
  /// Another thread of \p rank waits inside an MPI call.
  bool othersInCalls(const Rank &rank) const;
  /// The rank has ended: its threads do not continue. Called outside processes.
  void rankEnded(const Rank &rank);
  /// One line for each unfinished thread except main threads.
  std::string report();

private:
  struct Team {
    std::vector<std::unique_ptr<Thread>> threads; ///< By number.
    std::uint16_t resident = 0;                   ///< The thread whose state the Rank holds.
    std::uint16_t alive = 0;                      ///< Without thread 0.
    Times times;
  };
  struct Alarm {
    Threads *threads;
    Thread *thread;
    std::uint64_t wait;
  };

  /// The processes that threads run in. A later thread reuses the process of one that has ended.
  class Workers {
  public:
    sim::Status prepare(std::size_t stack_bytes, const sim::ProcessHooks &hooks);
    sim::ProcessScheduler &processes() { return *processes_; }
    bool hasFree() const;
    /// \pre hasFree().
    sim::ProcessId lend(Thread &thread);
    Thread &threadOf(sim::ProcessId worker) const { return *thread_of_[worker.index()]; }
    /// The thread of this worker has ended.
    void giveBack(sim::ProcessId worker) { idle_.push_back(worker); }
    /// The thread of this worker will not continue: its stack is dropped.
    void drop(sim::ProcessId worker);

  private:
    std::unique_ptr<sim::ProcessScheduler> processes_;
    std::vector<Thread *> thread_of_;  ///< By worker.
    std::vector<sim::ProcessId> idle_; ///< Workers whose thread has ended or will not start.
  };

  explicit Threads(World &world) : world_(world) {}
  Team &teamOf(Rank &rank);
  void swap(Thread &thread);
  void resume(Thread &thread);
  void run(Thread &thread);
  void end(Thread &thread);
  void wake(Thread &thread, sim::SimTime when);
  static void workerEntry(void *context, sim::ProcessId id);
  static void stackFailed(void *context, sim::ProcessId id, sim::StackFailure failure);
  static void wakeEvent(void *target, std::uint64_t thread);
  static void alarmEvent(void *target, std::uint64_t alarm);

  World &world_;
  Workers workers_;
  std::unordered_map<std::int32_t, Team> teams_;
  std::unordered_map<const void *, std::deque<Thread *>> waiters_;
  PthreadObjects objects_;
};

/// From now on the ranks of \p world may create threads. Called by the first rank that does.
sim::Status allowThreads(World &world);

} // namespace maquette::runtime

#endif
