//===- models/lib/collective_rules.cpp - which algorithm for which size -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/collective_rules.h"

#include <algorithm>

namespace maquette::models {

namespace {

using Op = CollectiveOperation;
using Algo = CollectiveAlgorithm;

constexpr std::string_view kOperationNames[kCollectiveOperations] = {
    "barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "reduce_scatter", "gather", "scatter", "scan"};

constexpr std::string_view kAlgorithmNames[] = {"linear",
                                                "binomial",
                                                "k-nomial",
                                                "binary",
                                                "chain",
                                                "pipeline",
                                                "scatter-ring",
                                                "scatter-doubling",
                                                "two-level",
                                                "dissemination",
                                                "recursive-doubling",
                                                "recursive-halving",
                                                "rabenseifner",
                                                "ring",
                                                "segmented-ring",
                                                "reduce-broadcast",
                                                "bruck",
                                                "neighbour-exchange",
                                                "gather-broadcast",
                                                "pairwise",
                                                "reduce-then-scatter"};

constexpr Algo kBarrier[] = {Algo::Dissemination, Algo::RecursiveDoubling, Algo::Linear, Algo::Binomial};
constexpr Algo kBcast[] = {Algo::Binomial, Algo::KNomial,  Algo::Binary,      Algo::Linear,         Algo::Chain,
                           Algo::Pipeline, Algo::TwoLevel, Algo::ScatterRing, Algo::ScatterDoubling};
constexpr Algo kReduce[] = {Algo::Binomial, Algo::Rabenseifner, Algo::Linear,
                            Algo::Chain,    Algo::Pipeline,     Algo::Binary};
constexpr Algo kAllreduce[] = {Algo::RecursiveDoubling, Algo::Rabenseifner,    Algo::Ring,
                               Algo::SegmentedRing,     Algo::ReduceBroadcast, Algo::TwoLevel};
constexpr Algo kAllgather[] = {Algo::RecursiveDoubling, Algo::Bruck, Algo::Ring, Algo::NeighbourExchange,
                               Algo::GatherBroadcast};
constexpr Algo kAlltoall[] = {Algo::Bruck, Algo::Pairwise, Algo::Linear};
constexpr Algo kReduceScatter[] = {Algo::RecursiveHalving, Algo::Pairwise, Algo::Ring, Algo::ReduceThenScatter};
constexpr Algo kGatherScatter[] = {Algo::Binomial, Algo::Linear};
constexpr Algo kScan[] = {Algo::RecursiveDoubling, Algo::Linear};

bool isPowerOfTwo(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

bool applies(const CollectiveRule &rule, Op operation, const Situation &situation) {
  const auto ranks = static_cast<double>(situation.ranks), bytes = static_cast<double>(situation.bytes);
  return situation.bytes <= rule.most_bytes && situation.ranks >= rule.least_ranks &&
         situation.ranks <= rule.most_ranks && situation.bytes / situation.ranks >= rule.least_bytes_per_rank &&
         (!rule.power_of_two || isPowerOfTwo(situation.ranks)) && (!rule.commutative || situation.commutative) &&
         (rule.ranks_per_byte == 0 || ranks < rule.ranks_per_byte * bytes + rule.ranks_offset) &&
         serves(operation, rule.algorithm, situation);
}

} // namespace

std::string_view nameOf(CollectiveOperation operation) { return kOperationNames[static_cast<std::size_t>(operation)]; }
std::string_view nameOf(CollectiveAlgorithm algorithm) { return kAlgorithmNames[static_cast<std::size_t>(algorithm)]; }

std::span<const CollectiveAlgorithm> algorithmsOf(CollectiveOperation operation) {
  switch (operation) {
  case Op::Barrier:
    return kBarrier;
  case Op::Bcast:
    return kBcast;
  case Op::Reduce:
    return kReduce;
  case Op::Allreduce:
    return kAllreduce;
  case Op::Allgather:
    return kAllgather;
  case Op::Alltoall:
    return kAlltoall;
  case Op::ReduceScatter:
    return kReduceScatter;
  case Op::Gather:
  case Op::Scatter:
    return kGatherScatter;
  case Op::Scan:
    return kScan;
  }
  return {};
}

bool serves(CollectiveOperation operation, CollectiveAlgorithm algorithm, const Situation &situation) {
  const bool reduces = operation == Op::Reduce || operation == Op::Allreduce || operation == Op::ReduceScatter;
  switch (algorithm) {
  case Algo::Rabenseifner:
    return situation.commutative;
  case Algo::Ring:
  case Algo::SegmentedRing:
  case Algo::Pairwise:
  case Algo::Chain:
  case Algo::Pipeline:
  case Algo::Binary:
  case Algo::TwoLevel:
    return !reduces || situation.commutative;
  case Algo::RecursiveHalving:
    return situation.commutative && isPowerOfTwo(situation.ranks);
  case Algo::RecursiveDoubling:
    return operation != Op::Allgather || isPowerOfTwo(situation.ranks);
  case Algo::ScatterDoubling:
    return isPowerOfTwo(situation.ranks);
  case Algo::NeighbourExchange:
    return situation.ranks % 2 == 0;
  case Algo::Bruck:
    return operation != Op::Alltoall || situation.uniform;
  case Algo::Binomial:
    return (operation != Op::Gather && operation != Op::Scatter) || situation.uniform;
  default:
    return true;
  }
}

void force(CollectiveTables &tables, CollectiveOperation operation, CollectiveAlgorithm algorithm,
           std::int64_t segment) {
  std::vector<CollectiveRule> &rules = tables[static_cast<std::size_t>(operation)];
  rules.insert(rules.begin(), {.algorithm = algorithm, .segment = segment});
}

const CollectiveRule &choose(const CollectiveTables &tables, CollectiveOperation operation,
                             const Situation &situation) {
  const std::vector<CollectiveRule> &rules = tables[static_cast<std::size_t>(operation)];
  for (const CollectiveRule &rule : rules)
    if (applies(rule, operation, situation))
      return rule;
  return rules.back();
}

} // namespace maquette::models
