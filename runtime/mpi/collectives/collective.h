//===- runtime/mpi/collectives/collective.h - one rank's part in one collective ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collective carries an algorithm (CollectiveTask) through its messages. It has a clock of its own, which is the
/// rank's while the rank waits inside a blocking call.
///
/// Buffers   the algorithms work on packed bytes; nullptr is phantom. They are the program's where they lie packed and
/// stay there
///           (launch.h), else the runtime's: then the calls pack before and unpack after (deliver()).
/// Checking  every message carries what its sender takes part in; a receiver that takes part in something else ends the
/// run.
#ifndef MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_H
#define MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_H

#include "collectives/collective_task.h"
#include "collectives/common_result.h"
#include "core/mpi_state.h"
#include "objects/op.h"

#include <coroutine>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace maquette::mpi {

/// Packed bytes that an algorithm works on; frees them at its end, unless they are the program's. Phantom when made so.
class Block {
public:
  Block() = default;
  /// Memory of the program.
  Block(char *borrowed, std::int64_t bytes) : data_(borrowed), bytes_(bytes) {}
  Block(Collective &collective, std::int64_t bytes, bool phantom);
  ~Block();
  Block(Block &&other) noexcept;
  Block &operator=(Block &&other) noexcept;

  char *data() const { return data_; }
  bool overlaps(const char *other, std::int64_t bytes) const {
    return data_ != nullptr && other < data_ + bytes_ && data_ < other + bytes;
  }
  /// nullptr stays nullptr.
  char *at(std::int64_t offset) const { return data_ == nullptr ? nullptr : data_ + offset; }

private:
  SizePool *pool_ = nullptr;
  char *data_ = nullptr;
  std::int64_t bytes_ = 0;
};

inline char *at(char *data, std::int64_t offset) { return data == nullptr ? nullptr : data + offset; }
inline const char *at(const char *data, std::int64_t offset) { return data == nullptr ? nullptr : data + offset; }
/// Nothing if either is phantom.
void copyBytes(char *to, const char *from, std::int64_t bytes);

/// The parts of a buffer, one for each rank: all of one size, or by a table.
class Layout {
public:
  Layout() = default;
  explicit Layout(std::int64_t block, int parts) : block_(block), step_(block), total_(block * parts) {}
  explicit Layout(std::vector<std::int64_t> sizes);
  /// Each part is the same \p bytes.
  static Layout repeated(std::int64_t bytes) {
    Layout layout(bytes, 1);
    layout.step_ = 0;
    return layout;
  }

  std::int64_t size(int part) const { return uniform() ? block_ : (*offsets_)[part + 1] - (*offsets_)[part]; }
  std::int64_t offset(int part) const { return uniform() ? step_ * part : (*offsets_)[part]; }
  std::int64_t total() const { return total_; }
  bool uniform() const { return offsets_ == nullptr; }

private:
  std::int64_t block_ = 0;
  std::int64_t step_ = 0; ///< From one part to the next.
  std::int64_t total_ = 0;
  std::shared_ptr<const std::vector<std::int64_t>> offsets_;
};

/// What all members must agree on.
struct CallSignature {
  std::uint16_t call = 0;
  std::int32_t root = -1;
  std::int64_t bytes = -1; ///< -1: may differ.
  std::uint16_t op = 0;
  std::uint8_t kind = 0; ///< Of the elements' basic type, as kindOf() gives it; 0 goes with all.
};

