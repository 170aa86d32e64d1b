//===- runtime/context/lib/world.cpp - one simulation of one program ----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/world.h"

#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/message_layer.h"
#include "maquette/context/threads.h"
#include "maquette/context/world_anchor.h"
#include "maquette/formats/progress.h"
#include "maquette/host/call_site.h"
#include "maquette/host/memory_limit.h"
#include "maquette/host/process_memory.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/shared_blocks.h"

#include "maquette/models/os_noise.h"
#include "maquette/models/registry.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace maquette::runtime {

namespace {

/// The most ranks that get a stack each unless the user says otherwise. Beyond, a skeleton's stacks, which hold little,
/// are faster to copy than to find in pages of their own. Whole programs may hold much on theirs.
std::int64_t mostSlabRanks(Mode mode) { return mode == Mode::Skeleton ? 512 : 4096; }

/// From here on huge pages for the ranks save more time than they waste memory.
constexpr std::size_t kHugeFrom = std::size_t{8} << 20;

/// A rank that waits for more completions will not go on with the next one or two.
constexpr std::uint32_t kSoon = 2;

/// Memory that is zero, and costs nothing until it is touched; of processes that are forked off, too, or of this one.
sim::Result<void *> zeros(std::size_t bytes, bool for_forked) {
  const int kind = for_forked ? MAP_SHARED : MAP_PRIVATE;
  void *const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return sim::Diagnostic{"", std::string("no address space for the ranks: ") + std::strerror(errno),
                           "maquette-run-memory", "",
                           "run fewer ranks, or raise the limit of the address space (ulimit -v)"};
  if (bytes >= kHugeFrom)
    static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
  return memory;
}

} // namespace

World *World::current_ = nullptr;

World *currentWorld() { return World::current(); }
void leaveSimulation() {
  if (World *const world = World::current_; world != nullptr && world->running() != nullptr && world->leave_ != nullptr)
    world->leave_();
  World::current_ = nullptr;
}

Rank *currentRank() {
  const World *const world = World::current();
  return world != nullptr ? world->running() : nullptr;
}

World::World(const RunConfig &config, const Program &program, PrivateData &private_data)
    : config_(config), program_(program), private_data_(private_data) {
  current_ = this;
  begun_ns_ = nanosecondsOf(CLOCK_MONOTONIC);
  begun_cpu_ns_ = nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID);
}

World::~World() {
  hooks_.reset();
  threads_.reset();
  processes_.reset();
  if (ranks_ != nullptr)
    munmap(ranks_, sizeof(Rank) * static_cast<std::size_t>(config_.ranks));
  if (arguments_ != nullptr)
    munmap(arguments_, argument_bytes_ * static_cast<std::size_t>(config_.ranks));
  current_ = nullptr;
}

sim::Result<std::unique_ptr<World>> World::create(const RunConfig &config, const Program &program,
                                                  PrivateData &private_data, const WorldParts &parts) {
  std::unique_ptr<World> world(new World(config, program, private_data));
  if (sim::Status status = world->prepare(parts); !status)
    return status.error();
  return world;
}

sim::Status World::prepare(const WorldParts &parts) {
  if (sim::Status status = prepareMachine(); !status)
    return status;
  if (sim::Status status = prepareRanks(); !status)
    return status;
  messages_ = parts.make_messages(*this);
  if (!config_.call_trace.empty()) {
    auto trace = CallTraceWriter::create(config_.call_trace);
    if (!trace)
      return trace.error();
    messages_->setTrace(std::move(*trace));
  }
  if (config_.os_noise_interval_ps > 0)
    os_noise_ = std::make_unique<models::OsNoise>(sim::SimDuration::ps(config_.os_noise_interval_ps),
                                                  sim::SimDuration::ps(config_.os_noise_length_ps), config_.seed,
                                                  config_.ranks);
  if (config_.mode == Mode::Direct || config_.mode == Mode::Profile)
    computing_clock_ = std::make_unique<ComputingClock>(config_);
  steps_in_ |= measures();
  if (sim::Status status = prepareSharing(); !status)
    return status;
  if (sim::Status status = prepareHostProcesses(); !status)
    return status;
  if (config_.progress)
    progress_ = std::make_unique<ProgressFile>(progressFileBeside(config_.result_file));
  auto hooks = parts.make_hooks(*this);
  if (!hooks)
    return hooks.error();
  hooks_ = std::move(*hooks);
  engine_.setPrefetch(prefetch, this);
  return sim::Nothing{};
}

