//===- runtime/mpi/core/checks.h - what real libraries leave hidden --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Errors of a program that do not end the run. They are counted by place and reported at the end as warnings of the
/// result.
///
/// Switches  RunConfig::unchecked: "types", "leaks", "freed", "collectives", "windows"
#ifndef MAQUETTE_MPI_CORE_CHECKS_H
#define MAQUETTE_MPI_CORE_CHECKS_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace maquette::mpi {

struct Checks {
  bool types = true;       ///< Types of a message's send and receive match.
  bool leaks = true;       ///< No requests and communicators are left at the end.
  bool freed = true;       ///< No freed handles are used.
  bool collectives = true; ///< The ranks' collective calls match.
  bool windows = true;     ///< One-sided operations do not conflict.
};

/// Merges equal findings at one place in the program, with some of the ranks.
class Findings {
public:
  static constexpr std::size_t kMostRanks = 3; ///< That are listed for one finding.

  void add(std::uint16_t call, const void *site, std::string what, std::int32_t rank);
  struct Finding {
    std::uint16_t call;
    const void *site;
    std::string what;
    std::uint64_t count;
    std::set<std::int32_t> ranks; ///< The lowest few.
  };
  /// In the order of calls and places.
  std::vector<Finding> all() const;

private:
  struct Count {
    std::uint64_t count = 0;
    std::set<std::int32_t> ranks;
  };
  std::map<std::tuple<std::uint16_t, const void *, std::string>, Count> counts_;
};

} // namespace maquette::mpi

#endif
