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

std::size_t bufferOf(const CallInfo &info, std::size_t place) {
  for (std::size_t i = place; i > 0; --i) {
    const std::string_view kind = info.arguments[i].kind;
    if (kind != "Count" && kind != "Counts" && kind != "Displacements" && kind != "Datatype" && kind != "Datatypes")
      break;
    if (info.arguments[i - 1].kind.starts_with("Payload"))
      return i - 1;
  }
  return place;
}

bool isInPlace(const Event &event, std::size_t buffer) {
  const CallInfo &info = allCalls()[event.call];
  if (!info.class_of.ends_with("Collective") || buffer + 1 >= info.arguments.size() || event.given[buffer + 1])
    return false;
  const std::string_view size = info.arguments[buffer + 1].kind;
  return size == "Count" || (size == "Counts" && !info.find("root")); // What only a root has is not given elsewhere.
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
