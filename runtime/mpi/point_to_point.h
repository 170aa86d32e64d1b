//===- runtime/mpi/point_to_point.h - sends and receives of calls -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_POINT_TO_POINT_H
#define MAQUETTE_MPI_POINT_TO_POINT_H

#include "mpi/call.h"

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
Envelope *packMessage(Mpi &mpi, const void *buffer, std::int64_t count, const Datatype &type);
// \p comm is the view of the arguments' communicator.

/// MPI_SUCCESS, or what raise() gave.
int checkSend(const Call &call, const CommView &comm, const SendArguments &arguments);
int checkReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments);
/// Sends without waiting; \p request as in Mpi::send(). \pre checked, and the peer is not MPI_PROC_NULL.
void startSend(const Call &call, const CommView &comm, const SendArguments &arguments, Request *request);
/// The same with a request of its own, or Mpi::sentRequest() when there is nothing to wait for. MPI_PROC_NULL is a peer here.
Request *startSend(const Call &call, const CommView &comm, const SendArguments &arguments);
/// Fills and posts \p request. With MPI_PROC_NULL it is complete at once.
void startReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments, Request *request);
int sendAndWait(const Call &call, const SendArguments &arguments);
int receiveAndWait(const Call &call, const ReceiveArguments &arguments, MPI_Status *status);

} // namespace maquette::mpi

#endif
