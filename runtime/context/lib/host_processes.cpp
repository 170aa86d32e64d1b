//===- runtime/context/lib/host_processes.cpp - ranks compute on several cores of the host --===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/host_processes.h"

#include "maquette/context/computing_clock.h"
#include "maquette/host/memory_limit.h"
#include "maquette/memory/process_sharing.h"
#include "rank_process.h"

#include "maquette/context/world.h"
#include "maquette/sim/assert.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

namespace maquette::runtime {
namespace {

using sim::SimDuration;
using sim::SimTime;

/// Of the time that a span has had a core, the share that it is believed to be charged.
constexpr double kBelieved = 0.5;
/// What a stopped process takes to go on.
constexpr std::uint64_t kOnTheWayNs = 10'000;
constexpr std::int64_t kShortestWaitNs = 5'000, kLongestWaitNs = 50'000'000;

/// The simulator has little to do, at once: without this the host would let it wait until a rank's process has used up
/// its slice (Linux 6.12; before, who has slept long comes first).
void askForShortSlices() {
  struct { // sched_attr of sched_setattr(2), which the C library does not declare.
    std::uint32_t size = sizeof(*this), policy = SCHED_OTHER;
    std::uint64_t flags = 0;
    std::int32_t nice = getpriority(PRIO_PROCESS, 0);
    std::uint32_t priority = 0;
    std::uint64_t runtime_ns = 100'000, deadline_ns = 0, period_ns = 0;
  } wanted;
  syscall(SYS_sched_setattr, 0, &wanted, 0);
}

} // namespace

HostProcesses::HostProcesses(World &world) : world_(world), cores_(world.config().host_cores) {}

HostProcesses::~HostProcesses() {
  if (!isOfRank())
    finish();
}

sim::Result<std::unique_ptr<HostProcesses>> HostProcesses::create(World &world) {
  if (!ProcessHeap::isMalloc())
    return sim::Diagnostic{"", "this Maquette is built with a sanitizer, whose heap cannot be shared between processes",
                           "maquette-host-cores", "", "use --host-cores 1, or build without the sanitizer"};
  const std::int64_t ranks = world.rankCount();
  if (ranks > kMostRanks)
    return sim::Diagnostic{"",
                           std::to_string(ranks) +
                               " ranks are too many for --host-cores: each rank is a process, and at most " +
                               std::to_string(kMostRanks) + " are possible",
                           "maquette-host-cores", "", "use --host-cores 1"};
  std::unique_ptr<HostProcesses> processes(new HostProcesses(world));
  auto heap = ProcessHeap::create(static_cast<std::size_t>(ranks) + 1);
  if (!heap)
    return heap.error();
  processes->heap_ = std::move(*heap);
  if (sim::Status status = processes->output_.prepare(ranks); !status)
    return status.error();
  auto turn_scheduler = TurnScheduler::create(ranks, processes->cores_, world.config().corrections);
  if (!turn_scheduler)
    return turn_scheduler.error();
  processes->turn_scheduler_ = std::move(*turn_scheduler);
  const sim::Result<Turn *> turns = sharedBetweenProcesses<Turn>(static_cast<std::size_t>(ranks));
  if (!turns)
    return turns.error();
  processes->turns_ = *turns;
  processes->processes_.resize(static_cast<std::size_t>(ranks));
  processes->spans_.reserve(static_cast<std::size_t>(ranks));
  return processes;
}

sim::Status HostProcesses::start() {
  std::fflush(nullptr);
  ::prctl(PR_SET_TIMERSLACK, 1000);
  const pid_t simulator = ::getpid();
  for (std::int64_t rank = 0; rank < world_.rankCount(); ++rank) {
    Process &process = processOf(rank);
    process.id = ::fork();
    if (process.id == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != simulator)
        ::raise(SIGKILL); // It has ended meanwhile.
      serve(rank);
    }
    if (process.id < 0) {
      const int error = errno;
      return sim::Diagnostic{"",
                             "cannot create a process for rank " + std::to_string(rank) + ": " + std::strerror(error),
                             "maquette-host-cores", "",
                             "raise the limit on processes (ulimit -u), run fewer ranks, or use --host-cores 1"};
    }
  }
  askForShortSlices();
  heap_->use(static_cast<std::size_t>(world_.rankCount()));
  world_.engine().setGate([](void *self) { static_cast<HostProcesses *>(self)->admit(); }, this);
  return sim::Nothing{};
}

