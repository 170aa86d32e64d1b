//===- runtime/shmem/core/team.h - PEs that act together -------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Team is a set of PEs at equal distances: the world, a team of 1.5 or an active set of 1.4. A Member is what one PE
/// knows of a team; a handle of the program is its address.
#ifndef MAQUETTE_SHMEM_CORE_TEAM_H
#define MAQUETTE_SHMEM_CORE_TEAM_H

#include "maquette/sim/time.h"

#include <cstdint>

namespace maquette::shmem {

/// PEs start, start + stride, ... of a job. The stride may be negative.
struct Team {
  std::int32_t first_rank = 0; ///< Of PE 0 of the job.
  std::int32_t start = 0;
  std::int32_t stride = 1;
  std::int32_t size = 0;
  std::uint32_t id = 0;

  std::int32_t peOf(int index) const { return start + index * stride; }
  std::int32_t rankOf(int index) const { return first_rank + peOf(index); }
  /// Of the PE of the job; -1 if it is no member.
  std::int32_t indexOf(std::int32_t pe) const {
    const std::int32_t distance = pe - start;
    const std::int32_t index = distance / stride;
    return distance % stride == 0 && index >= 0 && index < size ? index : -1;
  }
};

/// How far a PE is in a barrier. Signals may come one barrier ahead of it, never two.
struct BarrierProgress {
  sim::SimTime clock;        ///< When the PE has done what it could.
  std::uint32_t signals = 0; ///< Of this barrier, by number of the round.
  std::uint32_t next = 0;    ///< Of the next.
  std::uint32_t count = 0;   ///< Barriers begun.
  std::uint16_t call = 0;    ///< The call that it is in.
  std::uint16_t thread = 0;  ///< That waits.
  std::uint8_t round = 0;
  bool inside = false;
};

class Member {
public:
  /// \p me: -1 for a PE that is no member.
  Member(const Team &team, std::int32_t me) : team_(&team), me_(me) {}

  const Team &team() const { return *team_; }
  int me() const { return me_; }
  int size() const { return team_->size; }
  std::int32_t rankOf(int index) const { return team_->rankOf(index); }
  BarrierProgress &barrier() { return barrier_; }
  /// Of the next collective operation that moves data, and of the next split.
  std::uint32_t nextCollective() { return collectives_++; }
  std::uint32_t nextSplit() { return splits_++; }
  int contexts() const { return contexts_; }
  void setContexts(int contexts) { contexts_ = contexts; }

private:
  const Team *team_;
  std::int32_t me_;
  std::uint32_t collectives_ = 0;
  std::uint32_t splits_ = 0;
  int contexts_ = 0; ///< That its configuration asked for.
  BarrierProgress barrier_;
};

} // namespace maquette::shmem

#endif
