//===- maquette/context/world_anchor.h - where functions of C find the simulation ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_WORLD_ANCHOR_H
#define MAQUETTE_CONTEXT_WORLD_ANCHOR_H

namespace maquette::runtime {

/// Called in a process that a rank has forked. It is not simulated; currentWorld() is nullptr from now on.
void leaveSimulation();

} // namespace maquette::runtime

#endif