// ---- In a rank's process ----

void HostProcesses::serve(std::int64_t id) {
  own_ = id;
  turn_scheduler_->becomeOf(id);
  World::setCurrent(&world_); // A process that is forked off forgets it.
  output_.becomeOf(id);
  heap_->use(static_cast<std::size_t>(id));
  Turn &turn = turnOf(id);
  Rank &rank = world_.rank(id);
  const sim::ProcessId process{id};
  while (turn_scheduler_->waitForTurn(id)) {
    world_.dispatcher().processes().enter(process, turn.frames);
    world_.dispatcher().enter(&rank);
    world_.dispatcher().processes().resume(process);
    world_.dispatcher().enter(nullptr);
    if (world_.outcome().failed()) // Of the simulator's failures it knows none.
      report(world_.outcome().result().failures.back());
    flushStandardOutput();
    turn.frames = world_.dispatcher().processes().leave(process);
    turn_scheduler_->toSimulator(id);
  }
  endRankProcess();
}

void HostProcesses::report(const Failure &failure) {
  Turn &turn = turnOf(own_);
  turn.failed = true;
  std::snprintf(turn.kind, sizeof turn.kind, "%s", failure.kind.c_str());
  std::snprintf(turn.message, sizeof turn.message, "%s", failure.message.c_str());
  flushStandardOutput();
  turn_scheduler_->toSimulator(own_);
  static_cast<void>(turn_scheduler_->waitForTurn(own_)); // It will be killed.
  endRankProcess();
}

void HostProcesses::end(const Rank &rank) {
  if (!isOfRank())
    return; // The simulator called code of the program.
  Turn &turn = turnOf(rank.id);
  turn.measured_ps = world_.meter().clock().stop();
  turn.stolen_seconds = world_.meter().clock().clock().stolenSeconds();
  turn.disturbed_share = world_.meter().clock().clock().disturbedShare();
  world_.dispatcher().processes().suspend(); // It goes on in the simulator.
}

// ---- In the simulator ----

void HostProcesses::begin(const Rank &rank) {
  Process &process = processOf(rank.id);
  process.state = State::Waits;
  process.begun_at = rank.call_site;
  process.bound = process.promised = rank.clock;
  spans_.push_back(rank.id);
  output_.begins(rank.id);
  const std::span<const MovedBlocks> moved = process.moved.blocks();
  process.moved.forget();                    // They stay where they are until the rank calls again.
  world_.dispatcher().processes().suspend(); // It goes on in its own process.
  if (world_.config().corrections[Correction::Moved])
    MovedMemory::bringBack(moved);
  turnOf(rank.id).started_ns.store(hostNs());
  world_.meter().clock().start();
}

void HostProcesses::moved(const Rank &rank, const MovedBlocks &blocks) { processOf(rank.id).moved.note(blocks); }

std::uint64_t HostProcesses::Process::hadCoreNs(std::uint64_t now, const Turn &turn) const {
  MAQUETTE_ASSERT(state == State::Runs);
  const std::uint64_t started = turn.started_ns.load();
  const std::uint64_t from = std::max(started, got_core_ns + (had_core_ns > 0 ? kOnTheWayNs : 0));
  return had_core_ns + (started != 0 && now > from ? now - from : 0);
}

void HostProcesses::goOn(void *target, std::uint64_t rank) {
  World &world = *static_cast<World *>(target);
  world.dispatcher().resume(world.rank(static_cast<std::int64_t>(rank)));
}

