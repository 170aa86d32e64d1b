//===- maquette/traces/selection.h - a part of a trace -----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_SELECTION_H
#define MAQUETTE_TRACES_SELECTION_H

#include "maquette/traces/trace.h"

#include <limits>
#include <vector>

namespace maquette::traces {

/// Which ranks and times are taken.
struct Selection {
  /// Each step-th rank from first to last.
  struct Range {
    std::int64_t first, last;
    std::int64_t step = 1; ///< At least 1.

    bool has(std::int64_t rank) const { return first <= rank && rank <= last && (rank - first) % step == 0; }
  };
  std::vector<Range> ranks; ///< Empty: all.
  std::int64_t begin_ps = std::numeric_limits<std::int64_t>::min();
  std::int64_t end_ps = std::numeric_limits<std::int64_t>::max();

  bool has(std::int64_t rank) const;
};

/// \p text: "0-63,128,1000-1999:100". Errors: maquette-trace-options.
sim::Result<std::vector<Selection::Range>> readRankList(const std::string &text);

/// \p trace as if only the selected ranks had made calls, and only those that lie at least partly in the time. Before
/// it, what makes communicators, datatypes and the like is kept: else what follows could not be understood. The trace
/// lives as long.
std::unique_ptr<Trace> select(const Trace &trace, Selection selection);

} // namespace maquette::traces

#endif