/// On an inter-communicator, size(), rank() and the messages below are those of the local group; the functions called
/// "...Across" reach the other one.
class Collective {
public:
  Collective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature);
  ~Collective();
  Collective(const Collective &) = delete;
  Collective &operator=(const Collective &) = delete;

  int size() const { return size_; }
  int rank() const { return my_rank_; }
  int remoteSize() const { return whole_->peers(); }
  Mpi &mpi() { return mpi_; }
  SimTime clock() const { return clock_; }

  /// The algorithm of the machine's decision tables; what \p bytes counts is said there.
  const models::CollectiveRule &choose(models::CollectiveOperation operation, std::int64_t bytes,
                                       bool uniform = true) const;
  /// Which ranks share nodes. Made at the first use.
  const NodeMap &nodeMap();
  /// Sets `reduction`; an operation of the program stays until the end of this object.
  void reduceBy(MPI_Op op, MPI_Datatype type);
  /// A type that is needed until the end: the program may free it before.
  void keep(MPI_Datatype type);
  /// So many bytes of the rank's own go from its send buffer to its receive buffer. Before begin().
  void copiesOwn(std::int64_t bytes) { clock_ += mpi_.costs().localCopyTime(bytes); }
  /// Runs \p task until its first wait.
  void begin(CollectiveTask task);
  /// For a blocking call: the rank waits for the end and gets its clock.
  void finishBlocking();
  /// For a nonblocking call: \p request is completed at the end; \p unpack is called in the call that completes it.
  void finishLater(Request *request, std::function<void()> unpack);
  /// Completes \p request at its end instead of the one of finishLater().
  void completes(Request *request) { request_ = request; }
  /// Unpacks, and ends this object.
  void deliver();
  /// Ends this object.
  void release();
  /// A message of this collective is through.
  void completed(Request &request);

  // For collectives by formulas.
  bool analytic() const { return mpi_.collectives().isAnalytic(); }
  const CommShared *comm() const { return comm_; }
  /// Of the call on its communicator.
  std::int32_t number() const { return tag_; }
  /// Counts the exchanges of this call.
  std::uint32_t nextExchange() { return exchanges_++; }
  void countBytes(std::int64_t bytes) {
    mpi_.counters().sums(call_signature_.call).bytes += static_cast<std::uint64_t>(bytes);
  }
  void suspendedAt(std::coroutine_handle<> algorithm) { waiting_ = algorithm; }
  /// Ends the run when \p other takes part in something else.
  void checkAgainst(const Collective &other) {
    if (other.signature_ != signature_)
      checkUnlike(other);
  }
  /// Brings what goOn() will need into the cache, and what the rank will then.
  void prefetch(sim::PrefetchStage stage) const {
    if (stage == sim::PrefetchStage::Record)
      __builtin_prefetch(waiting_.address(), 1);
    mpi_.world().scheduler().prefetchRank(rank_, stage);
  }
  /// Runs \p function as this rank if the reduction calls the program's code.
  template <class Function> void withProgram(Function function) {
    if (reduction.callsProgram())
      mpi_.world().dispatcher().asRank(rank_, function);
    else
      function();
  }
  /// The result is of \p bytes here and of \p others elsewhere: ends the run.
  void failSizes(std::int64_t bytes, std::int64_t others);
  /// The algorithm goes on at \p when, outside ranks.
  void goOn(SimTime when);

  // For algorithms. Each of the following is awaited; sizes in bytes.
  class Transfer {
  public:
    Transfer(Collective &collective, Request *receive, Request *send)
        : collective_(collective), receive_(receive), send_(send) {}
    bool await_ready() { return collective_.arm(receive_, send_) == 0; }
    void await_suspend(std::coroutine_handle<> algorithm) {
      collective_.waiting_ = algorithm;
      if (receive_ != nullptr)
        receive_->setFrame(algorithm.address());
    }
    void await_resume() { collective_.settle(receive_, send_); }

  private:
    Collective &collective_;
    Request *receive_;
    Request *send_;
  };
  Transfer exchange(int to, const char *out, std::int64_t out_bytes, int from, char *in, std::int64_t in_bytes) {
    Request *const receive = startReceive(from, in, in_bytes);
    return {*this, receive, startSend(to, out, out_bytes)};
  }
  Transfer send(int to, const char *out, std::int64_t bytes) { return {*this, nullptr, startSend(to, out, bytes)}; }
  Transfer receive(int from, char *in, std::int64_t bytes) { return {*this, startReceive(from, in, bytes), nullptr}; }
  /// One that was started.
  Transfer wait(Request *receive) { return {*this, receive, nullptr}; }

  Request *startReceive(int from, char *in, std::int64_t bytes) { return startReceive(*comm_, from, in, bytes); }
  /// nullptr when nothing is to be waited for.
  Request *startSend(int to, const char *out, std::int64_t bytes) { return startSend(*comm_, to, out, bytes); }
  Request *startReceiveAcross(int from, char *in, std::int64_t bytes) { return startReceive(*whole_, from, in, bytes); }
  Request *startSendAcross(int to, const char *out, std::int64_t bytes) { return startSend(*whole_, to, out, bytes); }
  Transfer exchangeAcross(int to, const char *out, std::int64_t out_bytes, int from, char *in, std::int64_t in_bytes) {
    Request *const receive = startReceiveAcross(from, in, in_bytes);
    return {*this, receive, startSendAcross(to, out, out_bytes)};
  }
  Transfer sendAcross(int to, const char *out, std::int64_t bytes) {
    return {*this, nullptr, startSendAcross(to, out, bytes)};
  }
  Transfer receiveAcross(int from, char *in, std::int64_t bytes) {
    return {*this, startReceiveAcross(from, in, bytes), nullptr};
  }

  // What the call works on; for the algorithm and for unpacking.
  Block in;
  Block out;
  Layout in_layout;
  Layout out_layout;
  Reduction reduction;
  CommonShare common;
  /// Packed; nullptr is phantom.
  const char *result() const { return common.joined() ? common.data() : out.data(); }

private:
  Request *startReceive(const CommShared &comm, int from, char *in, std::int64_t bytes);
  Request *startSend(const CommShared &comm, int to, const char *out, std::int64_t bytes);
  std::uint32_t arm(Request *receive, Request *send);
  void settle(Request *receive, Request *send);
  void check(const Envelope &message);
  void checkUnlike(const Collective &other);
  void checkKind(const Envelope &message);
  void proceed();
  void end();

  Mpi &mpi_;
  Rank &rank_;
  CommShared *comm_;  ///< Of the local group.
  CommShared *whole_; ///< What the call was given.
  SimTime clock_;
  const void *site_; ///< Of the call in the program.
  std::uint64_t signature_ = 0;
  CallSignature call_signature_;
  int size_;
  int my_rank_;
  std::int32_t tag_;
  std::uint32_t open_ = 0;
  std::uint32_t exchanges_ = 0;
  std::coroutine_handle<> waiting_;
  CollectiveTask task_;
  std::unique_ptr<std::function<void()>> unpack_; ///< Of a nonblocking call.
  std::unique_ptr<std::vector<MPI_Datatype>> kept_;
  Request *request_ = nullptr;
  std::int64_t waited_ps_ = 0;
  bool done_ = false;
  bool blocking_wait_ = false;
  std::uint16_t waiting_thread_ = 0; ///< Of the rank's: waits in the call.
};

/// Of what a message of a collective says that its sender takes part in.
std::uint16_t callOf(std::uint64_t signature);
/// " with root 3"; empty where there is none.
std::string rootText(std::uint64_t signature);

/// Starts a collective; the result lives until its end is delivered.
Collective *newCollective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature);

} // namespace maquette::mpi

#endif
