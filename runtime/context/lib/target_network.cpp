//===- runtime/context/lib/target_network.cpp - the network that ranks and traffic share ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/target_network.h"

#include "maquette/context/message_layer.h"

namespace maquette::runtime {

void TargetNetwork::transferInjected(std::uint64_t cookie) { messages_->transferInjected(cookie); }

void TargetNetwork::transferDelivered(std::uint64_t cookie) {
  if (BackgroundTraffic::owns(cookie))
    traffic_.delivered(cookie);
  else
    messages_->transferDelivered(cookie);
}

models::Transfer TargetNetwork::transferOf(std::uint64_t cookie) const {
  return BackgroundTraffic::owns(cookie) ? traffic_.transferOf(cookie) : messages_->transferOf(cookie);
}

} // namespace maquette::runtime
