//===- maquette/context/rank.h - one rank of the simulated program ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Rank is what the runtime keeps for each of perhaps millions of ranks: its clock, its message queues, and pointers
/// to what is allocated on first use. All zero bytes is the state before the start.
///
/// Clock     a rank runs ahead on its own clock; only its own code and the completion of what it waits for move it.
#ifndef MAQUETTE_CONTEXT_RANK_H
#define MAQUETTE_CONTEXT_RANK_H

#include "maquette/sim/time.h"

#include <cstdint>

namespace maquette::mpi {
struct Envelope;
struct Request;
struct RankObjects;
} // namespace maquette::mpi

namespace maquette::runtime {

class World;

enum class RankPhase : std::uint8_t { BeforeInit, InMpi, AfterFinalize };

/// Two lines of the cache.
struct alignas(64) Rank {
  sim::SimTime clock;
  sim::SimDuration compute;            ///< Sum of advance().
  std::uintptr_t posted = 0;           ///< Receives that wait for a message: see mpi/matching.h.
  std::uintptr_t arrived = 0;          ///< Messages that wait for a receive.
  mpi::Envelope *in_flight = nullptr;  ///< Messages it sent that might overtake each other, the latest first.
  mpi::RankObjects *objects = nullptr; ///< What few ranks need; see mpi/rank_objects.h.
  mpi::Request *waits_for = nullptr;   ///< The first of the requests it waits for; for reports.
  void *profile_state = nullptr;       ///< Belongs to the profile recorder and the predictor.
  char *private_data = nullptr;        ///< This rank's copy of the program's mutable globals.
  const void *call_site = nullptr;     ///< Return address of the MPI call it is in, or was in last.
  const void *recent_comm =
      nullptr; ///< What is behind the communicator that it used last, if that is its own; for prefetching.
  const void *recent_type = nullptr; ///< The same of derived datatypes.
  std::int32_t id = 0;
  std::uint32_t awaited = 0;           ///< Completions until the rank goes on.
  std::uint32_t world_collectives = 0; ///< Collectives begun on MPI_COMM_WORLD.
  std::uint16_t call = 0;              ///< Number of the MPI call it is in; 0: in none.
  std::uint16_t job : 12 = 0;          ///< Of several that run at once.
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

/// While one lives, what the runtime does inside a rank is not counted as the program's computing (direct and profile
/// mode). On entry the time since the last such section is added to the rank's clock.
class HostWork {
public:
  explicit HostWork(Rank &rank);
  ~HostWork();
  HostWork(const HostWork &) = delete;
  HostWork &operator=(const HostWork &) = delete;
};

} // namespace maquette::runtime

#endif
