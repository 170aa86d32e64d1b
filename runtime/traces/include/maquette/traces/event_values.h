//===- runtime/traces/lib/event_values.h - arguments of an event by their names -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_EVENT_VALUES_H
#define MAQUETTE_TRACES_EVENT_VALUES_H

#include "maquette/traces/event.h"

namespace maquette::traces {

/// Place of the first argument of that kind.
std::optional<std::size_t> placeOfKind(const CallInfo &info, std::string_view kind);

/// Place of the buffer whose size or type the argument says; the argument's own place where it says none.
std::size_t bufferOf(const CallInfo &info, std::size_t place);
/// True for a buffer of a collective call whose sizes and types are not given, as of MPI_IN_PLACE.
bool isInPlace(const Event &event, std::size_t buffer);

/// Nothing where the call has no such argument or the trace does not say.
std::optional<std::int64_t> valueOf(const Event &event, std::string_view name);

/// The same for an array; null where there is none.
const std::vector<std::int64_t> *arrayOf(const Event &event, std::string_view name);

} // namespace maquette::traces

#endif
