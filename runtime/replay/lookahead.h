//===- runtime/replay/lookahead.h - what became of a receive, before it is made ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_LOOKAHEAD_H
#define MAQUETTE_REPLAY_LOOKAHEAD_H

#include "maquette/traces/trace.h"

#include <deque>

namespace maquette::replay {

/// One rank's events. A nonblocking receive from anybody is read on to the call that completes it, whose status says
/// where the message came from.
class Lookahead {
public:
  explicit Lookahead(traces::EventReader &reader) : reader_(reader) {}

  /// The next event, its source known where the trace says it; false behind the last one.
  sim::Result<bool> next(traces::Event &event);

private:
  static constexpr std::size_t kFarthest = 4096; ///< Events: memory is bounded.

  sim::Status name(traces::Event &event);

  traces::EventReader &reader_;
  std::deque<traces::Event> ahead_;
};

} // namespace maquette::replay

#endif
