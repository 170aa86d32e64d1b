//===- maquette/context/message_layer.h - what a simulation asks of its message passing -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// World moves clocks and wakes ranks; what their messages mean is the business of a MessageLayer: MPI. World knows
/// only this interface, so that message passing can be built on World, and another library beside it.
#ifndef MAQUETTE_CONTEXT_MESSAGE_LAYER_H
#define MAQUETTE_CONTEXT_MESSAGE_LAYER_H

#include "maquette/context/rank.h"
#include "maquette/formats/call_trace.h"
#include "maquette/formats/run_result.h"
#include "maquette/models/network_model.h"
#include "maquette/sim/engine.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace maquette::runtime {

class MessageLayer {
public:
  virtual ~MessageLayer() = default;

  // While the simulation runs.
  virtual void transferInjected(std::uint64_t cookie) = 0;
  virtual void transferDelivered(std::uint64_t cookie) = 0;
  /// What is under way for the message \p cookie; without its start.
  virtual models::Transfer transferOf(std::uint64_t cookie) const = 0;
  /// Brings the message that \p event delivers into the cache (Name); later the rank it is for, or -1 when there is
  /// none.
  virtual std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const = 0;
  /// Brings what an arriving message will be compared with into the cache.
  virtual void prefetchMatching(const Rank &rank) const = 0;
  /// Grows with everything that is done but looking.
  virtual std::uint64_t progress() const = 0;
  /// Of a look that finds nothing.
  virtual sim::SimDuration pollCost() const = 0;

  // For reports.
  /// "main() at ring.c:12". Slow at the first use.
  virtual std::string siteText(const void *return_address) const = 0;
  /// "in MPI_Recv at main() at ring.c:12"; \p call may be 0.
  virtual std::string callText(std::uint16_t call, const void *site) const = 0;
  /// "rank 3 in MPI_Recv at main() at ring.c:12"
  virtual std::string placeOf(const Rank &rank) const = 0;
  /// Who waits in which call for whom, equal lines together.
  virtual std::string deadlockReport() = 0;

  // At the end.
  virtual void setTrace(std::unique_ptr<CallTraceWriter> trace) = 0;
  /// nullptr: calls are not recorded.
  virtual CallTraceWriter *trace() = 0;
  /// Statistics of calls and messages.
  virtual void fill(RunResult &result) const = 0;
  virtual void fillMemory(std::map<std::string, std::uint64_t> &memory) const = 0;
  /// When all ranks have finalized: did they agree, and what did they leave behind?
  virtual void checkAtEnd() = 0;
  virtual void tellFindings(std::vector<std::string> &warnings) const = 0;
};

} // namespace maquette::runtime

#endif
