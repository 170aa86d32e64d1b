//===- skeletonizer/dataflow/lib/loops.h - loops, their flow and what they leave behind -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_LOOPS_H
#define MAQUETTE_DATAFLOW_LIB_LOOPS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Loops, their flow and what they leave behind.
class Loops : Walker {
public:
  using Walker::Walker;

  void walkFor(const clang::ForStmt *statement);
  void walkWhile(const clang::WhileStmt *statement);
  void walkDo(const clang::DoStmt *statement);
  void walkRangeFor(const clang::CXXForRangeStmt *statement);
  const clang::Expr *onlyValue(const clang::Expr *expression);

private:
  void walkOwnRange(const clang::CXXForRangeStmt *statement, NodeId decision);
  /// One loop: \p head evaluates the condition, before the body or (\p post) after it.
  void loop(const clang::Stmt *statement, NodeId condition, std::optional<double> weight,
            const std::function<void()> &body, const std::function<void()> &head, bool post);
  std::optional<double> loopWeight(const clang::Expr *condition);
  void loopExits(const clang::Stmt *statement, LoopId loop);
  bool definedIn(NodeId definition, LoopId loop) const;
};

} // namespace maquette::skeletonizer

#endif
