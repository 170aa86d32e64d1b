//===- runtime/context/lib/threads.cpp - threads that ranks make --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/threads.h"

#include "maquette/context/communication_layers.h"
#include "maquette/context/rank_end.h"
#include "maquette/context/world.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr std::int64_t kMostThreads =
    16'384; ///< Of all ranks, since the start, but for those that ended. All have guards.
constexpr std::size_t kStackBytes = std::size_t{1} << 20;
constexpr std::uint32_t kTurnsOfPoll = 32; ///< So many locks take no less.
constexpr std::uint16_t kMostOfRank = 4096;

} // namespace

sim::Result<std::unique_ptr<Threads>> Threads::create(World &world) {
  std::unique_ptr<Threads> threads(new Threads(world));
  const std::size_t stack_bytes = std::max(kStackBytes, static_cast<std::size_t>(world.config().stack_bytes));
  if (sim::Status ready = threads->workers_.prepare(stack_bytes, {threads.get(), workerEntry, nullptr, stackFailed});
      !ready)
    return ready.error();
  return threads;
}

// ---- The processes that threads run in ----

sim::Status Threads::Workers::prepare(std::size_t stack_bytes, const sim::ProcessHooks &hooks) {
  sim::ProcessOptions options;
  options.count = kMostThreads;
  options.stack_bytes = stack_bytes;
  auto processes = sim::ProcessScheduler::create(options, hooks);
  if (!processes)
    return processes.error();
  processes_ = std::move(*processes);
  return sim::Nothing{};
}

bool Threads::Workers::hasFree() const {
  return !idle_.empty() || static_cast<std::int64_t>(thread_of_.size()) < kMostThreads;
}

sim::ProcessId Threads::Workers::lend(Thread &thread) {
  MAQUETTE_ASSERT(hasFree());
  if (idle_.empty()) {
    thread_of_.push_back(&thread);
    return sim::ProcessId{thread_of_.size() - 1};
  }
  const sim::ProcessId worker = idle_.back();
  idle_.pop_back();
  thread_of_[worker.index()] = &thread;
  return worker;
}

void Threads::Workers::drop(sim::ProcessId worker) {
  if (processes_->state(worker) == sim::ProcessState::Suspended)
    processes_->destroy(worker);
  if (processes_->state(worker) == sim::ProcessState::Finished)
    processes_->renew(worker);
  giveBack(worker);
}

// ---- For the running rank ----

Threads::Team &Threads::teamOf(Rank &rank) {
  Team &team = teams_[rank.id];
  if (team.threads.empty()) {
    team.threads.push_back(std::make_unique<Thread>());
    team.threads[0]->rank = &rank;
    team.threads[0]->stage = Stage::Runs;
  }
  return team;
}

Threads::Thread *Threads::start(Rank &rank, Function function, void *argument, bool detached) {
  Team &team = teamOf(rank);
  std::size_t number = 1;
  while (number < team.threads.size() && team.threads[number]->stage != Stage::Free)
    ++number;
  if (number >= kMostOfRank || !workers_.hasFree())
    return nullptr;
  if (number == team.threads.size())
    team.threads.push_back(std::make_unique<Thread>());
  Thread &thread = *team.threads[number];
  const std::uint64_t waits = thread.waits;
  thread = Thread{};
  thread.waits = waits + 1;
  thread.rank = &rank;
  thread.number = static_cast<std::uint16_t>(number);
  thread.function = function;
  thread.argument = argument;
  thread.detached = detached;
  thread.stage = Stage::Runs;
  thread.state.clock = rank.clock;
  thread.state.call_site = rank.call_site;
  thread.worker = workers_.lend(thread);
  ++team.alive;
  thread.state.awaited = 1;
  world_.engine().schedule(std::max(rank.clock, world_.engine().now()), wakeEvent, this,
                           reinterpret_cast<std::uint64_t>(&thread));
  return &thread;
}

