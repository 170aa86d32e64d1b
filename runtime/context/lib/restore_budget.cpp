//===- runtime/context/lib/restore_budget.cpp - how often caches are restored --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/restore_budget.h"

#include "maquette/sim/random.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr double kDirectShare = 0.03;
constexpr double kStakeShare = 0.5;
constexpr double kUrgentShare = 1;
constexpr double kProfileShare = 10;
constexpr double kAllowancePs = 1e12; ///< Before there is much computing to compare with.
constexpr double kUrgentPs = 5e12;    ///< The same for what has to be known.
constexpr std::uint64_t kRare = 8;    ///< One of so many is restored where that does not help.

} // namespace

bool RestoreBudget::isDrawn(std::uint64_t of) { return sim::mixBits(draws_++) % of == 0; }

bool RestoreBudget::allows(CacheRatio::Want want, double spent_ps, double at_stake) {
  const auto has_time = [&](double share) { return spent_ps - kAllowancePs < share * computed_ps_; };
  if (mode_ == Mode::Profile)
    return has_time(kProfileShare);
  const double share = std::max(kDirectShare, kStakeShare * at_stake);
  switch (want) {
    using enum CacheRatio::Want;
  case Restored:
    return spent_ps - kAllowancePs < kUrgentPs || has_time(kUrgentShare);
  case Disturbed:
    return !isDrawn(2) && has_time(share);
  case Either:
    return has_time(0) || (has_time(share) && isDrawn(2));
  case Rarely:
    return isDrawn(kRare) && has_time(share);
  }
  return false;
}

} // namespace maquette::runtime
