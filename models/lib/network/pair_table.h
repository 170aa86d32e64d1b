//===- models/lib/network/pair_table.h - numbers by pair of nodes -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A hash table from (source, destination) to a number. Open addressing, linear probing, deletion by moving back: no
/// allocation and no tombstones while pairs come and go.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_PAIR_TABLE_H
#define MAQUETTE_MODELS_LIB_NETWORK_PAIR_TABLE_H

#include "maquette/models/network_model.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <cstdint>
#include <vector>

namespace maquette::models {

class PairTable {
public:
  static constexpr std::uint32_t kNew = ~std::uint32_t{0};
  /// The number of a pair, for reading and writing until the next call; kNew when it had none.
  std::uint32_t &operator()(NodeId source, NodeId destination) {
    const std::uint64_t key = keyOf(source, destination);
    std::size_t at = locate(key);
    if (slots_[at].key == kEmpty) {
      if (2 * ++size_ > slots_.size()) {
        grow();
        at = locate(key);
      }
      slots_[at] = {key, kNew};
    }
    return slots_[at].value;
  }
  /// \pre the pair has a number.
  void erase(NodeId source, NodeId destination) {
    std::size_t hole = locate(keyOf(source, destination));
    MAQUETTE_ASSERT(slots_[hole].key != kEmpty);
    --size_;
    // Whoever was pushed past the hole by it moves back.
    for (std::size_t i = next(hole); slots_[i].key != kEmpty; i = next(i))
      if (((i - home(slots_[i].key)) & mask()) >= ((i - hole) & mask())) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    slots_[hole].key = kEmpty;
  }
  std::size_t memoryBytes() const { return slots_.capacity() * sizeof(Slot); }

private:
  static constexpr std::uint64_t kSpacing = 8;
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0}; ///< Nodes are not negative.
  struct Slot {
    std::uint64_t key = kEmpty;
    std::uint32_t value = 0;
  };
  static std::uint64_t keyOf(NodeId source, NodeId destination) {
    return std::uint64_t{static_cast<std::uint32_t>(source.value())} << 32 |
           static_cast<std::uint32_t>(destination.value());
  }
  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t next(std::size_t i) const { return (i + 1) & mask(); }
  /// The same distance from the next source is a few slots further, so that a pattern over all nodes walks through
  /// memory; different distances lie anywhere.
  std::size_t home(std::uint64_t key) const {
    const std::uint64_t source = key >> 32, mixed = sim::mixBits(static_cast<std::uint32_t>(key) - source);
    return (((mixed >> 3) + source) * kSpacing + mixed % kSpacing) & mask();
  }
  /// Where \p key stands, or the empty slot where it would.
  std::size_t locate(std::uint64_t key) const {
    std::size_t i = home(key);
    while (slots_[i].key != key && slots_[i].key != kEmpty)
      i = next(i);
    return i;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot &slot : old)
      if (slot.key != kEmpty)
        slots_[locate(slot.key)] = slot;
  }

  std::vector<Slot> slots_{64};
  std::size_t size_ = 0;
};

} // namespace maquette::models

#endif
