//===- maquette/profile/group_model.h - the model of a region or a value ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_PROFILE_GROUP_MODEL_H
#define MAQUETTE_PROFILE_GROUP_MODEL_H

#include "maquette/formats/profile.h"
#include "maquette/models/cost_model.h"
#include "maquette/sim/assert.h"

#include <vector>

namespace maquette::runtime {

/// Of the groups' means, the kept code around regions included and first executions left out. \pre there is at least
/// one group.
template <class Group> models::CostModel modelOf(const std::vector<Group> &groups) {
  MAQUETTE_ASSERT(!groups.empty());
  std::vector<models::CostGroup> costs;
  for (const Group &group : groups)
    costs.push_back(
        {group.features, static_cast<double>(group.count), group.steadyCost(), group.variance, group.between_runs});
  return models::CostModel(std::move(costs));
}

} // namespace maquette::runtime

#endif
