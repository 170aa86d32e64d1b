//===- models/lib/network/logp.cpp ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/logp.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

using sim::SimDuration;
using sim::SimTime;

LogP::LogP(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener)
    : NicNetwork(machine, engine, listener), gap_(machine.network.message_gap.value),
      bandwidth_(std::min(machine.network.bandwidth.value, machine.network.link_bandwidth.value)),
      nic_bandwidth_(topology_ != nullptr && topology_->nicIsLink() ? bandwidth_ : machine.network.bandwidth.value),
      shared_(ranks_per_node > 1), nics_(static_cast<std::size_t>(2 * machine.ports().count())) {}

/// LogGP: the first byte is paid by latency and overhead, each further byte takes G.
[[gnu::noinline]] LogP::Serialisation LogP::serialise(std::int64_t size) const {
  if (size <= 1)
    return {size, {}, {}};
  const sim::Bytes further{size - 1};
  return {size, sim::transferTime(further, bandwidth_), sim::transferTime(further, nic_bandwidth_)};
}

Started LogP::start(const Transfer &transfer) {
  MAQUETTE_ASSERT(transfer.start >= engine_.now());
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  if (shared_ && transfer.start > engine_.now()) {
    engine_.schedule(transfer.start, injectLater, this, transfer.cookie);
    return {};
  }
  return {inject(transfer, transfer.start), std::nullopt};
}

/// Takes the interface of the source and sends. Returns when the last byte has left.
SimTime LogP::inject(const Transfer &transfer, SimTime start) {
  Nic &out = nics_[Topology::injection(transfer.source).index()];
  const SimTime begin = std::max(start, SimTime::fromPs(out.free_ps));
  const Serialisation &bytes = serialisation(transfer.size.count);
  used_nics_ += out.free_ps == 0;
  out.free_ps = (begin + gap_ + bytes.nic).ps();
  out.bytes += static_cast<std::uint64_t>(transfer.size.count);
  const SimDuration span = latency(transfer.source, transfer.destination) + bytes.message;
  engine_.schedule(begin + span, arrived, this, transfer.cookie);
  if (recorder_ != nullptr)
    recorder_->crossed(Topology::injection(transfer.source), begin, begin + bytes.message, transfer.size.count);
  return begin + bytes.message;
}

void LogP::injectLater(void *self, std::uint64_t cookie) {
  auto *model = static_cast<LogP *>(self);
  const Transfer transfer = model->listener_.transferOf(cookie);
  const SimTime done = model->inject(transfer, model->engine_.now());
  if (transfer.notify_injected == NotifyInjected::Yes)
    model->engine_.schedule(done, injected, model, cookie);
}

void LogP::injected(void *self, std::uint64_t cookie) { static_cast<LogP *>(self)->listener_.transferInjected(cookie); }

/// The last byte is there, if the receiving interface was free for the first.
void LogP::arrived(void *self, std::uint64_t cookie) {
  auto *model = static_cast<LogP *>(self);
  const Transfer transfer = model->listener_.transferOf(cookie);
  Nic &in = model->nics_[Topology::ejection(transfer.destination).index()];
  const Serialisation &bytes = model->serialisation(transfer.size.count);
  const SimTime now = model->engine_.now();
  const SimTime end = std::max(now, SimTime::fromPs(in.free_ps) + bytes.nic);
  model->used_nics_ += in.free_ps == 0;
  in.free_ps = (end + model->gap_).ps();
  in.bytes += static_cast<std::uint64_t>(transfer.size.count);
  if (model->recorder_ != nullptr)
    model->recorder_->crossed(Topology::ejection(transfer.destination), end - bytes.message, end, transfer.size.count);
  // Without latency the last byte arrives as it leaves: what tells of the latter is scheduled after this event.
  if (end > now || model->latency_ == SimDuration())
    model->engine_.schedule(end, received, model, cookie);
  else
    model->listener_.transferDelivered(cookie);
}

void LogP::received(void *self, std::uint64_t cookie) {
  static_cast<LogP *>(self)->listener_.transferDelivered(cookie);
}

std::optional<PrefetchHint> LogP::prefetchHint(const sim::Event &event) const {
  if (event.target != this || event.action == injected)
    return std::nullopt;
  return PrefetchHint{event.argument, event.action != injectLater};
}

SimDuration LogP::timeAlone(const Transfer &transfer) const {
  if (transfer.source == transfer.destination)
    return memory_.time(transfer.size);
  return latency(transfer.source, transfer.destination) + serialisation(transfer.size.count).message;
}

std::size_t LogP::memoryBytes() const { return used_nics_ * sizeof(Nic); }

} // namespace maquette::models
