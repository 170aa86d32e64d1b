//===- runtime/mpi/collectives/analytic_contents.h - what collectives move --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Moves the contents of a collective from buffer to buffer when all ranks have joined; phantom parts have none.
#ifndef MAQUETTE_MPI_COLLECTIVES_ANALYTIC_CONTENTS_H
#define MAQUETTE_MPI_COLLECTIVES_ANALYTIC_CONTENTS_H

#include "collectives/analytic.h"

#include <span>

namespace maquette::mpi {

/// \p by_rank: the participants, rank after rank of the communicator.
void moveContents(Pattern pattern, std::span<const AnalyticCollectives::Participant *const> by_rank);

} // namespace maquette::mpi

#endif
