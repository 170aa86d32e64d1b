//===- maquette/context/call_scope.h - what a function of every library begins with ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CallScope finds the calling rank, records its place, stops the clock of its computing, and counts the call. The
/// libraries' own scopes derive from it; their destructors call leave().
#ifndef MAQUETTE_CONTEXT_CALL_SCOPE_H
#define MAQUETTE_CONTEXT_CALL_SCOPE_H

#include "maquette/context/call_ids.h"
#include "maquette/context/causality_recorder.h"
#include "maquette/context/rank_end.h"
#include "maquette/context/world.h"

#include <cstdint>
#include <utility>

namespace maquette::runtime {

class CallScope {
public:
  CallScope(const CallScope &) = delete;
  CallScope &operator=(const CallScope &) = delete;

  /// False outside ranks.
  explicit operator bool() const { return rank_ != nullptr; }
  Rank &rank() const { return *rank_; }
  World &world() const { return *world_; }

protected:
  CallScope(CallId id, const void *call_site) : world_(World::current()) {
    rank_ = world_ != nullptr ? world_->dispatcher().running() : nullptr;
    if (rank_ == nullptr)
      return;
    if (!world_->dispatcher().isOwnThread())
      refuseForeignThread(*world_, *rank_, nameOf(id));
    outer_ = rank_->call;
    if (outer_ == 0) {
      rank_->call_site = call_site;
      if (world_->scheduler().stepsIn())
        stepIn();
    }
    rank_->call = static_cast<std::uint16_t>(id);
    begin_ = rank_->clock;
    if (CausalityRecorder *const causality = world_->calls().causality(); causality != nullptr && isOutermost())
      causality->callBegins(*rank_);
  }
  ~CallScope() = default;

  /// \p before: what the library does at the end of each call, before computing begins again.
  template <class Before> void leave(Before before) const {
    if (rank_ == nullptr)
      return;
    const std::uint16_t call = std::exchange(rank_->call, outer_);
    CallCounters &counters = world_->calls().counters();
    if (!isOutermost()) {
      if (outer_ != kUncounted)
        ++counters.sums(call).count;
      return;
    }
    counters.countCall({call, rank_->call_site}, rank_->clock - begin_);
    if (CausalityRecorder *const causality = world_->calls().causality())
      causality->callEnds(*rank_, call);
    if (!world_->scheduler().stepsIn())
      return;
    before();
    if (outer_ == 0 && world_->meter().measures())
      world_->meter().computingBegins(*rank_);
  }
  /// The program called it, not another function of a library.
  bool isOutermost() const { return outer_ == 0 || outer_ == kInBinding; }
  /// Calls are recorded, and this is one of the program.
  bool isTraced() const { return world_->calls().counters().trace() != nullptr && isOutermost(); }

private:
  void stepIn() const;

  World *world_;
  Rank *rank_ = nullptr;
  sim::SimTime begin_;
  std::uint16_t outer_ = 0;
};

} // namespace maquette::runtime

#endif