sim::Status World::prepareMachine() {
  machine_ = models::defaultMachine();
  if (!config_.machine.empty()) {
    auto machine = models::loadMachine(config_.machine, config_.overrides);
    if (!machine)
      return machine.error();
    machine_ = std::move(*machine);
  }
  if (config_.ranks < 1)
    return sim::Diagnostic{"", "the number of ranks is " + std::to_string(config_.ranks), "maquette-too-many-ranks", "",
                           "give at least 1"};
  if (config_.ranks > machine_.coreCount() && !config_.oversubscribe)
    return sim::Diagnostic{config_.machine,
                           std::to_string(config_.ranks) + " ranks do not fit the machine's " +
                               std::to_string(machine_.coreCount()) + " cores",
                           "maquette-too-many-ranks", "",
                           "take a larger machine, or allow several ranks per core with --oversubscribe"};
  layout_ = {{{0, config_.ranks, 0, {}}}, config_.ranks, config_.ranks};
  if (!config_.jobs.empty()) {
    auto layout = layOut(config_.jobs, machine_);
    if (!layout)
      return layout.error();
    layout_ = std::move(*layout);
  } else if (sim::Status placed = machine_.checkPlacement(config_.ranks); !placed) {
    return placed;
  }
  ranks_per_node_ = machine_.ranksPerNode(layout_.slots);
  ranks_are_nodes_ =
      ranks_per_node_ == 1 && layout_.jobs.size() == 1 && machine_.placement.mapping == models::Mapping::Block;
  if (config_.observe)
    observer_ = std::make_unique<models::NetworkObserver>();
  // Traffic of nodes comes in any order of time, as that of several ranks.
  const std::int64_t sources = config_.jobs.empty() ? ranks_per_node_ : ranks_per_node_ + 1;
  auto network = models::makeNetwork(machine_, sources, engine_, *this, observer_.get());
  if (!network)
    return network.error();
  network_ = std::move(*network);
  prepareTraffic();
  return sim::Nothing{};
}

sim::Status World::prepareRanks() {
  auto memory = zeros(sizeof(Rank) * static_cast<std::size_t>(config_.ranks), config_.forksRanks());
  if (!memory)
    return memory.error();
  ranks_ = static_cast<Rank *>(*memory);
  for (std::size_t job = 1; job < layout_.jobs.size(); ++job)
    for (std::int64_t id = 0; id < layout_.jobs[job].ranks; ++id)
      ranks_[layout_.jobs[job].first_rank + id].job = static_cast<std::uint16_t>(job);
  if (ranks_per_node_ > 1 || machine_.node.hasParts() || machine_.network.rail_choice == "core") {
    core_of_.reserve(static_cast<std::size_t>(config_.ranks));
    for (std::int64_t id = 0; id < config_.ranks; ++id) {
      const JobPlace &job = layout_.jobs[ranks_[id].job];
      const std::int64_t slot = id + job.first_slot - job.first_rank;
      core_of_.push_back(static_cast<std::uint16_t>(machine_.coreOf(slot, layout_.slots)));
    }
  }
  describes_ = observer_ != nullptr || !core_of_.empty();
  if (sim::Status status = prepareArguments(); !status)
    return status;
  sim::ProcessOptions options;
  options.count = config_.ranks;
  options.stack_bytes = static_cast<std::size_t>(config_.stack_bytes);
  options.share_with_forked = config_.forksRanks();
  const bool slab = config_.stack == StackStrategy::Slab ||
                    (config_.stack == StackStrategy::Automatic && config_.ranks <= mostSlabRanks(config_.mode));
  copies_stacks_ = !slab;
  options.strategy = slab ? sim::StackStrategy::Slab : sim::StackStrategy::Copied;
  auto processes = sim::ProcessScheduler::create(options, {this, rankEntry, nullptr, stackFailed});
  if (!processes)
    return processes.error();
  processes_ = std::move(*processes);
  return private_data_.prepare(config_.ranks, config_.forksRanks());
}

