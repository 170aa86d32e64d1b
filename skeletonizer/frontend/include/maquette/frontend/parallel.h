//===- maquette/frontend/parallel.h - work on the cores of the host -------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_PARALLEL_H
#define MAQUETTE_FRONTEND_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace maquette::skeletonizer {

/// Calls \p work with 0 to \p count - 1, as many at a time as the host has cores, in any order. Returns after the last.
void inParallel(std::size_t count, llvm::function_ref<void(std::size_t)> work);

} // namespace maquette::skeletonizer

#endif
