//===- models/lib/network/observed_network.h - tells an observer ------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_NETWORK_OBSERVED_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_OBSERVED_NETWORK_H

#include "lib/network/pool.h"
#include "lib/network/relay_network.h"
#include "maquette/models/network_observer.h"

#include <functional>

namespace maquette::models {

/// Stands before a network and tells a NetworkObserver how long its transfers take.
class ObservedNetwork final : public RelayNetwork, private TransferListener {
public:
  using Make = std::function<std::unique_ptr<NetworkModel>(TransferListener &)>;
  ObservedNetwork(TransferListener &listener, sim::Engine &engine, NetworkObserver &observer, const Make &make)
      : listener_(listener), engine_(engine), observer_(observer) {
    setInner(make(*this));
    setRecorder(&observer);
  }

  Started start(const Transfer &transfer) override;
  std::size_t memoryBytes() const override { return inner().memoryBytes() + pending_.memoryBytes(); }

private:
  void transferInjected(std::uint64_t cookie) override {
    listener_.transferInjected(pending_[static_cast<std::uint32_t>(cookie)].cookie);
  }
  void transferDelivered(std::uint64_t cookie) override;
  Transfer transferOf(std::uint64_t cookie) const override {
    Transfer transfer = pending_[static_cast<std::uint32_t>(cookie)];
    transfer.cookie = cookie;
    return transfer;
  }

  TransferListener &listener_;
  sim::Engine &engine_;
  NetworkObserver &observer_;
  Pool<Transfer> pending_;
};

} // namespace maquette::models

#endif
