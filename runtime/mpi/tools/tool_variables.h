//===- runtime/mpi/tools/tool_variables.h - what MPI_T shows ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of the simulator's settings (control variables) and counters (performance variables). Settings come from the
/// machine file; a counter belongs to the whole simulation or to one rank.
///
/// Source    MPI 3.1, chapter 14
#ifndef MAQUETTE_MPI_TOOLS_TOOL_VARIABLES_H
#define MAQUETTE_MPI_TOOLS_TOOL_VARIABLES_H

#include "core/mpi_state.h"

#include <cstdint>
#include <span>
#include <string>

namespace maquette::mpi {

struct ControlVariable {
  const char *name;
  const char *description;
  const char *category;
  MPI_Datatype type; ///< MPI_COUNT or MPI_CHAR.
  bool writable;
  std::int64_t (*number)(Mpi &mpi);
  std::string (*text)(Mpi &mpi);
  void (*set)(Mpi &mpi, std::int64_t value);
};

struct PerformanceVariable {
  const char *name;
  const char *description;
  const char *category;
  int pvar_class;
  MPI_Datatype type; ///< MPI_UNSIGNED_LONG_LONG or MPI_DOUBLE.
  double (*value)(Mpi &mpi, const Rank &rank);
};

struct VariableCategory {
  const char *name;
  const char *description;
};

std::span<const ControlVariable> controlVariables();
std::span<const PerformanceVariable> performanceVariables();
std::span<const VariableCategory> variableCategories();

} // namespace maquette::mpi

#endif
