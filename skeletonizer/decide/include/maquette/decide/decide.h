//===- maquette/decide/decide.h - from the dependence graph to decisions -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the skeleton must compute exactly is the backward closure from the communicating MPI calls: their arguments but
/// the payload, and the control that leads to them. Where that closure reaches into expensive code inside the program's
/// time loop, a minimum cut chooses scalar values to predict instead. See docs/explanation/skeletonizer.md.
#ifndef MAQUETTE_DECIDE_DECIDE_H
#define MAQUETTE_DECIDE_DECIDE_H

#include "maquette/dataflow/analysis.h"
#include "maquette/decide/decisions.h"
#include "maquette/decide/overrides.h"
#include "maquette/decide/refinement.h"

namespace maquette::skeletonizer {

struct Measurements;

struct DecideOptions {
  bool exact = false;                     ///< Cut nothing.
  bool strict = false;                    ///< Whether and how the program ends early is computed exactly.
  const Overrides *overrides = nullptr;   ///< The user's own decisions.
  const Measurements *measured = nullptr; ///< Of a profile; without one, costs are guessed.
  const Refinements *refinements = nullptr;
};

Decisions decide(const Analysis &analysis, const DecideOptions &options);

} // namespace maquette::skeletonizer

#endif
