//===- runtime/memory/lib/phantom_memory.cpp - allocations that are not made -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/abi/skeleton.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

namespace {

/// The range is reserved, so that nothing real ever lies in it, and any access traps.
bool reserve() {
  static const bool done = mmap(MAQUETTE_PHANTOM, MAQUETTE_PHANTOM_SIZE, PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != MAP_FAILED;
  return done;
}

} // namespace

extern "C" {

/// Addresses are given out once round the range: two live allocations share addresses only when all of it is in use,
/// and even then nobody reads there.
__attribute__((visibility("default"))) void *maquette_phantom_allocate(size_t size) {
  static std::uint64_t next = 0;
  reserve();
  const std::uint64_t bytes = (size + 63) / 64 * 64 + 64;
  if (bytes > MAQUETTE_PHANTOM_SIZE / 2)
    return MAQUETTE_PHANTOM;
  if (next + bytes > MAQUETTE_PHANTOM_SIZE / 2)
    next = 0;
  void *const address = reinterpret_cast<void *>(MAQUETTE_PHANTOM_BASE + next);
  next += bytes;
  return address;
}

__attribute__((visibility("default"))) void maquette_phantom_free(void *pointer) {
  if (reinterpret_cast<std::uintptr_t>(pointer) - MAQUETTE_PHANTOM_BASE >= MAQUETTE_PHANTOM_SIZE)
    std::free(pointer);
}

} // extern "C"