models::NodeId World::placedOn(std::int32_t rank) const {
  std::int64_t slot = rank;
  if (layout_.jobs.size() > 1) {
    const JobPlace &job = layout_.jobs[ranks_[rank].job];
    slot += job.first_slot - job.first_rank;
  }
  if (machine_.placement.mapping == models::Mapping::Block && ranks_per_node_ == 1)
    return models::NodeId{slot};
  if (machine_.placement.mapping == models::Mapping::Block)
    return models::NodeId{static_cast<std::uint32_t>(slot) /
                          static_cast<std::uint32_t>(ranks_per_node_)}; // Faster than of 64 bits.
  return machine_.nodeOf(slot, layout_.slots);
}

void World::run() {
  result_.ranks = config_.ranks;
  base_rss_ = residentBytes();
  base_heap_ = heapBytes();
  unfinished_ = config_.ranks;
  if (config_.traffic_end_ps > 0)
    engine_.schedule(sim::SimTime::fromPs(config_.traffic_end_ps), endTraffic, this, 0);
  for (const auto &traffic : traffic_)
    if (traffic)
      traffic->goOn();
  startHostProcesses();
  for (std::int64_t id = 0; id < config_.ranks && !failed_; ++id) {
    ranks_[id].id = static_cast<std::int32_t>(id);
    if (!runs(ranks_[id])) {
      ranks_[id].finished = true;
      --unfinished_;
      continue;
    }
    ranks_[id].private_data = private_data_.begin(id);
    resume(ranks_[id]);
    if (config_.mode == Mode::Direct || config_.mode == Mode::Charged)
      checkMemory(id + 1);
  }
  if (!failed_)
    engine_.run();
  if (!failed_ && unfinished_ > 0)
    reportOpenRanks();
  if (host_processes_)
    host_processes_->finish();
  finishResult();
}

/// Looked at after 2, 4, 8 ... ranks: that is often enough, and costs nothing.
void World::checkMemory(std::int64_t started) {
  constexpr std::uint64_t kWorthALook = std::uint64_t{64} << 20;
  if (started < 2 || (started & (started - 1)) != 0 || failed_)
    return;
  const std::uint64_t resident = residentBytes();
  const auto available = availableBytes();
  const std::uint64_t common = base_rss_ + (shared_blocks_ ? shared_blocks_->bytes() : 0);
  if (resident < common + kWorthALook || !available)
    return;
  if (const auto shortage = memoryShortage(resident - common, started, config_.ranks, *available))
    fail("input", *shortage, -1);
}

void World::rankEntry(void *context, sim::ProcessId id) {
  World &world = *static_cast<World *>(context);
  world.runRank(world.ranks_[id.value()]);
}

sim::Status World::prepareArguments() {
  const std::vector<char *> given(program_.argv, program_.argv + program_.argc);
  arguments_of_ = {given};
  for (std::size_t job = 0; job < config_.jobs.size(); ++job) {
    if (job > 0)
      arguments_of_.push_back({given[0]});
    else
      arguments_of_[0] = {given[0]};
    for (std::string &argument : config_.jobs[job].arguments)
      arguments_of_[job].push_back(argument.data());
  }
  std::size_t most = 0;
  for (const std::vector<char *> &arguments : arguments_of_) {
    std::size_t bytes = (arguments.size() + 1) * sizeof(char *);
    for (const char *argument : arguments)
      bytes += std::strlen(argument) + 1;
    most = std::max(most, bytes);
  }
  argument_bytes_ = (most + 7) / 8 * 8;
  auto memory = zeros(argument_bytes_ * static_cast<std::size_t>(config_.ranks), config_.forksRanks());
  if (!memory)
    return memory.error();
  arguments_ = static_cast<char *>(*memory);
  return sim::Nothing{};
}

