//===- models/lib/network/batched_timers.h - what is to do at which time ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Items with times. What is known to come at the same picosecond shares an event, so that it can be handled together:
/// the first item has an event of its own, as most times have only one, all others of the time one more. Only the times
/// used last are remembered; a time that was forgotten gets further events.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_BATCHED_TIMERS_H
#define MAQUETTE_MODELS_LIB_NETWORK_BATCHED_TIMERS_H

#include "lib/network/pool.h"
#include "maquette/sim/engine.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace maquette::models {

class BatchedTimers {
public:
  /// \p one is called with an item, \p several with what take() wants.
  BatchedTimers(sim::Engine &engine, sim::EventAction one, sim::EventAction several, void *target)
      : engine_(engine), one_(one), several_(several), target_(target) {}

  void add(sim::SimTime when, std::uint64_t item) {
    Slot &slot = recent_[static_cast<std::uint64_t>(when.ps()) * 0x9e3779b97f4a7c15u >> (64 - kSlotBits)];
    if (slot.when != when) {
      slot = {when, kNone};
      engine_.schedule(when, one_, target_, item);
      return;
    }
    if (slot.group == kNone) {
      slot.group = groups_.allocate();
      groups_[slot.group].slot = static_cast<std::uint32_t>(&slot - recent_.data());
      engine_.schedule(when, several_, target_, slot.group);
    }
    groups_[slot.group].items.push_back(item);
  }

  /// The items of an event, in the order they came. Valid until the next call.
  std::span<const std::uint64_t> take(std::uint64_t argument) {
    const auto index = static_cast<std::uint32_t>(argument);
    Group &group = groups_[index];
    if (Slot &slot = recent_[group.slot]; slot.group == index && slot.when == engine_.now())
      slot = {};
    taken_.clear();
    taken_.swap(group.items);
    groups_.release(index);
    return taken_;
  }

  std::size_t memoryBytes() const { return groups_.memoryBytes() + taken_.capacity() * sizeof(std::uint64_t); }

private:
  static constexpr unsigned kSlotBits = 8;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Group {
    std::vector<std::uint64_t> items;
    std::uint32_t slot = 0;
  };
  struct Slot {
    sim::SimTime when = sim::SimTime::max();
    std::uint32_t group = kNone; ///< Of those after the first.
  };

  sim::Engine &engine_;
  sim::EventAction one_;
  sim::EventAction several_;
  void *target_;
  std::array<Slot, std::size_t{1} << kSlotBits> recent_;
  Pool<Group> groups_;
  std::vector<std::uint64_t> taken_;
};

} // namespace maquette::models

#endif
