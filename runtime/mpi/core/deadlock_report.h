//===- runtime/mpi/core/deadlock_report.h - who waits for whom ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_CORE_DEADLOCK_REPORT_H
#define MAQUETTE_MPI_CORE_DEADLOCK_REPORT_H

#include "core/names.h"

#include <string>

namespace maquette::mpi {

/// Who waits in which call for whom, equal lines together.
std::string deadlockReport(Mpi &mpi);
/// What a collective's message says that waits for nobody in \p rank; empty when there is none.
std::string leftOver(Mpi &mpi, Rank &rank);

} // namespace maquette::mpi

#endif
