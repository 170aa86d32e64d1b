//===- maquette/context/calls.h - what is known of the ranks' calls -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_CALLS_H
#define MAQUETTE_CONTEXT_CALLS_H

#include "maquette/context/call_counters.h"
#include "maquette/context/call_sites.h"
#include "maquette/context/causality_recorder.h"
#include "maquette/context/polling.h"

#include <memory>

namespace maquette::runtime {

/// Calls of MPI and OpenSHMEM: where they are, how many there were, which only look, and what ranks wait for.
class Calls {
public:
  Calls(World &world, const RunConfig &config)
      : counters_(config), polling_(world),
        causality_(config.gather.causality ? std::make_unique<CausalityRecorder>(config.ranks) : nullptr) {}
  const CallSites &sites() const { return sites_; }
  CallCounters &counters() { return counters_; }
  Polling &polling() { return polling_; }
  const Polling &polling() const { return polling_; }
  /// Nullptr: nobody asked.
  CausalityRecorder *causality() const { return causality_.get(); }

private:
  CallSites sites_;
  CallCounters counters_;
  Polling polling_;
  std::unique_ptr<CausalityRecorder> causality_;
};

} // namespace maquette::runtime

#endif
