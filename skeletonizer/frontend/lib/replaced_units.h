//===- skeletonizer/frontend/lib/replaced_units.h - units of libraries that a link leaves out -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_LIB_REPLACED_UNITS_H
#define MAQUETTE_FRONTEND_LIB_REPLACED_UNITS_H

#include "maquette/frontend/compile_commands.h"
#include "maquette/frontend/frontend.h"

namespace maquette::skeletonizer {

/// The units of static libraries, as places in \p program, all of whose functions and variables the program's own units
/// define: a linker does not take them.
std::vector<std::size_t> replacedUnits(const Program &program, const UnitCommands &commands);

} // namespace maquette::skeletonizer

#endif
