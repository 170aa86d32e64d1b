//===- runtime/shmem/teams/teams.h - the teams of a simulation -------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_TEAMS_TEAMS_H
#define MAQUETTE_SHMEM_TEAMS_TEAMS_H

#include "core/names.h"
#include "core/team.h"

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace maquette::shmem {

class Job;

/// Owns the teams. PEs that ask for the same get the same.
class Teams {
public:
  explicit Teams(World &world) : world_(world) {}

  /// The PEs \p start, \p start + \p stride, ... of \p parent; \p split: its number among the splits of the parent.
  /// \pre they are members of it.
  const Team &split(const Team &parent, std::uint32_t split, std::int32_t start, std::int32_t stride,
                    std::int32_t size);
  /// An active set of 1.4.
  const Team &activeSet(const Team &world, std::int32_t start, std::int32_t stride, std::int32_t size);
  /// The PEs of the job on the node of \p rank, or that PE alone if they are not at equal distances.
  const Team &shared(const Job &job, const Rank &rank);

private:
  using Key = std::tuple<std::uint32_t, std::int32_t, std::uint32_t, std::int32_t, std::int32_t, std::int32_t>;
  const Team &find(const Key &key, std::int32_t first_rank);
  void findNodes(const Job &job);

  World &world_;
  std::map<Key, std::unique_ptr<Team>> teams_; ///< By parent, first rank, split, start, stride and size.
  /// The PEs of a job on a node, by first rank and node; in one pass over the job at its first use.
  std::map<std::pair<std::int32_t, models::NodeId>, std::vector<std::int32_t>> on_node_;
};

} // namespace maquette::shmem

#endif
