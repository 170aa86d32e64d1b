//===- maquette/memory/phantom.h - buffers without contents ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MEMORY_PHANTOM_H
#define MAQUETTE_MEMORY_PHANTOM_H

#include "maquette/abi/skeleton.h"

#include <cstdint>

namespace maquette::runtime {

/// A buffer without contents: phantom memory or NULL.
inline bool isPhantom(const void *buffer) {
  const auto address = reinterpret_cast<std::uintptr_t>(buffer);
  return address == 0 || address - MAQUETTE_PHANTOM_BASE < MAQUETTE_PHANTOM_SIZE;
}

} // namespace maquette::runtime

#endif
