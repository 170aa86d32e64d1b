//===- models/lib/network/flow_network.cpp ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/flow_network.h"

#include "lib/network/fair_solver.h"
#include "lib/network/fifo_solver.h"

#include <algorithm>
#include <functional>

namespace maquette::models {

using sim::SimDuration;
using sim::SimTime;

namespace {
template <class Solver> std::unique_ptr<RateSolver> makeSolver(LinkId links, LinkRates rates) {
  return std::make_unique<Solver>(links, rates);
}
} // namespace

FlowFair::FlowFair(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : FlowNetwork(machine, engine, listener, makeSolver<FairSolver>) {}

FlowFair::FlowFair(const NodeParameters &node, std::unique_ptr<Topology> topology, LinkRates rates, SimDuration latency,
                   SimDuration link_latency, sim::Engine &engine, TransferListener &listener)
    : FlowNetwork(node, std::move(topology), rates, latency, link_latency, engine, listener, makeSolver<FairSolver>) {}

FlowFifo::FlowFifo(const Machine &machine, std::int64_t, sim::Engine &engine, TransferListener &listener)
    : FlowNetwork(machine, engine, listener, makeSolver<FifoSolver>) {}

FlowNetwork::FlowNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener,
                         MakeSolver make_solver)
    : RoutedNetwork(machine, engine, listener),
      routing_(makeRouting(machine.network.routing, *topology_, machine.network.routing_seed)),
      solver_(make_solver(topology_->linkCount(), rates_)), merge_(solver_->mergesFlows() && routing_->isStatic()) {}

FlowNetwork::FlowNetwork(const NodeParameters &node, std::unique_ptr<Topology> topology, LinkRates rates,
                         SimDuration latency, SimDuration link_latency, sim::Engine &engine, TransferListener &listener,
                         MakeSolver make_solver)
    : RoutedNetwork(node, std::move(topology), rates, latency, link_latency, engine, listener),
      routing_(makeRouting("minimal", *topology_, 0)), solver_(make_solver(topology_->linkCount(), rates)),
      merge_(solver_->mergesFlows()) {}

Started FlowNetwork::start(const Transfer &transfer) {
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  if (transfer.size.count == 0)
    return {transfer.start, transfer.start + latency(transfer.source, transfer.destination)};
  const std::uint32_t index = flows_.allocate();
  flows_[index] = {transfer.cookie, transfer.size.count,  SimDuration(),
                   transfer.source, transfer.destination, transfer.notify_injected};
  if (transfer.start > engine_.now())
    engine_.schedule(transfer.start, joinLater, this, index);
  else
    join(index);
  return {};
}

// ---- Flows come ----

void FlowNetwork::joinLater(void *self, std::uint64_t flow_index) {
  static_cast<FlowNetwork *>(self)->join(static_cast<std::uint32_t>(flow_index));
}

void FlowNetwork::join(std::uint32_t flow_index) {
  Flow &flow = flows_[flow_index];
  std::uint32_t index;
  bool opened = true;
  if (!merge_) {
    index = openBundle(flow);
  } else if (std::uint32_t &known = bundle_of_(flow.source, flow.destination); known == PairTable::kNew) {
    index = known = openBundle(flow);
  } else {
    index = known;
    opened = false;
    advance(bundles_[index]);
    solver_->increase(bundles_[index].solver_flow);
  }
  Bundle &bundle = bundles_[index];
  flow.latency = bundle.latency;
  if (recorder_ != nullptr)
    noteWay(flow_index, opened);
  addMember(bundle, {bundle.served + Wide{flow.size} * 8 * 1'000'000'000'000, flow_index, bundle.joined++});
  if (bundle.rate != 0)
    scheduleNext(index);
  if (solver_->needsSolve())
    requestSolve();
}

/// \p opened: route_ holds the way.
void FlowNetwork::noteWay(std::uint32_t flow_index, bool opened) {
  if (!opened)
    routing_->route(flows_[flow_index].source, flows_[flow_index].destination, *this, route_);
  if (flow_index >= ways_.size())
    ways_.resize(flow_index + 1);
  ways_[flow_index].begin = engine_.now();
  ways_[flow_index].links.assign(route_.links().begin(), route_.links().end());
}

std::uint32_t FlowNetwork::openBundle(const Flow &flow) {
  const std::uint32_t index = bundles_.allocate();
  Bundle &bundle = bundles_[index];
  routing_->route(flow.source, flow.destination, *this, route_);
  const RateSolver::Added added = solver_->add(route_.links(), index);
  bundle.served = 0;
  bundle.rate = added.rate;
  bundle.updated = engine_.now();
  bundle.due = SimTime::max();
  bundle.latency = latency(route_);
  bundle.joined = bundle.count = 0;
  bundle.solver_flow = added.flow;
  ++bundle.generation;
  return index;
}

void FlowNetwork::addMember(Bundle &bundle, const Member &member) {
  if (++bundle.count == 1) {
    bundle.next = member;
    return;
  }
  bundle.others.push_back(bundle.next > member ? std::exchange(bundle.next, member) : member);
  std::push_heap(bundle.others.begin(), bundle.others.end(), std::greater<>());
}

void FlowNetwork::removeNext(Bundle &bundle) {
  if (--bundle.count == 0)
    return;
  bundle.next = bundle.others.front();
  std::pop_heap(bundle.others.begin(), bundle.others.end(), std::greater<>());
  bundle.others.pop_back();
}

// ---- Rates change ----

/// One solution per instant, after all that happens then.
void FlowNetwork::requestSolve() {
  if (!solve_scheduled_)
    engine_.schedule(engine_.now(), solve, this, 0);
  solve_scheduled_ = true;
}

void FlowNetwork::solve(void *self, std::uint64_t) {
  auto *model = static_cast<FlowNetwork *>(self);
  model->solve_scheduled_ = false;
  for (const RateSolver::Change &change : model->solver_->solve())
    model->setRate(change.owner, change.rate);
}

void FlowNetwork::advance(Bundle &bundle) const {
  bundle.served += Wide{bundle.rate} * (engine_.now() - bundle.updated).ps();
  bundle.updated = engine_.now();
}

void FlowNetwork::setRate(std::uint32_t bundle_index, std::int64_t rate) {
  Bundle &bundle = bundles_[bundle_index];
  advance(bundle);
  // When it gets slower the event it has comes too early, and looks again.
  const bool look = rate > bundle.rate || bundle.due == SimTime::max();
  bundle.rate = rate;
  if (look)
    scheduleNext(bundle_index);
}

/// Sees that there is an event when the next flow ends. An earlier event is enough: it will look again.
void FlowNetwork::scheduleNext(std::uint32_t bundle_index) {
  Bundle &bundle = bundles_[bundle_index];
  if (bundle.rate == 0)
    return; // It has to wait for a rate.
  const Wide left = bundle.next.goal - bundle.served + bundle.rate - 1;
  // Mostly 64 bits are enough.
  const std::int64_t span = left >> 63 == 0 ? static_cast<std::int64_t>(left) / bundle.rate
                                            : static_cast<std::int64_t>(left / bundle.rate);
  const SimTime end = bundle.updated + SimDuration::ps(span);
  if (end >= bundle.due)
    return;
  bundle.due = end;
  ++bundle.generation;
  engine_.schedule(end, due, this, std::uint64_t{bundle.generation} << 32 | bundle_index);
}

// ---- Flows end ----

void FlowNetwork::due(void *self, std::uint64_t generation_index) {
  auto *model = static_cast<FlowNetwork *>(self);
  const auto index = static_cast<std::uint32_t>(generation_index);
  Bundle &bundle = model->bundles_[index];
  if (bundle.generation != generation_index >> 32)
    return;
  bundle.due = SimTime::max();
  model->advance(bundle);
  while (bundle.count > 0 && bundle.next.goal <= bundle.served)
    model->endNext(index);
  if (bundle.count > 0)
    model->scheduleNext(index);
  if (model->solver_->needsSolve())
    model->requestSolve();
}

/// The last byte of a flow has left the source; it arrives after the latency of the way.
void FlowNetwork::endNext(std::uint32_t bundle_index) {
  Bundle &bundle = bundles_[bundle_index];
  const std::uint32_t flow_index = bundle.next.flow;
  const Flow flow = flows_[flow_index];
  flows_.release(flow_index);
  removeNext(bundle);
  if (recorder_ != nullptr)
    for (LinkId link : ways_[flow_index].links)
      recorder_->crossed(link, ways_[flow_index].begin, engine_.now(), flow.size);
  solver_->decrease(bundle.solver_flow, static_cast<std::uint64_t>(flow.size));
  if (bundle.count == 0) {
    ++bundle.generation;
    if (merge_)
      bundle_of_.erase(flow.source, flow.destination);
    bundles_.release(bundle_index);
  }
  engine_.schedule(engine_.now() + flow.latency, delivered, this, flow.cookie);
  if (flow.notify == NotifyInjected::Yes)
    engine_.schedule(engine_.now(), injected, this, flow.cookie);
}

void FlowNetwork::injected(void *self, std::uint64_t cookie) {
  static_cast<FlowNetwork *>(self)->listener_.transferInjected(cookie);
}

void FlowNetwork::delivered(void *self, std::uint64_t cookie) {
  static_cast<FlowNetwork *>(self)->listener_.transferDelivered(cookie);
}

std::optional<std::uint64_t> FlowNetwork::deliveredBy(const sim::Event &event) const {
  if (event.target != this)
    return std::nullopt;
  if (event.action == delivered)
    return event.argument;
  if (event.action == due)
    bundles_.prefetch(static_cast<std::uint32_t>(event.argument));
  return std::nullopt;
}

std::size_t FlowNetwork::memoryBytes() const {
  return solver_->memoryBytes() + flows_.memoryBytes() + bundles_.memoryBytes() + bundle_of_.memoryBytes();
}

} // namespace maquette::models
