//===- models/lib/network/buses.cpp -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/buses.h"

#include "maquette/sim/assert.h"

#include <algorithm>
#include <functional>

namespace maquette::models {

using sim::SimTime;

Buses::Buses(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : NicNetwork(machine, engine, listener), output_links_(machine.network.output_links.value),
      input_links_(machine.network.input_links.value), buses_(machine.network.buses.value),
      bandwidth_(machine.network.bandwidth.value), nics_(static_cast<std::size_t>(2 * machine.ports().count())) {}

Started Buses::start(const Transfer &transfer) {
  MAQUETTE_ASSERT(transfer.start >= engine_.now());
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  const std::uint32_t index = messages_.allocate();
  messages_[index] = {transfer.cookie,         0, transfer.size.count, transfer.source, transfer.destination,
                      transfer.notify_injected};
  if (transfer.start > engine_.now())
    engine_.schedule(transfer.start, ask, this, index);
  else
    ask(this, index);
  return {};
}

Buses::Needs Buses::needs(const Message &message) {
  return {&nics_[Topology::injection(message.source).index()], &nics_[Topology::ejection(message.destination).index()],
          &bus_};
}

std::int64_t Buses::capacity(const Resource &resource) const {
  if (&resource == &bus_)
    return buses_ == 0 ? std::numeric_limits<std::int64_t>::max() : buses_;
  return (&resource - nics_.data()) % 2 == 0 ? output_links_ : input_links_;
}

bool Buses::isFree(const Resource &resource) const { return resource.used < capacity(resource); }

void Buses::ask(void *self, std::uint64_t message) {
  auto *model = static_cast<Buses *>(self);
  model->messages_[static_cast<std::uint32_t>(message)].order = model->asked_++;
  model->beginOrWait(static_cast<std::uint32_t>(message));
}

void Buses::beginOrWait(std::uint32_t index) {
  const Message &message = messages_[index];
  const Needs all = needs(message);
  for (Resource *resource : all)
    if (!isFree(*resource)) {
      resource->queue.push_back({message.order, index});
      std::push_heap(resource->queue.begin(), resource->queue.end(), std::greater<>());
      return;
    }
  for (Resource *resource : all) {
    ++resource->used;
    resource->bytes += static_cast<std::uint64_t>(message.size);
  }
  const SimTime end = engine_.now() + sim::transferTime(sim::Bytes{message.size}, bandwidth_);
  engine_.schedule(end, ended, this, index);
  record({message.source, message.destination, sim::Bytes{message.size}}, engine_.now(), end);
}

/// Frees what the message held; then those who wait for it try, in the order they asked.
void Buses::ended(void *self, std::uint64_t number) {
  auto *model = static_cast<Buses *>(self);
  const auto index = static_cast<std::uint32_t>(number);
  const Message &message = model->messages_[index];
  const Needs freed = model->needs(message);
  for (Resource *resource : freed)
    --resource->used;
  for (;;) {
    Resource *first = nullptr;
    for (Resource *resource : freed)
      if (!resource->queue.empty() && model->isFree(*resource) &&
          (first == nullptr || first->queue.front() > resource->queue.front()))
        first = resource;
    if (first == nullptr)
      break;
    const std::uint32_t next = first->queue.front().message;
    std::pop_heap(first->queue.begin(), first->queue.end(), std::greater<>());
    first->queue.pop_back();
    model->beginOrWait(next);
  }
  const std::uint64_t cookie = message.cookie;
  model->engine_.schedule(model->engine_.now() + model->latency_, arrived, model, index);
  if (message.notify == NotifyInjected::Yes)
    model->listener_.transferInjected(cookie);
}

void Buses::arrived(void *self, std::uint64_t number) {
  auto *model = static_cast<Buses *>(self);
  const std::uint64_t cookie = model->messages_[static_cast<std::uint32_t>(number)].cookie;
  model->messages_.release(static_cast<std::uint32_t>(number));
  model->listener_.transferDelivered(cookie);
}

sim::SimDuration Buses::timeAlone(const Transfer &transfer) const {
  if (transfer.source == transfer.destination)
    return memory_.time(transfer.size);
  return sim::transferTime(transfer.size, bandwidth_) + latency_;
}

sim::BitRate Buses::linkRate(LinkId link) const {
  return sim::BitRate::bps(bandwidth_.bitsPerSecond() * (Topology::isInjection(link) ? output_links_ : input_links_));
}

std::size_t Buses::memoryBytes() const { return nics_.capacity() * sizeof(Resource) + messages_.memoryBytes(); }

} // namespace maquette::models
