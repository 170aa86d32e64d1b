//===- runtime/replay/session.cpp - one rank that does what a trace says -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "session.h"

namespace maquette::replay {

template <> MPI_Datatype Session::find<MPI_Datatype>(std::int64_t number) {
  Handles<MPI_Datatype> &datatypes = handles<MPI_Datatype>();
  const std::optional<std::int64_t> size = datatypes.knows(number) ? std::nullopt : reader_.datatypeSize(number);
  if (!size)
    return datatypes.find(number);
  MPI_Datatype bytes = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(*size), MPI_BYTE, &bytes);
  MPI_Type_commit(&bytes);
  datatypes.set(number, bytes);
  return bytes;
}

} // namespace maquette::replay
