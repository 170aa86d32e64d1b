//===- skeletonizer/edits/lib/statement_action.h - what stands at the place of a statement ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_STATEMENT_ACTION_H
#define MAQUETTE_EDITS_STATEMENT_ACTION_H

#include <string>
#include <vector>

namespace maquette::skeletonizer {

struct StatementAction {
  bool in_place = true;                ///< Its own text, with edits inside; else:
  std::vector<std::string> statements; ///< these, with their semicolons.
  void become(std::vector<std::string> texts) {
    in_place = false;
    statements = std::move(texts);
  }
};

/// Each of \p acts, a call out of an expression that goes, as a statement.
std::vector<std::string> withSemicolons(const std::vector<std::string> &acts);

} // namespace maquette::skeletonizer

#endif
