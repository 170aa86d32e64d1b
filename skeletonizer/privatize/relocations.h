//===- skeletonizer/privatize/relocations.h - tables about the private data -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SKELETONIZER_RELOCATIONS_H
#define MAQUETTE_SKELETONIZER_RELOCATIONS_H

#include "private_set.h"

namespace maquette::privatize {

/// Puts the definitions of \p set where a rank's copy covers them, lists in section maquette_reloc the slots of their
/// initial values that hold addresses which differ per rank, and in section maquette_align an alignment above the
/// usual.
void placeDefinitions(llvm::Module &module, const PrivateSet &set);

} // namespace maquette::privatize

#endif
