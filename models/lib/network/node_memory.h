//===- models/lib/network/node_memory.h - transfers inside a node -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Between ranks of one node a transfer takes memory_latency + size / memory_bandwidth, both by its size, whatever
/// other cores are at. A core copies one message at a time: what comes while it copies is copied after that, and empty
/// messages wait for no copy. docs/models/node.md.
///
/// Order     a core's transfers come in the order of time, as those of one rank do. One that comes late, for a time
/// before copies that were
///           told already, takes what is left free between those.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_NODE_MEMORY_H
#define MAQUETTE_MODELS_LIB_NETWORK_NODE_MEMORY_H

#include "lib/network/pool.h"
#include "maquette/models/memory_times.h"
#include "maquette/models/network_model.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/engine.h"

#include <algorithm>
#include <vector>

namespace maquette::models {

class NodeMemory {
public:
  /// \p nodes as the network numbers them.
  NodeMemory(const NodeParameters &node, std::int64_t nodes, std::int64_t cores, const sim::Engine &engine)
      : engine_(engine), times_(node), cores_(cores), last_(static_cast<std::size_t>(nodes * cores)) {}
  /// Of one alone.
  sim::SimDuration time(sim::Bytes size) const { return times_.time(size); }
  /// \pre source and destination are the same node; the start is not before now.
  Started start(const Transfer &transfer) {
    MAQUETTE_ASSERT(transfer.source == transfer.destination && transfer.start >= engine_.now());
    const std::int64_t span = times_.copying(transfer.size).ps();
    std::int64_t end = transfer.start.ps();
    if (span > 0)
      end = copy(last_[static_cast<std::size_t>(transfer.source.value() * cores_ + transfer.source_core % cores_)], end,
                 span);
    const sim::SimTime injected = sim::SimTime::fromPs(end);
    return {injected, injected + times_.latency(transfer.size)};
  }

  std::size_t memoryBytes() const { return last_.size() * sizeof(Busy) + earlier_.memoryBytes(); }

private:
  /// A time in which a core copies without a pause, in ps, and the one before that has not passed yet.
  struct Busy {
    std::int64_t begin;
    std::int64_t end;
    std::uint32_t earlier; ///< Its number in `earlier_` and 1; 0 for none.
  };

  /// Lets a core copy for \p span, from \p begin on, whenever it is free. Returns when it is done.
  std::int64_t copy(Busy &last, std::int64_t begin, std::int64_t span) {
    if (begin < last.begin)
      return copyBetween(last, begin, span);
    if (begin > last.end)
      follow(last, {begin, begin, 0});
    return last.end += span;
  }
  /// \pre begin lies before `last`.
  std::int64_t copyBetween(Busy &last, std::int64_t begin, std::int64_t span) {
    MAQUETTE_ASSERT(begin < last.begin);
    later_.assign(1, last);
    while (later_.back().earlier != 0 && earlier_[later_.back().earlier - 1].end >= begin) {
      later_.push_back(earlier_[later_.back().earlier - 1]);
      earlier_.release(later_[later_.size() - 2].earlier - 1);
    }
    Busy joined = {std::min(begin, later_.back().begin), begin, later_.back().earlier};
    for (; !later_.empty() && later_.back().begin < joined.end + span; later_.pop_back()) {
      span -= std::max<std::int64_t>(0, later_.back().begin - joined.end);
      joined.end = later_.back().end;
    }
    const std::int64_t end = joined.end += span;
    last = joined;
    for (; !later_.empty(); later_.pop_back())
      follow(last, later_.back());
    return end;
  }
  /// \p next becomes the last; what was is remembered until it has passed.
  void follow(Busy &last, Busy next) {
    const std::int64_t now = engine_.now().ps();
    if (last.end <= now || (last.earlier != 0 && earlier_[last.earlier - 1].end <= now))
      forget(last.earlier);
    if (last.end > now) {
      next.earlier = earlier_.allocate() + 1;
      earlier_[next.earlier - 1] = last;
    } else {
      next.earlier = 0;
    }
    last = next;
  }
  /// Gives up a period and those before it.
  void forget(std::uint32_t &number) {
    while (number != 0) {
      earlier_.release(number - 1);
      number = earlier_[number - 1].earlier;
    }
  }

  const sim::Engine &engine_;
  MemoryTimes times_;
  std::int64_t cores_;
  LazyArray<Busy> last_; ///< By core.
  Pool<Busy> earlier_;
  std::vector<Busy> later_; ///< While a copy that comes late finds its place.
};

} // namespace maquette::models

#endif
