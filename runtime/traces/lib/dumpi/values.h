//===- runtime/traces/lib/dumpi/values.h - DUMPI's handles and constants --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_DUMPI_VALUES_H
#define MAQUETTE_TRACES_LIB_DUMPI_VALUES_H

#include "maquette/traces/event.h"

namespace maquette::traces::dumpi {

/// What an event holds for DUMPI's \p raw, of the argument \p name.
std::int64_t valueOf(ArgumentType type, std::string_view name, std::int64_t raw);

} // namespace maquette::traces::dumpi

#endif
