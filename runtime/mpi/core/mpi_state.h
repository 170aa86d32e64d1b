//===- runtime/mpi/core/mpi_state.h - the MPI state of one simulation ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mpi holds what the MPI layer of one World needs, and moves messages: eager ones in one event, those above the
/// machine's threshold by asking first. The MPI_ functions are in *_api.cpp; they find it through Call.
///
/// Source  protocol: MPI 3.1, chapter 3; times: send and receive overhead on the rank's clock, the rest by the network
/// model
#ifndef MAQUETTE_MPI_CORE_MPI_STATE_H
#define MAQUETTE_MPI_CORE_MPI_STATE_H

#include "core/checks.h"
#include "core/observations.h"
#include "core/pool.h"
#include "maquette/context/call_ids.h"
#include "objects/communicator.h"
#include "objects/communicator_construction.h"
#include "objects/rank_objects.h"
#include "p2p/matching.h"
#include "p2p/progress_windows.h"
#include "p2p/request.h"

#include "maquette/abi/skeleton.h"
#include "maquette/context/message_layer.h"
#include "maquette/context/world.h"
#include "maquette/formats/call_trace.h"
#include "maquette/host/call_site.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace maquette::mpi {

class CommonResults;
class AnalyticCollectives;

using runtime::Rank;
using runtime::World;
using sim::SimDuration;
using sim::SimTime;

/// Sums over all ranks. 128 bits: a million ranks for a day are 9e22 ps.
struct CallSums {
  __extension__ typedef __int128 Wide;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  Wide time_ps = 0;
  Wide wait_ps = 0;
};

class Files;
class HandleNumbers;
class Handles;
class NarrowedCounts;
class OneSided;
class PartitionedChannels;
class PortNames;
class RemoteMessage;
class StartedNumbers;

/// Where a message goes and how.
struct Address {
  std::int32_t destination = 0; ///< Rank in the world.
  std::int32_t source = 0;      ///< The sender's rank in the communicator.
  std::int32_t tag = 0;
  std::uint32_t context = 0;
  SendMode mode = SendMode::Standard;
  std::uint64_t signature = 0;
  std::uint16_t call = 0;
  const void *site = nullptr; ///< Of the call in the program.
};

class Mpi final : public runtime::MessageLayer {
public:
  explicit Mpi(World &world);
  ~Mpi() override;
  Mpi(const Mpi &) = delete;
  Mpi &operator=(const Mpi &) = delete;

  // Messages.
  /// A message with room for \p bytes of contents, or none if it is phantom.
  Envelope *newMessage(std::int64_t bytes, bool phantom);
  /// One of a collective. If its sender waits for the receiver the contents are not copied: they must stay until then.
  Envelope *messageOfCollective(std::int64_t bytes, const char *contents);
  void release(Envelope *message);
  /// True when a send of this size and mode is complete only after the receiver has answered.
  bool waitsForReceiver(std::int64_t bytes, SendMode mode) const {
    return mode == SendMode::Synchronous || (mode == SendMode::Standard && bytes > eager_threshold_);
  }
  /// Sends at \p clock, which moves by the send overhead. \p request is completed later if waitsForReceiver(), else at
  /// once; it may be nullptr.
  void send(Rank &origin, SimTime &clock, Envelope *message, const Address &address, Request *request);
  Request *newRequest(const Rank &owner, RequestKind kind);
  void release(Request *request);
  /// What all sends share that are complete when they begin. Releasing it does nothing.
  Request *sentRequest() { return &sent_; }
  /// Posts a receive at \p clock.
  void post(Rank &owner, SimTime clock, Request *receive);
  /// Matches \p receive with a message that was taken out of the queue of arrived ones.
  void matchArrived(Request *receive, Envelope *message, SimTime clock);
  /// Matches \p receive with \p message.
  void match(Request *receive, Envelope *message, SimTime clock);
  void complete(Request *request, SimTime when);
  /// The same at a time to come, or now.
  void completeAt(Request *request, SimTime when);
  /// A call of \p rank has read or written the memory of so many bytes of \p type at \p buffer: its caches are to know
  /// (moved_memory.h).
  void moved(const Rank &rank, const Datatype &type, std::int64_t bytes, const void *buffer) {
    if (world_.meter().hostProcesses() != nullptr)
      noteMoved(rank, type, bytes, buffer);
  }
  /// Brings the message that \p event delivers into the cache (Name); later the rank it is for, or -1 when there is
  /// none.
  std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const override;
  /// Sends \p message from rank to rank; it is told when it arrives.
  void startRemote(RemoteMessage &message, std::int32_t from, std::int32_t to, std::int64_t bytes, SimTime start,
                   models::NotifyInjected notify = models::NotifyInjected::No);
  /// Brings what an arriving message will be compared with into the cache.
  void prefetchMatching(const Rank &rank) const override { MatchList<PostedSide>::prefetch(rank.posted); }
  void transferInjected(std::uint64_t cookie) override;
  void transferDelivered(std::uint64_t cookie) override;
  /// What is under way for the message \p cookie; without its start.
  models::Transfer transferOf(std::uint64_t cookie) const override;
  MatchList<PostedSide> posted(Rank &rank) { return postedOf(rank, byte_pool_); }
  MatchList<ArrivedSide> arrived(Rank &rank) { return arrivedOf(rank, byte_pool_); }

