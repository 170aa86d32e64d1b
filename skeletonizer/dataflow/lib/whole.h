//===- skeletonizer/dataflow/lib/whole.h - text that stays as a whole or goes -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_WHOLE_H
#define MAQUETTE_DATAFLOW_LIB_WHOLE_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Text that stays as a whole or goes.
class Whole : Walker {
public:
  using Walker::Walker;

  bool isLeftAlone(const clang::FunctionDecl *function) const;
  bool isKeptWhole(const clang::Stmt *statement) const;
  /// All of what \p walks walks is needed where anything of it is.
  void asWhole(const clang::Stmt *statement, const std::function<void()> &walks);
  NodeId statementValue(const clang::StmtExpr *block);

  /// Cases that stand in the block of their switch, not in a loop or block inside of it.
  std::set<const clang::SwitchCase *> own_cases;
};

} // namespace maquette::skeletonizer

#endif
