//===- runtime/mpi/p2p/match_table.cpp - many that wait to be matched -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/match_table.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <mpi.h>

#include <algorithm>

namespace maquette::mpi {

namespace {
constexpr std::size_t kLeastSlots = 64;
}

std::size_t MatchTable::bucketOf(const MatchKey &key) const {
  const std::uint64_t pair =
      std::uint64_t{static_cast<std::uint32_t>(key.source)} << 32 | static_cast<std::uint32_t>(key.tag);
  return sim::mixBits(pair ^ std::uint64_t{key.context} << 16) & (chains_.size() - 1);
}

/// Links the slot at \p place to the end of its chain.
void MatchTable::append(std::uint32_t place) {
  Chain &chain = chainOf(slots_[place].key);
  slots_[place].next = kNone;
  (chain.last != kNone ? slots_[chain.last].next : chain.first) = place;
  chain.last = place;
}

void MatchTable::add(const MatchKey &key, void *object) {
  if (slots_.size() == slots_.capacity())
    rebuild();
  slots_.push_back({object, key, kNone});
  append(static_cast<std::uint32_t>(slots_.size() - 1));
  ++live_;
}

/// Drops the empty slots and makes room for as many again as there are.
void MatchTable::rebuild() {
  std::vector<Slot> old;
  old.swap(slots_);
  std::size_t capacity = kLeastSlots;
  while (capacity < 2 * (std::size_t{live_} + 1))
    capacity *= 2;
  slots_.reserve(capacity);
  chains_.assign(capacity, Chain{});
  wild_ = Chain{};
  first_ = 0;
  for (const Slot &slot : old)
    if (slot.object != nullptr) {
      slots_.push_back(slot);
      append(static_cast<std::uint32_t>(slots_.size() - 1));
    }
}

std::uint32_t MatchTable::find(const MatchKey &key) const {
  MAQUETTE_ASSERT(!key.wild());
  std::uint32_t exact = chains_[bucketOf(key)].first;
  while (exact != kNone && !satisfies(slots_[exact].key, key))
    exact = slots_[exact].next;
  std::uint32_t wild = wild_.first;
  while (wild != kNone && wild < exact && !satisfies(slots_[wild].key, key))
    wild = slots_[wild].next;
  return std::min(exact, wild);
}

std::uint32_t MatchTable::scan(const MatchKey &key) const {
  for (std::uint32_t place = first_; place < slots_.size(); ++place)
    if (slots_[place].object != nullptr && satisfies(key, slots_[place].key))
      return place;
  return kNone;
}

std::uint32_t MatchTable::placeOf(const void *object) const {
  for (std::uint32_t place = first_; place < slots_.size(); ++place)
    if (slots_[place].object == object)
      return place;
  return kNone;
}

void *MatchTable::remove(std::uint32_t place) {
  Slot &slot = slots_[place];
  Chain &chain = chainOf(slot.key);
  std::uint32_t before = kNone;
  for (std::uint32_t i = chain.first; i != place; i = slots_[i].next)
    before = i;
  (before != kNone ? slots_[before].next : chain.first) = slot.next;
  if (chain.last == place)
    chain.last = before;
  void *const object = slot.object;
  slot.object = nullptr;
  --live_;
  while (first_ < slots_.size() && slots_[first_].object == nullptr)
    ++first_;
  return object;
}

} // namespace maquette::mpi
