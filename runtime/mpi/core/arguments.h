//===- runtime/mpi/core/arguments.h - what may be wrong with arguments -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function says what is wrong. The caller chooses the error handler: that of the communicator, the window or the
/// file.
#ifndef MAQUETTE_MPI_CORE_ARGUMENTS_H
#define MAQUETTE_MPI_CORE_ARGUMENTS_H

#include <mpi.h>

#include <cstdint>
#include <string>

namespace maquette::mpi {

struct Checks;

struct Fault {
  int code = MPI_SUCCESS; ///< An error class.
  std::string what;       ///< With its tag.

  explicit operator bool() const { return code != MPI_SUCCESS; }
};

/// MPI_DATATYPE_NULL for no elements: point-to-point calls and the arrays of MPI_Alltoallw take it, as MPICH does.
enum class Untyped : std::uint8_t { Refused, WithoutElements };

/// Of all but arguments that may be MPI_INFO_NULL.
enum class Absent : std::uint8_t { Refused, Allowed };

Fault faultOfGroup(const Checks &checks, MPI_Group group);
Fault faultOfInfo(const Checks &checks, MPI_Info info, Absent absent = Absent::Refused);
Fault faultOfOperation(const Checks &checks, MPI_Op op);
Fault faultOfHandler(const Checks &checks, MPI_Errhandler handler);
Fault faultOfMessage(const Checks &checks, MPI_Message message);
Fault faultOfType(const Checks &checks, MPI_Datatype type);
/// Elements that are sent, received, packed, or written: their type must be committed.
Fault faultOfData(const Checks &checks, std::int64_t count, MPI_Datatype type, Untyped untyped = Untyped::Refused);

} // namespace maquette::mpi

#endif
