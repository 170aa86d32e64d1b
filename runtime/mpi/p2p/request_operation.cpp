//===- runtime/mpi/p2p/request_operation.cpp - requests that are no single message -------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/request_operation.h"

namespace maquette::mpi {

Request *newRequestOperation(const Call &call, RequestOperation *operation, bool persistent) {
  Request *const request = call.mpi().requests().make(call.rank(), RequestKind::Special);
  request->setBuffer(operation);
  request->context = 2; // Its peer is no rank of MPI_COMM_WORLD.
  request->peer = MPI_ANY_SOURCE;
  if (persistent) {
    request->setPersistent(call.mpi().requests().persistents().make());
    request->active = false;
  }
  return request;
}

} // namespace maquette::mpi