void *Threads::join(Rank &rank, Thread &thread) {
  while (thread.stage == Stage::Runs)
    block(rank, &thread, "the end of a thread");
  rank.clock = std::max(rank.clock, thread.ended);
  thread.stage = Stage::Free;
  return thread.result;
}

void Threads::detach(Thread &thread) {
  thread.detached = true;
  if (thread.stage == Stage::Ended)
    thread.stage = Stage::Free;
}

void Threads::awaitOthers(Rank &rank) {
  while (teamOf(rank).alive > 0)
    block(rank, &mainThread(rank), "the end of all threads");
}

void Threads::exit(Rank &rank, void *result) {
  Thread &thread = running(rank);
  thread.result = result;
  if (thread.number != 0)
    std::longjmp(thread.way_out, 1);
  endRank(world_, 0);
}

Threads::Thread &Threads::running(Rank &rank) {
  const Team &team = teamOf(rank);
  return *team.threads[team.resident];
}

void Threads::takeTurn(Rank &rank) {
  const auto team = teams_.find(rank.id);
  if (team == teams_.end() || team->second.alive == 0)
    return;
  Thread &thread = running(rank);
  thread.turns = thread.turn == rank.clock ? thread.turns + 1 : 0;
  if (thread.turns < kTurnsOfPoll) {
    world_.scheduler().synchronize(rank);
  } else {
    thread.turns = 0;
    pass(rank, world_.layers().messages().pollCost());
  }
  thread.turn = rank.clock;
}

bool Threads::block(Rank &rank, const void *object, const char *what, std::optional<sim::SimTime> deadline) {
  Thread &thread = running(rank);
  thread.waits_on = object;
  thread.waits_on_what = what;
  thread.alarmed = false;
  ++thread.waits;
  waiters_[object].push_back(&thread);
  if (deadline)
    world_.engine().schedule(std::max(*deadline, world_.engine().now()), alarmEvent,
                             new Alarm{this, &thread, thread.waits}, 0);
  const sim::SimTime since = rank.clock;
  world_.scheduler().waitFor(rank, 1);
  rank.clock = std::max(rank.clock, world_.engine().now());
  if (thread.number == 0)
    teamOf(rank).times.waited += rank.clock - since;
  return !thread.alarmed;
}

void Threads::wake(Thread &thread, sim::SimTime when) {
  thread.waits_on = nullptr;
  ++thread.waits;
  const sim::SimTime earliest = std::max(when, world_.engine().now());
  world_.engine().schedule(earliest, wakeEvent, this, reinterpret_cast<std::uint64_t>(&thread));
}

void Threads::wakeOne(Rank &rank, const void *object) {
  const auto found = waiters_.find(object);
  if (found == waiters_.end())
    return;
  Thread &thread = *found->second.front();
  found->second.pop_front();
  if (found->second.empty())
    waiters_.erase(found);
  wake(thread, rank.clock);
}

void Threads::wakeAll(Rank &rank, const void *object) {
  while (waiters_.contains(object))
    wakeOne(rank, object);
}

void Threads::pass(Rank &rank, sim::SimDuration span) {
  rank.clock += span;
  world_.scheduler().poll(rank);
}

Threads::Thread *Threads::find(const Rank &rank, const void *handle) const {
  const auto team = teams_.find(rank.id);
  if (team == teams_.end())
    return nullptr;
  for (std::size_t number = 1; number < team->second.threads.size(); ++number)
    if (team->second.threads[number].get() == handle)
      return team->second.threads[number].get();
  return nullptr;
}

Threads::Times Threads::timesOf(const Rank &rank) const {
  const auto team = teams_.find(rank.id);
  return team != teams_.end() ? team->second.times : Times{};
}

std::uint16_t Threads::numberOf(const Rank &rank) const {
  const auto team = teams_.find(rank.id);
  return team != teams_.end() ? team->second.resident : std::uint16_t{0};
}

// ---- Switching ----

