//===- skeletonizer/lib/measurements.h - what a profile says about decisions -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The regions of an earlier decision with the time a profile measured in them.
/// Unit      seconds, summed over ranks and executions.
/// Errors    a file that is no profile of Maquette, or one of another program or of other decisions.
#ifndef MAQUETTE_SKELETONIZER_MEASUREMENTS_H
#define MAQUETTE_SKELETONIZER_MEASUREMENTS_H

#include "program_edits.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

struct MeasuredRegion {
  std::string id;
  std::string file;
  unsigned line = 0, end_line = 0; ///< Of the original.
  double seconds = 0;
};

struct Measurements {
  std::vector<MeasuredRegion> regions;
  double seconds = 0; ///< Of all of them.
};

/// Writes into the regions of \p edits what was measured of those that the measured decisions had too.
void noteCosts(const Measurements &measured, ProgramEdits &edits);

/// The profile at \p path, of the profiled tree that \p edits gave.
llvm::Expected<Measurements> readMeasurements(const std::string &path, const ProgramEdits &edits);

} // namespace maquette::skeletonizer

#endif
