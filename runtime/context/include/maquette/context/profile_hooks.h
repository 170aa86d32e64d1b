//===- maquette/context/profile_hooks.h - when regions and values are asked -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_PROFILE_HOOKS_H
#define MAQUETTE_CONTEXT_PROFILE_HOOKS_H

#include "maquette/context/rank.h"
#include "maquette/sim/result.h"

#include <cstdint>

namespace maquette::runtime {

/// What regions and predicted values need of a simulation's life. Implemented by the profile recorder and the
/// predictor.
class ProfileHooks {
public:
  virtual ~ProfileHooks() = default;
  /// On the rank's own stack, after its main returned.
  virtual void rankEnds(Rank &rank) = 0;
  /// Mode::Profile: what is between the two is no computing of the rank. They do not nest.
  virtual void callBegins(Rank &) {}
  virtual void callEnds(Rank &) {}
  /// Rank \p id goes on soon: brings what it will need here into the cache.
  virtual void prefetch(std::int64_t) const {}
  /// True while the hooks themselves run inside the rank's code: memory that is allocated then is theirs. Only in
  /// Mode::Profile.
  virtual bool isAtWork() const { return false; }
  /// Mode::Profile: for what passes between the two the rank's computing is charged \p ticks of the host's clock.
  virtual void pause() {}
  virtual void resume(const Rank &, [[maybe_unused]] std::int64_t ticks) {}
  /// After the last rank, also when the program failed: completes the result and writes the profile.
  virtual sim::Status finish(World &world) = 0;
};

} // namespace maquette::runtime

#endif
