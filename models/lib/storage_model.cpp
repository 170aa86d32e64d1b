//===- models/lib/storage_model.cpp - how long accesses to files take -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/storage_model.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {

StorageModel::StorageModel(const StorageParameters &parameters)
    : latency_(parameters.latency.value), request_time_(parameters.request_time.value),
      bandwidth_(parameters.bandwidth.value), stripe_(parameters.stripe.value.count),
      free_from_(static_cast<std::size_t>(parameters.servers.value)) {}

sim::SimTime StorageModel::serve(std::size_t server, sim::SimTime arrival, std::int64_t bytes) {
  sim::SimTime &free_from = free_from_[server];
  free_from = std::max(free_from, arrival) + request_time_ + transferTime(sim::Bytes{bytes}, bandwidth_);
  return free_from;
}

sim::SimTime StorageModel::access(sim::SimTime start, std::uint64_t file, std::int64_t offset, sim::Bytes size) {
  MAQUETTE_ASSERT(offset >= 0 && size.count >= 0);
  if (size.count == 0)
    return start;
  const auto servers = static_cast<std::int64_t>(free_from_.size());
  const std::int64_t first = offset / stripe_, last = (offset + size.count - 1) / stripe_;
  sim::SimTime end = start;
  // Of each server that has a part: the stripes first + i, first + i + servers, ... in one request.
  for (std::int64_t i = 0; i < std::min(servers, last - first + 1); ++i) {
    const std::int64_t stripes = (last - first - i) / servers + 1;
    std::int64_t bytes = stripes * stripe_;
    if (i == 0)
      bytes -= offset - first * stripe_;
    if ((last - first - i) % servers == 0)
      bytes -= (last + 1) * stripe_ - (offset + size.count);
    const auto server = (static_cast<std::uint64_t>(first + i) + file) % static_cast<std::uint64_t>(servers);
    end = std::max(end, serve(static_cast<std::size_t>(server), start + latency_, bytes));
  }
  return end;
}

} // namespace maquette::models
