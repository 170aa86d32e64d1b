//===- runtime/trace_formats/lib/each_event.cpp - all events of a rank, and what they mean ------===//
// SPDX-License-Identifier: Apache-2.0
#include "each_event.h"

#include "maquette/traces/request_numbers.h"

namespace maquette::traces {

sim::Status eachEvent(EventReader &reader, const std::function<void(const Event &)> &visit) {
  Event event;
  for (RequestNumbers requests;;) {
    const sim::Result<bool> more = reader.next(event);
    if (!more)
      return more.error();
    if (!*more)
      return sim::Nothing{};
    requests.renumber(event);
    visit(event);
  }
}

sim::Status eachEvent(const Trace &trace, std::int64_t rank, const std::function<void(const Event &)> &visit) {
  const auto reader = trace.open(rank);
  if (!reader)
    return reader.error();
  return eachEvent(**reader, visit);
}

sim::Result<std::uint64_t> eachActivity(const Trace &trace, const Communicators &communicators, std::int64_t rank,
                                        const ActivityVisitor &visit) {
  const auto reader = trace.open(rank);
  if (!reader)
    return reader.error();
  Activities activities(communicators, rank, **reader);
  const sim::Status read = eachEvent(**reader, [&](const Event &event) { visit(event, activities.of(event)); });
  if (!read)
    return read.error();
  return activities.lost();
}

} // namespace maquette::traces
