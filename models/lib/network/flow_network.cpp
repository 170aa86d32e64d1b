//===- models/lib/network/flow_network.cpp ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/flow_network.h"

#include "maquette/sim/assert.h"

#include "lib/network/fair_solver.h"
#include "lib/network/fifo_solver.h"
#include "lib/network/in_steps.h"

#include <algorithm>
#include <utility>

namespace maquette::models {

using sim::SimDuration;
using sim::SimTime;

namespace {

constexpr std::size_t kMany = 1024; ///< Flows that are worth sorting.

template <class Solver> std::unique_ptr<RateSolver> makeSolver(std::int64_t links, LinkRates rates) {
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

/// What the engine calls, with a network for \p self.
struct FlowNetwork::Actions {
  static void comes(void *self, std::uint64_t flow_index) {
    static_cast<FlowNetwork *>(self)->arrive(static_cast<std::uint32_t>(flow_index));
  }

  static void severalCome(void *self, std::uint64_t group) {
    auto *model = static_cast<FlowNetwork *>(self);
    model->beginInstant();
    for (std::uint64_t flow_index : model->coming_.take(group))
      model->arrived_.push_back(static_cast<std::uint32_t>(flow_index));
    model->requestSettle();
  }

  static void settle(void *self, std::uint64_t) {
    auto *model = static_cast<FlowNetwork *>(self);
    model->settle_scheduled_ = false;
    model->joinAll();
    if (!model->solver_->needsSolve())
      return;
    const std::vector<RateSolver::Change> &changes = model->solver_->solve();
    inSteps(
        changes.size(), [&](std::size_t i) { model->bundles_.prefetch(changes[i].owner); },
        [&](std::size_t i) { model->setRate(changes[i].owner, changes[i].rate); });
  }

  static void due(void *self, std::uint64_t generation_index) {
    auto *model = static_cast<FlowNetwork *>(self);
    model->beginInstant();
    model->endDue(generation_index);
    if (model->solver_->needsSolve())
      model->requestSettle();
  }

  static void severalDue(void *self, std::uint64_t group) {
    auto *model = static_cast<FlowNetwork *>(self);
    model->beginInstant();
    const std::span<const std::uint64_t> all = model->ending_.take(group);
    model->endAll(all);
    if (model->solver_->needsSolve())
      model->requestSettle();
  }

  static void injected(void *self, std::uint64_t cookie) {
    static_cast<FlowNetwork *>(self)->listener_.transferInjected(cookie);
  }

  static void delivered(void *self, std::uint64_t cookie) {
    static_cast<FlowNetwork *>(self)->listener_.transferDelivered(cookie);
  }
};

FlowNetwork::FlowNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener,
                         MakeSolver make_solver)
    : RoutedNetwork(machine, engine, listener),
      routing_(makeRouting(machine.network.routing, *topology_, machine.network.routing_seed)),
      solver_(make_solver(topology_->linkCount(), rates_)), static_(routing_->isStatic()),
      merge_(solver_->mergesFlows() && static_), coming_(engine, Actions::comes, Actions::severalCome, this),
      ending_(engine, Actions::due, Actions::severalDue, this) {}

FlowNetwork::FlowNetwork(const NodeParameters &node, std::unique_ptr<Topology> topology, LinkRates rates,
                         SimDuration latency, SimDuration link_latency, sim::Engine &engine, TransferListener &listener,
                         MakeSolver make_solver)
    : RoutedNetwork(node, std::move(topology), rates, latency, link_latency, engine, listener),
      routing_(makeRouting("minimal", *topology_, 0)), solver_(make_solver(topology_->linkCount(), rates)),
      static_(true), merge_(solver_->mergesFlows()), coming_(engine, Actions::comes, Actions::severalCome, this),
      ending_(engine, Actions::due, Actions::severalDue, this) {}

Started FlowNetwork::start(const Transfer &transfer) {
  MAQUETTE_ASSERT(transfer.start >= engine_.now());
  if (transfer.source == transfer.destination)
    return memory_.start(transfer);
  if (transfer.size.count == 0)
    return {transfer.start, transfer.start + latency(transfer.source, transfer.destination)};
  const std::uint32_t index = flows_.allocate();
  flows_[index] = {transfer.cookie, transfer.size.count, transfer.source, transfer.destination,
                   transfer.notify_injected};
  if (transfer.start > engine_.now())
    coming_.add(transfer.start, index);
  else
    arrive(index);
  return {};
}

// ---- Flows come ----

void FlowNetwork::beginInstant() {
  if (instant_ != engine_.now())
    solver_->beginInstant();
  instant_ = engine_.now();
}

/// The first of an instant, mostly the only one, joins at once.
void FlowNetwork::arrive(std::uint32_t flow_index) {
  if (joined_at_ == engine_.now()) {
    arrived_.push_back(flow_index);
    return requestSettle();
  }
  joined_at_ = engine_.now();
  beginInstant();
  if (static_)
    routing_->route(flows_[flow_index].source, flows_[flow_index].destination, *this, routes_[0]);
  join(flow_index, routes_[0]);
  if (solver_->needsSolve())
    requestSettle();
}

/// Ranks that go on at one instant do so in an order that each step of a program mixes further. Where it does not
/// matter, what lies together is handled together.
void FlowNetwork::sortArrived() {
  by_source_.resize(arrived_.size());
  inSteps(
      arrived_.size(), [&](std::size_t i) { flows_.prefetch(arrived_[i]); },
      [&](std::size_t i) { by_source_[i] = {flows_[arrived_[i]].source, arrived_[i]}; });
  std::stable_sort(by_source_.begin(), by_source_.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  for (std::size_t i = 0; i < arrived_.size(); ++i)
    arrived_[i] = by_source_[i].second;
}

void FlowNetwork::joinAll() {
  if (merge_ && arrived_.size() > kMany)
    sortArrived();
  using Step = RateSolver::PrefetchStep;
  const auto routeOf = [&](std::size_t i) -> Route & { return routes_[i % routes_.size()]; };
  const auto fetch = [&](Step step) {
    return [&, step](std::size_t i) {
      if (static_)
        solver_->prefetch(routeOf(i).links(), step);
    };
  };
  inSteps(
      arrived_.size(), [&](std::size_t i) { flows_.prefetch(arrived_[i]); },
      [&](std::size_t i) {
        if (!static_)
          return;
        routing_->route(flows_[arrived_[i]].source, flows_[arrived_[i]].destination, *this, routeOf(i));
        solver_->prefetch(routeOf(i).links(), Step::Links);
      },
      fetch(Step::Way), fetch(Step::Flow), [&](std::size_t i) { join(arrived_[i], routeOf(i)); });
  arrived_.clear();
}

/// \p route: where ways are static, that of the flow.
void FlowNetwork::join(std::uint32_t flow_index, Route &route) {
  const Flow &flow = flows_[flow_index];
  if (!static_)
    routing_->route(flow.source, flow.destination, *this, route);
  const std::uint32_t index = bundleFor(flow, route);
  FlowBundles::Bundle &bundle = bundles_[index];
  bundles_.add(bundle, flow_index, Wide{flow.size} * 8 * 1'000'000'000'000);
  if (bundle.rate != 0)
    scheduleNext(index);
}

/// The bundle of flows between the same two nodes, or a new one. Few bundles of an interface are looked through, many
/// are found by a table.
std::uint32_t FlowNetwork::bundleFor(const Flow &flow, const Route &route) {
  if (!merge_)
    return openBundle(route);
  const RateSolver::Look look = solver_->lookFor(route.links().front(), route.links().back());
  if (look.found == RateSolver::kNobody && look.complete && look.count < RateSolver::kFew)
    return openBundle(route);
  std::uint32_t known = look.found;
  if (known == RateSolver::kNobody) {
    if (look.complete)
      enterAll(look);
    std::uint32_t &entry = bundle_of_(flow.source, flow.destination);
    if (entry == PairTable::kNew) {
      entry = openBundle(route);
      bundles_[entry].found_by_pair = true;
      return entry;
    }
    known = entry;
  }
  advance(known);
  solver_->increase(bundles_[known].solver_flow);
  return known;
}

/// An interface is about to have one bundle more than are looked through.
void FlowNetwork::enterAll(const RateSolver::Look &look) {
  for (std::uint32_t i = 0; i < look.count; ++i) {
    FlowBundles::Bundle &bundle = bundles_[look.seen[i]];
    if (const Flow &flow = flows_[bundle.flow]; !bundle.found_by_pair)
      bundle_of_(flow.source, flow.destination) = look.seen[i];
    bundle.found_by_pair = true;
  }
}

std::uint32_t FlowNetwork::openBundle(const Route &route) {
  const std::uint32_t index = bundles_.open();
  FlowBundles::Bundle &bundle = bundles_[index];
  const RateSolver::Added added = solver_->add(route.links(), index);
  bundle.rate = added.rate;
  bundle.updated = engine_.now();
  bundle.due = SimTime::max();
  bundle.links = static_cast<std::uint16_t>(topology_->crossedLinks(route));
  bundle.solver_flow = added.flow;
  bundle.found_by_pair = false;
  ++bundle.generation;
  if (recorder_ != nullptr)
    ways_.open(index, route);
  return index;
}

/// Flows have no buffers that would fill back to where the way begins: its fullest link stands for them.
std::int64_t FlowNetwork::queuedBefore(std::span<const LinkId> way, std::optional<int>) const {
  std::int64_t most = 0;
  for (LinkId link : way)
    most = std::max(most, queued(link));
  return most;
}

// ---- Rates change ----

/// One solution per instant, after all that happens then.
void FlowNetwork::requestSettle() {
  if (!settle_scheduled_)
    engine_.schedule(engine_.now(), Actions::settle, this, 0);
  settle_scheduled_ = true;
}

/// Its flows have sent at the rate that may now end.
void FlowNetwork::advance(std::uint32_t bundle_index) {
  FlowBundles::Bundle &bundle = bundles_[bundle_index];
  const Wide served = Wide{bundle.rate} * (engine_.now() - bundle.updated).ps();
  if (recorder_ != nullptr)
    ways_.carry(bundle_index, bundles_, served, engine_.now(), *recorder_);
  bundles_.serve(bundle, served);
  bundle.updated = engine_.now();
}

void FlowNetwork::setRate(std::uint32_t bundle_index, std::int64_t rate) {
  FlowBundles::Bundle &bundle = bundles_[bundle_index];
  advance(bundle_index);
  // When it gets slower the event it has comes too early, and looks again.
  const bool look = rate > bundle.rate || bundle.due == SimTime::max();
  bundle.rate = rate;
  if (look)
    scheduleNext(bundle_index);
}

/// Sees that there is an event when the next flow ends. An earlier event is enough: it will look again.
void FlowNetwork::scheduleNext(std::uint32_t bundle_index) {
  FlowBundles::Bundle &bundle = bundles_[bundle_index];
  if (bundle.rate == 0)
    return; // It has to wait for a rate.
  const Wide left = bundle.left + bundle.rate - 1;
  // Mostly 64 bits are enough.
  const std::int64_t span =
      left >> 63 == 0 ? static_cast<std::int64_t>(left) / bundle.rate : static_cast<std::int64_t>(left / bundle.rate);
  const SimTime end = bundle.updated + SimDuration::ps(span);
  if (end >= bundle.due)
    return;
  bundle.due = end;
  ++bundle.generation;
  ending_.add(end, std::uint64_t{bundle.generation} << 32 | bundle_index);
}

// ---- Flows end ----

void FlowNetwork::endAll(std::span<const std::uint64_t> due) {
  using Step = RateSolver::PrefetchStep;
  const auto bundle = [&](std::size_t i) -> const FlowBundles::Bundle & {
    return bundles_[static_cast<std::uint32_t>(due[i])];
  };
  inSteps(
      due.size(), [&](std::size_t i) { bundles_.prefetch(static_cast<std::uint32_t>(due[i])); },
      [&](std::size_t i) {
        flows_.prefetch(bundle(i).flow);
        solver_->prefetch(bundle(i).solver_flow, Step::Flow);
      },
      [&](std::size_t i) { solver_->prefetch(bundle(i).solver_flow, Step::Way); },
      [&](std::size_t i) { solver_->prefetch(bundle(i).solver_flow, Step::Links); },
      [&](std::size_t i) { endDue(due[i]); });
}

/// The next flows of a bundle may have ended.
void FlowNetwork::endDue(std::uint64_t generation_index) {
  const auto index = static_cast<std::uint32_t>(generation_index);
  FlowBundles::Bundle &bundle = bundles_[index];
  if (bundle.generation != generation_index >> 32)
    return;
  bundle.due = SimTime::max();
  advance(index);
  while (!bundle.empty && bundle.left <= 0)
    endNext(index);
  if (!bundle.empty)
    scheduleNext(index);
}

/// The last byte of a flow has left the source; it arrives after the latency of the way.
void FlowNetwork::endNext(std::uint32_t bundle_index) {
  FlowBundles::Bundle &bundle = bundles_[bundle_index];
  const std::uint32_t flow_index = bundle.flow;
  const Flow flow = flows_[flow_index];
  flows_.release(flow_index);
  if (recorder_ != nullptr)
    ways_.correct(bundle_index, bundle.left); // Ends are on whole picoseconds: it was served that much too long.
  bundles_.removeNext(bundle);
  solver_->decrease(bundle.solver_flow, static_cast<std::uint64_t>(flow.size));
  if (bundle.empty) {
    ++bundle.generation;
    if (bundle.found_by_pair)
      bundle_of_.erase(flow.source, flow.destination);
    bundles_.close(bundle_index);
  }
  engine_.schedule(engine_.now() + latency_ + link_latency_ * bundle.links, Actions::delivered, this, flow.cookie);
  if (flow.notify == NotifyInjected::Yes)
    engine_.schedule(engine_.now(), Actions::injected, this, flow.cookie);
}

std::optional<PrefetchHint> FlowNetwork::prefetchHint(const sim::Event &event) const {
  if (event.target != this)
    return std::nullopt;
  if (event.action == Actions::delivered)
    return PrefetchHint{event.argument, true};
  if (event.action == Actions::due)
    bundles_.prefetch(static_cast<std::uint32_t>(event.argument));
  return std::nullopt;
}

std::size_t FlowNetwork::memoryBytes() const {
  return solver_->memoryBytes() + flows_.memoryBytes() + bundles_.memoryBytes() + bundle_of_.memoryBytes() +
         coming_.memoryBytes() + ending_.memoryBytes() + arrived_.capacity() * sizeof(arrived_[0]) +
         by_source_.capacity() * sizeof(by_source_[0]);
}

} // namespace maquette::models
