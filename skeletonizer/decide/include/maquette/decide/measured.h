//===- maquette/decide/measured.h - what earlier decisions cost -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The regions of an earlier decision as a profile measured them.
/// Unit      seconds, summed over ranks and executions.
#ifndef MAQUETTE_DECIDE_MEASURED_H
#define MAQUETTE_DECIDE_MEASURED_H

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

} // namespace maquette::skeletonizer

#endif
