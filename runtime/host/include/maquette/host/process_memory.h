//===- maquette/host/process_memory.h - what the host process holds -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_HOST_PROCESS_MEMORY_H
#define MAQUETTE_HOST_PROCESS_MEMORY_H

#include <cstdint>

namespace maquette::runtime {

/// Host memory of this process now; 0 where the host does not tell.
std::uint64_t residentBytes();
/// The most that it has had.
std::uint64_t peakBytes();
/// What malloc has from the host now.
std::uint64_t heapBytes();

} // namespace maquette::runtime

#endif
