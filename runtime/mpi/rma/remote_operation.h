//===- runtime/mpi/rma/remote_operation.h - MPI_Put and its like on their way ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An Operation carries packed contents to the target, accesses its memory, and returns with contents or as an
/// acknowledgement of no bytes. It deletes itself at its end.
#ifndef MAQUETTE_MPI_RMA_REMOTE_OPERATION_H
#define MAQUETTE_MPI_RMA_REMOTE_OPERATION_H

#include "collectives/launch.h"
#include "rma/window.h"

namespace maquette::mpi {

enum class Remote : std::uint8_t { Put, Get, Accumulate, GetAccumulate, CompareAndSwap };

/// What a call asks for.
struct OperationArguments {
  Remote kind = Remote::Put;
  Elements origin; ///< What goes there.
  const void *compare = nullptr;
  Elements result; ///< Where what comes back goes.
  int target = 0;
  MPI_Aint displacement = 0;
  std::int64_t target_count = 0;
  MPI_Datatype target_type = MPI_BYTE;
  MPI_Op op = MPI_REPLACE;
  MPI_Win win = MPI_WIN_NULL;

  bool fetches() const { return kind != Remote::Put && kind != Remote::Accumulate; }
  bool brings() const { return kind != Remote::Get && !(kind == Remote::GetAccumulate && op == MPI_NO_OP); }
};

/// Checks the arguments and issues the operation. \p request gets the handle of an R call; nullptr for the others.
int issue(const Call &call, const OperationArguments &arguments, MPI_Request *request);

} // namespace maquette::mpi

#endif
