//===- runtime/memory/lib/packed_store.cpp - compressed units, equal ones once ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/packed_store.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace maquette::runtime {
namespace {

constexpr std::size_t kFirstPlaces = 1024;

/// Equal bytes are compared after all; this only has to be different for most others.
std::uint64_t hashOf(const char *contents, std::size_t bytes) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  std::uint64_t hash = bytes * kFactor;
  for (std::size_t at = 0; at < bytes; at += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, contents + at, std::min(sizeof word, bytes - at));
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  }
  return hash;
}

} // namespace

PackedStore::~PackedStore() {
  for (Block *block : places_)
    while (block != nullptr)
      libcFree(std::exchange(block, block->next));
}

void PackedStore::grow() {
  auto before = std::exchange(places_, {});
  places_.resize(std::max(kFirstPlaces, 2 * before.size()));
  for (Block *block : before)
    while (block != nullptr) {
      Block *const moved = std::exchange(block, block->next);
      moved->next = std::exchange(placeOf(moved->hash), moved);
    }
}

PackedStore::Block *PackedStore::hold(const char *contents, std::size_t bytes) {
  if (count_ >= places_.size())
    grow();
  const std::uint64_t hash = hashOf(contents, bytes);
  for (Block *block = placeOf(hash); block != nullptr; block = block->next)
    if (block->hash == hash && block->bytes == bytes && std::memcmp(block->contents(), contents, bytes) == 0) {
      ++block->holders;
      return block;
    }
  void *const memory = libcMalloc(sizeof(Block) + bytes);
  if (memory == nullptr)
    return nullptr;
  Block *const block = new (memory) Block{placeOf(hash), hash, static_cast<std::uint32_t>(bytes), 1};
  std::memcpy(block + 1, contents, bytes);
  placeOf(hash) = block;
  ++count_;
  bytes_ += sizeof(Block) + bytes;
  return block;
}

void PackedStore::release(Block *block) {
  if (--block->holders > 0)
    return;
  Block **place = &placeOf(block->hash);
  while (*place != block)
    place = &(*place)->next;
  *place = block->next;
  --count_;
  bytes_ -= sizeof(Block) + block->bytes;
  libcFree(block);
}

} // namespace maquette::runtime
