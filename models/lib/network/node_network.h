//===- models/lib/network/node_network.h - transfers inside nodes with parts -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Takes the transfers inside a node, from core to core, which share the memory of their sockets and the joints between
/// these max-min fairly: a flow-fair network of its own. docs/models/node.md holds the equations. All others go on to
/// the network behind it.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_NODE_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_NODE_NETWORK_H

#include "lib/network/relay_network.h"
#include "maquette/models/machine.h"

namespace maquette::models {

class NodeNetwork final : public RelayNetwork {
public:
  /// \p network tells \p listener itself.
  NodeNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener,
              std::unique_ptr<NetworkModel> network);

  Started start(const Transfer &transfer) override;
  sim::SimDuration timeAlone(const Transfer &transfer) const override;
  std::size_t memoryBytes() const override { return inner().memoryBytes() + inside_->memoryBytes(); }
  std::optional<PrefetchHint> prefetchHint(const sim::Event &event) const override {
    return inner().prefetchHint(event);
  }

private:
  Transfer fromCoreToCore(const Transfer &transfer) const;

  std::int64_t cores_;
  std::unique_ptr<NetworkModel> inside_; ///< Its nodes are cores.
};

} // namespace maquette::models

#endif
