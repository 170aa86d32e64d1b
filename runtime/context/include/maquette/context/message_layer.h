//===- maquette/context/message_layer.h - message passing as seen by World -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// World moves clocks and wakes ranks. A MessageLayer, for example MPI, gives their messages a meaning. World knows
/// only this interface, so that MPI and other libraries can be built on World.
#ifndef MAQUETTE_CONTEXT_MESSAGE_LAYER_H
#define MAQUETTE_CONTEXT_MESSAGE_LAYER_H

#include "maquette/context/rank.h"
#include "maquette/models/network_model.h"
#include "maquette/sim/engine.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace maquette::runtime {

class MessageLayer {
public:
  virtual ~MessageLayer() = default;

  // While the simulation runs.
  virtual void transferInjected(std::uint64_t cookie) = 0;
  virtual void transferDelivered(std::uint64_t cookie) = 0;
  /// The transfer in flight for the message \p cookie, without its start.
  virtual models::Transfer transferOf(std::uint64_t cookie) const = 0;
  /// Prefetches the message that \p event delivers (Name). In later stages returns its rank, or -1 if there
  /// is none.
  virtual std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const = 0;
  /// Prefetches the entries that an arriving message will be compared with.
  virtual void prefetchMatching(const Rank &rank) const = 0;
  /// CPU time of a poll that finds nothing.
  virtual sim::SimDuration pollCost() const = 0;

  // For reports.
  /// Which rank waits in which call for which rank, with equal lines merged.
  virtual std::string deadlockReport() = 0;

  // At the end.
  virtual void fillMemory(std::map<std::string, std::uint64_t> &memory) const = 0;
  /// When all ranks have finalized: checks that their calls matched and that nothing is left over.
  virtual void checkAtEnd() = 0;
  virtual void tellFindings(std::vector<std::string> &warnings) const = 0;
};

} // namespace maquette::runtime

#endif
