//===- runtime/interpose/heap/heap_shims.cpp - who holds which block of the heap -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// malloc and its kin. What a skeleton's own code asks for, and large blocks while it runs, come from the heap of the
/// ranks (lib/memory/rank_heap.h); all else from the C library's, and these tell the simulation which rank got a block
/// while its computing is measured (computing_clock.h). free() lets phantom memory pass. With a sanitizer, which
/// brings its own, they are left out.
#include "maquette/abi/skeleton.h"
#include "maquette/context/world.h"
#include "maquette/memory/libc_heap.h"
#include "maquette/memory/process_heap.h"
#include "maquette/memory/rank_heap.h"
#include "maquette/memory/shared_blocks.h"
#include "maquette/memory/working_sets.h"
#include "shims.h"

#include <link.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#if !defined(__SANITIZE_ADDRESS__)

using namespace maquette::runtime;

namespace {

/// Where the program's own code of some rank is running and is measured; else nullptr.
World *measuringWorld() {
  World *const world = currentWorld();
  return world != nullptr && world->meter().measures() ? world : nullptr;
}

/// Null where the runtime is at work.
const Rank *rankAtWork() {
  const Rank *const rank = currentRank();
  return rank != nullptr && rank->call == 0 ? rank : nullptr;
}

/// The heap for what is asked for here; nullptr: another one.
ProcessHeap *processHeap() {
  ProcessHeap *const heap = ProcessHeap::current();
  if (heap == nullptr || !heap->isForRuntime())
    return heap;
  World *const world = measuringWorld();
  return world != nullptr && (rankAtWork() == nullptr || world->meter().isOwnMemory()) ? heap : nullptr;
}

void *noted(void *block, std::size_t bytes) {
  World *const world = measuringWorld();
  if (world == nullptr || block == nullptr)
    return block;
  const Rank *const rank = rankAtWork();
  if (rank == nullptr)
    return block;
  if (bytes >= WorkingSets::kSmallestBlock)
    world->meter().allocated(*rank, block, bytes);
  else
    world->meter().allocatedSmall(*rank, block, bytes);
  return block;
}

constexpr std::size_t kMallocAlignment = 16;

/// Where the code of the C library lies.
struct LibcCode {
  std::uintptr_t begin = 0, end = 0;

  bool contains(const void *code) const { return reinterpret_cast<std::uintptr_t>(code) - begin < end - begin; }
};

int findLibc(dl_phdr_info *object, std::size_t, void *result) {
  const auto known = reinterpret_cast<std::uintptr_t>(&__libc_malloc);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && known - begin < part.p_memsz) {
      *static_cast<LibcCode *>(result) = {begin, begin + part.p_memsz};
      return 1;
    }
  }
  return 0;
}

/// Of what the runtime asks for, blocks this large hold contents of messages and buffers of collectives, for ranks that
/// wait.
constexpr std::size_t kLargeBlock = kUnitBytes / 2;

/// The heap for what is asked for here, by a rank's own code or for one; nullptr: the C library's. What that asks for
/// itself, like buffers of streams, it gives to system calls: there memory must never be compressed.
RankHeap *rankHeap(std::size_t bytes, const void *return_address) {
  RankHeap *const heap = RankHeap::current();
  if (heap == nullptr)
    return nullptr;
  static const LibcCode libc = [] {
    LibcCode found;
    dl_iterate_phdr(findLibc, &found);
    return found;
  }();
  const bool may = rankAtWork() != nullptr || bytes >= kLargeBlock;
  return may && !libc.contains(return_address) ? heap : nullptr;
}

RankHeap *heapOf(const void *block) { return RankHeap::contains(block) ? RankHeap::current() : nullptr; }

/// What the rank shares with others; else nullptr, and it gets its own.
void *shared(std::size_t bytes, std::size_t alignment, const void *return_address) {
  World *const world = measuringWorld();
  if (world == nullptr || world->meter().sharedBlocks() == nullptr || bytes < WorkingSets::kSmallestBlock)
    return nullptr;
  Rank *const rank = currentRank();
  return rank != nullptr && rank->call == 0 ? world->meter().sharedBlock(*rank, bytes, alignment, return_address)
                                            : nullptr;
}

