//===- runtime/mpi/p2p/started_numbers.h - which start of which persistent collective -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranks create persistent collectives in one order, but may start them in another (MPI 4.0, 6.13). So a start does not
/// count as a call on the communicator: all ranks get the same number for the same start of the same collective.
#ifndef MAQUETTE_MPI_P2P_STARTED_NUMBERS_H
#define MAQUETTE_MPI_P2P_STARTED_NUMBERS_H

#include <array>
#include <cstdint>
#include <map>

namespace maquette::mpi {

/// Those of one simulation.
class StartedNumbers {
public:
  /// Of the communicator with this context; \p members ranks ask for each start once. No other collective has the
  /// number.
  std::uint32_t take(std::uint32_t context, std::uint32_t collective, std::uint32_t start, std::int32_t members) {
    const auto place = starts_.try_emplace({context, collective, start}, Start{next_, members}).first;
    if (place->second.left == members)
      next_ = kFirst | ((next_ + 1) & (kFirst - 1));
    const std::uint32_t number = place->second.number;
    if (--place->second.left == 0)
      starts_.erase(place);
    return number;
  }

private:
  static constexpr std::uint32_t kFirst = 0x20000000; ///< Above those that communicators count.
  struct Start {
    std::uint32_t number;
    std::int32_t left; ///< Ranks that have not asked.
  };
  std::map<std::array<std::uint32_t, 3>, Start> starts_;
  std::uint32_t next_ = kFirst;
};

} // namespace maquette::mpi

#endif
