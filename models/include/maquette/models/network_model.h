//===- maquette/models/network_model.h - how long messages take -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A NetworkModel knows nodes, bytes and time; no MPI and no process. It is given transfers and says when their last
/// byte has left the source (injected) and when it is at the destination (delivered). What it cannot know at once,
/// because other transfers may still come between, it tells its listener later, from an event of the engine at that
/// time.
///
/// Order     start() may be called ahead of time: with any Transfer::start from now() on, in any order.
///           A model that needs the order of time makes it, with its own events.
/// Example
///   Started started = network->start({a, b, Bytes{4096}, my_clock, cookie, NotifyInjected::No});
///   if (started.delivered) // Else transferDelivered(cookie) will be called.
///     engine.schedule(*started.delivered, arrive, this, cookie);
#ifndef MAQUETTE_MODELS_NETWORK_MODEL_H
#define MAQUETTE_MODELS_NETWORK_MODEL_H

#include "maquette/sim/assert.h"
#include "maquette/sim/engine.h"
#include "maquette/sim/strong_id.h"
#include "maquette/sim/time.h"
#include "maquette/sim/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maquette::models {

/// Nodes and links are numbered from 0.
using NodeId = sim::StrongId<struct NodeTag, std::int32_t>;
using LinkId = sim::StrongId<struct LinkTag, std::int64_t>;

enum class NotifyInjected : std::uint8_t { No, Yes };

struct Transfer {
  NodeId source;
  NodeId destination;       ///< May equal source: through the node's memory.
  sim::Bytes size;          ///< May be 0: only latency and per-message terms.
  sim::SimTime start;       ///< When the source's network interface gets it. \pre not before Engine::now().
  std::uint64_t cookie = 0; ///< The caller's name for it.
  NotifyInjected notify_injected = NotifyInjected::No;
  std::uint16_t source_core = 0; ///< Of its node; counts for transfers inside a node.
  std::uint16_t destination_core = 0;
  std::uint16_t label = 0; ///< The caller's name for its kind, by which an ObservedNetwork keeps sums.
};

/// What start() knows already. An empty `delivered` promises one call of transferDelivered(); an empty `injected`
/// promises one of transferInjected() if the transfer asked for it.
struct Started {
  std::optional<sim::SimTime> injected;
  std::optional<sim::SimTime> delivered;
};

/// An event will deliver the transfer of this name, or only ask for it.
struct PrefetchHint {
  std::uint64_t cookie;
  bool delivered;
};

class TransferListener {
public:
  virtual ~TransferListener() = default;
  /// Now (Engine::now()) the last byte has left the source. Comes before transferDelivered() of the same transfer.
  virtual void transferInjected(std::uint64_t cookie) = 0;
  /// Now the last byte has arrived.
  virtual void transferDelivered(std::uint64_t cookie) = 0;
  /// The transfer of this name, as start() was given it; `start` need not be filled. A model asks until it has called
  /// transferDelivered(), and so need not keep what its caller keeps anyway. Only logp asks.
  virtual Transfer transferOf(std::uint64_t) const {
    MAQUETTE_ASSERT(!"a listener of a model that asks for its transfers must keep them");
    return {};
  }
};

struct LinkStatistics {
  std::string name;        ///< "node 5 -> node 6 (+x)"
  std::uint64_t bytes = 0; ///< That crossed it.
  sim::SimDuration busy;   ///< Time at full rate that these bytes need.
};

/// Is told what crosses links.
class LinkRecorder {
public:
  virtual ~LinkRecorder() = default;
  /// \p bytes crossed \p link, evenly between the two times. The end may be yet to come.
  virtual void crossed(LinkId link, sim::SimTime begin, sim::SimTime end, std::int64_t bytes) = 0;
};

class NetworkModel {
public:
  virtual ~NetworkModel() = default;
  virtual Started start(const Transfer &transfer) = 0;
  /// A lower bound of delivered - start for any two different nodes: how far a process may run ahead.
  virtual sim::SimDuration minimumLatency() const = 0;
  /// delivered - start of a transfer that meets no other on its way, which is the minimal one.
  virtual sim::SimDuration timeAlone(const Transfer &transfer) const = 0;
  virtual std::size_t memoryBytes() const = 0;

  // Links, interfaces of nodes first. A model without ways has no others.
  virtual std::int64_t linkCount() const = 0;
  virtual bool isNic(LinkId link) const = 0;
  virtual std::string linkName(LinkId link) const = 0; ///< "node 5 -> node 6 (+x)"
  virtual sim::BitRate linkRate(LinkId link) const = 0;
  virtual std::uint64_t linkBytes(LinkId link) const = 0; ///< That crossed it.
  LinkStatistics statisticsOf(LinkId link) const;
  /// The \p count links with the largest busy time, busiest first; equal ones by number.
  std::vector<LinkId> busiestLinks(std::size_t count) const;
  /// \p recorder is told of all that is started from now on; nullptr: nobody.
  virtual void setRecorder(LinkRecorder *recorder) { recorder_ = recorder; }

  /// What \p event of this model will do, as far as it can be told cheaply: for prefetching.
  virtual std::optional<PrefetchHint> prefetchHint(const sim::Event &) const { return std::nullopt; }

protected:
  LinkRecorder *recorder_ = nullptr;
};

} // namespace maquette::models

#endif
