//===- runtime/mpi/core/end_checks.h - what ranks leave behind at the end --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_CORE_END_CHECKS_H
#define MAQUETTE_MPI_CORE_END_CHECKS_H

#include "core/names.h"

#include <string>
#include <vector>

namespace maquette::mpi {

/// When all ranks have finalized: did they agree, and what did they leave behind?
void checkAtEnd(Mpi &mpi);
/// In MPI_Finalize and later: a collective's message that nobody received shows that ranks did not agree. Ends the run.
void checkLeftOver(Mpi &mpi, Rank &rank);
/// What was found, and which ranks ended without MPI_Finalize.
void tellFindings(Mpi &mpi, std::vector<std::string> &warnings);

} // namespace maquette::mpi

#endif
