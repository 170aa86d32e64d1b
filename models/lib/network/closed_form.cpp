//===- models/lib/network/closed_form.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/closed_form.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

using sim::Bytes;
using sim::SimDuration;
using sim::transferTime;

ClosedForm::ClosedForm(const Machine &machine, sim::Engine &engine, TransferListener &listener)
    : NicNetwork(machine, engine, listener),
      bandwidth_(std::min(machine.network.bandwidth.value, machine.network.link_bandwidth.value)),
      memory_(machine.node), bytes_(static_cast<std::size_t>(2 * machine.ports().count())) {}

Started ClosedForm::start(const Transfer &transfer) {
  MAQUETTE_ASSERT(transfer.start >= engine_.now());
  Spans spans;
  if (transfer.source == transfer.destination) {
    spans = inside(transfer.size);
  } else {
    spans = between(transfer);
    const auto bytes = static_cast<std::uint64_t>(transfer.size.count);
    bytes_[Topology::injection(transfer.source).index()] += bytes;
    bytes_[Topology::ejection(transfer.destination).index()] += bytes;
    record(transfer, transfer.start, transfer.start + spans.injected);
  }
  return {transfer.start + spans.injected, transfer.start + spans.delivered};
}

/// Copied out at the memory's rate; there after its latency.
ClosedForm::Spans ClosedForm::inside(Bytes size) const {
  const SimDuration copied = memoryTime(size);
  return {copied, copied + memory_.latency(size)};
}

SmpSim::SmpSim(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : ClosedForm(machine, engine, listener), buffer_overhead_(machine.network.buffer_overhead.value),
      eager_threshold_(machine.mpi.eager_threshold.value) {}

/// A buffer is reserved only for data that is sent without asking.
ClosedForm::Spans SmpSim::between(const Transfer &transfer) const {
  const bool buffered = transfer.size.count > 0 && transfer.size <= eager_threshold_;
  const SimDuration reserved = buffered ? buffer_overhead_ : SimDuration();
  return {reserved + memoryTime(transfer.size), reserved + latency_ + transferTime(transfer.size, bandwidth_)};
}

/// t_r - t_s = m / B_mem; t_a - t_r = m / B_net + l(h).
ClosedForm::Spans Hops::between(const Transfer &transfer) const {
  const SimDuration copied = memoryTime(transfer.size);
  return {copied, copied + transferTime(transfer.size, bandwidth_) + latency(transfer.source, transfer.destination)};
}

/// t_a - t_r = m / B_mem: the second copy.
ClosedForm::Spans Hops::inside(Bytes size) const {
  const SimDuration copied = memoryTime(size);
  return {copied, copied + copied + memory_.latency(size)};
}

InfiniBand::InfiniBand(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : ClosedForm(machine, engine, listener), mtu_(machine.network.mtu.value),
      packet_overhead_(machine.network.packet_overhead.value) {}

ClosedForm::Spans InfiniBand::between(const Transfer &transfer) const {
  const std::int64_t packets = std::max<std::int64_t>(1, (transfer.size.count + mtu_.count - 1) / mtu_.count);
  const SimDuration wire = transferTime(transfer.size + packet_overhead_ * packets, bandwidth_);
  return {wire, wire + latency(transfer.source, transfer.destination)};
}

} // namespace maquette::models
