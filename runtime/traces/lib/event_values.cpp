//===- runtime/traces/lib/event_values.cpp - arguments of an event by their names -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/event_values.h"

namespace maquette::traces {

std::optional<std::size_t> placeOfKind(const CallInfo &info, std::string_view kind) {
  for (std::size_t i = 0; i < info.arguments.size(); ++i)
    if (info.arguments[i].kind == kind)
      return i;
  return std::nullopt;
}

std::optional<std::int64_t> valueOf(const Event &event, std::string_view name) {
  const std::optional<std::size_t> place = allCalls()[event.call].find(name);
  return place && event.given[*place] ? std::optional(event.values[*place]) : std::nullopt;
}

const std::vector<std::int64_t> *arrayOf(const Event &event, std::string_view name) {
  const CallInfo &info = allCalls()[event.call];
  const std::optional<std::size_t> place = info.find(name);
  const bool is_array =
      place && event.given[*place] &&
      (info.arguments[*place].type == ArgumentType::Integers || info.arguments[*place].type == ArgumentType::Datatypes);
  return is_array ? &event.array(*place) : nullptr;
}

} // namespace maquette::traces
