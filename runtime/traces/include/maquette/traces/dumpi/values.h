//===- maquette/traces/dumpi/values.h - DUMPI's handles and constants --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_DUMPI_VALUES_H
#define MAQUETTE_TRACES_DUMPI_VALUES_H

#include "maquette/traces/event.h"

namespace maquette::traces::dumpi {

/// What an event holds for DUMPI's \p raw, of the argument \p name.
std::int64_t valueOf(ArgumentType type, std::string_view name, std::int64_t raw);

/// The opposite. Named datatypes that DUMPI lacks are others of the same size.
std::int64_t rawOf(ArgumentType type, std::string_view name, std::int64_t value);

/// DUMPI's number of the first handle of that type which the program made.
std::int64_t firstMade(ArgumentType type);

} // namespace maquette::traces::dumpi

#endif
