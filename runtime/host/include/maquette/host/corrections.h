//===- maquette/host/corrections.h - which corrections of measured spans are on -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Direct mode and the profiler correct what they measure in stages, each with a name. test/bench/corrections.py
/// switches one off at a time (`maquette run --corrections=-NAME`) and measures what it is worth:
/// docs/results/corrections.md.
#ifndef MAQUETTE_HOST_CORRECTIONS_H
#define MAQUETTE_HOST_CORRECTIONS_H

#include <cstdint>
#include <optional>
#include <string>

namespace maquette::runtime {

enum class Correction : std::uint8_t {
  Steal,         ///< host/stolen_time.h
  Touch,         ///< memory/first_touch.h
  TouchUsed,     ///< memory/first_touch.h
  TouchHeap,     ///< context/heap_growth.h
  TouchShared,   ///< memory/shared_touches.h
  Restore,       ///< memory/working_sets.h
  Moved,         ///< context/moved_memory.h
  Bind,          ///< context/turn_scheduler.h
  Ratio,         ///< context/cache_ratio.h
  RatioPlace,    ///< context/cache_ratio.h
  RatioRestored, ///< context/cache_ratio.h
  Pipeline,      ///< context/pipelined_spans.h
  Outliers,      ///< profile/span_filter.h
  RareAlone,     ///< profile/span_filter.h
  Pace,          ///< profile/own_pace.h
  kCount
};

/// All names, as parse() reads them.
std::string allCorrections();

class Corrections {
public:
  /// All of them.
  constexpr Corrections() = default;
  /// All but those in a text such as "-steal,-pace"; nothing if it names one that does not exist.
  static std::optional<Corrections> parse(const std::string &text);
  /// What parse() reads.
  std::string text() const;

  constexpr bool operator[](Correction correction) const { return (off_ & bit(correction)) == 0; }
  constexpr Corrections without(Correction correction) const {
    Corrections fewer = *this;
    fewer.off_ |= bit(correction);
    return fewer;
  }

private:
  static constexpr std::uint32_t bit(Correction correction) {
    return std::uint32_t{1} << static_cast<unsigned>(correction);
  }
  std::uint32_t off_ = 0;
};

} // namespace maquette::runtime

#endif
