//===- maquette/context/target_network.h - the network that ranks and traffic share ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_TARGET_NETWORK_H
#define MAQUETTE_CONTEXT_TARGET_NETWORK_H

#include "maquette/context/background_traffic.h"
#include "maquette/models/network_model.h"
#include "maquette/models/network_observer.h"
#include "maquette/models/storage/storage_system.h"

#include <cstdint>
#include <memory>

namespace maquette::runtime {

class CommunicationLayers;

/// The model of the target machine's network. It reports a transfer to the sender: the message layer, the one-sided
/// layer, the storage or the background traffic.
class TargetNetwork : private models::TransferListener {
public:
  /// Receives the reports of a model.
  models::TransferListener &listener() { return *this; }
  /// \p observer may be null.
  void connect(std::unique_ptr<models::NetworkModel> model, std::unique_ptr<models::NetworkObserver> observer) {
    observer_ = std::move(observer);
    model_ = std::move(model);
  }
  void connect(CommunicationLayers &layers) { layers_ = &layers; }
  /// Whose messages it may carry, too.
  void connect(models::StorageSystem &storage) { storage_ = &storage; }

  models::NetworkModel &model() const { return *model_; }
  const models::NetworkObserver *observer() const { return observer_.get(); }
  BackgroundTraffic &traffic() { return traffic_; }

private:
  void transferInjected(std::uint64_t cookie) override;
  void transferDelivered(std::uint64_t cookie) override;
  models::Transfer transferOf(std::uint64_t cookie) const override;

  std::unique_ptr<models::NetworkObserver> observer_;
  std::unique_ptr<models::NetworkModel> model_;
  CommunicationLayers *layers_ = nullptr;
  models::StorageSystem *storage_ = nullptr;
  BackgroundTraffic traffic_;
};

} // namespace maquette::runtime

#endif