/// The span has ended: the rank's next call is an event.
void HostProcesses::charge(Rank &rank) {
  Process &process = processOf(rank.id);
  const Turn &turn = turnOf(rank.id);
  const double span = world_.meter().clock().charge(rank.id, {process.begun_at, rank.call_site}, turn.measured_ps);
  world_.meter().compute(rank, SimDuration::ps(std::llround(span)));
  if (rank.clock < process.promised) {
    use_.raised += process.promised - rank.clock;
    rank.advance(process.promised - rank.clock);
  }
  world_.dispatcher().processes().enter(sim::ProcessId{rank.id}, turn.frames);
  world_.engine().schedule(rank.clock, goOn, &world_, static_cast<std::uint64_t>(rank.id));
}

/// Takes note of spans that have ended, in the order they began.
void HostProcesses::collect() {
  const auto has_ended = [&](std::int64_t id) {
    Process &process = processOf(id);
    if (process.state == State::Waits || turn_scheduler_->isRanksTurn(id))
      return false;
    if (process.state == State::Runs)
      --running_;
    else
      ::kill(process.id, SIGCONT);
    process.state = State::None;
    output_.ended(id);
    Turn &turn = turnOf(id);
    if (turn.failed)
      world_.fail(turn.kind, turn.message, id);
    else
      charge(world_.rank(id));
    return true;
  };
  spans_.erase(std::remove_if(spans_.begin(), spans_.end(), has_ended), spans_.end());
}

/// When the span of \p id ends at the earliest, by the time that it has had a core. (What processor time another
/// process has used, the host tells only now and then.)
SimTime HostProcesses::look(std::int64_t id) {
  Process &process = processOf(id);
  if (process.state == State::Runs) {
    const double believed = kBelieved * static_cast<double>(process.hadCoreNs(hostNs(), turnOf(id)));
    const SimDuration span = world_.config().free_computing
                                 ? SimDuration()
                                 : world_.machine().computeTime(SimDuration::ns(std::llround(believed)));
    process.bound = std::max(process.bound, world_.rank(id).clock + span);
  }
  return process.bound;
}

/// Of all spans; what is beyond \p wanted is not looked for.
SimTime HostProcesses::leastBound(SimTime wanted) {
  SimTime least = SimTime::max();
  for (const std::int64_t id : spans_)
    least = std::min(least, processOf(id).bound >= wanted ? processOf(id).bound : look(id));
  return least;
}

void HostProcesses::run(std::int64_t id) {
  Process &process = processOf(id);
  Turn &turn = turnOf(id);
  if (process.state == State::Stopped) {
    ::kill(process.id, SIGCONT);
  } else {
    process.had_core_ns = 0;
    turn.started_ns.store(0);
    turn.frames = world_.dispatcher().processes().leave(sim::ProcessId{id});
    turn_scheduler_->toRank(id);
  }
  process.got_core_ns = hostNs();
  process.state = State::Runs;
  ++running_;
}

void HostProcesses::stop(std::int64_t id) {
  look(id);
  Process &process = processOf(id);
  process.had_core_ns = process.hadCoreNs(hostNs(), turnOf(id));
  ::kill(process.id, SIGSTOP);
  process.state = State::Stopped;
  --running_;
}

/// The cores go to spans that hold back the event at \p next, then to others, in the order they began.
void HostProcesses::giveCores(SimTime next) {
  const auto holdsBack = [&](std::int64_t id) { return processOf(id).bound < next; };
  const auto runs = [&](std::int64_t id) { return processOf(id).state == State::Runs; };
  const auto firstWithout = [&](bool must_hold_back) {
    return std::find_if(spans_.begin(), spans_.end(),
                        [&](std::int64_t id) { return !runs(id) && (!must_hold_back || holdsBack(id)); });
  };
  for (auto chosen = firstWithout(true); chosen != spans_.end(); chosen = firstWithout(true)) {
    if (running_ >= cores_) {
      const auto other =
          std::find_if(spans_.rbegin(), spans_.rend(), [&](std::int64_t id) { return runs(id) && !holdsBack(id); });
      if (other == spans_.rend())
        return;
      stop(*other);
    }
    run(*chosen);
  }
  for (auto chosen = firstWithout(false); chosen != spans_.end() && running_ < cores_; chosen = firstWithout(false))
    run(*chosen);
}

