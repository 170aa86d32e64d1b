//===- runtime/mpi/objects/external32.h - data as all machines read it --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// From packed native bytes to the big-endian representation "external32", and back.
///
/// Source    MPI 3.1, 13.5.2, table 13.2 (sizes); long double as IEEE binary128
#ifndef MAQUETTE_MPI_OBJECTS_EXTERNAL32_H
#define MAQUETTE_MPI_OBJECTS_EXTERNAL32_H

#include "objects/datatype.h"

#include <cstdint>

namespace maquette::mpi {

/// Bytes of one element of the type in external32.
std::int64_t externalSize(const Datatype &type);
/// \p count packed elements at \p native to external32 at \p external. Values that do not fit a smaller size lose high
/// bits.
void toExternal(const Datatype &type, std::int64_t count, const char *native, char *external);
void fromExternal(const Datatype &type, std::int64_t count, const char *external, char *native);

} // namespace maquette::mpi

#endif
