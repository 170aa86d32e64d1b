//===- runtime/replay/event_arguments.h - arguments of an event that may not have them -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_EVENT_ARGUMENTS_H
#define MAQUETTE_REPLAY_EVENT_ARGUMENTS_H

#include "maquette/traces/event_values.h"

namespace maquette::replay {

inline std::int64_t givenValue(const traces::Event &event, std::string_view argument, std::int64_t otherwise) {
  return traces::valueOf(event, argument).value_or(otherwise);
}

/// Empty where the event has none.
inline const std::vector<std::int64_t> &givenArray(const traces::Event &event, std::string_view argument) {
  static const std::vector<std::int64_t> kNone;
  const std::optional<std::size_t> place = traces::allCalls()[event.call].find(argument);
  return place && event.given[*place] ? event.array(*place) : kNone;
}

} // namespace maquette::replay

#endif
