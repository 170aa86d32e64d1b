//===- runtime/trace_formats/lib/communicators.h - the communicators of all ranks of a trace ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each rank of a trace has handles of its own. Which of them are one communicator follows from the calls that made
/// them, for all of its ranks make the same ones in the same order (MPI 4.0, 7.4.2).
#ifndef MAQUETTE_TRACE_FORMATS_LIB_COMMUNICATORS_H
#define MAQUETTE_TRACE_FORMATS_LIB_COMMUNICATORS_H

#include "maquette/traces/trace.h"

#include <map>
#include <vector>

namespace maquette::traces {

/// Numbers of communicators: MPI_COMM_WORLD is 0. Each rank's MPI_COMM_SELF is kSelf.
using CommNumber = std::int32_t;
constexpr CommNumber kNoComm = -1, kSelf = -2;

class Communicators {
public:
  struct Communicator {
    CommNumber parent = kNoComm;
    std::string made_by;                  ///< "MPI_Comm_split".
    bool is_world = false;                ///< Its ranks are those of MPI_COMM_WORLD, in order; none are listed.
    bool is_known = true;                 ///< False: the trace does not say who its ranks are.
    std::vector<std::int32_t> ranks;      ///< In MPI_COMM_WORLD, by rank in it.
    std::vector<std::int64_t> dimensions; ///< Of a Cartesian one.
  };

  /// Reads all of \p trace.
  static sim::Result<Communicators> of(const Trace &trace);

  const std::vector<Communicator> &all() const { return all_; }
  std::int64_t size(CommNumber comm) const;
  /// Rank in \p comm of \p rank of MPI_COMM_WORLD; -1 if it is none of it.
  std::int64_t rankIn(CommNumber comm, std::int64_t rank) const;
  /// The opposite of rankIn(); -1 where it is not known.
  std::int64_t worldRank(CommNumber comm, std::int64_t rank) const;
  /// What the calls of \p rank that make communicators gave, in order; kNoComm: none.
  const std::vector<CommNumber> &made(std::int64_t rank) const { return made_[static_cast<std::size_t>(rank)]; }

private:
  friend class CommunicatorMaker;
  std::int64_t ranks_ = 0;
  std::vector<Communicator> all_;
  std::vector<std::map<std::int64_t, std::int32_t>> places_; ///< Ranks in each, by rank of MPI_COMM_WORLD.
  std::vector<std::vector<CommNumber>> made_;
};

} // namespace maquette::traces

#endif
