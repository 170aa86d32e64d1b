//===- runtime/analysis/lib/call_places.h - places of MPI calls in the sources ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_ANALYSIS_CALL_PLACES_H
#define MAQUETTE_ANALYSIS_CALL_PLACES_H

#include "maquette/formats/repairs.h"

#include <optional>
#include <string>

namespace maquette::runtime {

/// Of a trace's "solve() at cg.c:31"; nullopt if it does not say.
std::optional<SourcePlace> placeIn(const std::string &text);

} // namespace maquette::runtime

#endif
