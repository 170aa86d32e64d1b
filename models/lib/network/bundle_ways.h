//===- models/lib/network/bundle_ways.h - what bundles of flows carry over which links ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_NETWORK_BUNDLE_WAYS_H
#define MAQUETTE_MODELS_LIB_NETWORK_BUNDLE_WAYS_H

#include "lib/network/flow_bundles.h"
#include "maquette/models/network_model.h"
#include "maquette/models/topology.h"

#include <vector>

namespace maquette::models {

/// Tells a LinkRecorder whole bytes. Numbers are in 1e-12 bit.
class BundleWays {
public:
  using Wide = FlowBundles::Wide;

  void open(std::uint32_t bundle, const Route &route) {
    if (bundle >= ways_.size())
      ways_.resize(bundle + 1);
    ways_[bundle] = {{route.links().begin(), route.links().end()}, 0, 0};
  }
  /// \p amount too little or, if negative, too much was carried before.
  void correct(std::uint32_t bundle, Wide amount) { ways_[bundle].carried += amount; }
  /// Each flow of the bundle has got \p served since it was updated.
  void carry(std::uint32_t index, const FlowBundles &bundles, Wide served, sim::SimTime now, LinkRecorder &recorder);

private:
  struct Way {
    std::vector<LinkId> links;
    Wide carried = 0;      ///< Of all its flows.
    std::int64_t told = 0; ///< Whole bytes of it that the recorder knows of.
  };

  std::vector<Way> ways_; ///< By bundle.
};

} // namespace maquette::models

#endif
