//===- runtime/traces/lib/completions.cpp - which requests a call completes ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/completions.h"

#include "maquette/traces/event_values.h"

namespace maquette::traces {

void forEachCompletion(const Event &event, std::size_t requests,
                       const std::function<void(std::size_t request, std::size_t status)> &visit) {
  const CallInfo &info = allCalls()[event.call];
  const auto visitIfThere = [&](std::int64_t request, std::size_t status) {
    if (request >= 0 && request < static_cast<std::int64_t>(requests))
      visit(static_cast<std::size_t>(request), status);
  };
  if (!(info.name.starts_with("MPI_Wait") || info.name.starts_with("MPI_Test")) || valueOf(event, "flag") == 0)
    return;
  if (const std::optional<std::size_t> indices = info.find("indices")) {
    for (std::size_t i = 0; event.given[*indices] && i < event.array(*indices).size(); ++i)
      visitIfThere(event.array(*indices)[i], i);
  } else if (info.find("index")) {
    visitIfThere(valueOf(event, "index").value_or(kUndefined), 0);
  } else {
    for (std::size_t i = 0; i < requests; ++i)
      visit(i, i);
  }
}

} // namespace maquette::traces
