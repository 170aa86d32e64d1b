//===- runtime/shmem/teams/teams.cpp - the teams of a simulation -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "teams/teams.h"

#include "core/pe.h"

namespace maquette::shmem {

namespace {

/// No split has these numbers.
constexpr std::uint32_t kActiveSet = 0xffffffff;
constexpr std::uint32_t kShared = 0xfffffffe;

} // namespace

const Team &Teams::find(const Key &key, std::int32_t first_rank) {
  std::unique_ptr<Team> &team = teams_[key];
  if (team == nullptr)
    team = std::make_unique<Team>(Team{first_rank, std::get<3>(key), std::get<4>(key), std::get<5>(key),
                                       static_cast<std::uint32_t>(teams_.size())});
  return *team;
}

const Team &Teams::split(const Team &parent, std::uint32_t split, std::int32_t start, std::int32_t stride,
                         std::int32_t size) {
  return find({parent.id, parent.first_rank, split, parent.peOf(start), parent.stride * stride, size},
              parent.first_rank);
}

const Team &Teams::activeSet(const Team &world, std::int32_t start, std::int32_t stride, std::int32_t size) {
  return find({0, world.first_rank, kActiveSet, start, stride, size}, world.first_rank);
}

void Teams::findNodes(const Job &job) {
  for (std::int32_t pe = 0; pe < job.size(); ++pe)
    on_node_[{job.rankOf(0), world_.placement().nodeOf(job.rankOf(pe))}].push_back(pe);
}

const Team &Teams::shared(const Job &job, const Rank &rank) {
  const std::pair<std::int32_t, models::NodeId> node{job.rankOf(0), world_.placement().nodeOf(rank.id)};
  if (on_node_.count(node) == 0)
    findNodes(job);
  const std::vector<std::int32_t> &pes = on_node_.at(node);
  const std::int32_t stride = pes.size() > 1 ? pes[1] - pes[0] : 1;
  for (std::size_t i = 1; i < pes.size(); ++i)
    if (pes[i] - pes[i - 1] != stride)
      return find({0, job.rankOf(0), kShared, rank.id - job.rankOf(0), 1, 1}, job.rankOf(0));
  return find({0, job.rankOf(0), kShared, pes[0], stride, static_cast<std::int32_t>(pes.size())}, job.rankOf(0));
}

} // namespace maquette::shmem
