//===- skeletonizer/decide/lib/set_up.cpp - what runs before the time loop -===//
// SPDX-License-Identifier: Apache-2.0
#include "set_up.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace maquette::skeletonizer {
namespace {

/// A function runs its statements in their order, but for loops.
class JumpFinder : public clang::RecursiveASTVisitor<JumpFinder> {
public:
  bool VisitLabelStmt(clang::LabelStmt *) { return !(found = true); }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *const callee = call->getDirectCallee();
    found |= callee && callee->getIdentifier() && callee->getName().contains("setjmp");
    return !found;
  }
  bool found = false;
};

/// A statement that the time loop is in, and the function instance in which it stands.
struct Place {
  InstanceId instance;
  SourceKey statement;
};

class TimeLoopFinder {
public:
  TimeLoopFinder(const DependenceGraph &graph, const ProgramIndex &index) : graph_(graph), index_(index) {
    for (const CallRecord &call : graph.calls) {
      calls_of_[call.caller].push_back(&call);
      ++times_called_[call.callee];
    }
  }
  /// From main() inwards; the last is the loop itself. Empty: none is found.
  std::vector<Place> find(InstanceId instance) {
    std::vector<Place> places;
    for (int depth = 0; depth < kDeepest && isStraight(instance); ++depth) {
      if (const std::optional<SourceKey> loop = largestLoop(instance)) {
        places.push_back({instance, *loop});
        return places;
      }
      const CallRecord *const call = onlyWay(instance);
      if (!call)
        break;
      places.push_back({instance, graph_.sites[graph_[call->action].site].key});
      instance = call->callee;
    }
    return {};
  }

private:
  static constexpr int kDeepest = 4;

  bool isStraight(InstanceId instance) const {
    JumpFinder finder;
    const FunctionId function = graph_.instances[instance].function;
    const clang::FunctionDecl *const declaration =
        function == kNoFunction ? nullptr : index_.functions()[function].declaration;
    if (!declaration || !declaration->getBody())
      return false;
    finder.TraverseStmt(declaration->getBody());
    return !finder.found;
  }
  LoopId outermost(LoopId loop) const {
    while (graph_.loops[loop].parent != kNoLoop)
      loop = graph_.loops[loop].parent;
    return loop;
  }
  /// How many function instances run below.
  std::size_t below(std::vector<InstanceId> work) {
    std::set<InstanceId> seen(work.begin(), work.end());
    while (!work.empty()) {
      const InstanceId at = work.back();
      work.pop_back();
      for (const CallRecord *call : calls_of_[at])
        if (seen.insert(call->callee).second)
          work.push_back(call->callee);
    }
    return seen.size();
  }
  std::optional<SourceKey> largestLoop(InstanceId instance) {
    std::map<LoopId, std::vector<InstanceId>> callees;
    for (const CallRecord *call : calls_of_[instance])
      if (call->loop != kNoLoop && graph_.loops[outermost(call->loop)].reaches_mpi)
        callees[outermost(call->loop)].push_back(call->callee);
    std::optional<SourceKey> largest;
    std::size_t most = 0;
    for (const auto &[loop, called] : callees)
      if (const std::size_t size = below(called); size > most) {
        most = size;
        largest = graph_.loops[loop].where;
      }
    return largest;
  }
  /// The call in which most runs, outside of loops, of a function that nobody else calls.
  const CallRecord *onlyWay(InstanceId instance) {
    const CallRecord *best = nullptr;
    std::size_t most = 0;
    for (const CallRecord *call : calls_of_[instance]) {
      const bool once =
          call->loop == kNoLoop && times_called_[call->callee] == 1 && graph_[call->action].site != kNoSite;
      if (const std::size_t size = once ? below({call->callee}) : 0; size > most) {
        most = size;
        best = call;
      }
    }
    return best;
  }

  const DependenceGraph &graph_;
  const ProgramIndex &index_;
  std::map<InstanceId, std::vector<const CallRecord *>> calls_of_;
  std::map<InstanceId, int> times_called_;
};

