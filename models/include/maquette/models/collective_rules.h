//===- maquette/models/collective_rules.h - which algorithm for which size --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decision tables of collective operations, as data: those of MPICH and Open MPI, or a file of the user. The first
/// rule of an operation that applies decides.
///
/// Sizes     bytes. bcast, reduce, allreduce, scan: the whole vector. alltoall, gather, scatter: the part of one rank.
///           allgather, reduce_scatter: all parts together. barrier: 0.
///
/// Errors    loadCollectiveTables() reports all errors of a file, each with its place.
/// Source    docs/models/collectives.md
/// Example
///   const CollectiveRule &rule = choose(tables, CollectiveOperation::Bcast, {.bytes = 4096, .ranks = 64});
#ifndef MAQUETTE_MODELS_COLLECTIVE_RULES_H
#define MAQUETTE_MODELS_COLLECTIVE_RULES_H

#include "maquette/sim/result.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace maquette::models {

enum class CollectiveOperation : std::uint8_t {
  Barrier,
  Bcast,
  Reduce,
  Allreduce,
  Allgather,
  Alltoall,
  ReduceScatter,
  Gather,
  Scatter,
  Scan,
};
constexpr std::size_t kCollectiveOperations = 10;

enum class CollectiveAlgorithm : std::uint8_t {
  Linear,
  Binomial,
  KNomial,
  Binary,
  Chain,
  Pipeline,
  ScatterRing,
  ScatterDoubling,
  TwoLevel,
  Dissemination,
  RecursiveDoubling,
  RecursiveHalving,
  Rabenseifner,
  Ring,
  SegmentedRing,
  ReduceBroadcast,
  Bruck,
  NeighbourExchange,
  GatherBroadcast,
  Pairwise,
  ReduceThenScatter,
};

struct CollectiveRule {
  CollectiveAlgorithm algorithm{};
  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();
  std::int64_t least_bytes_per_rank = 0;
  std::int64_t least_ranks = 0;
  std::int64_t most_ranks = std::numeric_limits<std::int64_t>::max();
  bool power_of_two = false; ///< Only if the number of ranks is one.
  bool commutative = false;  ///< Only for commutative operations.
  std::int64_t segment = 0;  ///< Bytes that an algorithm sends at a time; 0: all at once.
  double ranks_per_byte = 0; ///< If not 0: only with fewer ranks than ranks_per_byte * bytes + ranks_offset.
  double ranks_offset = 0;
};

struct Situation {
  std::int64_t bytes = 0;
  std::int64_t ranks = 1;
  bool commutative = true;
  bool uniform = true; ///< All parts have one size.
};

using CollectiveTables = std::array<std::vector<CollectiveRule>, kCollectiveOperations>;

/// "allreduce"; in machine files and tables.
std::string_view nameOf(CollectiveOperation operation);
/// "recursive-doubling"
std::string_view nameOf(CollectiveAlgorithm algorithm);
/// All algorithms for an operation.
std::span<const CollectiveAlgorithm> algorithmsOf(CollectiveOperation operation);
/// True if the algorithm gives correct results in this situation. A rule whose algorithm does not is skipped.
bool serves(CollectiveOperation operation, CollectiveAlgorithm algorithm, const Situation &situation);

/// The tables of a library: "mpich" or "openmpi".
const CollectiveTables &collectiveTables(std::string_view library);
/// Tables from TOML text: arrays of tables by the name of the operation, each with `algorithm` and the other members of
/// CollectiveRule; `base` names the library that decides where no rule applies. \p filename is for messages.
sim::Result<CollectiveTables> parseCollectiveTables(std::string_view text, const std::string &filename);
sim::Result<CollectiveTables> loadCollectiveTables(const std::string &path);
/// Uses \p algorithm wherever it gives correct results.
void force(CollectiveTables &tables, CollectiveOperation operation, CollectiveAlgorithm algorithm,
           std::int64_t segment);

/// The first rule that applies. There always is one.
const CollectiveRule &choose(const CollectiveTables &tables, CollectiveOperation operation, const Situation &situation);

} // namespace maquette::models

#endif
