//===- maquette/context/call_observations.h - what is counted on request --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages and bytes by pair of ranks, messages by size, and calls by place in the program. Messages are counted
/// as in RunResult::messages; a one-sided operation counts once for both directions.
///
/// Switches  RunConfig::matrix, sizes, sites
#ifndef MAQUETTE_CONTEXT_CALL_OBSERVATIONS_H
#define MAQUETTE_CONTEXT_CALL_OBSERVATIONS_H

#include "maquette/formats/run_config.h"
#include "maquette/formats/run_result.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace maquette::runtime {

class CallObservations {
public:
  /// A function of MPI or OpenSHMEM, and the return address in the program.
  struct Place {
    std::uint16_t call = 0;
    const void *site = nullptr;
    bool operator==(const Place &) const = default;
  };

  explicit CallObservations(const RunConfig &config)
      : matrix_(config.gather.matrix), sizes_(config.gather.sizes), sites_(config.gather.sites) {}

  void message(const Place &place, std::int32_t source, std::int32_t destination, std::int64_t bytes);
  void called(const Place &place, std::int64_t time_ps);
  void waited(const Place &place, std::int64_t time_ps);
  /// \p nameOf and \p textOf say a call's name and where an address is in the sources.
  void fill(RunResult &result, const std::function<std::string(std::uint16_t)> &nameOf,
            const std::function<std::string(const void *)> &textOf) const;

private:
  __extension__ typedef __int128 Wide;
  struct Amount {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    void add(std::int64_t more) {
      ++messages;
      bytes += static_cast<std::uint64_t>(more);
    }
  };
  struct Use {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    Wide time_ps = 0;
    Wide wait_ps = 0;
  };
  struct HashPlace {
    std::size_t operator()(const Place &place) const { return std::hash<const void *>()(place.site) * 31 + place.call; }
  };
  void fillMatrix(RunResult &result) const;
  void fillSizes(RunResult &result) const;

  bool matrix_;
  bool sizes_;
  bool sites_;
  std::unordered_map<std::uint64_t, Amount> pairs_; ///< By source and destination.
  std::array<Amount, 65> classes_{};                ///< By the bits of the size.
  std::unordered_map<Place, Use, HashPlace> places_;
};

} // namespace maquette::runtime

#endif