SharedBlocks *sharedBlocks() {
  World *const world = measuringWorld();
  return world != nullptr ? world->meter().sharedBlocks() : nullptr;
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

/// \p block, which is of \p heap, or null.
void *reallocateIn(RankHeap &heap, void *block, std::size_t bytes) {
  const std::size_t before = block != nullptr ? heap.sizeOf(block) : 0;
  if (block != nullptr && bytes == 0) {
    heap.release(block);
    return nullptr;
  }
  if (block != nullptr && bytes <= before && bytes >= before / 2)
    return block;
  void *moved = heap.allocate(bytes);
  if (block == nullptr)
    return moved;
  if (moved == nullptr)
    moved = __libc_malloc(bytes);
  if (moved == nullptr)
    return nullptr;
  std::memcpy(moved, block, std::min(before, bytes));
  heap.release(block);
  return moved;
}

void forget(void *block) {
  if (block == nullptr)
    return;
  if (World *const world = measuringWorld())
    if (const std::size_t bytes = malloc_usable_size(block); bytes >= WorkingSets::kSmallestBlock)
      world->meter().freed(block, bytes);
}

void *orOutOfMemory(void *block) {
  if (block == nullptr)
    errno = ENOMEM;
  return block;
}

/// \p block may be the C library's, from before.
void *reallocateIn(ProcessHeap &heap, void *block, std::size_t bytes) {
  if (block == nullptr)
    return noted(orOutOfMemory(heap.allocate(bytes)), bytes);
  const std::size_t before = malloc_usable_size(block);
  forget(block);
  if (bytes == 0) {
    std::free(block);
    return nullptr;
  }
  void *moved = ProcessHeap::contains(block) ? heap.reallocate(block, bytes) : heap.allocate(bytes);
  if (moved == nullptr)
    return noted(block, before), orOutOfMemory(nullptr); // The old block lives on.
  if (!ProcessHeap::contains(block)) {
    std::memcpy(moved, block, std::min(before, bytes));
    __libc_free(block);
  }
  return noted(moved, bytes);
}

} // namespace

extern "C" {

// The C library's own, under the names it keeps for those who replace them.
void *__libc_calloc(std::size_t count, std::size_t bytes);
void *__libc_realloc(void *block, std::size_t bytes);
void *__libc_memalign(std::size_t alignment, std::size_t bytes);

MAQUETTE_EXPORT void *malloc(std::size_t bytes) {
  if (ProcessHeap *const heap = processHeap())
    return noted(orOutOfMemory(heap->allocate(bytes)), bytes);
  if (RankHeap *const heap = rankHeap(bytes, __builtin_return_address(0)))
    if (void *const block = heap->allocate(bytes))
      return block;
  if (void *const block = shared(bytes, kMallocAlignment, __builtin_return_address(0)))
    return block;
  return noted(__libc_malloc(bytes), bytes);
}

MAQUETTE_EXPORT void *calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  const bool fits = !__builtin_mul_overflow(count, bytes, &all);
  if (ProcessHeap *const heap = processHeap())
    return noted(orOutOfMemory(fits ? heap->allocateZeros(all) : nullptr), all);
  if (RankHeap *const heap = fits ? rankHeap(all, __builtin_return_address(0)) : nullptr)
    if (void *const block = heap->allocateZeros(all))
      return block;
  if (fits)
    if (void *const block = shared(all, kMallocAlignment, __builtin_return_address(0)))
      return block;
  return noted(__libc_calloc(count, bytes), count * bytes);
}

MAQUETTE_EXPORT void *realloc(void *block, std::size_t bytes) {
  if (ProcessHeap *const heap = ProcessHeap::contains(block) ? ProcessHeap::current() : processHeap())
    return reallocateIn(*heap, block, bytes);
  RankHeap *const heap = block != nullptr ? heapOf(block) : rankHeap(bytes, __builtin_return_address(0));
  if (heap != nullptr)
    if (void *const moved = reallocateIn(*heap, block, bytes); moved != nullptr || block != nullptr)
      return moved;
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
  if (isPhantom(block))
    return;
  if (ProcessHeap::contains(block)) {
    forget(block);
    ProcessHeap::release(block);
    return;
  }
  if (RankHeap *const heap = heapOf(block)) {
    heap->release(block);
    return;
  }
  if (released(block))
    return;
  forget(block);
  __libc_free(block);
}

MAQUETTE_EXPORT std::size_t malloc_usable_size(void *block) noexcept {
  if (ProcessHeap::contains(block))
    return ProcessHeap::sizeOf(block);
  if (const RankHeap *const heap = heapOf(block))
    return heap->sizeOf(block);
  static const auto real = maquette::bootstrap::next<std::size_t (*)(void *)>("malloc_usable_size");
  return real(block);
}

} // extern "C"

namespace {
void *aligned(std::size_t alignment, std::size_t bytes, const void *return_address) {
  if (ProcessHeap *const heap = processHeap())
    return noted(orOutOfMemory(heap->allocate(bytes, alignment)), bytes);
  if (RankHeap *const heap = rankHeap(bytes, return_address))
    if (void *const block = heap->allocate(bytes, alignment))
      return block;
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
