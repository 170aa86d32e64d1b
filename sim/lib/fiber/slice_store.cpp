//===- sim/lib/fiber/slice_store.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/slice_store.h"

#include "maquette/sim/assert.h"

#include <algorithm>
#include <cstring>

namespace maquette::sim::fiber {

/// Goes along the blocks of a slice. Holds the numbers of a group, so a block may be freed once it is passed.
class SliceStore::Walk {
public:
  Walk(const SliceStore &store, Number first) : store_(store), current_(first) { enterGroup(); }

  Number number() const { return current_; }
  /// Where the slice's bytes stand in the block, and how many.
  char *data() const { return store_.block(current_) + (isHead() ? kHead : 0); }
  std::size_t room() const { return isHead() ? kBlock - kHead : kBlock; }
  /// \pre there is a next one.
  void next() {
    current_ = followers_[index_++ % kGroup];
    if (isHead())
      enterGroup();
  }

private:
  bool isHead() const { return index_ % kGroup == 0; }
  void enterGroup() { std::memcpy(followers_, store_.block(current_), kHead); }

  const SliceStore &store_;
  Number current_;
  std::size_t index_ = 0;
  Number followers_[kGroup];
};

namespace {

/// Whole blocks are copied in sizes that the compiler knows: for others up to 128 it takes `rep movs`, which costs more
/// to start than all the rest. Of the size of a last part it shall know nothing and call memcpy.
template <std::size_t Block, std::size_t Head> void copyPart(char *to, const char *from, std::size_t size) {
  if (size == Block) {
    std::memcpy(to, from, Block);
  } else if (size == Block - Head) {
    std::memcpy(to, from, Block - Head);
  } else {
    asm("" : "+r"(size));
    std::memcpy(to, from, size);
  }
}

} // namespace

std::size_t SliceStore::blocksFor(std::size_t size) {
  MAQUETTE_ASSERT(size > 0);
  const std::size_t groups = size / kGroupBytes, rest = size % kGroupBytes;
  return groups * kGroup + (rest == 0 ? 0 : (rest + kHead + kBlock - 1) / kBlock);
}

bool SliceStore::addChunk() {
  if (chunks_.size() << kChunkBits >= kNone)
    return false;
  void *const memory = arena_.take(kBlock << kChunkBits);
  if (memory == nullptr)
    return false;
  chunks_.push_back(static_cast<char *>(memory));
  table_ = chunks_.data();
  return true;
}

SliceStore::Number SliceStore::take() {
  Number number = free_;
  if (number != kNone)
    free_ = *followers(number);
  else if (fresh_ >> kChunkBits < chunks_.size() || addChunk())
    number = fresh_++;
  else
    return kNone;
  peak_ = std::max(peak_, ++used_);
  return number;
}

void SliceStore::give(Number number) {
  *followers(number) = free_;
  free_ = number;
  --used_;
}

/// Where the number of block \p index of a slice stands. \pre the blocks before it are there.
SliceStore::Number *SliceStore::linkOf(Number &first, std::size_t index) const {
  if (index == 0)
    return &first;
  Number head = first;
  for (std::size_t group = (index - 1) / kGroup; group > 0; --group)
    head = followers(head)[kGroup - 1];
  return followers(head) + (index - 1) % kGroup;
}

bool SliceStore::resize(Number &first, std::size_t have, std::size_t want) {
  if (have < want) {
    Number *link = linkOf(first, have);
    for (; have < want; ++have) {
      const Number number = take();
      if (number == kNone)
        return false;
      *link = number;
      link = have % kGroup == 0 ? followers(number) : link + 1;
    }
  } else if (have > want) {
    Walk walk(*this, first);
    for (std::size_t i = 0; i < have; ++i) {
      if (i > 0)
        walk.next();
      if (i >= want)
        give(walk.number());
    }
  }
  return true;
}

void SliceStore::save(Number first, const char *from, std::size_t size) const {
  for (Walk walk(*this, first);; walk.next()) {
    const std::size_t part = std::min(size, walk.room());
    copyPart<kBlock, kHead>(walk.data(), from, part);
    from += part;
    size -= part;
    if (size == 0)
      return;
  }
}

void SliceStore::load(Number first, char *to, std::size_t size) const {
  for (Walk walk(*this, first);; walk.next()) {
    const std::size_t part = std::min(size, walk.room());
    copyPart<kBlock, kHead>(to, walk.data(), part);
    to += part;
    size -= part;
    if (size == 0)
      return;
  }
}

void SliceStore::prefetchHead(Number first) const {
  const char *const head = block(first);
  __builtin_prefetch(head, 1);
}

void SliceStore::prefetchBody(Number first, std::size_t count) const {
  const Number *const numbers = followers(first);
  for (std::size_t i = 1; i < std::min(count, kGroup + 1); ++i)
    __builtin_prefetch(block(numbers[i - 1]), 1);
}

void SliceStore::describe(SuspendedFrames &frames) const {
  frames.blocks = &table_;
  frames.block_bytes = kBlock;
  frames.blocks_in_chunk = std::uint64_t{1} << kChunkBits;
  frames.group = kGroup;
}

} // namespace maquette::sim::fiber
