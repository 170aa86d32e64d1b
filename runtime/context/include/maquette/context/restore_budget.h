//===- maquette/context/restore_budget.h - how often caches are restored ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading a rank's data back (working_sets.h) takes time that nobody is charged. RestoreBudget says how often there is
/// time for it.
///
/// Limits    a profile restores every span, as long as that takes at most ten times the computing itself. Direct mode
///           restores every span until that has taken 1 s; then a part of them, drawn so that no rhythm of the program
///           decides which, that takes at most 3 % of the computing, or half of what the caches cost so far if that is
///           more. For places of which too few spans are known it may take 5 s, or as long as the computing: what ranks
///           do but once, as at their end, has only these to be judged by.
#ifndef MAQUETTE_CONTEXT_RESTORE_BUDGET_H
#define MAQUETTE_CONTEXT_RESTORE_BUDGET_H

#include "maquette/context/cache_ratio.h"
#include "maquette/formats/run_config.h"

#include <cstdint>

namespace maquette::runtime {

class RestoreBudget {
public:
  explicit RestoreBudget(Mode mode) : mode_(mode) {}

  void addComputing(double ps) { computed_ps_ += ps; }
  /// True if a span of which \p want is known is to be restored. \p spent_ps went into restoring so far; \p at_stake
  /// is the share of the computing so far that the caches cost.
  bool allows(CacheRatio::Want want, double spent_ps, double at_stake);

private:
  bool isDrawn(std::uint64_t of);

  Mode mode_;
  double computed_ps_ = 0;
  std::uint64_t draws_ = 0;
};

} // namespace maquette::runtime

#endif
