//===- runtime/session/lib/debugger.h - what a debugger may read ---------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SESSION_DEBUGGER_H
#define MAQUETTE_SESSION_DEBUGGER_H

#include "maquette/context/world.h"

namespace maquette::bootstrap {

/// From now on a debugger finds the ranks of \p world.
void showToDebuggers(runtime::World &world);
void hideFromDebuggers();

} // namespace maquette::bootstrap

#endif
