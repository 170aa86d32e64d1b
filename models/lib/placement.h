//===- models/lib/placement.h - table placement of a machine file -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_PLACEMENT_H
#define MAQUETTE_MODELS_LIB_PLACEMENT_H

#include "lib/machine_text.h"

namespace maquette::models {

/// Fills Machine::placement. \pre the table node was read.
void readPlacement(MachineText &file, Machine &machine);
/// For mapping "greedy": the order of the nodes. \pre the machine is whole and without errors.
void orderGreedily(MachineText &file, Machine &machine);

} // namespace maquette::models

#endif
