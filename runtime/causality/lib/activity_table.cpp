//===- runtime/causality/lib/activity_table.cpp - what simulated time is spent on -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/activity_table.h"

namespace maquette::causality {

ActivityId ActivityTable::find(const Activity &activity) {
  const auto [place, is_new] = ids_.try_emplace(activity, ActivityId{activities_.size()});
  if (is_new)
    activities_.push_back(activity);
  recent_[slotOf(activity)] = {activity, place->second, true};
  return place->second;
}

} // namespace maquette::causality
