//===- maquette/check/settle.h - edits that compile ---------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Edits, checks and withdraws in turn until both output trees compile.
///
/// Errors    maquette-tree-does-not-compile: not even with all edits withdrawn.
#ifndef MAQUETTE_CHECK_SETTLE_H
#define MAQUETTE_CHECK_SETTLE_H

#include "maquette/check/withdraw.h"

#include "llvm/Support/Error.h"

#include <functional>

namespace maquette::skeletonizer {

struct Settling {
  /// Decides and edits with these withdrawals.
  std::function<ProgramEdits(const Withdrawals &)> edit;
  /// The errors of both trees.
  std::function<std::vector<CheckError>(const TreeEdits &)> check;
  /// Is told what goes on.
  std::function<void(const std::string &)> progress;
};

/// What was withdrawn so far, and why; grows.
struct Withdrawn {
  Withdrawals what;
  std::vector<WithdrawnEdit> said;
};

/// \p withdrawn counts from the beginning.
llvm::Expected<ProgramEdits> settle(const Settling &how, Withdrawn &withdrawn);

} // namespace maquette::skeletonizer

#endif