/// Instances that run before, as far as calls from \p places tell.
class Spread {
public:
  Spread(const DependenceGraph &graph, const std::vector<Place> &places, const std::vector<FunctionId> &by_system)
      : graph_(graph), by_system_(by_system.begin(), by_system.end()) {
    for (const Place &place : places)
      statement_[place.instance] = place.statement;
  }

  /// Of nodes in the functions that the time loop is in: where they stand.
  bool precedes(NodeId node, InstanceId instance) const {
    const auto statement = statement_.find(instance);
    const SiteId site = graph_[node].site;
    return statement != statement_.end() && site != kNoSite && graph_.sites[site].key.file == statement->second.file &&
           graph_.sites[site].key.end <= statement->second.begin;
  }
  bool isAround(InstanceId instance) const { return statement_.count(instance) != 0; }

  /// Those of which every call is made before.
  InstanceFlags only() const {
    InstanceFlags flags(graph_.instances.size(), 0);
    for (const CallRecord &call : graph_.calls)
      flags[call.callee] = 1;
    for (InstanceId instance : graph_.instances.ids())
      if (isAround(instance) || isOfSystem(instance))
        flags[instance] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const CallRecord &call : graph_.calls)
        if (flags[call.callee] && (!call.at_once || !(flags[call.caller] || precedes(call.action, call.caller)))) {
          flags[call.callee] = 0;
          changed = true;
        }
    }
    return flags;
  }

  /// Those of which some call may be made before: all that are not called from the time loop and behind it alone.
  InstanceFlags ever() const {
    InstanceFlags flags(graph_.instances.size(), 1);
    for (const CallRecord &call : graph_.calls)
      flags[call.callee] = isOfSystem(call.callee);
    for (bool changed = true; changed;) {
      changed = false;
      for (const CallRecord &call : graph_.calls) {
        const bool before = isAround(call.caller) ? mayPrecede(call.action, call.caller) : flags[call.caller] != 0;
        if (before && !flags[call.callee]) {
          flags[call.callee] = 1;
          changed = true;
        }
      }
    }
    return flags;
  }
  /// As precedes(), where that is not known either.
  bool mayPrecede(NodeId node, InstanceId instance) const {
    const SourceKey &statement = statement_.at(instance);
    const SiteId site = graph_[node].site;
    return site == kNoSite || graph_.sites[site].key.file != statement.file ||
           graph_.sites[site].key.begin < statement.begin;
  }

private:
  bool isOfSystem(InstanceId instance) const { return by_system_.count(graph_.instances[instance].function) != 0; }

  const DependenceGraph &graph_;
  std::set<FunctionId> by_system_;
  std::map<InstanceId, SourceKey> statement_;
};

} // namespace

SetUp::SetUp(const DependenceGraph &graph, const ProgramIndex &index) : only_(graph.size(), 0), ever_(graph.size(), 1) {
  if (index.mains().size() != 1 || graph.threads.starts_some)
    return;
  InstanceId main = kNoInstance;
  for (InstanceId instance : graph.instances.ids())
    if (graph.instances[instance].function == index.mains().front())
      main = main == kNoInstance ? instance : kNoInstance;
  const std::vector<Place> places =
      main == kNoInstance ? std::vector<Place>{} : TimeLoopFinder(graph, index).find(main);
  if (places.empty())
    return;
  const Spread spread(graph, places, index.startedBySystem());
  const InstanceFlags only = spread.only(), ever = spread.ever();
  for (NodeId node : graph.nodes()) {
    const InstanceId instance = graph[node].instance;
    if (instance == kNoInstance || graph[node].kind == NodeKind::Object || graph[node].kind == NodeKind::Pointees)
      continue;
    const NodeId placed = graph[node].kind == NodeKind::Operands ? graph[node].action : node;
    only_[node] = spread.isAround(instance) ? spread.precedes(placed, instance) : only[instance] != 0;
    ever_[node] = spread.isAround(instance) ? spread.mayPrecede(placed, instance) : ever[instance] != 0;
  }
}

} // namespace maquette::skeletonizer