/// A process that died without a word is looked for now and then.
void HostProcesses::noteDeaths() {
  for (const std::int64_t id : spans_) {
    int status = 0;
    if (::waitpid(processOf(id).id, &status, WNOHANG) != processOf(id).id)
      continue;
    processOf(id).id = 0;
    const std::string how = WIFSIGNALED(status) ? "was killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
                                                      strsignal(WTERMSIG(status)) + ")"
                                                : "ended with status " + std::to_string(WEXITSTATUS(status));
    world_.fail("crash", "rank " + std::to_string(id) + ": its process " + how + " [maquette-program-crash]\n", id);
    return;
  }
}

/// All ranks grow at once, so what they have says nothing of what they will need: ends before the host is out of
/// memory.
void HostProcesses::checkMemory() {
  constexpr std::uint64_t kReserve = std::uint64_t{256} << 20;
  const auto available = availableBytes();
  if (!available || *available > kReserve)
    return;
  const std::uint64_t used = heap_->touchedBytes();
  if (const auto shortage = memoryShortage(used + 2 * kReserve, world_.rankCount(), world_.rankCount(), 0))
    world_.fail("input", *shortage, -1);
}

void HostProcesses::waitForProgress(std::uint32_t seen, SimTime next) {
  std::int64_t most = kLongestWaitNs;
  const SimTime least = leastBound(next);
  if (next != SimTime::max() && least < next) {
    const double host_ns =
        (next - least).seconds() * 1e9 / (kBelieved * world_.machine().computeTime(SimDuration::ms(1)).seconds() * 1e3);
    most = std::clamp(static_cast<std::int64_t>(std::min(host_ns, 1e9)), kShortestWaitNs, kLongestWaitNs);
  }
  turn_scheduler_->waitForComing(seen, most);
  if (const std::uint64_t now = hostNs(); now - looked_ns_ > static_cast<std::uint64_t>(kLongestWaitNs)) {
    looked_ns_ = now;
    noteDeaths();
    checkMemory();
  }
}

void HostProcesses::admit() {
  while (!world_.outcome().failed() && !spans_.empty()) {
    const std::uint32_t seen = turn_scheduler_->comings();
    collect();
    SimTime next = SimTime::max();
    const bool any = world_.engine().next(next);
    if (world_.outcome().failed() || spans_.empty())
      return;
    const bool may_run = any && leastBound(next) >= next;
    if (!may_run || running_ < cores_)
      giveCores(next);
    if (may_run) {
      for (const std::int64_t id : spans_)
        processOf(id).promised = std::max(processOf(id).promised, next);
      return;
    }
    waitForProgress(seen, next);
  }
}

void HostProcesses::finish() {
  for (std::int64_t id = 0; id < static_cast<std::int64_t>(processes_.size()); ++id) {
    Process &process = processOf(id);
    if (process.id <= 0)
      continue;
    if (world_.outcome().failed()) {
      ::kill(process.id, SIGKILL);
    } else {
      turn_scheduler_->dismiss(id);
      ::kill(process.id, SIGCONT);
    }
    rusage usage{};
    ::wait4(std::exchange(process.id, 0), nullptr, 0, &usage);
    const auto seconds = [](const timeval &time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    use_.processor_seconds += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  use_.memory_bytes = heap_ ? heap_->touchedBytes() : 0;
  output_.finish();
}

HostProcesses::Use HostProcesses::use() const {
  Use use = use_;
  const std::int64_t ranks = world_.rankCount();
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    use.stolen_seconds += turnOf(rank).stolen_seconds;
    use.disturbed_share += turnOf(rank).disturbed_share;
  }
  use.disturbed_share /= static_cast<double>(ranks);
  return use;
}

} // namespace maquette::runtime
