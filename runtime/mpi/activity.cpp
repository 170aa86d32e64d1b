//===- runtime/mpi/activity.cpp - requests that are no single message -------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/activity.h"

namespace maquette::mpi {

Request *newActivity(const Call &call, Activity *activity, bool persistent) {
  Request *const request = call.mpi().newRequest(call.rank(), RequestKind::Special);
  request->buffer = activity;
  request->context = 2; // Its peer is no rank of MPI_COMM_WORLD.
  request->peer = MPI_ANY_SOURCE;
  if (persistent) {
    request->persistent = call.mpi().persistents().make();
    request->active = false;
  }
  return request;
}

} // namespace maquette::mpi
