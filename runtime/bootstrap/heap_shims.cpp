//===- runtime/bootstrap/heap_shims.cpp - who holds which block of the heap -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// malloc and its kin are the C library's own; these tell the simulation which rank got a block, while its computing is measured
/// (lib/computing_clock.h), and free() lets phantom memory pass. In skeletons they cost one test. With a sanitizer, which brings its own, they are left out.
#include "lib/working_sets.h"
#include "maquette/abi/skeleton.h"
#include "maquette/runtime/world.h"

#include <malloc.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

#if !defined(__SANITIZE_ADDRESS__)

#define MAQUETTE_EXPORT __attribute__((visibility("default")))

using namespace maquette::runtime;

namespace {

/// Where the program's own code of some rank is running and is measured; else nullptr.
World *measuringWorld() {
  World *const world = currentWorld();
  return world != nullptr && world->measures() ? world : nullptr;
}

void *noted(void *block, std::size_t bytes) {
  if (bytes >= WorkingSets::kSmallestBlock && block != nullptr)
    if (World *const world = measuringWorld())
      if (const Rank *const rank = currentRank(); rank != nullptr && rank->call == 0)
        world->allocated(*rank, block, bytes);
  return block;
}

bool isPhantom(const void *block) {
  return reinterpret_cast<std::uintptr_t>(block) - MAQUETTE_PHANTOM_BASE < MAQUETTE_PHANTOM_SIZE;
}

void forget(void *block) {
  if (block != nullptr)
    if (World *const world = measuringWorld(); world != nullptr && malloc_usable_size(block) >= WorkingSets::kSmallestBlock)
      world->freed(block);
}

} // namespace

extern "C" {

// The C library's own, under the names it keeps for those who replace them.
void *__libc_malloc(std::size_t bytes);
void *__libc_calloc(std::size_t count, std::size_t bytes);
void *__libc_realloc(void *block, std::size_t bytes);
void *__libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void *block);

MAQUETTE_EXPORT void *malloc(std::size_t bytes) { return noted(__libc_malloc(bytes), bytes); }

MAQUETTE_EXPORT void *calloc(std::size_t count, std::size_t bytes) {
  return noted(__libc_calloc(count, bytes), count * bytes);
}

MAQUETTE_EXPORT void *realloc(void *block, std::size_t bytes) {
  forget(block);
  void *const moved = __libc_realloc(block, bytes);
  if (moved == nullptr && bytes != 0)
    return noted(block, block != nullptr ? malloc_usable_size(block) : 0), nullptr; // The old block lives on.
  return noted(moved, bytes);
}

/// A std::vector of a skeleton gives phantom elements back like any others.
MAQUETTE_EXPORT void free(void *block) {
  if (isPhantom(block))
    return;
  forget(block);
  __libc_free(block);
}

MAQUETTE_EXPORT void *memalign(std::size_t alignment, std::size_t bytes) {
  return noted(__libc_memalign(alignment, bytes), bytes);
}

MAQUETTE_EXPORT void *aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }

MAQUETTE_EXPORT int posix_memalign(void **result, std::size_t alignment, std::size_t bytes) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  const int before = errno;
  void *const block = memalign(alignment, bytes);
  errno = before;
  if (block == nullptr)
    return ENOMEM;
  *result = block;
  return 0;
}

} // extern "C"

#endif
