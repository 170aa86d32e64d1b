//===- models/lib/network/rail_network.cpp ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/rail_network.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

using sim::SimTime;

RailNetwork::RailNetwork(const Machine &machine, sim::SimDuration gap, sim::Engine &engine, TransferListener &listener,
                         const Make &make)
    : engine_(engine), listener_(listener), ports_(machine.ports()), choice_(choiceNamed(machine.network.rail_choice)),
      cores_(machine.node.cores.value), stripe_above_(machine.mpi.eager_threshold.value.count), gap_(gap),
      port_(static_cast<std::size_t>(ports_.count())), sender_(static_cast<std::size_t>(ports_.nodes)) {
  setInner(make(*this));
}

RailNetwork::Choice RailNetwork::choiceNamed(std::string_view name) {
  return name == "pair"     ? Choice::Pair
         : name == "core"   ? Choice::Core
         : name == "stripe" ? Choice::Stripe
                            : Choice::RoundRobin;
}

Started RailNetwork::start(const Transfer &transfer) {
  MAQUETTE_ASSERT(transfer.start >= engine_.now());
  if (transfer.source == transfer.destination) {
    Transfer inside = transfer;
    inside.source = inside.destination = ports_.of(transfer.source, 0);
    return inner().start(inside);
  }
  const std::uint32_t index = pending_.allocate();
  pending_[index] = {transfer};
  // Turns are taken in the order of time.
  if (transfer.start > engine_.now())
    engine_.schedule(transfer.start, comes, this, index);
  else
    begin(index);
  return {};
}

void RailNetwork::comes(void *self, std::uint64_t pending) {
  static_cast<RailNetwork *>(self)->begin(static_cast<std::uint32_t>(pending));
}

std::int64_t RailNetwork::railOf(const Transfer &transfer) {
  if (choice_ == Choice::Pair) // In turn also where all send as far ahead.
    return (transfer.destination.value() + transfer.source.value() / ports_.rails) % ports_.rails;
  if (choice_ == Choice::Core)
    return transfer.source_core * ports_.rails / cores_;
  std::uint8_t &next = sender_[transfer.source.index()].next_rail;
  const std::int64_t rail = next;
  next = static_cast<std::uint8_t>((rail + 1) % ports_.rails);
  return rail;
}

/// Looks at messages only that stripes would speed up.
bool RailNetwork::watches(const Transfer &transfer) const {
  return ports_.rails > 1 && choice_ != Choice::Stripe && transfer.size.count > stripe_above_;
}

void RailNetwork::begins(const Transfer &transfer) {
  if (!watches(transfer))
    return;
  Sender &sender = sender_[transfer.source.index()];
  sender.lone = sender.under_way++ == 0 ? transfer.size.count : 0;
}

void RailNetwork::ends(const Transfer &transfer) {
  if (!watches(transfer))
    return;
  Sender &sender = sender_[transfer.source.index()];
  if (--sender.under_way > 0)
    return;
  lone_bytes_ += static_cast<std::uint64_t>(sender.lone);
  sender.lone = 0;
}

void RailNetwork::begin(std::uint32_t index) {
  Pending &pending = pending_[index];
  const bool stripe = choice_ == Choice::Stripe && pending.transfer.size.count > stripe_above_;
  begins(pending.transfer);
  pending.parts = stripe ? static_cast<std::uint8_t>(ports_.rails) : 1;
  pending.undelivered = pending.uninjected = pending.parts;
  if (!stripe) {
    pending.rail = static_cast<std::uint8_t>(railOf(pending.transfer));
    startPart(index, pending.rail);
    return;
  }
  for (std::int64_t rail = 0; rail < ports_.rails; ++rail)
    startPart(index, rail);
}

/// Equal parts, the first ones a byte longer where it does not divide.
Transfer RailNetwork::part(const Pending &pending, std::uint64_t cookie) const {
  const auto rail = static_cast<std::int64_t>(cookie & 0xff);
  Transfer transfer = pending.transfer;
  transfer.source = ports_.of(transfer.source, rail);
  transfer.destination = ports_.of(transfer.destination, rail);
  transfer.cookie = cookie;
  if (pending.parts > 1) {
    const std::int64_t bytes = transfer.size.count;
    transfer.size = sim::Bytes{bytes / pending.parts + (rail < bytes % pending.parts ? 1 : 0)};
  }
  return transfer;
}

void RailNetwork::startPart(std::uint32_t index, std::int64_t rail) {
  const std::uint64_t cookie = cookieOf(index, rail);
  Transfer transfer = part(pending_[index], cookie);
  Port &port = port_[transfer.source.index()];
  transfer.start = std::max(engine_.now(), SimTime::fromPs(port.free_ps));
  port.free_ps = (transfer.start + gap_).ps();
  const Started started = inner().start(transfer);
  if (started.injected && transfer.notify_injected == NotifyInjected::Yes)
    engine_.schedule(*started.injected, injected, this, cookie);
  if (started.delivered)
    engine_.schedule(*started.delivered, delivered, this, cookie);
}

void RailNetwork::injected(void *self, std::uint64_t cookie) {
  static_cast<RailNetwork *>(self)->transferInjected(cookie);
}
void RailNetwork::delivered(void *self, std::uint64_t cookie) {
  static_cast<RailNetwork *>(self)->transferDelivered(cookie);
}

void RailNetwork::transferInjected(std::uint64_t cookie) {
  Pending &pending = pending_[static_cast<std::uint32_t>(cookie >> 8)];
  if (--pending.uninjected == 0)
    listener_.transferInjected(pending.transfer.cookie);
}

void RailNetwork::transferDelivered(std::uint64_t cookie) {
  const auto index = static_cast<std::uint32_t>(cookie >> 8);
  if (--pending_[index].undelivered > 0)
    return;
  const std::uint64_t outer = pending_[index].transfer.cookie;
  ends(pending_[index].transfer);
  pending_.release(index);
  listener_.transferDelivered(outer);
}

Transfer RailNetwork::transferOf(std::uint64_t cookie) const {
  return part(pending_[static_cast<std::uint32_t>(cookie >> 8)], cookie);
}

sim::SimDuration RailNetwork::timeAlone(const Transfer &transfer) const {
  Transfer alone = transfer;
  alone.source = ports_.of(transfer.source, 0);
  alone.destination = ports_.of(transfer.destination, 0);
  if (choice_ == Choice::Stripe && transfer.source != transfer.destination && transfer.size.count > stripe_above_)
    alone.size = sim::Bytes{(transfer.size.count + ports_.rails - 1) / ports_.rails};
  return inner().timeAlone(alone);
}

std::size_t RailNetwork::memoryBytes() const { return inner().memoryBytes() + pending_.memoryBytes(); }

} // namespace maquette::models
