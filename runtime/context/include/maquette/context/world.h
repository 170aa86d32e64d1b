//===- maquette/context/world.h - one simulation of one program -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// World holds everything of one simulation: ranks, engine, processes, network, statistics. The program's main runs
/// once per rank inside World::run().
///
/// Errors    create() reports bad input. What the simulated program does wrong ends in RunResult::failures.
#ifndef MAQUETTE_CONTEXT_WORLD_H
#define MAQUETTE_CONTEXT_WORLD_H

#include "maquette/context/rank.h"
#include "maquette/formats/jobs.h"
#include "maquette/formats/run_config.h"
#include "maquette/formats/run_result.h"
#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"
#include "maquette/models/network_observer.h"
#include "maquette/models/traffic.h"
#include "maquette/sim/engine.h"
#include "maquette/sim/process.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace maquette::models {
class OsNoise;
}

namespace maquette::runtime {

class ComputingClock;
class HostProcesses;
class MessageLayer;
class PrivateData;
class ProgressFile;
class SharedBlocks;
class Threads;
void leaveSimulation();

struct Program {
  int (*main)(int, char **, char **) = nullptr;
  int argc = 0;
  char **argv = nullptr;
  char **environment = nullptr;
  const char *model_id = nullptr; ///< maquette_model_id of the program, or nullptr.
};

/// Whose code reads a clock: the program's, or that of a library which maquette-cc did not build.
enum class ClockReader { Program, Library };

/// What regions and predicted values need of a simulation's life. Implemented by the profile recorder and the
/// predictor.
class ProfileHooks {
public:
  virtual ~ProfileHooks() = default;
  /// On the rank's own stack, after its main returned.
  virtual void rankEnds(Rank &rank) = 0;
  /// Mode::Profile: what is between the two is no computing of the rank. They do not nest.
  virtual void callBegins(Rank &) {}
  virtual void callEnds(Rank &) {}
  /// Rank \p id goes on soon: brings what it will need here into the cache.
  virtual void prefetch(std::int64_t) const {}
  /// True while the hooks themselves run inside the rank's code: memory that is allocated then is theirs.
  virtual bool isAtWork() const { return false; }
  /// Mode::Profile: for what passes between the two the rank's computing is charged \p ticks of the host's clock.
  virtual void pause() {}
  virtual void resume(const Rank &, [[maybe_unused]] std::int64_t ticks) {}
  /// After the last rank, also when the program failed: completes World::result() and writes the profile.
  virtual sim::Status finish(World &world) = 0;
};
/// What stands above World and that it calls: made while a simulation is prepared.
struct WorldParts {
  /// What passes messages between ranks.
  std::unique_ptr<MessageLayer> (*make_messages)(World &world);
  /// The hooks for this configuration: predictor or recorder.
  sim::Result<std::unique_ptr<ProfileHooks>> (*make_hooks)(World &world);
};

class World : private models::TransferListener {
public:
  /// \p private_data must outlive the world.
  static sim::Result<std::unique_ptr<World>> create(const RunConfig &config, const Program &program,
                                                    PrivateData &private_data, const WorldParts &parts);
  ~World() override;
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  /// That of this process, or nullptr: the anchor of the C interface, MPI functions find everything from here.
  static World *current() { return current_; }

  /// Runs all ranks to their end, or until the program fails. Fills result().
  void run();

  const RunConfig &config() const { return config_; }
  const models::Machine &machine() const { return machine_; }
  const Program &program() const { return program_; }
  RunResult &result() { return result_; }
  std::int64_t rankCount() const { return config_.ranks; }
  Rank &rank(std::int64_t id) { return ranks_[id]; }
  ProfileHooks *profileHooks() { return hooks_.get(); }

  /// Ends the simulation as failed; \p message is the whole text for people. Does not come back when called inside a
  /// rank.
  void fail(const std::string &kind, const std::string &message, std::int64_t rank);
  /// Ends the calling rank: its code does not go on. Only inside a rank.
  [[noreturn]] void endRank(int status);

  /// True for the cookie of a transfer that is no message of a rank.
  static bool isTraffic(std::uint64_t cookie) { return cookie >> 63 != 0; }

