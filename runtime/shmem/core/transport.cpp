//===- runtime/shmem/core/transport.cpp - what crosses the network --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/transport.h"

#include "maquette/context/one_sided_layer.h"

#include <algorithm>
#include <optional>

namespace maquette::shmem {

models::Transfer Transport::transferOf(const Operation &operation) const {
  models::Transfer transfer;
  transfer.source = world_.placement().nodeOf(operation.from_);
  transfer.destination = world_.placement().nodeOf(operation.to_);
  transfer.size = sim::Bytes{operation.bytes_};
  transfer.cookie = runtime::OneSidedLayer::cookieOf(&operation);
  transfer.notify_injected = operation.notify_ ? models::NotifyInjected::Yes : models::NotifyInjected::No;
  world_.placement().describe(transfer, operation.from_, operation.to_);
  transfer.label = operation.label_;
  return transfer;
}

void Transport::start(Operation &operation, std::int32_t from, std::int32_t to, std::int64_t bytes, SimTime start,
                      models::NotifyInjected notify) {
  operation.from_ = from;
  operation.to_ = to;
  operation.bytes_ = bytes;
  operation.notify_ = notify == models::NotifyInjected::Yes;
  operation.label_ = world_.rank(from).call;
  world_.calls().polling().advance();
  models::Transfer transfer = transferOf(operation);
  transfer.start = std::max(start, world_.engine().now());
  const models::Started started = world_.targetNetwork().model().start(transfer);
  const auto argument = reinterpret_cast<std::uint64_t>(&operation);
  if (started.injected && operation.notify_)
    world_.engine().schedule(*started.injected, injectedEvent, this, argument);
  if (started.delivered)
    world_.engine().schedule(*started.delivered, deliveredEvent, this, argument);
}

void Transport::injectedEvent(void *target, std::uint64_t operation) {
  reinterpret_cast<Operation *>(operation)->injected(static_cast<Transport *>(target)->world_.engine().now());
}

void Transport::deliveredEvent(void *target, std::uint64_t operation) {
  World &world = static_cast<Transport *>(target)->world_;
  world.calls().polling().advance();
  reinterpret_cast<Operation *>(operation)->delivered(world.engine().now());
}

const Operation *Transport::deliveredBy(const sim::Event &event) const {
  if (event.action == deliveredEvent)
    return reinterpret_cast<const Operation *>(event.argument);
  const std::optional<models::PrefetchHint> hint = world_.targetNetwork().model().prefetchHint(event);
  return hint && hint->delivered && runtime::OneSidedLayer::owns(hint->cookie)
             ? runtime::OneSidedLayer::operationOf<Operation>(hint->cookie)
             : nullptr;
}

SimDuration Transport::acknowledgement(std::int32_t from, std::int32_t to) const {
  models::Transfer transfer;
  transfer.source = world_.placement().nodeOf(from);
  transfer.destination = world_.placement().nodeOf(to);
  transfer.size = sim::Bytes{0};
  world_.placement().describe(transfer, from, to);
  return world_.targetNetwork().model().timeAlone(transfer);
}

} // namespace maquette::shmem
