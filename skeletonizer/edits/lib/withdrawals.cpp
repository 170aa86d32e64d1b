//===- skeletonizer/edits/lib/withdrawals.cpp - what is not edited after all -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/withdrawals.h"

#include <limits>

namespace maquette::skeletonizer {

static bool contains(const SourceKey &outer, const SourceKey &inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

static void keep(const SourceKey &text, Overrides &overrides) {
  std::erase_if(overrides, [&](const auto &entry) { return contains(text, entry.first); });
  overrides[text].where = "withdrawn";
}

Overrides withWithdrawals(Overrides overrides, const Withdrawals &withdrawn) {
  for (const SourceKey &statement : withdrawn.statements)
    keep(statement, overrides);
  for (const SourceKey &function : withdrawn.functions)
    keep(function, overrides);
  for (const std::string &file : withdrawn.files)
    keep({file, 0, std::numeric_limits<unsigned>::max()}, overrides);
  return overrides;
}

} // namespace maquette::skeletonizer