  // For the MPI layer.
  sim::Engine &engine() { return engine_; }
  models::NetworkModel &network() { return *network_; }
  MessageLayer &messages() { return *messages_; }
  Rank *running() const { return running_; }
  models::NodeId nodeOf(std::int32_t rank) const { return ranks_are_nodes_ ? models::NodeId{rank} : placedOn(rank); }
  /// At least one. A job without ranks is traffic.
  const std::vector<JobPlace> &jobs() const { return layout_.jobs; }
  /// Fills in what only some models and the observer ask for: cores of the nodes, and in which call the sender is.
  void describe(models::Transfer &transfer, std::int32_t from, std::int32_t to) const {
    if (describes_)
      describeParts(transfer, from, to);
  }
  /// The calling rank waits until resume() is called as often as \p completions says.
  void waitFor(Rank &rank, std::uint32_t completions) {
    rank.awaited = completions;
    if (threads_ == nullptr)
      processes_->suspend();
    else
      suspendRunning();
  }
  /// One completion less to wait for; the last one lets the rank go on at once. Only outside ranks, unless the rank
  /// made threads.
  /// \p thread: which of them waits.
  void completedOne(Rank &rank, std::uint16_t thread = 0);
  /// The same for every rank of a job, in their order.
  void completedAll(const JobPlace &job);
  /// Brings what rank \p id will need when it goes on into the cache.
  void prefetchRank(std::int64_t id, sim::PrefetchStage stage) const;
  void prefetchRank(const Rank &rank, sim::PrefetchStage stage) const { prefetchRank(&rank - ranks_, stage); }
  /// Lets the engine catch up with the rank's clock, so that everything before it has happened.
  void synchronize(Rank &rank);
  /// The same for one who looks again and again: the engine moves to the rank's clock.
  void poll(Rank &rank);
  /// There is something to do at the begin or end of each call of MPI: computing is measured, ranks have threads or
  /// look at what has arrived only while they wait.
  bool stepsIn() const { return steps_in_; }
  void stepIn() { steps_in_ = true; }
  /// Some rank has made threads, or something for them.
  bool hasThreads() const { return threads_ != nullptr; }
  /// The threads of all ranks; \pre hasThreads().
  Threads &threads() { return *threads_; }
  /// Stacks of ranks are copied away while others run.
  bool copiesStacks() const { return copies_stacks_; }
  /// Makes threads possible.
  sim::Status prepareThreads();
  /// Which of its threads runs in \p rank; 0 where there is one.
  std::uint16_t threadOf(const Rank &rank) const { return threads_ == nullptr ? std::uint16_t{0} : threadNumber(rank); }
  /// True in the thread of the host that runs ranks. Another one that a library made must not come here.
  bool isOwnThread() const { return host_thread_ == __builtin_thread_pointer(); }
  /// A call from another thread of the host: ends the process.
  [[noreturn]] void foreignThread(const Rank &rank, const char *call);
  /// Ranks inside poll(); each has one event in the engine.
  std::uint64_t pollingCount() const { return polling_; }
  /// Runs \p function for \p rank, with its private data, outside its own stack.
  template <class Function> void asRank(Rank &rank, Function function) {
    Rank *const before = running_;
    enter(&rank);
    function();
    enter(before);
  }
  /// Memory of a rank that does not run, as sim::ProcessScheduler::locate() gives it.
  char *locate(std::int32_t rank, void *address) const { return processes_->locate(sim::ProcessId{rank}, address); }
  /// The rank computes what takes \p host_time on the host: moves its clock by that on the target machine, with
  /// interruptions.
  void compute(Rank &rank, sim::SimDuration host_time);
  /// True when the program's own computing is measured (direct and profile mode).
  bool measures() const { return computing_clock_ != nullptr; }
  /// What is allocated now is the runtime's, not the running rank's. \pre measures().
  bool isOwnMemory() const;
  /// \p rank, which computes, has got \p block of the heap. \pre measures(), as for the next two.
  void allocated(const Rank &rank, void *block, std::size_t bytes);
  /// The same for one of less than WorkingSets::kSmallestBlock bytes.
  void allocatedSmall(const Rank &rank, const void *block, std::size_t bytes);
  /// Somebody gives \p block back, which has \p bytes at least.
  void freed(const void *block, std::size_t bytes);
  /// The block of the heap that \p rank, which computes, shares with others; nullptr if it is to have its own. \pre
  /// sharedBlocks().
  void *sharedBlock(Rank &rank, std::size_t bytes, std::size_t alignment, const void *return_address);
  /// Nullptr: ranks share nothing.
  SharedBlocks *sharedBlocks() const { return shared_blocks_.get(); }
  /// Adds the processor time since computingBegins() to the rank's clock. \pre measures().
  void computingEnds(Rank &rank);
  void computingBegins(Rank &rank);
  /// The rank reads its clock. A program that does nothing else sees it move.
  sim::SimTime readClock(Rank &rank, ClockReader by = ClockReader::Program);
  /// The first status other than 0 that a rank ended with.
  int programStatus() const { return program_status_; }
  bool failed() const { return failed_; }
  /// Nullptr: ranks compute in this process, one after another.
  HostProcesses *hostProcesses() const { return host_processes_.get(); }
  /// \p rank does what cannot be done in a process of its own, \p what: fails the simulation. Nothing where it has
  /// none.
  void refuseOnHostCores(const Rank &rank, const std::string &what);
  const models::NetworkObserver *observer() const { return observer_.get(); }
  /// \p leave is called in a process that a rank has forked off, which is no part of the simulation.
  void setLeave(void (*leave)()) { leave_ = leave; }
  /// Completes result(). Called by run(); by a signal handler when the program crashed.
  void finishResult();
  PrivateData &privateData() { return private_data_; }
  sim::ProcessScheduler &processes() { return *processes_; }

private:
  friend class HostProcesses;
  friend class Threads;
  friend void leaveSimulation();
  World(const RunConfig &config, const Program &program, PrivateData &private_data);
  sim::Status prepare(const WorldParts &parts);
  sim::Status prepareMachine();
  sim::Status prepareRanks();
  void runRank(Rank &rank);
  sim::Status prepareArguments();
  char **copyArguments(const Rank &rank) const;
  void checkMemory(std::int64_t started);
  void leave(Rank &rank, int status);
  void resume(Rank &rank);
  void resumeThread(Rank &rank, sim::ProcessId worker);
  void suspendRunning();
  bool isInProcess() const;
  std::uint16_t threadNumber(const Rank &rank) const;
  void showProgress();
  void enter(Rank *rank);
  void reportOpenRanks();
  void judgeCaches();
  void judgeHostProcesses();
  void judgeMemory();
  sim::Status prepareSharing();
  sim::Status prepareHostProcesses();
  void startHostProcesses();
  void judgeSharing();
  void judgeNetwork(sim::SimTime end);
  void judgeJobs();
  models::NodeId placedOn(std::int32_t rank) const;
  bool runs(const Rank &rank) const { return config_.only_job < 0 || rank.job == config_.only_job; }
  void prepareTraffic();
  void describeParts(models::Transfer &transfer, std::int32_t from, std::int32_t to) const;
  models::Traffic &trafficOf(std::uint64_t cookie) const { return *traffic_[cookie << 1 >> 33]; }
  void keepTrafficGoing();
  static void endTraffic(void *target, std::uint64_t);
  void transferInjected(std::uint64_t cookie) override;
  void transferDelivered(std::uint64_t cookie) override;
  models::Transfer transferOf(std::uint64_t cookie) const override;
  static void rankEntry(void *context, sim::ProcessId id);
  static void stackFailed(void *context, sim::ProcessId id, sim::StackFailure failure);
  static void wake(void *target, std::uint64_t rank);
  static void prefetch(void *context, const sim::Event &event, sim::PrefetchStage stage);