/// Puts the thread's state in its Rank, or back.
void Threads::swap(Thread &thread) {
  Rank &rank = *thread.rank;
  State &state = thread.state;
  std::swap(rank.clock, state.clock);
  std::swap(rank.compute, state.compute);
  std::swap(rank.waits_for, state.waits_for);
  std::swap(rank.call_site, state.call_site);
  std::swap(rank.awaited, state.awaited);
  std::swap(rank.call, state.call);
  const bool probing = rank.probing;
  rank.probing = state.probing;
  state.probing = probing;
}

/// While a thread beside thread 0 runs, its `state` holds that of thread 0.
void Threads::resume(Thread &thread) {
  Rank &rank = *thread.rank;
  if (thread.number == 0) {
    world_.dispatcher().resume(rank);
    return;
  }
  Team &team = teams_.at(rank.id);
  if (thread.stage != Stage::Runs)
    return;
  const sim::SimDuration computed = thread.state.compute;
  swap(thread);
  team.resident = thread.number;
  const sim::ProcessId worker = thread.worker;
  world_.dispatcher().resumeThread(rank, worker);
  team.resident = 0;
  swap(thread);
  team.times.compute += thread.state.compute - computed;
  if (rank.finished) // It called exit(): that was the rank's end.
    rank.clock = std::max(rank.clock, thread.state.clock);
  if (thread.stage == Stage::Ended && thread.detached)
    thread.stage = Stage::Free;
  if (rank.finished)
    rankEnded(rank);
}

void Threads::completed(Rank &rank, std::uint16_t number) {
  const auto found = teams_.find(rank.id);
  if (found == teams_.end()) {
    if (--rank.awaited == 0)
      world_.dispatcher().resume(rank);
    return;
  }
  Team &team = found->second;
  Thread &thread = *team.threads[number];
  // Thread 0's state is in the Rank, or where that of the running one was.
  const bool in_rank = number == team.resident;
  State &state = number == 0 ? team.threads[team.resident]->state : thread.state;
  std::uint32_t &awaited = in_rank ? rank.awaited : state.awaited;
  if (--awaited > 0)
    return;
  if (world_.dispatcher().running() == nullptr) {
    resume(thread);
    return;
  }
  awaited = 1; // By one who runs: it goes on when that rests.
  world_.engine().schedule(world_.engine().now(), wakeEvent, this, reinterpret_cast<std::uint64_t>(&thread));
}

void Threads::wakeEvent(void *target, std::uint64_t thread) {
  Thread &woken = *reinterpret_cast<Thread *>(thread);
  if (woken.stage == Stage::Runs && !woken.rank->finished)
    static_cast<Threads *>(target)->completed(*woken.rank, woken.number);
}

void Threads::alarmEvent(void *target, std::uint64_t) {
  const std::unique_ptr<Alarm> alarm(static_cast<Alarm *>(target));
  Thread &thread = *alarm->thread;
  if (thread.waits != alarm->wait || thread.stage != Stage::Runs || thread.rank->finished)
    return;
  Threads &self = *alarm->threads;
  std::deque<Thread *> &waiters = self.waiters_.at(thread.waits_on);
  std::erase(waiters, &thread);
  if (waiters.empty())
    self.waiters_.erase(thread.waits_on);
  thread.alarmed = true;
  thread.waits_on = nullptr;
  self.completed(*thread.rank, thread.number);
}

void Threads::wakeProbing(Rank &rank) {
  const auto found = teams_.find(rank.id);
  if (found == teams_.end())
    return;
  for (const auto &thread : found->second.threads)
    if (thread->number != 0 && thread->stage == Stage::Runs && thread->number != found->second.resident &&
        thread->state.probing) {
      thread->state.probing = false;
      completed(rank, thread->number);
    }
}

bool Threads::othersInCalls(const Rank &rank) const {
  const auto found = teams_.find(rank.id);
  if (found == teams_.end())
    return false;
  return std::any_of(found->second.threads.begin(), found->second.threads.end(),
                     [&](const auto &thread) { return thread->stage == Stage::Runs && thread->state.call != 0; });
}

