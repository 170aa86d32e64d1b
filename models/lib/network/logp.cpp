//===- models/lib/network/logp.cpp ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/logp.h"

#include "lib/network/statistics.h"

#include <algorithm>

namespace maquette::models {

using sim::SimDuration;
using sim::SimTime;

LogP::LogP(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener)
    : engine_(engine), listener_(listener), memory_(machine.node), topology_(makeTopology(machine)),
      latency_(machine.network.latency.value), link_latency_(machine.network.link_latency.value),
      gap_(machine.network.message_gap.value),
      bandwidth_(std::min(machine.network.bandwidth.value, machine.network.link_bandwidth.value)),
      shared_(ranks_per_node > 1), interfaces_(static_cast<std::size_t>(2 * machine.node.count.value)) {}

/// LogGP: the first byte is paid by latency and overhead, each further byte takes G.
SimDuration LogP::serialisation(std::int64_t size) const {
  return size <= 1 ? SimDuration() : sim::transferTime(sim::Bytes{size - 1}, bandwidth_);
}

Started LogP::start(const Transfer &transfer) {
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  const std::uint32_t index = flights_.allocate();
  Flight &flight = flights_[index];
  flight = {transfer.cookie, transfer.size.count,  SimTime(),
            transfer.source, transfer.destination, transfer.notify_injected};
  if (shared_ && transfer.start > engine_.now()) {
    engine_.schedule(transfer.start, injectLater, this, index);
    return {};
  }
  flight.notify = NotifyInjected::No;
  return {inject(index, transfer.start), std::nullopt};
}

/// Takes the interface of the source and sends. Returns when the last byte has left.
SimTime LogP::inject(std::uint32_t index, SimTime start) {
  Flight &flight = flights_[index];
  Interface &out = interfaces_[static_cast<std::size_t>(Topology::injection(flight.source))];
  const SimTime begin = std::max(start, SimTime::fromPs(out.free_ps));
  const SimDuration bytes_time = serialisation(flight.size);
  out.free_ps = (begin + gap_ + bytes_time).ps();
  out.bytes += static_cast<std::uint64_t>(flight.size);
  SimDuration latency = latency_;
  if (topology_ != nullptr)
    latency += link_latency_ * topology_->hops(flight.source, flight.destination);
  flight.arrival = begin + latency;
  engine_.schedule(flight.arrival + bytes_time, arrived, this, index);
  return begin + bytes_time;
}

void LogP::injectLater(void *self, std::uint64_t index) {
  auto *model = static_cast<LogP *>(self);
  const Flight &flight = model->flights_[static_cast<std::uint32_t>(index)];
  const std::uint64_t cookie = flight.cookie;
  const NotifyInjected notify = flight.notify;
  const SimTime done = model->inject(static_cast<std::uint32_t>(index), model->engine_.now());
  if (notify == NotifyInjected::Yes)
    model->engine_.schedule(done, injected, model, cookie);
}

void LogP::injected(void *self, std::uint64_t cookie) { static_cast<LogP *>(self)->listener_.transferInjected(cookie); }

/// The last byte is there, if the receiving interface was free for the first.
void LogP::arrived(void *self, std::uint64_t index) {
  auto *model = static_cast<LogP *>(self);
  const Flight &flight = model->flights_[static_cast<std::uint32_t>(index)];
  Interface &in = model->interfaces_[static_cast<std::size_t>(Topology::ejection(flight.destination))];
  const SimTime begin = std::max(flight.arrival, SimTime::fromPs(in.free_ps));
  const SimTime end = begin + model->serialisation(flight.size);
  in.free_ps = (end + model->gap_).ps();
  in.bytes += static_cast<std::uint64_t>(flight.size);
  // Without latency the last byte arrives as it leaves: what tells of the latter is scheduled after this event.
  if (end > model->engine_.now() || model->latency_ == SimDuration())
    model->engine_.schedule(end, received, model, index);
  else
    received(model, index);
}

void LogP::received(void *self, std::uint64_t index) {
  auto *model = static_cast<LogP *>(self);
  const std::uint64_t cookie = model->flights_[static_cast<std::uint32_t>(index)].cookie;
  model->flights_.release(static_cast<std::uint32_t>(index));
  model->listener_.transferDelivered(cookie);
}

SimDuration LogP::minimumLatency() const {
  // Neighbours are a cable apart, or two where a switch is between.
  const bool switched = topology_ != nullptr && topology_->interfaceIsCable();
  return latency_ + link_latency_ * (topology_ == nullptr ? 0 : switched ? 2 : 1);
}

std::vector<LinkStatistics> LogP::busiestLinks(std::size_t count) const {
  return busiest(
      count, static_cast<LinkId>(interfaces_.size()),
      [&](LinkId link) { return interfaces_[static_cast<std::size_t>(link)].bytes; },
      [&](LinkId) { return bandwidth_; },
      [&](LinkId link) { return "node " + std::to_string(link / 2) + (link % 2 == 0 ? " out" : " in"); });
}

std::size_t LogP::memoryBytes() const { return interfaces_.size() * sizeof(Interface) + flights_.memoryBytes(); }

} // namespace maquette::models
