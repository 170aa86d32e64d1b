//===- skeletonizer/dataflow/lib/dead_code.cpp - what no execution reaches -===//
// SPDX-License-Identifier: Apache-2.0
#include "dead_code.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"

#include <vector>

namespace maquette::skeletonizer {

static std::set<const clang::CFGBlock *> reachedBlocks(const clang::CFG &graph) {
  std::set<const clang::CFGBlock *> reached{&graph.getEntry()};
  std::vector<const clang::CFGBlock *> open(reached.begin(), reached.end());
  while (!open.empty()) {
    const clang::CFGBlock *block = open.back();
    open.pop_back();
    for (const clang::CFGBlock::AdjacentBlock &next : block->succs())
      if (const clang::CFGBlock *target = next.getReachableBlock(); target && reached.insert(target).second)
        open.push_back(target);
  }
  return reached;
}

static std::set<const clang::Stmt *> deadCalls(const clang::FunctionDecl &function) {
  if (llvm::isa<clang::CoroutineBodyStmt>(function.getBody())) // its graph has no way back from a suspension
    return {};
  clang::CFG::BuildOptions options;
  options.AddEHEdges = true; // or handlers would be dead
  for (const auto kind :
       {clang::Stmt::CallExprClass, clang::Stmt::CXXMemberCallExprClass, clang::Stmt::CXXOperatorCallExprClass})
    options.setAlwaysAdd(kind);
  const std::unique_ptr<clang::CFG> graph =
      clang::CFG::buildCFG(&function, function.getBody(), &function.getASTContext(), options);
  if (!graph)
    return {};
  const std::set<const clang::CFGBlock *> reached = reachedBlocks(*graph);
  std::set<const clang::Stmt *> dead;
  for (const clang::CFGBlock *block : *graph)
    for (const clang::CFGElement &element : *block)
      if (const auto statement = element.getAs<clang::CFGStmt>(); statement && !reached.count(block))
        dead.insert(statement->getStmt());
  return dead;
}

bool DeadCode::holds(const clang::FunctionDecl &function, const clang::Expr *call) {
  const auto [found, is_new] = calls_.try_emplace(&function);
  if (is_new)
    found->second = deadCalls(function);
  return found->second.count(call) != 0;
}

} // namespace maquette::skeletonizer
