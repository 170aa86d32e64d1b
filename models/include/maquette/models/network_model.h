//===- maquette/models/network_model.h - how long messages take -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A NetworkModel knows nodes, bytes and time, but no MPI and no process. For each transfer it says when the last byte
/// has left the source (injected) and when it is at the destination (delivered). If other transfers may still change
/// these times, it reports them to its listener later, from an event of the engine at that time.
///
///
/// Order     start() may be called ahead of time: with any Transfer::start not before now(), in any order.
///           A model that needs transfers in order of time sorts them with its own events.
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
  sim::SimTime start;       ///< When the NIC of the source gets it. \pre not before Engine::now().
  std::uint64_t cookie = 0; ///< Chosen by the caller.
  NotifyInjected notify_injected = NotifyInjected::No;
  std::uint16_t source_core = 0; ///< Of its node; counts for transfers inside a node.
  std::uint16_t destination_core = 0;
  std::uint16_t label = 0; ///< Kind, chosen by the caller; an ObservedNetwork keeps sums by label.
};

/// The times that start() already knows. If `delivered` is empty, transferDelivered() will be called once. If
/// `injected` is empty, transferInjected() will be called once if the transfer asked for it.
struct Started {
  std::optional<sim::SimTime> injected;
  std::optional<sim::SimTime> delivered;
};

/// What an event will do: deliver the transfer with this cookie, or only ask for it.
struct PrefetchHint {
  std::uint64_t cookie;
  bool delivered;
};

class TransferListener {
public:
  virtual ~TransferListener() = default;
  /// The last byte left the source now (Engine::now()). Called before transferDelivered() of the same transfer.
  virtual void transferInjected(std::uint64_t cookie) = 0;
  /// The last byte arrived now.
  virtual void transferDelivered(std::uint64_t cookie) = 0;
  /// The transfer with this cookie, as given to start(); `start` may be left out. A model may ask until it has called
  /// transferDelivered(), so it need not store what its caller stores anyway. Only logp asks.
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

/// Records what crosses links.
class LinkRecorder {
public:
  virtual ~LinkRecorder() = default;
  /// \p bytes cross \p link, evenly between the two times. The end may be in the future.
  virtual void crossed(LinkId link, sim::SimTime begin, sim::SimTime end, std::int64_t bytes) = 0;
};

class NetworkModel {
public:
  virtual ~NetworkModel() = default;
  virtual Started start(const Transfer &transfer) = 0;
  /// A lower bound of delivered - start for any two different nodes: how far a process may run ahead.
  virtual sim::SimDuration minimumLatency() const = 0;
  /// delivered - start of a transfer that meets no other, on a minimal route.
  virtual sim::SimDuration timeAlone(const Transfer &transfer) const = 0;
  virtual std::size_t memoryBytes() const = 0;
  /// True if the transfers that one core starts to another node, each no earlier than the one before, are delivered in
  /// that order. Else whoever needs an order keeps it.
  virtual bool keepsOrder() const { return false; }

  // Links, NICs first. A model without routes has no other links.
  virtual std::int64_t linkCount() const = 0;
  virtual bool isNic(LinkId link) const = 0;
  virtual std::string linkName(LinkId link) const = 0; ///< "node 5 -> node 6 (+x)"
  virtual sim::BitRate linkRate(LinkId link) const = 0;
  virtual std::uint64_t linkBytes(LinkId link) const = 0; ///< That crossed it.
  LinkStatistics statisticsOf(LinkId link) const;
  /// The \p count links with the largest busy time, busiest first, and by number if equal.
  std::vector<LinkId> busiestLinks(std::size_t count) const;
  /// \p recorder records all transfers that start from now on; nullptr: none.
  virtual void setRecorder(LinkRecorder *recorder) { recorder_ = recorder; }

  /// What \p event of this model will do, if that is cheap to find out; for prefetching.
  virtual std::optional<PrefetchHint> prefetchHint(const sim::Event &) const { return std::nullopt; }

protected:
  LinkRecorder *recorder_ = nullptr;
};

} // namespace maquette::models

#endif
