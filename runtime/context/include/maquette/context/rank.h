//===- maquette/context/rank.h - one rank of the simulated program ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Rank holds the state of one of perhaps millions of ranks: its clock, its message queues, and pointers to data that
/// is allocated on first use. The state before the start is all zero bytes.
///
/// Clock     a rank runs ahead on its own clock. Only its own code and the completion of its waits move it.
#ifndef MAQUETTE_CONTEXT_RANK_H
#define MAQUETTE_CONTEXT_RANK_H

#include "maquette/sim/time.h"

#include <cstdint>

namespace maquette::mpi {
struct Envelope;
struct Request;
struct RankObjects;
} // namespace maquette::mpi

namespace maquette::shmem {
class Pe;
} // namespace maquette::shmem

namespace maquette::runtime {

class World;

enum class RankPhase : std::uint8_t { BeforeInit, InMpi, AfterFinalize };

/// Fills two cache lines.
struct alignas(64) Rank {
  sim::SimTime clock;
  sim::SimDuration compute;            ///< Sum of advance().
  std::uintptr_t posted = 0;           ///< Receives that wait for a message: see mpi/matching.h.
  std::uintptr_t arrived = 0;          ///< Messages that wait for a receive.
  mpi::Envelope *in_flight = nullptr;  ///< Its sent messages that might overtake each other, latest first.
  mpi::RankObjects *objects = nullptr; ///< Data that few ranks need; see mpi/rank_objects.h.
  mpi::Request *waits_for = nullptr;   ///< The first of the requests it waits for; for reports.
  shmem::Pe *pe = nullptr;             ///< Of a rank that uses OpenSHMEM; see shmem/core/pe.h.
  void *profile_state = nullptr;       ///< Belongs to the profile recorder and the predictor.
  char *private_data = nullptr;        ///< This rank's copy of the program's mutable globals.
  const void *call_site = nullptr;     ///< Return address of its current or last MPI call.
  const void *recent_comm = nullptr;   ///< Data of its last communicator, if that is not shared; for prefetching.
  const void *recent_type = nullptr;   ///< The same for derived datatypes.
  std::int32_t id = 0;
  std::uint32_t awaited = 0;           ///< Completions until the rank continues.
  std::uint32_t world_collectives = 0; ///< Collectives begun on MPI_COMM_WORLD.
  std::uint16_t call = 0;              ///< Number of its current MPI call; 0: none.
  std::uint16_t job : 12 = 0;          ///< Of the jobs that run at once.
  RankPhase phase : 2 = RankPhase::BeforeInit;
  bool finished : 1 = false;
  bool probing : 1 = false; ///< Waits for any message to arrive.

  /// Time that computing takes on the target machine.
  void advance(sim::SimDuration span) {
    clock += span;
    compute += span;
  }
};

static_assert(sizeof(Rank) == 128, "a million ranks have a million of them");

/// The rank whose code is running; nullptr outside ranks.
Rank *currentRank();
/// The simulation that is running in this program; nullptr before it and after it.
World *currentWorld();

/// While an object lives, work of the runtime inside a rank does not count as computing of the program (direct and
/// profile mode). The constructor adds the time since the last such section to the rank's clock.
class HostWork {
public:
  explicit HostWork(Rank &rank);
  ~HostWork();
  HostWork(const HostWork &) = delete;
  HostWork &operator=(const HostWork &) = delete;
};

} // namespace maquette::runtime

#endif
