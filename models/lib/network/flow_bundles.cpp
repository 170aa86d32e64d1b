//===- models/lib/network/flow_bundles.cpp - flows that share their rate ---===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/flow_bundles.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace maquette::models {

void FlowBundles::addToCrowd(Bundle &bundle, std::uint32_t flow_index, Wide goal) {
  if (bundle.crowd == kLone) {
    bundle.crowd = crowds_.allocate();
    Crowd &fresh = crowds_[bundle.crowd];
    fresh.served = 0;
    fresh.joined = 1;
    fresh.members.assign(1, {bundle.left, bundle.flow, 0});
  }
  Crowd &crowd = crowds_[bundle.crowd];
  crowd.members.push_back({crowd.served + goal, flow_index, crowd.joined++});
  std::push_heap(crowd.members.begin(), crowd.members.end(), std::greater<>());
  bundle.flow = crowd.members.front().flow;
  bundle.left = crowd.members.front().goal - crowd.served;
}

void FlowBundles::removeFromCrowd(Bundle &bundle) {
  Crowd &crowd = crowds_[bundle.crowd];
  std::pop_heap(crowd.members.begin(), crowd.members.end(), std::greater<>());
  crowd.members.pop_back();
  bundle.flow = crowd.members.front().flow;
  bundle.left = crowd.members.front().goal - crowd.served;
  if (crowd.members.size() == 1)
    crowds_.release(std::exchange(bundle.crowd, kLone));
}

} // namespace maquette::models
