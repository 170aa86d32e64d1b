//===- maquette/profile/own_pace.h - how fast a rank is beside the others ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A rank that always takes longer than the others has more to do: its spans are compared with its own usual.
///
/// Stage     pace
/// Equation  usual = median of the like * median of (own span / median of its like), over the rank's latest 32 spans
/// Worth     unequal ranks: 2 % with it, -33 % without
#ifndef MAQUETTE_PROFILE_OWN_PACE_H
#define MAQUETTE_PROFILE_OWN_PACE_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

class OwnPace {
public:
  void add(double ratio);
  void addRare() { had_rare_ = true; }
  /// True if a span ever was so long that it is likely to be other work.
  bool hadRare() const { return had_rare_; }
  /// The median of the latest ratios; 1 if there are none.
  double pace() const { return pace_; }
  bool known() const { return count_ > 0; }
  /// So many are known that one does not matter.
  bool settled() const { return count_ >= kLatest / 4; }

private:
  static constexpr std::size_t kLatest = 32;
  std::array<float, kLatest> ratios_{};
  double pace_ = 1;
  std::uint32_t count_ = 0;
  bool had_rare_ = false;
};

} // namespace maquette::runtime

#endif