/// getopt and the like change the arguments, so each rank has its own: the array, then the texts, in one piece.
char **World::copyArguments(const Rank &rank) const {
  const std::vector<char *> &given = arguments_of_[rank.job];
  char **const arguments = reinterpret_cast<char **>(arguments_ + argument_bytes_ * static_cast<std::size_t>(rank.id));
  char *text = reinterpret_cast<char *>(arguments + given.size() + 1);
  for (std::size_t i = 0; i < given.size(); ++i) {
    arguments[i] = text;
    text = stpcpy(text, given[i]) + 1;
  }
  return arguments;
}

void World::runRank(Rank &rank) {
  char **const arguments = copyArguments(rank);
  const int count = static_cast<int>(arguments_of_[rank.job].size());
  if (measures())
    computingBegins(rank);
  private_data_.runInitializers(count, arguments, program_.environment);
  leave(rank, program_.main(count, arguments, program_.environment));
}

void World::endRank(int status) {
  leave(*running_, status);
  suspendRunning();
  __builtin_unreachable();
}

void World::leave(Rank &rank, int status) {
  private_data_.runExits(rank.id);
  if (measures())
    computingEnds(rank);
  if (hooks_)
    hooks_->rankEnds(rank);
  rank.finished = true;
  if (--unfinished_ == 0 && has_traffic_)
    endTraffic(this, 0);
  if (status == 0)
    return;
  if (program_status_ == 0)
    program_status_ = status;
  const std::string message = "rank " + std::to_string(rank.id) + " ended with status " + std::to_string(status);
  if (rank.phase == RankPhase::InMpi)
    fail("exit", message + " before MPI_Finalize", rank.id);
  else if (result_.failures.empty())
    result_.failures.push_back(
        {rank.phase == RankPhase::AfterFinalize ? std::string(kOtherStatus) : "exit", message, rank.id});
}

void World::enter(Rank *rank) {
  running_ = rank;
  private_data_.select(rank != nullptr ? rank->private_data : nullptr);
}

void World::resume(Rank &rank) {
  if (failed_)
    return;
  if (has_traffic_)
    keepTrafficGoing();
  enter(&rank);
  processes_->resume(sim::ProcessId{rank.id});
  enter(nullptr);
  if (rank.finished) {
    if (const sim::ProcessId process{rank.id}; processes_->state(process) == sim::ProcessState::Suspended)
      processes_->destroy(process);
    if (threads_)
      threads_->rankEnded(rank);
  }
  if (progress_ && progress_->due())
    showProgress();
}

void World::showProgress() {
  Progress &numbers = *progress_->numbers();
  numbers.simulated_ps.store(engine_.now().ps(), std::memory_order_relaxed);
  numbers.events.store(engine_.eventCount(), std::memory_order_relaxed);
  numbers.finished_ranks.store(config_.ranks - unfinished_, std::memory_order_relaxed);
}

void World::completedOne(Rank &rank, std::uint16_t thread) {
  if (threads_)
    threads_->completed(rank, thread);
  else if (--rank.awaited == 0)
    resume(rank);
}

void World::completedAll(const JobPlace &job) {
  constexpr std::int64_t kAhead = 6; // To hide a memory access behind the work between, for each stage of it.
  const std::int64_t end = job.first_rank + job.ranks;
  for (std::int64_t id = job.first_rank; id < end && !failed_; ++id) {
    if (id + 2 * kAhead < end)
      prefetchRank(id + 2 * kAhead, sim::PrefetchStage::Record);
    if (id + kAhead < end)
      prefetchRank(id + kAhead, sim::PrefetchStage::Head);
    if (id + 2 < end)
      prefetchRank(id + 2, sim::PrefetchStage::Body);
    completedOne(ranks_[id]);
  }
}

