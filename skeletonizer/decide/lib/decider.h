//===- skeletonizer/decide/lib/decider.h - from the dependence graph to decisions -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two steps of decide(): what is in and where it is cut (decide.cpp), and what that means for the sources
/// (decide_output.cpp).
#ifndef MAQUETTE_DECIDE_DECIDER_H
#define MAQUETTE_DECIDE_DECIDER_H

#include "maquette/dataflow/dependence_graph.h"
#include "maquette/dataflow/loop_frequency.h"
#include "maquette/decide/decide.h"
#include "maquette/frontend/program_index.h"
#include "node_cost.h"

#include <cstdint>
#include <span>

namespace maquette::skeletonizer {

using NodeFlags = sim::IdVector<NodeId, char>;
using InstanceFlags = sim::IdVector<InstanceId, char>;

/// \p user needs \p needed to run at all, not for its value; what decides whether a function is entered is the region
/// around its call.
bool onlyRuns(const DependenceGraph &graph, NodeId user, NodeId needed);

class Decider {
public:
  Decider(DependenceGraph graph, const ProgramIndex &index, const DecideOptions &options)
      : graph_(std::move(graph)), index_(index), options_(options), frequency_(graph_),
        cost_(graph_, frequency_, options.measured) {}
  Decisions run();

private:
  void noteOrigins();
  void markExact();
  void walkExact(std::span<const std::pair<NodeId, std::vector<NodeId>>> walks, const NodeFlags &leads_on);
  void markStrict();
  void markThreads();
  void markDelivered();
  void markReduced();
  // uniformity.cpp: what all ranks know alike
  void findVarying();
  void findCollective();
  bool isAlike(NodeId at) const;
  void markControl();
  bool forbidCutsBehindControl();
  std::set<NodeId> toldToOthers() const;
  void markElements();
  std::vector<NodeId> controlOfCommunication() const;
  // bounds.cpp
  bool forbidCutsOfBounds();
  bool readsDelivered(NodeId operands) const;
  void markLate();
  // apply_overrides.cpp: what the user decided
  void applyOverrides();
  void applyOverrides(const SourceKey &statement, const Override &what, const std::vector<NodeId> &nodes);
  bool isAgreed(NodeId node) const;
  bool readsAgreed(NodeId operands) const;
  void cutUntilConsistent();
  NodeFlags closure(const std::vector<NodeId> &roots, sim::IdVector<NodeId, NodeId> *parents) const;
  bool isCut(NodeId node) const {
    return graph_[node].site != kNoSite && cut_sites_.count(graph_[node].site) && graph_[node].operands != kNoNode;
  }
  std::set<SiteId> minimumCut(const NodeFlags &in) const;
  bool mayCutAt(NodeId node) const;
  bool dropInconsistentCuts(std::set<SiteId> &sites);
  InstanceFlags running(const NodeFlags &in) const;
  bool needAddresses(NodeId kept, NodeId action, const NodeFlags &in);
  bool coupleContexts(const NodeFlags &in);
  void addSoftRoots();
  bool addIfCheap(NodeId root);
  void addFeatures();
  bool isArgumentOfKeptCall(NodeId node) const;
  bool isScalarObject(NodeId object) const;
  std::set<NodeId> featureCandidates() const;
  bool isLive(InstanceId instance) const { return instance != kNoInstance && live_instances_.count(instance) != 0; }
  void findLive();
  bool isTouched(NodeId object) const;
  // decide_output.cpp
  void emit(Decisions &out);
  void emitPrediction(NodeId node, Decisions &out);
  void emitReasons(Decisions &out);
  void emitAvailable(Decisions &out);
  bool isHeld(const std::vector<NodeId> &objects) const;
  void emitContainers(Decisions &out);
  void emitDataLoops(Decisions &out) const;
  std::string predictionId(const Site &site);

  DependenceGraph graph_;
  const ProgramIndex &index_;
  const DecideOptions &options_;
  LoopFrequency frequency_;
  NodeCost cost_;
  std::map<SiteId, std::vector<NodeId>> nodes_of_site_;
  NodeFlags agreed_;            ///< Is, or needs, what a collective gave to all ranks alike.
  NodeFlags delivered_;         ///< Integers that a message brought, or an object that holds such.
  NodeFlags varies_;            ///< May differ from rank to rank.
  NodeFlags collective_;        ///< A number that follows from what a collective gave to all ranks.
  std::vector<NodeId> control_; ///< Conditions that decide whether some MPI call is made.
  NodeFlags late_;              ///< Needs what the time loop computes.
  std::set<SiteId> cut_sites_;
  std::set<SiteId> forced_cuts_;                ///< By the user.
  std::map<SiteId, std::string> forced_values_; ///< Site -> expression that stands for it.
  std::set<SiteId> removed_sites_;              ///< By the user.
  std::set<SiteId> uncuttable_sites_;
  std::vector<NodeId> roots_;
  NodeFlags in_;
  sim::IdVector<NodeId, NodeId> parents_;
  std::set<InstanceId> live_instances_;
  std::map<std::string, int> id_uses_;
};

} // namespace maquette::skeletonizer

#endif