  static World *current_;
  void (*leave_)() = nullptr;

  RunConfig config_;
  Program program_;
  PrivateData &private_data_;
  models::Machine machine_;
  RunResult result_;
  sim::Engine engine_;
  std::unique_ptr<models::NetworkModel> network_;
  std::unique_ptr<sim::ProcessScheduler> processes_;
  std::unique_ptr<Threads> threads_; ///< Null: no rank has made one.
  const void *host_thread_ = __builtin_thread_pointer();
  std::unique_ptr<MessageLayer> messages_;
  std::unique_ptr<ComputingClock> computing_clock_;
  std::unique_ptr<HostProcesses> host_processes_; ///< Null: ranks compute here.
  std::unique_ptr<SharedBlocks> shared_blocks_;
  std::unique_ptr<models::OsNoise> os_noise_; ///< Null: no interruptions.
  std::unique_ptr<ProfileHooks> hooks_;
  std::unique_ptr<ProgressFile> progress_; ///< Null: nobody watches.
  Rank *ranks_ = nullptr;                  ///< An array of rankCount() in memory that is zero until it is touched.
  char *arguments_ = nullptr;              ///< Room for each rank's copy of the program's arguments, as lazy.
  std::size_t argument_bytes_ = 0;         ///< Of a copy.
  std::vector<std::vector<char *>> arguments_of_; ///< Each job's.
  JobLayout layout_;
  std::unique_ptr<models::NetworkObserver> observer_;     ///< Null: nobody watches.
  std::vector<std::unique_ptr<models::Traffic>> traffic_; ///< By job; null for jobs with ranks.
  std::vector<std::uint16_t> core_of_;                    ///< By rank; empty where cores make no difference.
  bool describes_ = false;
  bool copies_stacks_ = false;
  bool has_traffic_ = false;
  bool ranks_are_nodes_ = false; ///< Rank i is on node i.
  bool steps_in_ = false;
  std::uint64_t seen_progress_ = 0;
  Rank *running_ = nullptr;
  std::int64_t unfinished_ = 0;
  std::uint64_t polling_ = 0;
  std::int64_t ranks_per_node_ = 1;
  std::uint64_t base_rss_ = 0;
  std::uint64_t base_heap_ = 0;
  /// Reads of the clock in a row, by one rank, with nothing else between.
  struct ClockWatch {
    Rank *rank = nullptr;
    std::uint64_t reads = 0;
    sim::SimTime seen{};  ///< At the latest of them.
    sim::SimTime begin{}; ///< When it had read it so often that it only waits for time to pass.
  };
  std::array<ClockWatch, 2> clock_watches_; ///< By ClockReader.
  std::uint64_t begun_ns_ = 0;              ///< Host clocks at the start.
  std::uint64_t begun_cpu_ns_ = 0;
  int program_status_ = 0;
  bool failed_ = false;
  bool finished_ = false;
};

} // namespace maquette::runtime

#endif
