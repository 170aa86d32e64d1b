//===- runtime/lib/world/world_anchor.h - where functions of C find the simulation ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_RUNTIME_LIB_WORLD_ANCHOR_H
#define MAQUETTE_RUNTIME_LIB_WORLD_ANCHOR_H

namespace maquette::runtime {

/// In a process that a rank has forked off: it is no part of the simulation, currentWorld() is nullptr from now on.
void forgetWorld();

} // namespace maquette::runtime

#endif
