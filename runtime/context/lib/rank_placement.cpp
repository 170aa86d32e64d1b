//===- runtime/context/lib/rank_placement.cpp - where ranks are on the target machine ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/rank_placement.h"

#include <cstddef>
#include <utility>

namespace maquette::runtime {

RankPlacement::RankPlacement(const RunConfig &config, models::Machine machine, JobLayout layout, Rank *ranks)
    : machine_(std::move(machine)), layout_(std::move(layout)), ranks_(ranks),
      ranks_per_node_(machine_.ranksPerNode(layout_.slots)),
      block_(layout_.jobs.size() == 1 && machine_.placement.mapping == models::Mapping::Block
                 ? static_cast<std::uint32_t>(ranks_per_node_)
                 : 0) {
  for (std::size_t job = 1; job < layout_.jobs.size(); ++job)
    for (std::int64_t id = 0; id < layout_.jobs[job].ranks; ++id)
      ranks[layout_.jobs[job].first_rank + id].job = static_cast<std::uint16_t>(job);
  if (ranks_per_node_ > 1 || machine_.node.hasParts() || machine_.network.rail_choice == "core") {
    core_of_.reserve(static_cast<std::size_t>(config.ranks));
    for (std::int64_t id = 0; id < config.ranks; ++id)
      core_of_.push_back(static_cast<std::uint16_t>(machine_.coreOf(slotOf(id), layout_.slots)));
  }
  describes_ = config.gather.observe || !core_of_.empty();
}

std::int64_t RankPlacement::slotOf(std::int64_t rank) const {
  if (layout_.jobs.size() == 1)
    return rank;
  const JobPlace &job = layout_.jobs[ranks_[rank].job];
  return rank + job.first_slot - job.first_rank;
}

models::NodeId RankPlacement::placedOn(std::int32_t rank) const {
  const std::int64_t slot = slotOf(rank);
  if (machine_.placement.mapping == models::Mapping::Block)
    return models::NodeId{slot / ranks_per_node_};
  return machine_.nodeOf(slot, layout_.slots);
}

void RankPlacement::describeParts(models::Transfer &transfer, std::int32_t from, std::int32_t to) const {
  transfer.label = ranks_[from].call;
  if (core_of_.empty())
    return;
  transfer.source_core = core_of_[static_cast<std::size_t>(from)];
  transfer.destination_core = core_of_[static_cast<std::size_t>(to)];
}

} // namespace maquette::runtime
