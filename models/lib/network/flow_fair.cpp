//===- models/lib/network/flow_fair.cpp -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/flow_fair.h"

#include "lib/network/statistics.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <functional>

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
  flows_[index] = {transfer.cookie, transfer.size.count, transfer.source, transfer.destination,
                   transfer.notify_injected};
  if (transfer.start > engine_.now())
    engine_.schedule(transfer.start, joinLater, this, index);
  else
    join(index);
  return {};
}

void FlowFair::joinLater(void *self, std::uint64_t flow_index) {
  static_cast<FlowFair *>(self)->join(static_cast<std::uint32_t>(flow_index));
}

void FlowFair::join(std::uint32_t flow_index) {
  const Flow &flow = flows_[flow_index];
  std::optional<std::uint32_t> index = bundle_of_.find(flow.source, flow.destination);
  if (index) {
    advance(bundles_[*index]);
    solver_.increase(bundles_[*index].solver_flow);
  } else {
    index = openBundle(flow);
  }
  Bundle &bundle = bundles_[*index];
  bundle.members.push_back({bundle.served + Wide{flow.size} * 8 * 1'000'000'000'000, flow_index, bundle.joined++});
  std::push_heap(bundle.members.begin(), bundle.members.end(), std::greater<>());
  if (bundle.rate != 0)
    scheduleNext(*index);
  if (solver_.needsSolve())
    requestSolve();
}

std::uint32_t FlowFair::openBundle(const Flow &flow) {
  const std::uint32_t index = bundles_.allocate();
  Bundle &bundle = bundles_[index];
  topology_->route(flow.source, flow.destination, route_);
  const FlowSolver::Added added = solver_.add(route_.links(), index);
  bundle.served = 0;
  bundle.rate = added.rate;
  bundle.updated = engine_.now();
  bundle.due = SimTime::max();
  bundle.joined = 0;
  bundle.solver_flow = added.flow;
  ++bundle.generation;
  bundle_of_.insert(flow.source, flow.destination, index);
  return index;
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

void FlowFair::advance(Bundle &bundle) const {
  bundle.served += Wide{bundle.rate} * (engine_.now() - bundle.updated).ps();
  bundle.updated = engine_.now();
}

void FlowFair::setRate(std::uint32_t bundle_index, std::int64_t rate) {
  Bundle &bundle = bundles_[bundle_index];
  advance(bundle);
  bundle.rate = rate;
  scheduleNext(bundle_index);
}

/// Sees that there is an event when the next flow ends. An earlier event is enough: it will look again.
void FlowFair::scheduleNext(std::uint32_t bundle_index) {
  Bundle &bundle = bundles_[bundle_index];
  const Wide left = bundle.members.front().goal - bundle.served;
  const SimTime end =
      bundle.updated + SimDuration::ps(static_cast<std::int64_t>((left + bundle.rate - 1) / bundle.rate));
  if (end >= bundle.due)
    return;
  bundle.due = end;
  ++bundle.generation;
  engine_.schedule(end, due, this, std::uint64_t{bundle.generation} << 32 | bundle_index);
}

void FlowFair::due(void *self, std::uint64_t generation_index) {
  auto *model = static_cast<FlowFair *>(self);
  const auto index = static_cast<std::uint32_t>(generation_index);
  Bundle &bundle = model->bundles_[index];
  if (bundle.generation != generation_index >> 32)
    return;
  bundle.due = SimTime::max();
  model->advance(bundle);
  std::vector<Member> &members = bundle.members;
  while (!members.empty() && members.front().goal <= bundle.served) {
    const std::uint32_t flow_index = members.front().flow;
    std::pop_heap(members.begin(), members.end(), std::greater<>());
    members.pop_back();
    const Flow &flow = model->flows_[flow_index];
    model->solver_.decrease(bundle.solver_flow, static_cast<std::uint64_t>(flow.size));
    if (members.empty()) {
      ++bundle.generation;
      model->bundle_of_.erase(flow.source, flow.destination);
      model->bundles_.release(index);
    }
    model->finish(flow_index);
  }
  if (!members.empty())
    model->scheduleNext(index);
  if (model->solver_.needsSolve())
    model->requestSolve();
}

/// The last byte has left the source; it arrives after the latency of the way.
void FlowFair::finish(std::uint32_t flow_index) {
  const Flow &flow = flows_[flow_index];
  engine_.schedule(engine_.now() + latency(flow.source, flow.destination), delivered, this, flow_index);
  if (flow.notify == NotifyInjected::Yes)
    engine_.schedule(engine_.now(), injected, this, flow.cookie);
}

void FlowFair::injected(void *self, std::uint64_t cookie) {
  static_cast<FlowFair *>(self)->listener_.transferInjected(cookie);
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

std::size_t FlowFair::memoryBytes() const {
  return solver_.memoryBytes() + flows_.memoryBytes() + bundles_.memoryBytes() + bundle_of_.memoryBytes();
}

} // namespace maquette::models
