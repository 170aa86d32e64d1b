//===- maquette/context/polling.h - ranks that look again and again ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A rank that polls looks, in a loop of the program, for something that another rank does. Between two looks its clock
/// moves and others run. Polling counts what ranks do besides, so that it can tell a loop that will never end.
///
/// Errors  endless polling ends the run as a deadlock.
#ifndef MAQUETTE_CONTEXT_POLLING_H
#define MAQUETTE_CONTEXT_POLLING_H

#include "maquette/context/rank.h"

#include <cstdint>
#include <unordered_map>

namespace maquette::runtime {

class Polling {
public:
  explicit Polling(World &world) : world_(world) {}
  Polling(const Polling &) = delete;
  Polling &operator=(const Polling &) = delete;

  /// Something was done that is no look.
  void advance() { ++progress_; }
  /// Grows with everything that is done but looking: what a poll can hope for.
  std::uint64_t progress() const { return progress_; }
  /// Before a look: others have run up to the rank's clock.
  void begin(Rank &rank);
  /// One look that found nothing, which took \p cost: advances the clock and lets others run.
  void lookedInVain(Rank &rank, sim::SimDuration cost);

private:
  World &world_;
  std::uint64_t progress_ = 0;
  std::uint64_t idle_polls_ = 0;
  std::uint64_t idle_progress_ = 0;
  std::unordered_map<std::int32_t, std::uint32_t> fruitless_polls_; ///< By rank, since progress was idle_progress_.
};

} // namespace maquette::runtime

#endif
