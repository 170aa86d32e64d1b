//===- runtime/context/lib/target_network.cpp - the network that ranks and traffic share ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/target_network.h"

#include "maquette/context/communication_layers.h"

namespace maquette::runtime {

void TargetNetwork::transferInjected(std::uint64_t cookie) {
  if (OneSidedLayer::owns(cookie))
    layers_->oneSided().transferInjected(cookie);
  else
    layers_->messages().transferInjected(cookie);
}

void TargetNetwork::transferDelivered(std::uint64_t cookie) {
  if (BackgroundTraffic::owns(cookie))
    traffic_.delivered(cookie);
  else if (models::StorageSystem::ownsTransfer(cookie))
    storage_->transferDelivered(cookie);
  else if (OneSidedLayer::owns(cookie))
    layers_->oneSided().transferDelivered(cookie);
  else
    layers_->messages().transferDelivered(cookie);
}

models::Transfer TargetNetwork::transferOf(std::uint64_t cookie) const {
  if (BackgroundTraffic::owns(cookie))
    return traffic_.transferOf(cookie);
  if (models::StorageSystem::ownsTransfer(cookie))
    return storage_->transferOf(cookie);
  return OneSidedLayer::owns(cookie) ? layers_->oneSided().transferOf(cookie) : layers_->messages().transferOf(cookie);
}

} // namespace maquette::runtime
