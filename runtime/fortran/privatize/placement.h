//===- runtime/fortran/privatize/placement.h - where private variables lie, and tables about them -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORTRAN_PRIVATIZE_PLACEMENT_H
#define MAQUETTE_FORTRAN_PRIVATIZE_PLACEMENT_H

#include "gcc.h"

namespace maquette::fortran {

/// Puts the unit's private variables into the image of private data and lists the addresses in their initial values.
void placeDefinitions();
/// The entry of \p variable (struct maquette_extern of maquette/abi/private_data.h), one per name and image.
tree externEntry(tree variable);
/// maquette_private_delta of this image.
tree ownDelta();

} // namespace maquette::fortran

#endif
