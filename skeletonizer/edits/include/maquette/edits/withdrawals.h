//===- maquette/edits/withdrawals.h - what is not edited after all -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An edit that does not compile is withdrawn, and with it the decision behind it: what stands there stays as the
/// application has it, and so does all that it needs.
#ifndef MAQUETTE_EDITS_WITHDRAWALS_H
#define MAQUETTE_EDITS_WITHDRAWALS_H

#include "maquette/decide/overrides.h"

#include <set>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

struct Withdrawals {
  std::set<std::string> names;    ///< Functions and variables of files that are not removed, without qualifiers.
  std::set<SourceKey> statements; ///< Kept, as `#pragma maquette keep` does.
  std::set<SourceKey> functions;  ///< Kept, and their text is not changed. By FunctionRecord::place.
  std::set<std::string> files;    ///< The same for all of a file.

  bool empty() const { return names.empty() && statements.empty() && functions.empty() && files.empty(); }
  std::size_t size() const { return names.size() + statements.size() + functions.size() + files.size(); }
  bool keepsText(const SourceKey &function) const { return functions.count(function) || files.count(function.file); }
};

/// One withdrawal, for the report.
struct WithdrawnEdit {
  std::string what; ///< "region f#1a2b3c4d", "function f", "declaration f", "file", ...
  std::string file;
  unsigned line = 0;   ///< Of the original; 0: none in particular.
  std::string message; ///< Of the compiler.
};

/// The user's decisions and what withdrawals keep. Where both decide about the same text, the latter do.
Overrides withWithdrawals(Overrides overrides, const Withdrawals &withdrawn);

} // namespace maquette::skeletonizer

#endif
