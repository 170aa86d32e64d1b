//===- skeletonizer/dataflow/lib/build_whole.cpp - what stays as a whole or goes -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text that is not edited inside runs as it is wherever anything of it stays: of the actions in it all are needed, or
/// none.
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

/// Statements whose text is not edited inside: all of it stays, or nothing.
bool FunctionBuilder::isKeptWhole(const clang::Stmt *statement) const {
  if (auto *label = llvm::dyn_cast<clang::SwitchCase>(statement); label && !own_cases_.count(label))
    return true;
  if (auto *choice = llvm::dyn_cast<clang::IfStmt>(statement);
      choice && (choice->isConstexpr() || choice->isConsteval()))
    return true;
  if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement);
      choice && !llvm::isa<clang::CompoundStmt>(choice->getBody()))
    return true;
  const bool in_macro =
      statement->getBeginLoc().isMacroID() && !llvm::isa<clang::Expr, clang::DeclStmt, clang::NullStmt>(statement) &&
      !bodyBehindMacro(statement, ast_->getSourceManager()); // what such a head holds is tied by expansionAround()
  return in_macro || llvm::isa<clang::CXXCatchStmt, clang::AttributedStmt, clang::AsmStmt>(statement);
}

void FunctionBuilder::asWhole(const clang::Stmt *statement, const std::function<void()> &walks) {
  const NodeId around = block_;
  if (block_ == kNoNode) {
    block_ = memo(statement, Slot::Whole, NodeKind::Other);
    graph().need(block_, region_);
  }
  walks();
  block_ = around;
}

void FunctionBuilder::walk(const clang::Stmt *statement) {
  if (!statement)
    return;
  if (isKeptWhole(statement))
    return asWhole(statement, [&] { walkKind(statement); });
  walkKind(statement);
}

NodeId FunctionBuilder::walkHead(const clang::Stmt *statement, const clang::Stmt *init, const clang::DeclStmt *variable,
                                 const clang::Expr *decides, bool of_loop) {
  if (!init && !variable)
    return condition(statement, decides, of_loop);
  NodeId decision = kNoNode;
  asWhole(statement, [&] {
    walk(init);
    walk(variable);
    decision = condition(statement, decides, of_loop);
  });
  return decision;
}

/// ({ ... }) is executed whole or not at all, and what its last statement gives is its value.
NodeId FunctionBuilder::statementValue(const clang::StmtExpr *block) {
  const NodeId all = memo(block, Slot::Value, NodeKind::Other);
  graph().need(all, region_);
  read(all);
  const NodeId reader = reader_, outer = outer_, atom = atom_;
  const NodeId within = std::exchange(block_, all);
  const clang::CompoundStmt *statements = block->getSubStmt();
  const auto *last = statements->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(statements->body_back());
  walk(statements);
  NodeId result = kNoNode;
  if (last && !block->getType()->isVoidType()) {
    reader_ = all;
    outer_ = atom_ = kNoNode;
    result = value(last);
  }
  block_ = within;
  reader_ = reader;
  outer_ = outer;
  atom_ = atom;
  if (const NodeId around = block_ != kNoNode ? block_ : expansionAround(block); around != kNoNode) {
    graph().need(around, all);
    graph().need(all, around);
  }
  return result;
}

bool FunctionBuilder::expandsPack(const clang::Stmt *statement) const {
  if (!function_->declaration->getTemplateInstantiationPattern())
    return false;
  const clang::SourceManager &sources = ast_->getSourceManager();
  const SourceKey key = keyOf(statement, *ast_);
  const llvm::StringRef text =
      sources.getBufferData(sources.getFileID(sources.getExpansionLoc(statement->getBeginLoc())));
  return builder_.ellipses_.try_emplace(text.data(), text, ast_->getLangOpts()).first->second.in({key.begin, key.end});
}

/// What one macro writes is not edited inside: of the actions in it all stay, or none.
NodeId FunctionBuilder::expansionAround(const clang::Stmt *statement) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (!begin.isMacroID())
    return kNoNode;
  const std::size_t place = ast_->getSourceManager().getExpansionLoc(begin).getRawEncoding();
  const NodeId whole = builder_.memo(walked_, context_, Slot::Whole, place, NodeKind::Other, instance_);
  graph().need(whole, region_);
  return whole;
}

/// Its text stands in the file: a macro's arguments do not, what a macro becomes does.
bool FunctionBuilder::isSpelled(const clang::Stmt *statement) const {
  const clang::SourceManager &sources = ast_->getSourceManager();
  return SourceText(*ast_, sources.getFileID(sources.getExpansionLoc(statement->getBeginLoc()))).editable(statement);
}

/// Nothing in the function is edited: a macro wrote it, or it stands in a file that is none of the application's.
bool FunctionBuilder::isLeftAlone(const clang::FunctionDecl *function) const {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool lambda_of_macro =
      method && method->getParent()->isLambda() && method->getParent()->getLocation().isMacroID();
  const clang::Stmt *body = function->getBody();
  return lambda_of_macro || body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID() ||
         (builder_.editable_ && !builder_.editable_(keyOf(body, *ast_).file));
}

/// Whoever calls such a function runs all of it.
void GraphBuilder::connectLeftAlone() {
  for (const CallRecord &call : graph_.calls)
    if (const auto whole = left_alone_.find(call.callee); whole != left_alone_.end())
      graph_.need(call.action, whole->second);
}

} // namespace maquette::skeletonizer
