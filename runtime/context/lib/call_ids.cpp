//===- runtime/context/lib/call_ids.cpp - functions of MPI, OpenSHMEM and files by number ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/call_ids.h"

#include <array>

namespace maquette::runtime {

namespace {

constexpr std::array<const char *, kCallCount> kNames = {
    "",
#define MAQUETTE_MPI_CALL(name, class_of, result, ...) #name,
#include "maquette/abi/mpi_calls.def"
#define MAQUETTE_SHMEM_CALL(name, class_of, ...) #name,
#include "maquette/abi/shmem_calls.def"
#define MAQUETTE_FILE_CALL(name) #name,
#include "maquette/abi/file_calls.def"
};

constexpr std::array<CallClass, kCallCount> kClasses = {
    CallClass::None,
#define MAQUETTE_MPI_CALL(name, class_of, result, ...) CallClass::class_of,
#include "maquette/abi/mpi_calls.def"
#define MAQUETTE_SHMEM_CALL(name, class_of, ...) CallClass::class_of,
#include "maquette/abi/shmem_calls.def"
#define MAQUETTE_FILE_CALL(name) CallClass::Local,
#include "maquette/abi/file_calls.def"
};

} // namespace

const char *nameOf(CallId call) { return kNames[static_cast<std::size_t>(call)]; }
const char *const *callNames() { return kNames.data(); }
CallClass classOf(CallId call) { return kClasses[static_cast<std::size_t>(call)]; }

} // namespace maquette::runtime
