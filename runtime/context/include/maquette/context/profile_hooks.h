//===- maquette/context/profile_hooks.h - when regions and values are asked -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_PROFILE_HOOKS_H
#define MAQUETTE_CONTEXT_PROFILE_HOOKS_H

#include "maquette/context/rank.h"
#include "maquette/sim/result.h"

#include <cstdint>

namespace maquette::runtime {

/// Events of a simulation that regions and predicted values need. Implemented by the profile recorder and the
/// predictor.
class ProfileHooks {
public:
  virtual ~ProfileHooks() = default;
  /// Called on the rank's own stack after its main returned.
  virtual void rankEnds(Rank &rank) = 0;
  /// Mode::Profile: time between the two is not computing of the rank. They do not nest.
  virtual void callBegins(Rank &) {}
  virtual void callEnds(Rank &) {}
  /// Rank \p id continues soon: prefetches its data of the hooks.
  virtual void prefetch(std::int64_t) const {}
  /// True while the hooks run inside the rank's code: memory allocated then belongs to the hooks. Only in
  /// Mode::Profile.
  virtual bool isAtWork() const { return false; }
  /// Mode::Profile: instead of the time between the two, the rank is charged \p ticks of the host's clock.
  virtual void pause() {}
  virtual void resume(const Rank &, [[maybe_unused]] std::int64_t ticks) {}
  /// Called after the last rank ended or the program failed: completes the result and writes the profile.
  virtual sim::Status finish(World &world) = 0;
};

} // namespace maquette::runtime

#endif
