//===- maquette/causality/activity_table.h - what simulated time is spent on ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CAUSALITY_ACTIVITY_TABLE_H
#define MAQUETTE_CAUSALITY_ACTIVITY_TABLE_H

#include "maquette/sim/strong_id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace maquette::causality {

enum class ActivityKind : std::uint8_t {
  Computing, ///< Before a call of a library; `place` is the call's.
  Region,    ///< Of a skeleton, by name.
  Call,      ///< A library's own work.
  Transfer,  ///< A message is on the network; call and place are those that sent it.
  Waiting    ///< In a call, for something whose cause is not followed.
};

struct Activity {
  ActivityKind kind = ActivityKind::Computing;
  std::uint16_t call = 0;       ///< Number of the library's function; 0: none.
  const void *place = nullptr;  ///< Return address in the program; nullptr: none.
  const char *region = nullptr; ///< Name, of a Region.
  bool operator==(const Activity &) const = default;
};

using ActivityId = sim::StrongId<struct ActivityTag, std::int32_t>;

/// Gives activities numbers, in the order in which they come first.
class ActivityTable {
public:
  ActivityId idOf(const Activity &activity) {
    const Recent &recent = recent_[slotOf(activity)];
    return recent.known && recent.activity == activity ? recent.id : find(activity);
  }
  const Activity &operator[](ActivityId id) const { return activities_[id.index()]; }
  std::size_t size() const { return activities_.size(); }

private:
  struct Recent {
    Activity activity;
    ActivityId id;
    bool known = false;
  };
  struct Hash {
    std::size_t operator()(const Activity &activity) const {
      return std::hash<const void *>()(activity.place) * 31 + std::hash<const void *>()(activity.region) * 7 +
             activity.call * 5u + static_cast<std::size_t>(activity.kind);
    }
  };
  static constexpr std::size_t kRecent = 256;

  static std::size_t slotOf(const Activity &activity) {
    const std::size_t hash = Hash()(activity);
    return (hash ^ hash >> 8 ^ hash >> 16) % kRecent;
  }
  ActivityId find(const Activity &activity);

  std::vector<Activity> activities_;
  std::unordered_map<Activity, ActivityId, Hash> ids_;
  std::array<Recent, kRecent> recent_{};
};

} // namespace maquette::causality

#endif
