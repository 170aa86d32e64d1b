//===- maquette/traces/survey.h - what is in a trace ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_SURVEY_H
#define MAQUETTE_TRACES_SURVEY_H

#include "maquette/traces/trace.h"

namespace maquette::traces {

/// Sums over all ranks.
struct Survey {
  std::uint64_t events = 0;
  std::map<std::string, std::uint64_t> calls; ///< By function.
  double mpi_seconds = 0;                     ///< In MPI functions.
  double other_seconds = 0;                   ///< Between them.
  double longest_seconds = 0;                 ///< From the first event of a rank to its last.
};

/// Reads all of \p trace. What is wrong with it is one diagnostic for each rank: after it nothing of the rank counts.
/// \p is_strict: the counts must be those that the trace itself says.
Survey survey(const Trace &trace, bool is_strict, sim::Error &errors);

} // namespace maquette::traces

#endif
