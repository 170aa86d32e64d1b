//===- models/lib/network/flow_fair.h - messages as flows that share links --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/models/flow-fair.md holds the equations. Every message is a flow from its start until its last byte has left;
/// flows share each link of their routes max-min fairly. Small messages are not exempt.
///
/// Flows between the same two nodes always have the same rate: they form a bundle, which the solver sees as one flow
/// with a weight. A bundle counts what each of its flows has got since it began; a flow ends when that reaches what it
/// was at its start plus its size.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_FLOW_FAIR_H
#define MAQUETTE_MODELS_LIB_NETWORK_FLOW_FAIR_H

#include "lib/network/flow_solver.h"
#include "lib/network/node_memory.h"
#include "lib/network/pair_table.h"
#include "lib/network/pool.h"
#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"
#include "maquette/models/topology.h"

#include <memory>
#include <vector>

namespace maquette::models {

class FlowFair final : public NetworkModel {
public:
  FlowFair(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine, TransferListener &listener);

  Started start(const Transfer &transfer) override;
  sim::SimDuration minimumLatency() const override;
  std::vector<LinkStatistics> busiestLinks(std::size_t count) const override;
  std::size_t memoryBytes() const override;

private:
  __extension__ using Wide = __int128;
  struct Flow {
    std::uint64_t cookie = 0;
    std::int64_t size = 0;
    NodeId source = 0;
    NodeId destination = 0;
    NotifyInjected notify = NotifyInjected::No;
  };
  struct Member {
    Wide goal; ///< It has all its bytes when `served` gets there.
    std::uint32_t flow;
    std::uint32_t order; ///< Of joining: equal ones end in it.
    bool operator>(const Member &other) const { return goal != other.goal ? goal > other.goal : order > other.order; }
  };
  struct Bundle {
    Wide served = 0;       ///< Per flow, in 1e-12 bit, at `updated`: rate (bit/s) times time (ps) is exact.
    std::int64_t rate = 0; ///< Per flow, in bit/s; 0: not known yet.
    sim::SimTime updated;
    sim::SimTime due;            ///< Time of its next event.
    std::vector<Member> members; ///< A heap, next to end first.
    std::uint32_t joined = 0;
    std::uint32_t solver_flow = 0;
    std::uint32_t generation = 0; ///< Events of earlier generations are void.
  };

  sim::SimDuration latency(NodeId source, NodeId destination) const;
  void join(std::uint32_t flow_index);
  std::uint32_t openBundle(const Flow &flow);
  void advance(Bundle &bundle) const;
  void setRate(std::uint32_t bundle_index, std::int64_t rate);
  void scheduleNext(std::uint32_t bundle_index);
  void finish(std::uint32_t flow_index);
  void requestSolve();
  static void joinLater(void *self, std::uint64_t flow_index);
  static void solve(void *self, std::uint64_t);
  static void due(void *self, std::uint64_t generation_index);
  static void injected(void *self, std::uint64_t cookie);
  static void delivered(void *self, std::uint64_t flow_index);

  sim::Engine &engine_;
  TransferListener &listener_;
  NodeMemory memory_;
  std::unique_ptr<Topology> topology_;
  sim::SimDuration latency_;
  sim::SimDuration link_latency_;
  FlowSolver solver_;
  Pool<Flow> flows_;
  Pool<Bundle> bundles_;
  PairTable bundle_of_;
  Route route_;
  bool solve_scheduled_ = false;
};

} // namespace maquette::models

#endif
