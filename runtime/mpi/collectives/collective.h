//===- runtime/mpi/collectives/collective.h - one rank's part in one collective ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collective carries an algorithm (CollectiveTask) through its messages, from the call to its end.
///
/// Buffers   the algorithms work on packed bytes; nullptr is phantom. They are the program's where they lie packed and
///           stay there (launch.h), else the runtime's: then the calls pack before and unpack after (deliver()).
#ifndef MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_H
#define MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_H

#include "collectives/blocks.h"
#include "collectives/collective_messages.h"
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

/// What a call works on; for the algorithm and for unpacking.
struct CollectiveBuffers {
  Block in;
  Block out;
  Layout in_layout;
  Layout out_layout;
  Reduction reduction;
  CommonShare common;
  /// Packed; nullptr is phantom.
  const char *result() const { return common.joined() ? common.data() : out.data(); }
};

class Collective : public CollectiveMessages, public CollectiveBuffers {
public:
  Collective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature);
  ~Collective();
  Collective(const Collective &) = delete;
  Collective &operator=(const Collective &) = delete;

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
  /// Counts the exchanges of this call.
  std::uint32_t nextExchange() { return exchanges_++; }
  void countBytes(std::int64_t bytes) {
    mpi_.counters().sums(callOf(signature_)).bytes += static_cast<std::uint64_t>(bytes);
  }
  void suspendedAt(std::coroutine_handle<> algorithm) { waiting_ = algorithm; }
  /// Ends the run when \p other takes part in something else.
  void checkAgainst(const Collective &other) {
    if (other.signature_ != signature_)
      checkAgreement(mpi_, participation(), other.participation());
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
  /// The algorithm goes on at \p when, because of \p cause, outside ranks.
  void goOn(SimTime when, causality::Chain cause);

private:
  void proceed();
  void complete(Request *request);
  void end();

  std::uint32_t exchanges_ = 0;
  CollectiveTask task_;
  std::unique_ptr<std::function<void()>> unpack_; ///< Of a nonblocking call.
  std::unique_ptr<std::vector<MPI_Datatype>> kept_;
  Request *request_ = nullptr;
  bool done_ = false;
  bool blocking_wait_ = false;
  std::uint16_t waiting_thread_ = 0; ///< Of the rank's: waits in the call.
};

/// Starts a collective; the result lives until its end is delivered.
Collective *newCollective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature);

} // namespace maquette::mpi

#endif
