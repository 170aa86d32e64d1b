//===- maquette/context/threads.h - threads that ranks make ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A thread that a rank makes (pthread_create, std::thread) is a process of the simulation like its rank: it has a
/// stack and a clock of its own, and computes on a core of its own. Only one runs at a time, in the order of simulated
/// time. Why: docs/adr/0011-threads-of-ranks.md
///
/// What a Rank holds of the code that runs in it (its clock, the call it is in, what it waits for) is the thread's
/// while that runs. At all other times it is that of thread 0, which runs main.
///
/// Errors  start() returns an errno code. Threads on stacks that are copied away would lose what they share: refused by
/// name.
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
  /// What each thread has of its own; named as in Rank.
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
    State state; ///< While another thread of the rank is in its place.
    Rank *rank = nullptr;
    Function function = nullptr;
    void *argument = nullptr;
    void *result = nullptr;
    const void *waits_on = nullptr; ///< A lock, a condition, another thread ...
    const char *waits_on_what = ""; ///< For reports: "a mutex".
    std::uint64_t waits = 0;        ///< Waits so far: tells an alarm of the past.
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
  /// Begins a thread at the clock of the running one. nullptr: too many.
  Thread *start(Rank &rank, Function function, void *argument, bool detached);
  /// Waits for its end, gives it back, returns its result.
  void *join(Rank &rank, Thread &thread);
  void detach(Thread &thread);
  /// Until no other thread of the rank is alive.
  void awaitOthers(Rank &rank);
  /// Ends the running thread; thread 0 ends the rank.
  [[noreturn]] void exit(Rank &rank, void *result);
  /// Other threads and ranks have run up to the clock of this one. Nothing for ranks with one thread. If turn follows
  /// turn and no time passes, as in a loop that waits for what others do, that of a poll does.
  void takeTurn(Rank &rank);
  /// Waits until somebody wakes those who wait on \p object, at most until \p deadline. False: the deadline came first.
  bool block(Rank &rank, const void *object, const char *what, std::optional<sim::SimTime> deadline = std::nullopt);
  void wakeOne(Rank &rank, const void *object);
  void wakeAll(Rank &rank, const void *object);
  /// Lets others run for \p span.
  void pass(Rank &rank, sim::SimDuration span);

  /// The rank made threads; stays true when they have ended.
  bool knows(const Rank &rank) const {
    const auto team = teams_.find(rank.id);
    return team != teams_.end() && team->second.threads.size() > 1;
  }
  Thread &running(Rank &rank);
  Thread &mainThread(Rank &rank) { return *teamOf(rank).threads[0]; }
  /// The thread of \p rank that pthread_self() gave as \p handle, or nullptr.
  Thread *find(const Rank &rank, const void *handle) const;
  /// Threads of a barrier, and how many have come to it.
  struct Barrier {
    unsigned count = 0, arrived = 0;
  };
  /// Values of the program's keys are private to each thread of each rank.
  struct Key {
    bool of_program = false;
    void (*destroy)(void *) = nullptr;
  };
  /// What the pthread functions keep of a simulation.
  struct PthreadObjects {
    std::unordered_map<const void *, const Thread *> owners; ///< Of mutexes that their owner may lock again.
    std::unordered_map<const void *, Barrier> barriers;
    std::vector<Key> keys;                            ///< Of pthread_key_create, by number.
    std::vector<const void *> makers_of_host_threads; ///< Base addresses of libraries that made threads of the host.
  };
  PthreadObjects &objects() { return objects_; }

  // For World and MPI.
  struct Times {
    sim::SimDuration compute; ///< Of all threads but thread 0.
    sim::SimDuration waited;  ///< By thread 0, for others of its rank.
  };
  Times timesOf(const Rank &rank) const;
  sim::ProcessScheduler &processes() { return workers_.processes(); }
  std::uint16_t numberOf(const Rank &rank) const;
  /// As RankScheduler::completedOne().
  void completed(Rank &rank, std::uint16_t number);
  /// Each thread of \p rank that waits for any message looks again.
  void wakeProbing(Rank &rank);
  /// Another thread of \p rank waits inside an MPI call.
  bool othersInCalls(const Rank &rank) const;
  /// The rank has ended: its threads do not go on. Outside processes.
  void rankEnded(const Rank &rank);
  /// A line for each thread but the main ones that has not ended.
  std::string report();

private:
  struct Team {
    std::vector<std::unique_ptr<Thread>> threads; ///< By number.
    std::uint16_t resident = 0;                   ///< Whose state the Rank holds.
    std::uint16_t alive = 0;                      ///< Beside thread 0.
    Times times;
  };
  struct Alarm {
    Threads *threads;
    Thread *thread;
    std::uint64_t wait;
  };

  /// The processes that threads run in. One that ends gives its process to a later one.
  class Workers {
  public:
    sim::Status prepare(std::size_t stack_bytes, const sim::ProcessHooks &hooks);
    sim::ProcessScheduler &processes() { return *processes_; }
    bool hasFree() const;
    /// \pre hasFree().
    sim::ProcessId lend(Thread &thread);
    Thread &threadOf(sim::ProcessId worker) const { return *thread_of_[worker.index()]; }
    /// Its thread has ended.
    void giveBack(sim::ProcessId worker) { idle_.push_back(worker); }
    /// Its thread will not go on: what that was at is dropped.
    void drop(sim::ProcessId worker);

  private:
    std::unique_ptr<sim::ProcessScheduler> processes_;
    std::vector<Thread *> thread_of_;  ///< By worker.
    std::vector<sim::ProcessId> idle_; ///< Workers whose thread has ended, or will not begin.
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

/// From now on the ranks of \p world may make threads. The running rank wants to.
sim::Status allowThreads(World &world);

} // namespace maquette::runtime

#endif
