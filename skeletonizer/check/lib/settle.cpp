//===- skeletonizer/check/lib/settle.cpp - edits that compile ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/check/settle.h"

#include "maquette/frontend/input_error.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

constexpr std::size_t kShownErrors = 20;

/// Each round takes the time of a decision, so later rounds take back more at once.
WithdrawalStep firstStep(int round) {
  constexpr int kSmall = 6, kFunctions = 9, kFiles = 12;
  if (round <= kSmall)
    return WithdrawalStep::Names;
  return round <= kFunctions ? WithdrawalStep::Function : round <= kFiles ? WithdrawalStep::File : WithdrawalStep::All;
}

llvm::Error stillBroken(const std::vector<CheckError> &errors) {
  std::string details;
  for (std::size_t i = 0; i < std::min(errors.size(), kShownErrors); ++i)
    details += errors[i].place.file + ":" + std::to_string(errors[i].place.line) + ": " + errors[i].message + "\n";
  const CheckError &first = errors.front();
  return inputError(first.unit, "does not compile in " + first.tree + "/, even without any edit of its files",
                    "maquette-tree-does-not-compile",
                    "see the messages of the compiler above, at lines of your sources; please report this", details);
}

std::string roundText(int round, const std::vector<CheckError> &errors) {
  return "withdrawing edits that do not compile, round " + std::to_string(round) + " (" +
         std::to_string(errors.size()) + " errors)";
}

} // namespace

llvm::Expected<ProgramEdits> settle(const Settling &how, Withdrawn &withdrawn) {
  for (int round = 1;; ++round) {
    ProgramEdits edits = how.edit(withdrawn.what);
    how.progress("checking that both trees compile");
    const std::vector<CheckError> errors = how.check(edits.edits);
    if (errors.empty()) {
      edits.withdrawn = withdrawn.said;
      return edits;
    }
    how.progress(roundText(round, errors));
    const std::vector<WithdrawnEdit> added = withdraw(errors, edits, firstStep(round), withdrawn.what);
    if (added.empty())
      return stillBroken(errors);
    withdrawn.said.insert(withdrawn.said.end(), added.begin(), added.end());
  }
}

} // namespace maquette::skeletonizer