  // Waiting, inside a rank.
  /// The rank is in a call that waits or tests. With polling progress it now looks at what has arrived.
  void beginWaiting(Rank &rank) {
    if (progress_windows_)
      look(rank);
  }
  /// At the end of each MPI call.
  void endWaiting(const Rank &rank) {
    if (progress_windows_ && !othersWait(rank))
      progress_windows_->end(rank.id, rank.clock);
  }
  void waitAll(Rank &rank, Request *const *requests, int count);
  void wait(Rank &rank, Request *request) {
    beginWaiting(rank);
    if (request->complete || !request->active)
      return;
    request->awaited = true;
    request->thread = world_.dispatcher().threadOf(rank);
    rank.waits_for = request;
    world_.scheduler().waitFor(rank, 1);
    rank.waits_for = nullptr;
  }
  /// Until at least one is complete.
  void waitAny(Rank &rank, Request *const *requests, int count);
  /// Moves the clock to the completion and past the receive overhead, unpacks, fills \p status and releases the request
  /// or makes it inactive. Returns an MPI error class.
  int finish(Rank &rank, Request *request, MPI_Status *status);
  /// Before a look: others have run up to the rank's clock.
  void beginPoll(Rank &rank);
  /// One look that found nothing: advances the clock and lets others run. Reports polling that can never succeed.
  void poll(Rank &rank);
  /// MPI_Finalize: waits for all others. The last to come sets the time, to which a barrier's is added in closed form:
  /// at this point its messages would only cost, and be the only ones of many a rank.
  void meetAtEnd(Rank &rank);

  // Communicators.
  CommView view(Rank &rank, MPI_Comm comm) {
    if (comm != MPI_COMM_WORLD)
      return viewOther(rank, comm);
    JobWorld &job = worlds_[rank.job];
    return {&job.comm, rank.id - job.first_rank, &rank.world_collectives};
  }
  /// Name, attributes, error handler. \pre the handle is valid.
  CommExtras &extras(Rank &rank, MPI_Comm comm);
  RankObjects &objects(Rank &rank);
  CommShared *newShared(GroupPointer group, std::uint64_t id);
  MPI_Comm newHandle(CommShared *shared, std::int32_t rank);
  /// Two communicators that are the sides of one inter-communicator; each counts one handle for each member.
  std::pair<CommShared *, CommShared *> newInter(GroupPointer first, GroupPointer second, std::uint64_t id);
  void addUser(MPI_Comm comm);
  /// One user less; the last one removes it. MPI_COMM_WORLD and MPI_COMM_SELF stay.
  void releaseHandle(MPI_Comm comm);
  static void release(CommShared *shared);
  CommunicatorConstruction &communicatorConstruction() { return constructions_; }
  /// True when collectives are computed by formulas, not simulated as messages.
  bool analytic() const { return analytic_collectives_ != nullptr; }
  /// \pre analytic().
  AnalyticCollectives &analyticCollectives() { return *analytic_collectives_; }
  CommonResults &commonResults() { return *common_results_; }
  OneSided &oneSided() { return *one_sided_; }
  Files &files() { return *files_; }
  PortNames &portNames() { return *port_names_; }
  PartitionedChannels &partitionedChannels() { return *partitioned_channels_; }
  StartedNumbers &startedNumbers() { return *started_numbers_; }
  HandleNumbers &handleNumbers() { return *handle_numbers_; }
  Handles &handles() { return *handles_; }
  NarrowedCounts &narrowedCounts() { return *narrowed_counts_; }

