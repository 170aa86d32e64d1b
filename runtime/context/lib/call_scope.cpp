//===- runtime/context/lib/call_scope.cpp - what a function of every library begins with ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/call_scope.h"

#include "maquette/context/threads.h"

namespace maquette::runtime {

void CallScope::stepIn() const {
  if (world_->meter().measures())
    world_->meter().computingEnds(*rank_);
  if (world_->dispatcher().hasThreads()) // Their calls come in the order of their clocks.
    world_->dispatcher().threads().takeTurn(*rank_);
}

} // namespace maquette::runtime
