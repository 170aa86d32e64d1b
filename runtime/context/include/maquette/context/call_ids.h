//===- maquette/context/call_ids.h - functions of MPI, OpenSHMEM and files by number --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_CALL_IDS_H
#define MAQUETTE_CONTEXT_CALL_IDS_H

#include <cstdint>

namespace maquette::runtime {

enum class CallId : std::uint16_t {
  None,
#define MAQUETTE_MPI_CALL(name, class_of, result, ...) name,
#include "maquette/abi/mpi_calls.def"
#define MAQUETTE_SHMEM_CALL(name, class_of, ...) name,
#include "maquette/abi/shmem_calls.def"
#define MAQUETTE_FILE_CALL(name) file_##name,
#include "maquette/abi/file_calls.def"
  Count
};

enum class CallClass : std::uint8_t {
  None,
  Environment,
  Local,
  Message,
  Completion,
  Polling,
  Collective,
  StartCollective
};

constexpr std::size_t kCallCount = static_cast<std::size_t>(CallId::Count);

/// Rank::call while a binding of another language converts arguments. It has already recorded the place and stopped
/// the clock.
constexpr std::uint16_t kInBinding = 0xffff;
/// Of a rank between the program and MPI whose questions to MPI are none of the program's: they do not count.
constexpr std::uint16_t kUncounted = 0xfffe;

const char *nameOf(CallId call);
/// The names of all calls, by number; kCallCount of them.
const char *const *callNames();
CallClass classOf(CallId call);
/// True for functions on files that are not MPI's.
constexpr bool isFileCall(CallId call) { return call >= CallId::file_open && call < CallId::Count; }

} // namespace maquette::runtime

#endif
