//===- runtime/trace_formats/lib/set_values.h - sets arguments of an event by their names -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_SET_VALUES_H
#define MAQUETTE_TRACE_FORMATS_LIB_SET_VALUES_H

#include "maquette/traces/event.h"

#include <utility>

namespace maquette::traces {

/// Nothing happens where the call has no argument of that name. \p value: a number or an array.
template <class Value> void setValue(Event &event, std::string_view name, Value value) {
  const std::optional<std::size_t> place = allCalls()[event.call].find(name);
  if (!place)
    return;
  if constexpr (std::is_integral_v<Value>)
    event.set(*place, static_cast<std::int64_t>(value));
  else
    event.set(*place, std::move(value));
}

} // namespace maquette::traces

#endif
