//===- runtime/lib/profile/profile_loads.cpp - profiles of full and of idle nodes -===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/profile/group_model.h"
#include "maquette/runtime/profile.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

double withoutMemory(double kept, double memory) { return std::max(0.0, kept - memory); }

void takeKeptCode(ProfileGroup &group, const ProfileGroup &like) {
  const double scale = group.features == like.features || like.mean <= 0 ? 1 : group.mean / like.mean;
  group.kept = scale * withoutMemory(like.kept, like.kept_memory);
  group.first.kept = group.first.count > 0 ? scale * withoutMemory(like.first.kept, like.first.kept_memory) : 0;
}

} // namespace

void takeKeptCode(Profile &loaded, const Profile &alone) {
  for (auto &[name, groups] : loaded.regions) {
    const auto region = alone.regions.find(name);
    if (region == alone.regions.end() || region->second.front().features.size() != groups.front().features.size())
      continue;
    const models::CostModel model = modelOf(region->second);
    for (ProfileGroup &group : groups)
      if (group.kept == 0 && group.first.kept == 0)
        takeKeptCode(group, region->second[model.nearestGroup(group.features)]);
  }
}

double nodeLoad(std::int64_t ranks, std::int64_t cores) {
  return cores < 2 ? 0 : std::clamp(static_cast<double>(ranks - 1) / static_cast<double>(cores - 1), 0.0, 1.0);
}

std::vector<double> loadWeights(const std::vector<double> &loads, double load) {
  std::vector<double> weights(loads.size(), 0);
  const auto above = static_cast<std::size_t>(std::lower_bound(loads.begin(), loads.end(), load) - loads.begin());
  if (above == 0 || above == loads.size()) {
    weights[above == 0 ? 0 : above - 1] = 1;
    return weights;
  }
  weights[above] = (load - loads[above - 1]) / (loads[above] - loads[above - 1]);
  weights[above - 1] = 1 - weights[above];
  return weights;
}

} // namespace maquette::runtime
