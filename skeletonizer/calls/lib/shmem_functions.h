//===- skeletonizer/calls/lib/shmem_functions.h - arguments of OpenSHMEM functions -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CALLS_LIB_SHMEM_FUNCTIONS_H
#define MAQUETTE_CALLS_LIB_SHMEM_FUNCTIONS_H

#include "maquette/calls/mpi_functions.h"

namespace maquette::skeletonizer {

/// nullptr if \p name is not an OpenSHMEM function.
const MpiFunction *shmemFunction(const std::string &name);

} // namespace maquette::skeletonizer

#endif
