//===- runtime/bootstrap/heap_shims.cpp - who holds which block of the heap -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// malloc and its kin are the C library's own; these tell the simulation which rank got a block, while its computing is measured
/// (lib/computing_clock.h), and free() lets phantom memory pass. In skeletons they cost one test. With a sanitizer, which brings its own, they are left out.
#include "lib/memory/shared_blocks.h"
#include "lib/memory/working_sets.h"
#include "maquette/abi/skeleton.h"
#include "maquette/runtime/world.h"

#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

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
  World *const world = measuringWorld();
  if (world == nullptr || block == nullptr)
    return block;
  const Rank *const rank = currentRank();
  if (rank == nullptr || rank->call != 0)
    return block;
  if (bytes >= WorkingSets::kSmallestBlock)
    world->allocated(*rank, block, bytes);
  else
    world->allocatedSmall(*rank, block, bytes);
  return block;
}

constexpr std::size_t kMallocAlignment = 16;

/// What the rank shares with others; else nullptr, and it gets its own.
void *shared(std::size_t bytes, std::size_t alignment, const void *return_address) {
  World *const world = measuringWorld();
  if (world == nullptr || world->sharedBlocks() == nullptr || bytes < WorkingSets::kSmallestBlock)
    return nullptr;
  Rank *const rank = currentRank();
  return rank != nullptr && rank->call == 0 ? world->sharedBlock(*rank, bytes, alignment, return_address) : nullptr;
}

SharedBlocks *sharedBlocks() {
  const World *const world = measuringWorld();
  return world != nullptr ? world->sharedBlocks() : nullptr;
}

/// True if \p block was a shared one.
bool released(const void *block) {
  SharedBlocks *const blocks = sharedBlocks();
  if (blocks == nullptr)
    return false;
  const Rank *const rank = currentRank();
  return blocks->release(rank != nullptr ? rank->id : -1, block);
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

MAQUETTE_EXPORT void *malloc(std::size_t bytes) {
  if (void *const block = shared(bytes, kMallocAlignment, __builtin_return_address(0)))
    return block;
  return noted(__libc_malloc(bytes), bytes);
}

MAQUETTE_EXPORT void *calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (!__builtin_mul_overflow(count, bytes, &all))
    if (void *const block = shared(all, kMallocAlignment, __builtin_return_address(0)))
      return block;
  return noted(__libc_calloc(count, bytes), count * bytes);
}

MAQUETTE_EXPORT void *realloc(void *block, std::size_t bytes) {
  if (SharedBlocks *const blocks = sharedBlocks(); blocks != nullptr && block != nullptr)
    if (const auto size = blocks->sizeOf(block)) {
      void *const moved = noted(__libc_malloc(bytes), bytes);
      if (moved != nullptr)
        std::memcpy(moved, block, std::min(*size, bytes));
      if (moved != nullptr || bytes == 0)
        released(block);
      return moved;
    }
  forget(block);
  void *const moved = __libc_realloc(block, bytes);
  if (moved == nullptr && bytes != 0)
    return noted(block, block != nullptr ? malloc_usable_size(block) : 0), nullptr; // The old block lives on.
  return noted(moved, bytes);
}

/// A std::vector of a skeleton gives phantom elements back like any others.
MAQUETTE_EXPORT void free(void *block) {
  if (isPhantom(block) || released(block))
    return;
  forget(block);
  __libc_free(block);
}

} // extern "C"

namespace {
void *aligned(std::size_t alignment, std::size_t bytes, const void *return_address) {
  if (void *const block = shared(bytes, alignment, return_address))
    return block;
  return noted(__libc_memalign(alignment, bytes), bytes);
}
} // namespace

extern "C" {

MAQUETTE_EXPORT void *memalign(std::size_t alignment, std::size_t bytes) {
  return aligned(alignment, bytes, __builtin_return_address(0));
}

MAQUETTE_EXPORT void *aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return aligned(alignment, bytes, __builtin_return_address(0));
}

MAQUETTE_EXPORT int posix_memalign(void **result, std::size_t alignment, std::size_t bytes) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  const int before = errno;
  void *const block = aligned(alignment, bytes, __builtin_return_address(0));
  errno = before;
  if (block == nullptr)
    return ENOMEM;
  *result = block;
  return 0;
}

} // extern "C"

#endif
