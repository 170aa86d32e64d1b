//===- maquette/check/withdraw.h - what to take back for errors -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Errors in the output trees are mended by withdrawing decisions, first few, then more:
///   1. removed declarations that an error names;
///   2. the region or statement in which it stands;
///   3. the function;
///   4. all functions of the file, or outside of functions all removed declarations of the file;
///   5. the file;
///   6. all files that the unit reads;
///   7. all files.
/// What is withdrawn stays withdrawn, so this ends.
#ifndef MAQUETTE_CHECK_WITHDRAW_H
#define MAQUETTE_CHECK_WITHDRAW_H

#include "maquette/check/check_units.h"
#include "maquette/edits/program_edits.h"

#include <vector>

namespace maquette::skeletonizer {

enum class WithdrawalStep { Names, Region, Function, Functions, File, Unit, All };

/// Adds to \p withdrawn what the first step from \p from on that takes anything back takes back for each of \p errors,
/// which \p edits gave. Returns what it added: nothing if there is nothing left to withdraw.
std::vector<WithdrawnEdit> withdraw(const std::vector<CheckError> &errors, const ProgramEdits &edits,
                                    WithdrawalStep from, Withdrawals &withdrawn);

} // namespace maquette::skeletonizer

#endif
