//===- runtime/mpi/objects/type_calls.h - what calls on datatypes share -------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_OBJECTS_TYPE_CALLS_H
#define MAQUETTE_MPI_OBJECTS_TYPE_CALLS_H

#include "core/call.h"

namespace maquette::mpi {

/// The name and the attributes that the calling rank gave a type; made if it gave none.
TypeExtras &typeExtras(const Call &call, MPI_Datatype type);
/// Calls the copy functions of attributes; returns what they return.
int copyTypeAttributes(const Call &call, MPI_Datatype from, MPI_Datatype to);
/// Calls the delete functions.
int removeTypeAttributes(const Call &call, MPI_Datatype type);

} // namespace maquette::mpi

#endif
