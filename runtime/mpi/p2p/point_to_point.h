//===- runtime/mpi/p2p/point_to_point.h - sends and receives of calls -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_P2P_POINT_TO_POINT_H
#define MAQUETTE_MPI_P2P_POINT_TO_POINT_H

#include "core/call.h"

namespace maquette::mpi {

struct SendArguments {
  const void *buffer;
  std::int64_t count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
  SendMode mode = SendMode::Standard;
};

struct ReceiveArguments {
  void *buffer;
  std::int64_t count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
};

/// A message with the packed contents of a buffer.
Envelope *packMessage(Messages &messages, const void *buffer, std::int64_t count, const Datatype &type);
// \p comm is the view of the arguments' communicator.

/// True for what most calls are given, at the price of a few comparisons; what is not so may be right all the same.
template <class Arguments> bool isUsual(const CommView &comm, const Arguments &arguments) {
  if constexpr (requires { arguments.mode; })
    if (arguments.mode == SendMode::Buffered)
      return false;
  return comm && !comm.isInter() && arguments.count >= 0 && arguments.type != MPI_DATATYPE_NULL &&
         !TypeTable::isFreed(arguments.type) && TypeTable::isCommitted(arguments.type) && arguments.peer >= 0 &&
         arguments.peer < comm.size() && arguments.tag >= 0;
}
int checkUnusual(const Call &call, const CommView &comm, const SendArguments &arguments);
int checkUnusual(const Call &call, const CommView &comm, const ReceiveArguments &arguments);
/// MPI_SUCCESS, or what raise() gave.
inline int checkSend(const Call &call, const CommView &comm, const SendArguments &arguments) {
  return isUsual(comm, arguments) ? MPI_SUCCESS : checkUnusual(call, comm, arguments);
}
inline int checkReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments) {
  return isUsual(comm, arguments) ? MPI_SUCCESS : checkUnusual(call, comm, arguments);
}
/// Sends without waiting; \p request as in MessageProtocol::send(). \pre checked, and the peer is not MPI_PROC_NULL.
void startSend(const Call &call, const CommView &comm, const SendArguments &arguments, Request *request);
/// The same with a request of its own, or Requests::sent() when there is nothing to wait for. MPI_PROC_NULL is a peer
/// here.
Request *startSend(const Call &call, const CommView &comm, const SendArguments &arguments);
/// Fills and posts \p request. With MPI_PROC_NULL it is complete at once.
void startReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments, Request *request);

} // namespace maquette::mpi

#endif
