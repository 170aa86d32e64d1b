//===- runtime/session/lib/rank_arguments.h - each rank's arguments of main -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SESSION_RANK_ARGUMENTS_H
#define MAQUETTE_SESSION_RANK_ARGUMENTS_H

#include "maquette/context/program.h"
#include "maquette/context/rank.h"
#include "maquette/context/zeroed_array.h"
#include "maquette/formats/run_config.h"

#include <cstddef>
#include <vector>

namespace maquette::session {

/// getopt and the like change the arguments, so each rank gets a copy. Jobs have arguments of their own.
class RankArguments {
public:
  /// \p config and \p program outlive this.
  static sim::Result<RankArguments> create(const runtime::RunConfig &config, const runtime::Program &program);
  /// The copy of \p rank: the array, then the texts, in one piece.
  char **copyFor(const runtime::Rank &rank) const;
  int countFor(const runtime::Rank &rank) const { return static_cast<int>(of_job_[rank.job].size()); }
  /// Of a copy.
  std::size_t bytesPerRank() const { return bytes_; }

private:
  std::vector<std::vector<const char *>> of_job_;
  std::size_t bytes_ = 0;
  runtime::ZeroedArray<char> copies_; ///< By rank.
};

} // namespace maquette::session

#endif
