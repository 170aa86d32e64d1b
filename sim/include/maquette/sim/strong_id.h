//===- maquette/sim/strong_id.h - numbers that name things ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A StrongId is a number that names a thing of one kind. Each kind has a tag, so the compiler refuses a node where a
/// link is expected, and arithmetic with either. Counts and coordinates are plain integers: value() and the explicit
/// constructor convert, once, where numbers are computed from each other. It costs no more than its integer.
///
/// Example
///   using NodeId = sim::StrongId<struct NodeTag, std::int32_t>;
///   for (NodeId node; node < NodeId{count}; ++node)
///     load[node.index()] = 0;
#ifndef MAQUETTE_SIM_STRONG_ID_H
#define MAQUETTE_SIM_STRONG_ID_H

#include "maquette/sim/assert.h"

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <utility>

namespace maquette::sim {

template <class Tag, std::signed_integral Integer> class StrongId {
public:
  /// The first one.
  constexpr StrongId() = default;
  /// \pre \p value is in the range of Integer.
  template <std::integral Number> constexpr explicit StrongId(Number value) : value_(static_cast<Integer>(value)) {
    MAQUETTE_ASSERT(std::in_range<Integer>(value));
  }

  constexpr Integer value() const { return value_; }
  /// For arrays. \pre value() >= 0.
  constexpr std::size_t index() const {
    MAQUETTE_ASSERT(value_ >= 0);
    return static_cast<std::size_t>(value_);
  }

  constexpr auto operator<=>(const StrongId &) const = default;
  constexpr StrongId &operator++() {
    ++value_;
    return *this;
  }

private:
  Integer value_ = 0;
};

} // namespace maquette::sim

template <class Tag, class Integer> struct std::hash<maquette::sim::StrongId<Tag, Integer>> {
  std::size_t operator()(maquette::sim::StrongId<Tag, Integer> id) const noexcept {
    return std::hash<Integer>()(id.value());
  }
};

#endif
