//===- models/lib/network/flow_network.h - messages as flows over links -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/models/flow-fair.md and flow-fifo.md hold the equations. Every message is a flow from its start until its last
/// byte has left; a RateSolver says at which rates. Small messages are not exempt.
///
/// Where flows between the same two nodes always have the same rate they form a bundle (flow_bundles.h), which the
/// solver sees as one flow with a weight.
///
/// Large steps of many nodes begin and end flows by the thousands at one instant. These are handled together, the
/// memory of those that follow being fetched meanwhile.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FLOW_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_FLOW_NETWORK_H

#include "lib/network/batched_timers.h"
#include "lib/network/bundle_ways.h"
#include "lib/network/flow_bundles.h"
#include "lib/network/in_steps.h"
#include "lib/network/network_base.h"
#include "lib/network/pair_table.h"
#include "lib/network/pool.h"
#include "lib/network/rate_solver.h"
#include "lib/routing/routing.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace maquette::models {

class FlowNetwork : public RoutedNetwork, private LinkQueues {
public:
  Started start(const Transfer &transfer) override;
  std::size_t memoryBytes() const override;
  std::optional<PrefetchHint> prefetchHint(const sim::Event &event) const override;
  std::uint64_t linkBytes(LinkId link) const override { return solver_->bytes(link); }

protected:
  using MakeSolver = std::unique_ptr<RateSolver> (*)(std::int64_t link_count, LinkRates);
  FlowNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener, MakeSolver make_solver);
  /// By minimal ways.
  FlowNetwork(const NodeParameters &node, std::unique_ptr<Topology> topology, LinkRates rates, sim::SimDuration latency,
              sim::SimDuration link_latency, sim::Engine &engine, TransferListener &listener, MakeSolver make_solver);

private:
  using Wide = FlowBundles::Wide;
  struct Flow {
    std::uint64_t cookie = 0;
    std::int64_t size = 0;
    NodeId source;
    NodeId destination;
    NotifyInjected notify = NotifyInjected::No;
  };
  struct Actions;

  std::int64_t queued(LinkId link) const override { return solver_->flows(link); }
  std::int64_t queuedBefore(std::span<const LinkId> way, std::optional<int> phase) const override;
  void beginInstant();
  void arrive(std::uint32_t flow_index);
  void sortArrived();
  void joinAll();
  void join(std::uint32_t flow_index, Route &route);
  std::uint32_t bundleFor(const Flow &flow, const Route &route);
  std::uint32_t openBundle(const Route &route);
  void enterAll(const RateSolver::Look &look);
  void advance(std::uint32_t bundle_index);
  void setRate(std::uint32_t bundle_index, std::int64_t rate);
  void scheduleNext(std::uint32_t bundle_index);
  void endDue(std::uint64_t generation_index);
  void endNext(std::uint32_t bundle_index);
  void endAll(std::span<const std::uint64_t> due);
  void requestSettle();

  std::unique_ptr<Routing> routing_;
  std::unique_ptr<RateSolver> solver_;
  bool static_; ///< A pair of nodes has one way.
  bool merge_;  ///< Flows between the same two nodes share a bundle.
  Pool<Flow> flows_;
  FlowBundles bundles_;
  PairTable bundle_of_; ///< Of interfaces with more bundles than RateSolver::kFew: all of them.
  BatchedTimers coming_;
  BatchedTimers ending_;
  std::vector<std::uint32_t> arrived_;                      ///< They join when all of this instant is known.
  std::vector<std::pair<NodeId, std::uint32_t>> by_source_; ///< The same with their sources, while they are sorted.
  sim::SimTime instant_ = sim::SimTime::max();              ///< When something last happened.
  sim::SimTime joined_at_ = sim::SimTime::max();            ///< When a flow last joined at once.
  std::array<Route, 5 * kBetweenSteps> routes_;             ///< Of flows on their way through the steps of joinAll().
  BundleWays ways_;                                         ///< While there is a recorder.
  bool settle_scheduled_ = false;
};

class FlowFair final : public FlowNetwork {
public:
  FlowFair(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);
  /// On any topology, by minimal ways.
  FlowFair(const NodeParameters &node, std::unique_ptr<Topology> topology, LinkRates rates, sim::SimDuration latency,
           sim::SimDuration link_latency, sim::Engine &engine, TransferListener &listener);
};

class FlowFifo final : public FlowNetwork {
public:
  FlowFifo(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);
};

} // namespace maquette::models

#endif
