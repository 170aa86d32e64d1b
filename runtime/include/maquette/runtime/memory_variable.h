//===- maquette/runtime/memory_variable.h - how much of the host's memory a simulation takes ----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_RUNTIME_MEMORY_VARIABLE_H
#define MAQUETTE_RUNTIME_MEMORY_VARIABLE_H

namespace maquette::runtime {

/// The environment variable by which `maquette run --memory` tells a skeleton from which size on, in bytes, its process compresses memory of ranks
/// that wait. Without it: half of what is free at the start.
inline constexpr const char *kMemoryVariable = "MAQUETTE_MEMORY";

} // namespace maquette::runtime

#endif