void World::wake(void *target, std::uint64_t rank) {
  World &world = *static_cast<World *>(target);
  world.completedOne(world.ranks_[rank & 0xffffffff], static_cast<std::uint16_t>(rank >> 32));
}

void World::synchronize(Rank &rank) {
  if (rank.clock <= engine_.now())
    return;
  engine_.schedule(rank.clock, wake, this,
                   static_cast<std::uint64_t>(threadOf(rank)) << 32 | static_cast<std::uint64_t>(rank.id));
  waitFor(rank, 1);
}

void World::poll(Rank &rank) {
  ++polling_;
  synchronize(rank);
  --polling_;
}

void World::fail(const std::string &kind, const std::string &message, std::int64_t rank) {
  if (!failed_) {
    failed_ = true;
    result_.failures.push_back({kind, message, rank});
    engine_.stop();
  }
  if (isInProcess())
    suspendRunning();
}

void World::reportOpenRanks() {
  failed_ = true;
  std::int64_t first = 0;
  while (ranks_[first].finished)
    ++first;
  result_.failures.push_back({"deadlock", messages_->deadlockReport() + (threads_ ? threads_->report() : ""), first});
}

void World::stackFailed(void *context, sim::ProcessId id, sim::StackFailure failure) {
  World &world = *static_cast<World *>(context);
  const Rank &rank = world.ranks_[id.value()];
  const std::string bytes = std::to_string(world.processes_->stackBytes() / 1024);
  const std::string who = world.messages_->placeOf(rank);
  if (failure == sim::StackFailure::NoMemory)
    world.fail("memory",
               who + ": the host has no memory for its stack\n  fix: run fewer ranks, or use --stack=copied\n",
               id.value());
  else
    world.fail("stack-overflow",
               who + " overflowed its stack of " + bytes +
                   " KiB [maquette-stack-overflow]\n  fix: raise --stack-size\n",
               id.value());
}

void World::compute(Rank &rank, sim::SimDuration host_time) {
  if (config_.free_computing)
    return;
  sim::SimDuration time = machine_.computeTime(host_time);
  if (os_noise_)
    time += os_noise_->during(rank.id, time);
  rank.advance(time);
}

void World::transferInjected(std::uint64_t cookie) { messages_->transferInjected(cookie); }
void World::transferDelivered(std::uint64_t cookie) {
  if (isTraffic(cookie))
    trafficOf(cookie).delivered(cookie);
  else
    messages_->transferDelivered(cookie);
}
models::Transfer World::transferOf(std::uint64_t cookie) const {
  return isTraffic(cookie) ? trafficOf(cookie).transferOf(cookie) : messages_->transferOf(cookie);
}

void World::prefetch(void *context, const sim::Event &event, sim::PrefetchStage stage) {
  const World &world = *static_cast<const World *>(context);
  const std::int64_t id = event.action == wake ? static_cast<std::int64_t>(event.argument & 0xffffffff)
                                               : world.messages_->prefetch(event, stage);
  if (id >= 0)
    world.prefetchRank(id, stage);
}

void World::prefetchRank(std::int64_t id, sim::PrefetchStage stage) const {
  const Rank &rank = ranks_[id];
  if (stage == sim::PrefetchStage::Record) {
    __builtin_prefetch(&rank, 1);
    __builtin_prefetch(reinterpret_cast<const char *>(&rank) + 64, 1);
    processes_->prefetch(sim::ProcessId{id}, stage);
    return;
  }
  if (stage == sim::PrefetchStage::Head)
    messages_->prefetchMatching(rank);
  if (rank.awaited > kSoon)
    return;
  processes_->prefetch(sim::ProcessId{id}, stage);
  if (stage != sim::PrefetchStage::Head)
    return;
  __builtin_prefetch(rank.recent_comm, 1);
  __builtin_prefetch(rank.recent_type, 1);
  __builtin_prefetch(static_cast<const char *>(rank.recent_type) - 64,
                     1); // Types that are used together are often made together.
  if (hooks_)
    hooks_->prefetch(id);
}

} // namespace maquette::runtime