  TypeTable &types() { return types_; }
  SizePool &bytePool() { return byte_pool_; }
  Pool<Persistent> &persistents() { return persistents_; }
  World &world() { return world_; }
  bool copies() const { return copy_bandwidth_.has_value(); }
  SimDuration postOverhead() const { return post_overhead_; }
  SimDuration sendOverhead() const { return send_overhead_; }
  std::int64_t eagerThreshold() const { return eager_threshold_; }
  void setEagerThreshold(std::int64_t bytes) { eager_threshold_ = bytes; }
  SimDuration receiveOverhead() const { return receive_overhead_; }
  /// Of packing a message of so many bytes, or of unpacking it.
  SimDuration packingTime(const Datatype &type, std::int64_t bytes) const {
    return type.contiguous
               ? SimDuration()
               : (bytes <= eager_threshold_ ? block_overhead_ : rendezvous_block_overhead_) * type.blocksIn(bytes);
  }
  /// Of a rank's own part of a collective, from its send buffer to its receive buffer.
  SimDuration localCopyTime(std::int64_t bytes) const {
    return local_copy_bandwidth_ ? sim::transferTime(sim::Bytes{bytes}, *local_copy_bandwidth_) : SimDuration();
  }
  /// Of a look that finds nothing.
  SimDuration pollCost() const override { return poll_cost_; }
  /// What MPI_UNIVERSE_SIZE points to.
  const int *universeSize() const { return &universe_size_; }
  CallSums &sums(std::uint16_t call) { return sums_[call]; }
  std::uint64_t messageCount() const { return messages_; }
  /// Grows with everything that is done but looking.
  std::uint64_t progress() const override { return progress_; }
  void countMessage(const Observations::Place &place, std::int32_t source, std::int32_t destination,
                    std::int64_t bytes) {
    ++messages_;
    sums_[place.call].bytes += static_cast<std::uint64_t>(bytes);
    if (observed_)
      observed_->message(place, source, destination, bytes);
  }
  void countWait(const Observations::Place &place, SimDuration time) {
    sums_[place.call].wait_ps += time.ps();
    if (observed_)
      observed_->waited(place, time.ps());
  }
  /// A call of the program has ended.
  void countCall(const Observations::Place &place, SimDuration time) {
    CallSums &sums = sums_[place.call];
    ++sums.count;
    sums.time_ps += time.ps();
    if (observed_)
      observed_->called(place, time.ps());
  }
  runtime::CallTraceWriter *trace() override { return trace_.get(); }
  void setTrace(std::unique_ptr<runtime::CallTraceWriter> trace) override { trace_ = std::move(trace); }

  /// "main() at ring.c:12". Slow at the first use.
  std::string siteText(const void *return_address) const override;
  /// "in MPI_Recv at main() at ring.c:12"; \p call may be 0.
  std::string callText(std::uint16_t call, const void *site) const override;
  /// "rank 3 in MPI_Recv at main() at ring.c:12"
  std::string placeOf(const Rank &rank) const override;
  /// Who waits in which call for whom, equal lines together.
  std::string deadlockReport() override;
  /// Raises an MPI error: by the error handler it ends the run, calls the program's function, or comes back with \p
  /// code.
  int raise(Rank &rank, MPI_Comm comm, int code, const std::string &what);
  void setChecks(const runtime::RunConfig &config);
  /// False when that is not checked.
  bool isFreed(MPI_Comm comm) const;
  bool isFreed(MPI_Request request) const;
  /// At the end, when all ranks have finalized: did they agree, and what did they leave behind?
  void checkAtEnd() override;
  const Checks &checks() const { return checks_; }
  Findings &findings() { return findings_; }
  void tellFindings(std::vector<std::string> &warnings) const override;
  /// In MPI_Finalize and later: a collective's message that nobody received shows that ranks did not agree.
  void checkLeftOver(Rank &rank);
  /// Statistics of calls and messages.
  void fill(runtime::RunResult &result) const override;
  void fillMemory(std::map<std::string, std::uint64_t> &memory) const override;

private:
  SimDuration copyTime(std::int64_t bytes) const {
    return copy_bandwidth_ ? sim::transferTime(sim::Bytes{bytes}, *copy_bandwidth_) : SimDuration();
  }
  void transfer(Envelope *message, SimTime start);
  void releasePersistent(Persistent &persistent);
  Request *joinHalves(Request *request, SimTime when);
  void look(Rank &rank);
  /// Another thread of the rank is in a call.
  bool othersWait(const Rank &rank) const;
  /// Runs \p step with the time at which \p rank sees what came at \p arrival: that time, or with polling progress a
  /// later one.
  template <class Step> void onProgress(std::int32_t rank, SimTime arrival, Step step);
  template <class Step> [[gnu::noinline]] void onPolledProgress(std::int32_t rank, SimTime arrival, Step step);
  void matchSeen(Request *receive, Envelope *message, SimTime seen);
  void noteMoved(const Rank &rank, const Datatype &type, std::int64_t bytes, const void *buffer);
  SimTime copyOut(SimTime clock, const Envelope &message, Request *request);
  void sendClearToSend(Envelope *message, SimTime when);
  void arrive(Envelope *message);
  void arriveInOrder(Envelope *message);
  void completeStep(Request *request);
  void take(Envelope *message);
  void keepOrder(Rank &origin, Envelope *message);
  void leaveFlight(Envelope *message);
  void fill(Request &receive, Envelope *message);
  static void handOver(Envelope *message);
  void findLeaks();
  CommView viewOther(Rank &rank, MPI_Comm comm);
  /// \p sent: the basic type of what came, of how many bytes, and where from.
  void checkTypes(const Rank &rank, const Request &receive, std::uint16_t sent, std::int64_t bytes,
                  const void *sent_at) {
    // Most often both are one predefined type, by its number.
    if (checks_.types && sent != 0 && bytes != 0 && sent != reinterpret_cast<std::uintptr_t>(receive.type()))
      compareTypes(rank, receive, sent, sent_at);
  }
  void compareTypes(const Rank &rank, const Request &receive, std::uint16_t sent, const void *sent_at);
  int truncated(Rank &rank, const Envelope &message, std::int64_t room);
  int receiveContents(Rank &rank, Request *request, MPI_Status *status);
  void receiveFilled(Rank &rank, const Request &request, MPI_Status *status);
  static void injectedEvent(void *target, std::uint64_t cookie);
  static void completionEvent(void *target, std::uint64_t request);
  static void deliveredEvent(void *target, std::uint64_t cookie);
  static void allAtEnd(void *target, std::uint64_t job);
  const Request *awaitedBy(Rank &rank);
  class Contexts;
  std::string waitLine(Rank &rank, const Contexts &contexts);
  std::string unasked(Rank &rank);
  std::string leftOver(Rank &rank);

