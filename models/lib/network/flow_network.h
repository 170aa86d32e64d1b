//===- models/lib/network/flow_network.h - messages as flows over links -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/models/flow-fair.md and flow-fifo.md hold the equations. Every message is a flow from its start until its last
/// byte has left; a RateSolver says at which rates. Small messages are not exempt.
///
/// Where flows between the same two nodes always have the same rate they form a bundle, which the solver sees as one
/// flow with a weight. A bundle counts what each of its flows has got since it began; a flow ends when that reaches
/// what it was at its start plus its size.
///
/// Large steps of many nodes begin and end flows by the thousands at one instant. These are handled together, the
/// memory of those that follow being fetched meanwhile.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FLOW_NETWORK_H
#define MAQUETTE_MODELS_LIB_NETWORK_FLOW_NETWORK_H

#include "lib/network/batched_timers.h"
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
  __extension__ using Wide = __int128;
  struct Flow {
    std::uint64_t cookie = 0;
    std::int64_t size = 0;
    NodeId source;
    NodeId destination;
    NotifyInjected notify = NotifyInjected::No;
  };
  struct Member {
    Wide goal; ///< It has all its bytes when `served` gets there.
    std::uint32_t flow;
    std::uint32_t order; ///< Of joining: equal ones end in it.
    bool operator>(const Member &other) const { return goal != other.goal ? goal > other.goal : order > other.order; }
  };
  /// Of a bundle, for the recorder.
  struct Way {
    std::vector<LinkId> links;
    Wide carried = 0;      ///< Of all its flows, in 1e-12 bit.
    std::int64_t told = 0; ///< Whole bytes of it that the recorder knows of.
  };
  /// Of a bundle of more than one flow.
  struct Crowd {
    Wide served = 0; ///< Per flow, in 1e-12 bit.
    std::uint32_t joined = 0;
    std::vector<Member> members; ///< A heap, next to end first.
  };
  static constexpr std::size_t kMany = 1024;
  static constexpr std::uint32_t kLone = ~std::uint32_t{0};
  struct alignas(64) Bundle {
    Wide left = 0; ///< Of the flow that ends next, in 1e-12 bit, at `updated`: rate (bit/s) times time (ps) is exact.
    std::int64_t rate = 0; ///< Per flow, in bit/s.
    sim::SimTime updated;
    sim::SimTime due;       ///< Time of its next event.
    std::uint32_t flow = 0; ///< That ends next.
    std::uint32_t solver_flow = 0;
    std::uint32_t generation = 0; ///< Events of earlier generations are void.
    std::uint32_t crowd = kLone;
    std::uint16_t links = 0;
    bool found_by_pair = false; ///< It is in bundle_of_.
    bool empty = true;
  };
  static_assert(sizeof(Bundle) == 64);

  std::int64_t queued(LinkId link) const override { return solver_->flows(link); }
  std::int64_t queuedBefore(std::span<const LinkId> way, std::optional<int> phase) const override;
  void beginInstant();
  void arrive(std::uint32_t flow_index);
  void sortArrived();
  void joinAll();
  void join(std::uint32_t flow_index, Route &route);
  std::uint32_t bundleFor(const Flow &flow, const Route &route);
  std::uint32_t openBundle(const Route &route);
  std::uint32_t &entryOf(const Flow &flow) { return bundle_of_(flow.source, flow.destination); }
  void enterAll(const RateSolver::Look &look);
  void noteWay(std::uint32_t bundle_index, const Route &route);
  void addMember(Bundle &bundle, std::uint32_t flow_index);
  void removeNext(Bundle &bundle);
  void advance(std::uint32_t bundle_index);
  void record(std::uint32_t bundle_index, Wide served);
  void setRate(std::uint32_t bundle_index, std::int64_t rate);
  void scheduleNext(std::uint32_t bundle_index);
  void endDue(std::uint64_t generation_index);
  void endNext(std::uint32_t bundle_index);
  void endAll(std::span<const std::uint64_t> due);
  void requestSettle();
  static void comes(void *self, std::uint64_t flow_index);
  static void severalCome(void *self, std::uint64_t group);
  static void settle(void *self, std::uint64_t);
  static void due(void *self, std::uint64_t generation_index);
  static void severalDue(void *self, std::uint64_t group);
  static void injected(void *self, std::uint64_t cookie);
  static void delivered(void *self, std::uint64_t cookie);

  std::unique_ptr<Routing> routing_;
  std::unique_ptr<RateSolver> solver_;
  bool static_; ///< A pair of nodes has one way.
  bool merge_;  ///< Flows between the same two nodes share a bundle.
  Pool<Flow> flows_;
  Pool<Bundle> bundles_;
  Pool<Crowd> crowds_;
  PairTable bundle_of_; ///< Of interfaces with more bundles than RateSolver::kFew: all of them.
  BatchedTimers coming_;
  BatchedTimers ending_;
  std::vector<std::uint32_t> arrived_;                      ///< They join when all of this instant is known.
  std::vector<std::pair<NodeId, std::uint32_t>> by_source_; ///< The same with their sources, while they are sorted.
  sim::SimTime instant_ = sim::SimTime::max();              ///< When something last happened.
  sim::SimTime joined_at_ = sim::SimTime::max();            ///< When a flow last joined at once.
  std::array<Route, 5 * kBetweenSteps> routes_;             ///< Of flows on their way through the steps of joinAll().
  std::vector<Way> ways_;                                   ///< By bundle; while there is a recorder.
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
