//===- maquette/context/pool.h - small objects, used again and again -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pool<T> allocates and frees objects; SizePool does the same for blocks of bytes in size classes. Pools on one
/// PageSource share its memory.
#ifndef MAQUETTE_CONTEXT_POOL_H
#define MAQUETTE_CONTEXT_POOL_H

#include "maquette/context/large_blocks.h"
#include "maquette/context/pool_page.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace maquette::runtime {

/// Blocks of one size. They come from one page until it is full. The block freed last is reused first, because it is
/// most likely in the cache. When many processes free several blocks and take one, as between two phases of a program,
/// the used blocks fill few pages and the other pages become empty.
class BlockPool {
public:
  explicit BlockPool(std::size_t block_bytes) : block_bytes_(static_cast<std::uint32_t>(block_bytes)) {}

  void *take(PageSource &source) {
    PoolPage *const page = roomy_;
    if (page == nullptr || page->free == nullptr)
      return takeFresh(source);
    FreeBlock *const block = page->free;
    FreeBlock *const next = block->next;
    ++page->taken;
    page->free = next;
    __builtin_prefetch(next, 1); // Who takes one often takes several.
    if (next == nullptr && full(*page))
      leaveFull(*page);
    return block;
  }
  void give(PageSource &source, void *memory) {
    PoolPage &page = *PoolPage::of(memory);
    if (full(page))
      addRoomy(page);
    auto *const block = static_cast<FreeBlock *>(memory);
    block->next = page.free;
    block->mark = kFreeMark;
    page.free = block;
    if (--page.taken == 0)
      emptied(source, page);
  }
  /// True for a block that was given back and not taken again.
  static bool isFree(const void *memory) {
    std::uint64_t mark;
    std::memcpy(&mark, static_cast<const char *>(memory) + offsetof(FreeBlock, mark), sizeof mark);
    return mark == kFreeMark;
  }
  /// Calls \p function with each block that is taken.
  template <class Function> void forEachTaken(const PageSource &source, Function function) const {
    source.forEach(*this, [&](PoolPage &page) {
      for (std::size_t offset = sizeof(PoolPage); offset < page.fresh; offset += block_bytes_)
        if (!isFree(page.at(offset)))
          function(page.at(offset));
    });
  }

private:
  /// No object has this as its second word.
  static constexpr std::uint64_t kFreeMark = 0xf4eeb10cf4eeb10cu;

  /// One that was never taken, of a page more if need be.
  [[gnu::noinline]] void *takeFresh(PageSource &source) {
    if (roomy_ == nullptr)
      roomy_ = source.take(*this);
    PoolPage &page = *roomy_;
    ++page.taken;
    void *const block = page.at(std::exchange(page.fresh, page.fresh + block_bytes_));
    if (full(page))
      leaveFull(page);
    return block;
  }
  void leaveFull(const PoolPage &page) {
    roomy_ = page.next;
    if (roomy_ != nullptr)
      roomy_->before = nullptr;
  }
  bool full(const PoolPage &page) const { return page.free == nullptr && page.fresh + block_bytes_ > PoolPage::kBytes; }
  /// Behind the one from which blocks are taken.
  [[gnu::noinline]] void addRoomy(PoolPage &page) {
    page.before = roomy_;
    page.next = roomy_ != nullptr ? std::exchange(roomy_->next, &page) : nullptr;
    if (roomy_ == nullptr)
      roomy_ = &page;
    if (page.next != nullptr)
      page.next->before = &page;
  }
  /// The last page with room stays, so that one object that comes and goes costs no page each time.
  [[gnu::noinline]] void emptied(PageSource &source, PoolPage &page) {
    if (page.before == nullptr && page.next == nullptr)
      return;
    (page.before != nullptr ? page.before->next : roomy_) = page.next;
    if (page.next != nullptr)
      page.next->before = page.before;
    source.give(&page);
  }

  PoolPage *roomy_ = nullptr; ///< Those with room.
  std::uint32_t block_bytes_;
};

/// Brings an object of a pool into the cache, to be written, and what is written when it is given back.
template <class T> void prefetch(const T *object) {
  const char *const data = reinterpret_cast<const char *>(object);
  for (std::size_t offset = 0; offset < sizeof(T); offset += 64)
    __builtin_prefetch(data + offset, 1);
  __builtin_prefetch(PoolPage::of(const_cast<T *>(object)), 1);
}

template <class T> class Pool {
public:
  /// \p behind: bytes that stand behind each object, for what only some runs keep of it.
  explicit Pool(PageSource &source, std::size_t behind = 0) : source_(source), blocks_(sizeof(T) + behind) {}
  template <class... Arguments> T *make(Arguments &&...arguments) {
    ++live_;
    return new (blocks_.take(source_)) T{static_cast<Arguments &&>(arguments)...};
  }
  void release(T *object) {
    --live_;
    object->~T();
    blocks_.give(source_, object);
  }
  std::size_t live() const { return live_; }
  static bool isFree(const T *object) { return BlockPool::isFree(object); }
  /// Calls \p function for each object there is.
  template <class Function> void forEach(Function function) const {
    blocks_.forEachTaken(source_, [&](const char *block) { function(*reinterpret_cast<const T *>(block)); });
  }

private:
  PageSource &source_;
  BlockPool blocks_;
  std::size_t live_ = 0;
};

/// Blocks of any size; those over kLargest come from malloc, which keeps none of LargeBlocks::kSmallest bytes:
/// keepLarge().
class SizePool {
public:
  explicit SizePool(PageSource &source) : SizePool(source, std::make_index_sequence<kLargest / kStep>()) {}

  static constexpr std::size_t kStep = 32;
  static constexpr std::size_t kLargest = 1344; ///< Three fill a page.

  /// Never nullptr: ends the program's life as `new` does when the host has no memory.
  void *take(std::size_t bytes) {
    if (bytes > kLargest)
      return isKept(bytes) ? large_.take(bytes) : ::operator new(bytes);
    return classes_[classOf(bytes)].take(source_);
  }
  void give(void *memory, std::size_t bytes) {
    if (bytes <= kLargest)
      classes_[classOf(bytes)].give(source_, memory);
    else if (isKept(bytes))
      large_.give(memory, bytes);
    else
      ::operator delete(memory);
  }
  /// Large blocks that are given back stay here for the next. Before the first is taken.
  void keepLarge() { keeps_large_ = true; }

private:
  template <std::size_t... Class>
  SizePool(PageSource &source, std::index_sequence<Class...>)
      : source_(source), classes_{BlockPool((Class + 1) * kStep)...} {}
  static std::size_t classOf(std::size_t bytes) { return bytes == 0 ? 0 : (bytes - 1) / kStep; }

  bool isKept(std::size_t bytes) const { return keeps_large_ && bytes >= LargeBlocks::kSmallest; }

  PageSource &source_;
  std::array<BlockPool, kLargest / kStep> classes_;
  LargeBlocks large_;
  bool keeps_large_ = false;
};

/// Where objects, messages and frames of algorithms come from.
class ObjectMemory {
public:
  PageSource &pages() { return pages_; }
  SizePool &bytes() { return bytes_; }
  std::size_t usedBytes() const { return arena_.usedBytes(); }

private:
  sim::Arena arena_;
  PageSource pages_{arena_};
  SizePool bytes_{pages_};
};

} // namespace maquette::runtime

#endif
