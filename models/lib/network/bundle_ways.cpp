//===- models/lib/network/bundle_ways.cpp - what bundles of flows carry over which links ---===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/bundle_ways.h"

namespace maquette::models {

void BundleWays::carry(std::uint32_t index, const FlowBundles &bundles, Wide served, sim::SimTime now,
                       LinkRecorder &recorder) {
  constexpr Wide kPerByte = Wide{8} * 1'000'000'000'000;
  Way &way = ways_[index];
  way.carried += served * static_cast<Wide>(bundles.members(bundles[index]));
  const auto bytes = static_cast<std::int64_t>(way.carried / kPerByte) - way.told;
  if (bytes <= 0)
    return;
  for (LinkId link : way.links)
    recorder.crossed(link, bundles[index].updated, now, bytes);
  way.told += bytes;
}

} // namespace maquette::models
