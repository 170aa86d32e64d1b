//===- runtime/trace_formats/lib/each_event.h - all events of a rank, and what they mean ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_EACH_EVENT_H
#define MAQUETTE_TRACE_FORMATS_LIB_EACH_EVENT_H

#include "activities.h"

#include <functional>

namespace maquette::traces {

/// Requests in \p visit's events have numbers as RequestNumbers gives them.
sim::Status eachEvent(EventReader &reader, const std::function<void(const Event &)> &visit);
sim::Status eachEvent(const Trace &trace, std::int64_t rank, const std::function<void(const Event &)> &visit);

using ActivityVisitor = std::function<void(const Event &, const std::vector<Activity> &)>;
/// Gives the number of messages that are lost (Activities::lost()).
sim::Result<std::uint64_t> eachActivity(const Trace &trace, const Communicators &communicators, std::int64_t rank,
                                        const ActivityVisitor &visit);

} // namespace maquette::traces

#endif
