//===- maquette/models/machine_facts.h - properties of a machine -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Properties that follow from a machine file, for people who check their file: distances, bisection, and warnings
/// about numbers that can be simulated but look like mistakes.
#ifndef MAQUETTE_MODELS_MACHINE_DECISION_QUERIES_H
#define MAQUETTE_MODELS_MACHINE_DECISION_QUERIES_H

#include "maquette/models/machine.h"

#include <string>
#include <vector>

namespace maquette::models {

struct MachineFact {
  std::string key; ///< "bisection_bytes_per_second": for programs, with the unit.
  double number;
  std::string text; ///< "bisection bandwidth: 4 TB/s each way (..)": for people.
};

struct MachineFacts {
  std::vector<MachineFact> facts;
  std::vector<std::string> warnings; ///< Full sentences.
};

/// Samples at most a few thousand pairs of nodes, always the same ones.
MachineFacts factsOf(const Machine &machine);

} // namespace maquette::models

#endif
