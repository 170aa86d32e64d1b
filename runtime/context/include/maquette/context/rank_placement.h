//===- maquette/context/rank_placement.h - where ranks are on the target machine ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// RankPlacement knows the target machine, the jobs that share it, and on which node and core each rank is. It does not
/// change while a simulation runs.
#ifndef MAQUETTE_CONTEXT_RANK_PLACEMENT_H
#define MAQUETTE_CONTEXT_RANK_PLACEMENT_H

#include "maquette/context/rank.h"
#include "maquette/formats/jobs.h"
#include "maquette/formats/run_config.h"
#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"

#include <cstdint>
#include <vector>

namespace maquette::runtime {

class RankPlacement {
public:
  /// Writes into each of \p ranks, an array of config.ranks that outlives this, the job that it belongs to.
  RankPlacement(const RunConfig &config, models::Machine machine, JobLayout layout, Rank *ranks);

  const models::Machine &machine() const { return machine_; }
  /// At least one. A job without ranks is traffic.
  const std::vector<JobPlace> &jobs() const { return layout_.jobs; }
  models::NodeId nodeOf(std::int32_t rank) const {
    if (block_ == 1)
      return models::NodeId{rank};
    if (block_ > 1)
      return models::NodeId{static_cast<std::uint32_t>(rank) / block_}; // Faster than of 64 bits.
    return placedOn(rank);
  }
  std::int64_t ranksPerNode() const { return ranks_per_node_; }
  /// Fills in data that only some models and the observer use: the cores, and the call of the sender.
  void describe(models::Transfer &transfer, std::int32_t from, std::int32_t to) const {
    if (describes_)
      describeParts(transfer, from, to);
  }

private:
  std::int64_t slotOf(std::int64_t rank) const;
  models::NodeId placedOn(std::int32_t rank) const;
  void describeParts(models::Transfer &transfer, std::int32_t from, std::int32_t to) const;

  models::Machine machine_;
  JobLayout layout_;
  const Rank *ranks_;
  std::int64_t ranks_per_node_;
  std::uint32_t block_; ///< Ranks i * block_ to (i + 1) * block_ - 1 are on node i; 0 if they are placed otherwise.
  bool describes_;
  std::vector<std::uint16_t> core_of_; ///< By rank; empty if cores make no difference.
};

} // namespace maquette::runtime

#endif
