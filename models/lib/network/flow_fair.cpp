//===- models/lib/network/flow_fair.cpp -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/flow_fair.h"

#include "lib/network/statistics.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

using sim::SimDuration;
using sim::SimTime;

namespace {
FlowSolver::LinkRates linkRates(const Machine &machine, const Topology &topology) {
  const std::int64_t interface = machine.network.bandwidth.value.bitsPerSecond();
  const std::int64_t cable = machine.network.link_bandwidth.value.bitsPerSecond();
  return {topology.interfaceIsCable() ? std::min(interface, cable) : interface, cable, 2 * topology.nodeCount()};
}
} // namespace

FlowFair::FlowFair(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : engine_(engine), listener_(listener), memory_(machine.node), topology_(makeTopology(machine)),
      latency_(machine.network.latency.value), link_latency_(machine.network.link_latency.value),
      solver_(topology_->linkCount(), linkRates(machine, *topology_)) {}

SimDuration FlowFair::latency(NodeId source, NodeId destination) const {
  return latency_ + link_latency_ * topology_->hops(source, destination);
}

Started FlowFair::start(const Transfer &transfer) {
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  if (transfer.size.count == 0)
    return {transfer.start, transfer.start + latency(transfer.source, transfer.destination)};
  const std::uint32_t index = flows_.allocate();
  Flow &flow = flows_[index];
  const std::uint32_t generation = flow.generation + 1;
  flow = Flow{};
  flow.remaining = Wide{transfer.size.count} * 8 * 1'000'000'000'000;
  flow.cookie = transfer.cookie;
  flow.size = transfer.size.count;
  flow.source = transfer.source;
  flow.destination = transfer.destination;
  flow.generation = generation;
  flow.notify = transfer.notify_injected;
  if (transfer.start > engine_.now())
    engine_.schedule(transfer.start, joinLater, this, index);
  else
    join(index);
  return {};
}

void FlowFair::joinLater(void *self, std::uint64_t index) {
  static_cast<FlowFair *>(self)->join(static_cast<std::uint32_t>(index));
}

void FlowFair::join(std::uint32_t index) {
  Flow &flow = flows_[index];
  topology_->route(flow.source, flow.destination, route_);
  const FlowSolver::Added added = solver_.add(route_.links(), index);
  flow.solver_flow = added.flow;
  flow.updated = engine_.now();
  flow.due = SimTime::max();
  if (added.rate != 0)
    setRate(index, added.rate);
  else
    requestSolve();
}

/// One solution per instant, after all that happens then.
void FlowFair::requestSolve() {
  if (!solve_scheduled_)
    engine_.schedule(engine_.now(), solve, this, 0);
  solve_scheduled_ = true;
}

void FlowFair::solve(void *self, std::uint64_t) {
  auto *model = static_cast<FlowFair *>(self);
  model->solve_scheduled_ = false;
  for (const FlowSolver::Change &change : model->solver_.solve())
    model->setRate(change.owner, change.rate);
}

/// A faster flow gets an earlier event; a slower one notices at the event it has.
void FlowFair::setRate(std::uint32_t index, std::int64_t rate) {
  Flow &flow = flows_[index];
  flow.remaining -= Wide{flow.rate} * (engine_.now() - flow.updated).ps();
  flow.updated = engine_.now();
  flow.rate = rate;
  const SimTime end = flow.updated + SimDuration::ps(static_cast<std::int64_t>((flow.remaining + rate - 1) / rate));
  if (end >= flow.due)
    return;
  flow.due = end;
  ++flow.generation;
  engine_.schedule(end, due, this, std::uint64_t{flow.generation} << 32 | index);
}

void FlowFair::due(void *self, std::uint64_t generation_index) {
  auto *model = static_cast<FlowFair *>(self);
  const auto index = static_cast<std::uint32_t>(generation_index);
  Flow &flow = model->flows_[index];
  if (flow.generation != generation_index >> 32)
    return;
  const Wide left = flow.remaining - Wide{flow.rate} * (model->engine_.now() - flow.updated).ps();
  if (left <= 0) {
    model->finish(index);
    return;
  }
  flow.due = SimTime::max();
  model->setRate(index, flow.rate);
}

/// The last byte has left the source; it arrives after the latency of the way.
void FlowFair::finish(std::uint32_t index) {
  Flow &flow = flows_[index];
  ++flow.generation;
  solver_.remove(flow.solver_flow, static_cast<std::uint64_t>(flow.size));
  if (solver_.needsSolve())
    requestSolve();
  engine_.schedule(engine_.now() + latency(flow.source, flow.destination), delivered, this, index);
  if (flow.notify == NotifyInjected::Yes)
    listener_.transferInjected(flow.cookie);
}

void FlowFair::delivered(void *self, std::uint64_t index) {
  auto *model = static_cast<FlowFair *>(self);
  const std::uint64_t cookie = model->flows_[static_cast<std::uint32_t>(index)].cookie;
  model->flows_.release(static_cast<std::uint32_t>(index));
  model->listener_.transferDelivered(cookie);
}

SimDuration FlowFair::minimumLatency() const {
  return latency_ + link_latency_ * (topology_->interfaceIsCable() ? 2 : 1);
}

std::vector<LinkStatistics> FlowFair::busiestLinks(std::size_t count) const {
  return busiest(
      count, topology_->linkCount(), [&](LinkId link) { return solver_.bytes(link); },
      [&](LinkId link) { return sim::BitRate::bps(solver_.capacity(link)); },
      [&](LinkId link) { return topology_->linkName(link); });
}

std::size_t FlowFair::memoryBytes() const { return solver_.memoryBytes() + flows_.memoryBytes(); }

} // namespace maquette::models
