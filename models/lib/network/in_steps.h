//===- models/lib/network/in_steps.h - work on many items, memory first ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is done for many items one after the other waits for memory again and again: for an object, for what the object
/// names, and so on. inSteps() has each item go through steps, the first of which only fetch; between two steps of an
/// item others have theirs, so that the memory is there when a step needs it. Items take the last step in their order.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_IN_COLLECTIVE_TASK_H
#define MAQUETTE_MODELS_LIB_NETWORK_IN_COLLECTIVE_TASK_H

#include <cstddef>

namespace maquette::models {

/// Items between two steps: enough to hide an access to memory behind the work for them.
constexpr std::size_t kBetweenSteps = 8;

/// Calls each of \p steps with 0 to \p count - 1. What an item needs until its last step may stand in one of
/// sizeof...(Steps) * kBetweenSteps places.
template <class... Steps> void inSteps(std::size_t count, const Steps &...steps) {
  if (count <= kBetweenSteps) { // A step for all, then the next.
    const auto forAll = [count](const auto &step) {
      for (std::size_t i = 0; i < count; ++i)
        step(i);
    };
    return (forAll(steps), ...);
  }
  constexpr std::size_t kSpan = (sizeof...(Steps) - 1) * kBetweenSteps;
  for (std::size_t round = 0; round < count + kSpan; ++round) {
    std::size_t behind = 0;
    ((round >= behind && round - behind < count ? steps(round - behind) : static_cast<void>(0),
      behind += kBetweenSteps),
     ...);
  }
}

} // namespace maquette::models

#endif
