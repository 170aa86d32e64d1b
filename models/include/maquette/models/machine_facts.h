//===- maquette/models/machine_facts.h - what a machine's numbers come to ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What follows from a machine file, for people who want to see whether it says what they mean: distances, bisection,
/// and what looks like a mistake though it can be simulated.
#ifndef MAQUETTE_MODELS_MACHINE_DECISION_QUERIES_H
#define MAQUETTE_MODELS_MACHINE_DECISION_QUERIES_H

#include "maquette/models/machine.h"

#include <string>
#include <vector>

namespace maquette::models {

struct MachineFact {
  std::string key; ///< "bisection_bytes_per_second": for programs; the unit is in it.
  double number;
  std::string text; ///< "bisection bandwidth: 4 TB/s each way (..)": for people.
};

struct MachineFacts {
  std::vector<MachineFact> facts;
  std::vector<std::string> warnings; ///< Whole sentences.
};

/// Looks at no more than a few thousand pairs of nodes, always the same.
MachineFacts factsOf(const Machine &machine);

} // namespace maquette::models

#endif
