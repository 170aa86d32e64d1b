//===- runtime/mpi/core/call.cpp - what every MPI function begins with -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"

#include "maquette/sim/random.h"

#include <string_view>

namespace maquette::mpi {

bool Call::mayBeOutside() const {
  switch (id()) {
  case CallId::MPI_Init:
  case CallId::MPI_Init_thread:
  case CallId::MPI_Initialized:
  case CallId::MPI_Finalized:
  case CallId::MPI_Get_version:
  case CallId::MPI_Get_library_version:
  case CallId::MPI_Get_processor_name:
  case CallId::MPI_Abort:
  case CallId::MPI_Pcontrol:
  case CallId::MPI_Error_string:
  case CallId::MPI_Error_class:
  case CallId::MPI_Info_create:
  case CallId::MPI_Info_set:
  case CallId::MPI_Info_free:
    return true;
  default:
    for (const std::string_view family : {"MPI_T_", "MPI_Info_", "MPI_Session_"})
      if (std::string_view(nameOf(id())).substr(0, family.size()) == family)
        return true;
    return false;
  }
}

int Call::phaseError() const {
  const bool before = rank().phase == runtime::RankPhase::BeforeInit;
  return raise(MPI_COMM_WORLD, MPI_ERR_OTHER,
               before ? "called before MPI_Init [maquette-mpi-phase]"
                      : "called after MPI_Finalize [maquette-mpi-phase]");
}

int Call::checkComm(MPI_Comm comm, const CommView &view) const {
  if (view)
    return MPI_SUCCESS;
  if (mpi().usage().isFreed(comm))
    return raise(comm, MPI_ERR_COMM, "the communicator was freed [maquette-mpi-use-after-free]");
  return raise(comm, MPI_ERR_COMM, "the communicator is MPI_COMM_NULL [maquette-mpi-argument]");
}

int Call::checkData(MPI_Comm comm, std::int64_t count, MPI_Datatype type, Untyped untyped) const {
  return raise(comm, faultOfData(mpi().usage().checks(), count, type, untyped));
}

int Call::checkType(MPI_Datatype type) const {
  return raise(MPI_COMM_WORLD, faultOfType(mpi().usage().checks(), type));
}

int Call::checkRequests(int count, const MPI_Request *requests) const {
  for (int i = 0; i < count; ++i)
    if (mpi().usage().isFreed(requests[i]))
      return raise(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                   "request " + std::to_string(i) + " was already completed or freed [maquette-mpi-use-after-free]");
  return MPI_SUCCESS;
}

int Call::checkPeer(MPI_Comm comm, const CommView &view, int peer) const {
  return peer == MPI_PROC_NULL ? MPI_SUCCESS : checkMember(comm, view, peer);
}

int Call::checkMember(MPI_Comm comm, const CommView &view, int rank) const {
  if (rank >= 0 && rank < view.peers())
    return MPI_SUCCESS;
  return raise(comm, MPI_ERR_RANK,
               "there is no rank " + std::to_string(rank) + " in a communicator of " + std::to_string(view.peers()) +
                   " [maquette-mpi-argument]");
}

int Call::checkTag(MPI_Comm comm, int tag) const {
  if (tag >= 0)
    return MPI_SUCCESS;
  return raise(comm, MPI_ERR_TAG, "the tag is " + std::to_string(tag) + " [maquette-mpi-argument]");
}

int Call::checkRoot(MPI_Comm comm, const CommView &view, int root) const {
  if (root >= 0 && root < view.peers())
    return MPI_SUCCESS;
  if (view.isInter() && (root == MPI_ROOT || root == MPI_PROC_NULL))
    return MPI_SUCCESS;
  return raise(comm, MPI_ERR_ROOT,
               "there is no root " + std::to_string(root) + " in a communicator of " + std::to_string(view.peers()) +
                   " [maquette-mpi-argument]");
}

void Call::record(MPI_Comm comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part) const {
  record(view(comm), peer, tag, count, type, part);
}

void Call::record(const CommView &comm, int peer, int tag, std::int64_t count, MPI_Datatype type, int part) const {
  runtime::CallRecord record;
  record.rank = rank().id;
  record.call = rank().call;
  record.part = static_cast<std::uint16_t>(part);
  record.peer = peer;
  record.tag = tag;
  record.communicator = comm ? comm.shared->id : 0;
  record.count = count;
  const Datatype &datatype = *typeOf(type);
  for (const SignatureRun &run : datatype.signature)
    record.datatype =
        sim::mixBits(record.datatype ^ sim::mixBits(static_cast<std::uint64_t>(run.count) << 8 | run.basic));
  record.bytes = count * datatype.size;
  mpi().counters().trace()->add(record, rank().call_site);
}

} // namespace maquette::mpi
