//===- runtime/shmem/core/shmem_state.h - the OpenSHMEM state of one simulation -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shmem owns what the OpenSHMEM layer of one World consists of, and answers what the World asks of it.
#ifndef MAQUETTE_SHMEM_CORE_SHMEM_STATE_H
#define MAQUETTE_SHMEM_CORE_SHMEM_STATE_H

#include "core/names.h"
#include "core/pe.h"
#include "core/symmetric_memory.h"
#include "core/transport.h"
#include "sync/locks.h"
#include "sync/memory_waits.h"
#include "teams/teams.h"

#include "maquette/context/closed_form_barrier.h"
#include "maquette/context/communication_layers.h"
#include "maquette/models/machine.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace maquette::shmem {

class Shmem final : public runtime::OneSidedLayer {
public:
  explicit Shmem(World &world);
  ~Shmem() override;

  World &world() { return world_; }
  const models::ShmemParameters &costs() const { return world_.machine().shmem; }
  SymmetricMemory &memory() { return memory_; }
  Transport &transport() { return transport_; }
  MemoryWaits &waits() { return waits_; }
  Teams &teams() { return teams_; }
  Locks &locks() { return locks_; }
  /// The state of \p rank as a PE, which it makes.
  Pe &join(Rank &rank);
  Pe &peOf(Rank &rank) { return rank.pe != nullptr ? *rank.pe : join(rank); }
  /// When an atomic operation that comes \p now to \p rank acts: those of one PE act one after another.
  SimTime atomicAt(std::int32_t rank, SimTime now);
  /// By how much the next access is seen later than it arrives: of a run that looks for errors of the program.
  SimDuration drawDelay();
  /// All PEs of a job in shmem_init, and in shmem_finalize.
  runtime::ClosedFormBarrier &beginning() { return beginning_; }
  runtime::ClosedFormBarrier &ending() { return ending_; }

  void transferInjected(std::uint64_t cookie) override;
  void transferDelivered(std::uint64_t cookie) override;
  models::Transfer transferOf(std::uint64_t cookie) const override;
  std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const override;
  bool isInUse(const Rank &rank) const override { return rank.pe != nullptr && rank.pe->in_use; }
  void mainReturns(Rank &rank) override;
  std::string waitText(const Rank &rank) const override;
  void fillMemory(std::map<std::string, std::uint64_t> &memory) const override;

private:
  World &world_;
  SymmetricMemory memory_;
  Transport transport_;
  MemoryWaits waits_;
  Teams teams_;
  Locks locks_;
  runtime::ClosedFormBarrier beginning_;
  runtime::ClosedFormBarrier ending_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::vector<std::unique_ptr<Pe>> pes_;
  std::vector<SimTime> atomics_until_; ///< By rank; empty if they take no time.
  std::uint64_t delays_drawn_ = 0;
};

/// That of \p world. \pre makeOneSidedLayer() made it.
inline Shmem &shmemOf(World &world) { return static_cast<Shmem &>(world.layers().oneSided()); }

} // namespace maquette::shmem

#endif
