//===- runtime/mpi/core/call.h - what every MPI function begins with -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Call is a CallScope that checks the arguments which most functions have. MAQUETTE_MPI_BEGIN defines it in an MPI
/// function as `call`.
#ifndef MAQUETTE_MPI_CORE_CALL_H
#define MAQUETTE_MPI_CORE_CALL_H

#include "core/arguments.h"
#include "core/mpi_message_layer.h"

#include "maquette/context/call_scope.h"

#include <mpi.h>

#include <string>

/// First line of the body of PMPI_<name>.
#define MAQUETTE_MPI_BEGIN(name)                                                                                       \
  ::maquette::mpi::Call call(::maquette::mpi::CallId::MPI_##name, __builtin_return_address(0));                        \
  if (!call)                                                                                                           \
    return MPI_ERR_OTHER;                                                                                              \
  if (const int misuse = call.checkPhase())                                                                            \
  return misuse

namespace maquette::mpi {

class Call : public runtime::CallScope {
public:
  Call(CallId id, const void *call_site) : CallScope(id, call_site) {}
  ~Call() {
    leave([this] { mpi().progress().endWaiting(rank()); });
  }

  Mpi &mpi() const { return mpiOf(world()); }
  CommView view(MPI_Comm comm) const { return mpi().communicators().view(rank(), comm); }
  RankObjects &objects() const { return objectsOf(rank()); }
  /// \pre the handle is valid.
  CommExtras &extras(MPI_Comm comm) const { return extrasOf(rank(), comm); }
  std::uint16_t number() const { return rank().call; }
  CallId id() const { return static_cast<CallId>(rank().call); }

  int raise(MPI_Comm comm, int code, const std::string &what) const {
    return mpi::raise(mpi(), rank(), comm, code, what);
  }
  /// MPI_SUCCESS where there is none.
  int raise(MPI_Comm comm, const Fault &fault) const {
    return fault ? raise(comm, fault.code, fault.what) : MPI_SUCCESS;
  }
  /// MPI_SUCCESS between MPI_Init and MPI_Finalize.
  int checkPhase() const {
    return rank().phase == runtime::RankPhase::InMpi || mayBeOutside() ? MPI_SUCCESS : phaseError();
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
    if (isTraced())
      record(comm, peer, tag, count, type, part);
  }
  /// The same; looks at the communicator only if there is a trace, so that the frames of those who wait stay small.
  void trace(MPI_Comm comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part = 0) const {
    if (isTraced())
      record(comm, peer, tag, count, type, part);
  }

private:
  bool mayBeOutside() const;
  int phaseError() const;
  [[gnu::noinline]] void record(MPI_Comm comm, int peer, int tag, std::int64_t count, MPI_Datatype type,
                                int part) const;
  void record(const CommView &comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part) const;
};

} // namespace maquette::mpi

#endif
