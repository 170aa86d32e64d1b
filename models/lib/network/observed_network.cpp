//===- models/lib/network/observed_network.cpp ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/observed_network.h"

namespace maquette::models {

Started ObservedNetwork::start(const Transfer &transfer) {
  const std::uint32_t index = pending_.allocate();
  pending_[index] = transfer;
  Transfer inner_transfer = transfer;
  inner_transfer.cookie = index;
  const Started started = inner().start(inner_transfer);
  if (!started.delivered)
    return started;
  observer_.delivered(transfer.label, *started.delivered - transfer.start, timeAlone(transfer));
  // Whoever was told both times asks no more.
  if (started.injected || transfer.notify_injected == NotifyInjected::No)
    pending_.release(index);
  return started;
}

void ObservedNetwork::transferDelivered(std::uint64_t cookie) {
  const auto index = static_cast<std::uint32_t>(cookie);
  const Transfer transfer = pending_[index];
  pending_.release(index);
  observer_.delivered(transfer.label, engine_.now() - transfer.start, timeAlone(transfer));
  listener_.transferDelivered(transfer.cookie);
}

} // namespace maquette::models
