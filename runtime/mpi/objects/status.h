//===- runtime/mpi/objects/status.h - filling in an MPI_Status ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// MPI_ERROR stays as the program left it, save in an empty status: only the calls that complete several requests set
/// it.
///
/// Source  MPI 3.1, 3.2.5 and 3.7.3
#ifndef MAQUETTE_MPI_OBJECTS_STATUS_H
#define MAQUETTE_MPI_OBJECTS_STATUS_H

#include <mpi.h>

#include <cstdint>

namespace maquette::mpi {

/// Does nothing for MPI_STATUS_IGNORE.
inline void setStatus(MPI_Status *status, int source, int tag, std::int64_t bytes) {
  if (status == MPI_STATUS_IGNORE)
    return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  status->maquette_cancelled = 0;
  status->maquette_bytes = bytes;
}

/// That of an operation that receives nothing; \p bytes is what a file access moved.
inline void setEmptyStatus(MPI_Status *status, std::int64_t bytes = 0) {
  setStatus(status, MPI_ANY_SOURCE, MPI_ANY_TAG, bytes);
  if (status != MPI_STATUS_IGNORE)
    status->MPI_ERROR = MPI_SUCCESS;
}

} // namespace maquette::mpi

#endif
