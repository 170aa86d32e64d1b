//===- runtime/traces/lib/completions.h - which requests a call completes ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_COMPLETIONS_H
#define MAQUETTE_TRACES_COMPLETIONS_H

#include "maquette/traces/event.h"

#include <functional>

namespace maquette::traces {

/// Calls \p visit for each request that \p event completes, with its place among the event's requests and the place of
/// its status in Event::received. A persistent one can be started again.
void forEachCompletion(const Event &event, std::size_t requests,
                       const std::function<void(std::size_t request, std::size_t status)> &visit);

} // namespace maquette::traces

#endif