  World &world_;
  SimDuration send_overhead_;
  SimDuration receive_overhead_;
  SimDuration post_overhead_;
  SimDuration block_overhead_;
  SimDuration rendezvous_block_overhead_;
  SimDuration poll_cost_;
  SimDuration buffer_overhead_;                      ///< Of reserving a buffer for an eager message.
  std::optional<sim::BitRate> copy_bandwidth_;       ///< Of copies into and out of buffers; nullopt: they take no time.
  std::optional<sim::BitRate> local_copy_bandwidth_; ///< nullopt: such copies take no time.
  std::int64_t eager_threshold_ = 0;
  bool nodes_in_order_ = false; ///< Messages between two nodes never overtake each other.
  int universe_size_ = 0;
  sim::Arena arena_; ///< Of the pages.
  PageSource pages_{arena_};
  Pool<Envelope> envelopes_{pages_};
  Pool<Request> requests_{pages_};
  Pool<Persistent> persistents_{pages_};
  Pool<Communicator> communicators_{pages_};
  SizePool byte_pool_{pages_};
  std::unique_ptr<Handles> handles_; ///< Others below have what it made.
  TypeTable types_;
  Request sent_;
  /// The ranks of a job: its MPI_COMM_WORLD, and their construction at the end.
  struct JobWorld {
    CommShared comm;
    std::int32_t first_rank = 0;
    std::int64_t at_end = 0; ///< Ranks in meetAtEnd().
    SimTime end;             ///< When they leave it.
  };
  std::vector<JobWorld> worlds_;
  CommShared self_comm_;
  std::uint32_t next_context_ = 4;
  std::unique_ptr<ProgressWindows> progress_windows_; ///< nullptr: progress is asynchronous.
  CommunicatorConstruction constructions_;
  std::unique_ptr<AnalyticCollectives> analytic_collectives_;
  std::unique_ptr<CommonResults> common_results_;
  std::unique_ptr<OneSided> one_sided_;
  std::unique_ptr<Files> files_;
  std::unique_ptr<PortNames> port_names_;
  std::unique_ptr<PartitionedChannels> partitioned_channels_;
  std::unique_ptr<StartedNumbers> started_numbers_;
  std::unique_ptr<HandleNumbers> handle_numbers_;
  std::unique_ptr<NarrowedCounts> narrowed_counts_;
  std::array<CallSums, kCallCount> sums_{};
  std::uint64_t messages_ = 0;
  std::unique_ptr<Observations> observed_; ///< nullptr: nobody asked.
  std::uint64_t progress_ = 0;             ///< Counts everything but looking: what a poll can hope for.
  std::uint64_t idle_polls_ = 0;
  std::uint64_t idle_progress_ = 0;
  std::unordered_map<std::int32_t, std::uint32_t> fruitless_polls_; ///< By rank, since progress_ was idle_progress_.
  Checks checks_;
  Findings findings_;
  mutable std::unique_ptr<runtime::CallSiteResolver> call_sites_;
  std::unique_ptr<runtime::CallTraceWriter> trace_;
};

/// That of \p world. \pre makeMessageLayer() made it.
inline Mpi &mpiOf(World &world) { return static_cast<Mpi &>(world.messages()); }

/// A buffer without contents: phantom memory or NULL.
inline bool isPhantom(const void *buffer) {
  const auto address = reinterpret_cast<std::uintptr_t>(buffer);
  return address == 0 || address - MAQUETTE_PHANTOM_BASE < MAQUETTE_PHANTOM_SIZE;
}

} // namespace maquette::mpi

#endif
