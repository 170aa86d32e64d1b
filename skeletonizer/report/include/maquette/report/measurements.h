//===- maquette/report/measurements.h - what a profile says about decisions -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The regions of an earlier decision with the time a profile measured in them.
/// Errors    a file that is no profile of Maquette, or one of another program or of other decisions.
#ifndef MAQUETTE_REPORT_MEASUREMENTS_H
#define MAQUETTE_REPORT_MEASUREMENTS_H

#include "maquette/decide/measured.h"
#include "maquette/edits/program_edits.h"

#include "llvm/Support/Error.h"

#include <string>

namespace maquette::skeletonizer {

/// Writes into the regions of \p edits what was measured of those that the measured decisions had too.
void noteCosts(const Measurements &measured, ProgramEdits &edits);

/// The profile at \p path, of the profiled tree that \p edits gave.
llvm::Expected<Measurements> readMeasurements(const std::string &path, const ProgramEdits &edits);

} // namespace maquette::skeletonizer

#endif
