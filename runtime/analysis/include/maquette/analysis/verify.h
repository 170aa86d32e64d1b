//===- maquette/analysis/verify.h - do two programs communicate alike? --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compares the MPI calls of a full program and of its skeleton, rank by rank, call by call.
///
/// Compared  function, peer, tag, communicator, datatype, count, in program order. A rank that receives or
///           probes from any source, or waits for any of its requests, may do what follows in another order in each
///           run; if the order differs its calls are compared as a set. Where such a rank hands out work, and the ranks
///           that differ make the same calls together (with whom, is left out for the one that hands out), they are
///           counted and no mismatch.
/// Sizes     if values were predicted, counts alone may differ: they are summed up in predicted_bytes_error.
/// Left out  polling calls, and which message a wildcard receive got: no two native runs agree on these either.
#ifndef MAQUETTE_ANALYSIS_VERIFY_H
#define MAQUETTE_ANALYSIS_VERIFY_H

#include "maquette/formats/call_trace.h"
#include "maquette/formats/repairs.h"
#include "maquette/formats/skeleton_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maquette::runtime {

enum class Sizes { Exact, Predicted };

struct Divergence {
  std::int64_t rank = 0;
  std::size_t position = 0; ///< Of the call in the rank's sequence, from 0.
  std::string full;         ///< "MPI_Send of 8 to rank 3, tag 1, at solve() at cg.c:31"; or that there is no call left.
  std::string skeleton;
  std::vector<std::string> context; ///< The calls of the full program before it, oldest first.
};

struct Verification {
  std::int64_t ranks = 0;
  std::uint64_t calls_compared = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t sizes_differing = 0; ///< Calls that differ in their predicted count only.
  std::int64_t ranks_as_sets = 0;
  std::uint64_t calls_handed_out = 0; ///< Of the full program: other ranks make them in the skeleton.
  double predicted_bytes_error = 0;   ///< |skeleton - full| / full, of the bytes in all calls.
  std::optional<Divergence> first;
  /// The first mismatch of each rank that differs, each kind once, at most kMostPlaces. Ranks whose calls merely end
  /// early are left out if others make other calls: they wait for those.
  std::vector<CallMismatch> places;
};
constexpr std::size_t kMostPlaces = 4;

/// What a program was built from: None is the application's own sources.
enum class OutputTree { None, Profiled, Skeleton };
/// The places of calls become those in the original sources, files relative to the root, as \p report knows them.
void toOriginalPlaces(CallTrace &trace, const SkeletonReport &report, OutputTree tree);

Verification compareCalls(const CallTrace &full, const CallTrace &skeleton, Sizes sizes);

std::string toJson(const Verification &verification);
std::string toText(const Verification &verification);

} // namespace maquette::runtime

#endif
