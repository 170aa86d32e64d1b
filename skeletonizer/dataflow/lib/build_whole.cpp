//===- skeletonizer/dataflow/lib/build_whole.cpp - what stays as a whole or goes -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text that is not edited inside runs as it is wherever anything of it stays: of the actions in it all are needed, or
/// none.
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

/// Statements whose text is not edited inside: all of it stays, or nothing.
bool Whole::isKeptWhole(const clang::Stmt *statement) const {
  if (auto *label = llvm::dyn_cast<clang::SwitchCase>(statement); label && !own_cases.count(label))
    return true;
  if (auto *choice = llvm::dyn_cast<clang::IfStmt>(statement);
      choice && (choice->isConstexpr() || choice->isConsteval()))
    return true;
  if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement);
      choice && !llvm::isa<clang::CompoundStmt>(choice->getBody()))
    return true;
  const bool in_macro =
      statement->getBeginLoc().isMacroID() && !llvm::isa<clang::Expr, clang::DeclStmt, clang::NullStmt>(statement) &&
      !bodyBehindMacro(
          statement, context_.ast->getSourceManager()); // what such a head holds is tied by context_.expansionAround()
  return in_macro || llvm::isa<clang::CXXCatchStmt, clang::AttributedStmt, clang::AsmStmt>(statement);
}

void Whole::asWhole(const clang::Stmt *statement, const std::function<void()> &walks) {
  std::optional<Scope<NodeId>> whole;
  if (context_.cursor.block == kNoNode) {
    whole.emplace(context_.cursor.block, context_.memo(statement, Slot::Whole, NodeKind::Other));
    context_.graph().need(context_.cursor.block, context_.cursor.region);
  }
  walks();
}

void Statements::walk(const clang::Stmt *statement) {
  if (!statement)
    return;
  if (walkers_.whole.isKeptWhole(statement))
    return walkers_.whole.asWhole(statement, [&] { walkKind(statement); });
  walkKind(statement);
}

NodeId Statements::walkHead(const clang::Stmt *statement, const clang::Stmt *init, const clang::DeclStmt *variable,
                            const clang::Expr *decides, bool of_loop) {
  if (!init && !variable)
    return condition(statement, decides, of_loop);
  NodeId decision = kNoNode;
  walkers_.whole.asWhole(statement, [&] {
    walk(init);
    walk(variable);
    decision = condition(statement, decides, of_loop);
  });
  return decision;
}

/// ({ ... }) is executed whole or not at all, and what its last statement gives is its value.
NodeId Whole::statementValue(const clang::StmtExpr *block) {
  const NodeId all = context_.memo(block, Slot::Value, NodeKind::Other);
  context_.graph().need(all, context_.cursor.region);
  context_.read(all);
  Reading reading(context_.cursor, kNoNode, kNoNode, kNoNode);
  Scope within(context_.cursor.block, all);
  const clang::CompoundStmt *statements = block->getSubStmt();
  const auto *last = statements->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(statements->body_back());
  walkers_.statements.walk(statements);
  NodeId result = kNoNode;
  if (last && !block->getType()->isVoidType()) {
    const Scope reader(context_.cursor.reader, all);
    result = walkers_.expressions.value(last);
  }
  within.end();
  reading.end();
  if (const NodeId around = context_.cursor.block != kNoNode ? context_.cursor.block : context_.expansionAround(block);
      around != kNoNode) {
    context_.graph().need(around, all);
    context_.graph().need(all, around);
  }
  return result;
}

/// Nothing in the function is edited: a macro wrote it, or it stands in a file that is none of the application's.
bool Whole::isLeftAlone(const clang::FunctionDecl *function) const {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool lambda_of_macro =
      method && method->getParent()->isLambda() && method->getParent()->getLocation().isMacroID();
  const clang::Stmt *body = function->getBody();
  return lambda_of_macro || body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID() ||
         (context_.shared.editable && !context_.shared.editable(keyOf(body, *context_.ast).file));
}

/// Whoever calls such a function runs all of it.
void SharedContext::connectLeftAlone() {
  for (const CallRecord &call : graph.calls)
    if (const auto whole = left_alone.find(call.callee); whole != left_alone.end())
      graph.need(call.action, whole->second);
}

} // namespace maquette::skeletonizer