// ---- A thread's life ----

void Threads::workerEntry(void *context, sim::ProcessId id) {
  Threads &self = *static_cast<Threads *>(context);
  for (;;) {
    self.run(self.workers_.threadOf(id));
    self.processes().suspend();
  }
}

void Threads::run(Thread &thread) {
  Rank &rank = *thread.rank;
  rank.clock = std::max(rank.clock, world_.engine().now());
  if (world_.meter().measures())
    world_.meter().computingBegins(rank);
  if (setjmp(thread.way_out) == 0)
    thread.result = thread.function(thread.argument);
  if (world_.meter().measures())
    world_.meter().computingEnds(rank);
  end(thread);
}

void Threads::end(Thread &thread) {
  Team &team = teams_.at(thread.rank->id);
  thread.ended = thread.rank->clock;
  thread.stage = Stage::Ended;
  workers_.giveBack(thread.worker);
  wakeAll(*thread.rank, &thread);
  if (--team.alive == 0)
    wakeAll(*thread.rank, team.threads[0].get());
}

void Threads::rankEnded(const Rank &rank) {
  const auto found = teams_.find(rank.id);
  if (found == teams_.end())
    return;
  for (const auto &thread : found->second.threads) {
    if (thread->waits_on != nullptr)
      if (const auto waiters = waiters_.find(thread->waits_on); waiters != waiters_.end()) {
        std::erase(waiters->second, thread.get());
        if (waiters->second.empty())
          waiters_.erase(waiters);
      }
    thread->waits_on = nullptr;
    if (thread->number != 0 && thread->stage == Stage::Runs) {
      workers_.drop(thread->worker);
      thread->stage = Stage::Ended;
    }
  }
  found->second.alive = 0;
}

void Threads::stackFailed(void *context, sim::ProcessId id, sim::StackFailure failure) {
  Threads &self = *static_cast<Threads *>(context);
  const Rank &rank = *self.workers_.threadOf(id).rank;
  const std::string who = self.world_.calls().sites().placeOf(rank);
  if (failure == sim::StackFailure::NoMemory)
    self.world_.fail("memory",
                     who + ": the host has no memory for the stack of a thread\n  fix: use fewer ranks or threads\n",
                     rank.id);
  else
    self.world_.fail("stack-overflow",
                     who + ": a thread overflowed its stack of " +
                         std::to_string(self.processes().stackBytes() / 1024) +
                         " KiB [maquette-stack-overflow]\n  fix: raise --stack-size\n",
                     rank.id);
}

std::string Threads::report() {
  constexpr int kMost = 12;
  std::map<std::int32_t, const Team *> sorted;
  for (const auto &[rank, team] : teams_)
    sorted[rank] = &team;
  std::string text;
  int lines = 0;
  for (const auto &[rank, team] : sorted)
    for (const auto &thread : team->threads) {
      if (thread->stage != Stage::Runs || world_.rank(rank).finished ||
          (thread->number == 0 && thread->waits_on == nullptr))
        continue;
      if (lines++ == kMost)
        return text + "  and more threads\n";
      text += "  thread " + std::to_string(thread->number) + " of rank " + std::to_string(rank) + " waits ";
      if (thread->waits_on != nullptr)
        text += "for " + std::string(thread->waits_on_what) + "\n";
      else
        text += world_.calls().sites().callText(thread->state.call, thread->state.call_site) + "\n";
    }
  return text;
}

sim::Status allowThreads(World &world) {
  if (Rank *const rank = world.dispatcher().running())
    world.meter().refuseOnHostCores(*rank, "creates threads");
  auto threads = Threads::create(world);
  if (!threads)
    return threads.error();
  world.dispatcher().setThreads(std::move(*threads));
  world.scheduler().stepIn();
  return sim::Nothing{};
}

} // namespace maquette::runtime
