//===- runtime/mpi/core/call.h - what every MPI function begins with -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Call finds the calling rank, records its place, stops the clock of its computing, and counts the call.
/// MAQUETTE_MPI_BEGIN defines it in an MPI function as `call`.
#ifndef MAQUETTE_MPI_CORE_CALL_H
#define MAQUETTE_MPI_CORE_CALL_H

#include "core/arguments.h"
#include "core/mpi_message_layer.h"
#include "core/phantom.h"

#include "maquette/context/rank_end.h"
#include "maquette/context/world.h"

#include <mpi.h>

#include <string>
#include <utility>

/// First line of the body of PMPI_<name>.
#define MAQUETTE_MPI_BEGIN(name)                                                                                       \
  ::maquette::mpi::Call call(::maquette::mpi::CallId::MPI_##name, __builtin_return_address(0));                        \
  if (!call)                                                                                                           \
    return MPI_ERR_OTHER;                                                                                              \
  if (const int misuse = call.checkPhase())                                                                            \
  return misuse

namespace maquette::mpi {

class Call {
public:
  Call(CallId id, const void *call_site) : world_(World::current()) {
    rank_ = world_ != nullptr ? world_->running() : nullptr;
    if (rank_ == nullptr)
      return;
    if (!world_->dispatcher().isOwnThread())
      runtime::refuseForeignThread(*world_, *rank_, nameOf(id));
    outer_ = rank_->call;
    if (outer_ == 0) {
      rank_->call_site = call_site;
      if (world_->scheduler().stepsIn())
        begin();
    }
    rank_->call = static_cast<std::uint16_t>(id);
    begin_ = rank_->clock;
  }
  ~Call() {
    if (rank_ == nullptr)
      return;
    const std::uint16_t call = std::exchange(rank_->call, outer_);
    if (!isOutermost()) {
      if (outer_ != kUncounted)
        ++mpi().counters().sums(call).count;
      return;
    }
    mpi().counters().countCall({call, rank_->call_site}, rank_->clock - begin_);
    if (world_->scheduler().stepsIn())
      end();
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  /// False outside ranks: there is no MPI there.
  explicit operator bool() const { return rank_ != nullptr; }
  Rank &rank() const { return *rank_; }
  World &world() const { return *world_; }
  Mpi &mpi() const { return mpiOf(*world_); }
  CommView view(MPI_Comm comm) const { return mpi().communicators().view(*rank_, comm); }
  RankObjects &objects() const { return objectsOf(*rank_); }
  /// \pre the handle is valid.
  CommExtras &extras(MPI_Comm comm) const { return extrasOf(*rank_, comm); }
  std::uint16_t number() const { return rank_->call; }
  CallId id() const { return static_cast<CallId>(rank_->call); }

  int raise(MPI_Comm comm, int code, const std::string &what) const {
    return mpi::raise(mpi(), *rank_, comm, code, what);
  }
  /// MPI_SUCCESS where there is none.
  int raise(MPI_Comm comm, const Fault &fault) const {
    return fault ? raise(comm, fault.code, fault.what) : MPI_SUCCESS;
  }
  /// MPI_SUCCESS between MPI_Init and MPI_Finalize.
  int checkPhase() const {
    return rank_->phase == runtime::RankPhase::InMpi || mayBeOutside() ? MPI_SUCCESS : phaseError();
  }
  /// The arguments that most calls have; each returns MPI_SUCCESS or raises an error.
  int checkComm(MPI_Comm comm, const CommView &view) const;
  int checkData(MPI_Comm comm, std::int64_t count, MPI_Datatype type, Untyped untyped = Untyped::Refused) const;
  int checkType(MPI_Datatype type) const; ///< Of a call that does not communicate.
  int checkGroup(MPI_Group group) const { return raise(MPI_COMM_WORLD, faultOfGroup(mpi().usage().checks(), group)); }
  int checkInfo(MPI_Info info, Absent absent = Absent::Refused) const {
    return raise(MPI_COMM_WORLD, faultOfInfo(mpi().usage().checks(), info, absent));
  }
  int checkHandler(MPI_Errhandler handler) const {
    return raise(MPI_COMM_WORLD, faultOfHandler(mpi().usage().checks(), handler));
  }
  int checkRequests(int count, const MPI_Request *requests) const;
  int checkPeer(MPI_Comm comm, const CommView &view, int peer) const;   ///< MPI_PROC_NULL is a peer.
  int checkMember(MPI_Comm comm, const CommView &view, int rank) const; ///< A rank that there is.
  int checkTag(MPI_Comm comm, int tag) const;
  int checkRoot(MPI_Comm comm, const CommView &view, int root) const;

  static constexpr int kNone = -1; ///< For trace(): the call has no such argument.
  /// Records the call for `maquette verify`; \p part 1 is what MPI_Sendrecv receives.
  void trace(const CommView &comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part = 0) const {
    if (mpi().counters().trace() != nullptr && isOutermost())
      record(comm, peer, tag, count, type, part);
  }
  /// The same; looks at the communicator only if there is a trace, so that the frames of those who wait stay small.
  void trace(MPI_Comm comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part = 0) const {
    if (mpi().counters().trace() != nullptr && isOutermost())
      record(comm, peer, tag, count, type, part);
  }

private:
  /// The program called it, not another MPI function.
  bool isOutermost() const { return outer_ == 0 || outer_ == kInBinding; }
  void begin() const;
  void end() const;
  bool mayBeOutside() const;
  int phaseError() const;
  [[gnu::noinline]] void record(MPI_Comm comm, int peer, int tag, std::int64_t count, MPI_Datatype type,
                                int part) const;
  void record(const CommView &comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part) const;

  World *world_;
  Rank *rank_ = nullptr;
  SimTime begin_;
  std::uint16_t outer_ = 0;
};

} // namespace maquette::mpi

#endif
