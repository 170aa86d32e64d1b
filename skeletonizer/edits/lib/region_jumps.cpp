//===- skeletonizer/edits/lib/region_jumps.cpp - jumps into and out of what becomes a region ---===//
// SPDX-License-Identifier: Apache-2.0
#include "region_jumps.h"

#include "maquette/features/decision_queries.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace maquette::skeletonizer {
namespace {

struct GotoFinder : clang::RecursiveASTVisitor<GotoFinder> {
  std::map<const clang::LabelDecl *, std::vector<const clang::GotoStmt *>> found;
  bool VisitGotoStmt(clang::GotoStmt *jump) {
    found[jump->getLabel()].push_back(jump);
    return true;
  }
};

struct LabelFinder : clang::RecursiveASTVisitor<LabelFinder> {
  std::vector<const clang::LabelStmt *> found;
  bool VisitLabelStmt(clang::LabelStmt *label) {
    found.push_back(label);
    return true;
  }
};

} // namespace

bool isJump(const clang::Stmt *statement) {
  return llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(statement);
}

RegionJumps::RegionJumps(const clang::Stmt *function_body, const SourceText &source) : source_(source) {
  GotoFinder finder;
  finder.TraverseStmt(const_cast<clang::Stmt *>(function_body));
  gotos_ = std::move(finder.found);
}

RegionJumps::Around RegionJumps::Around::with(const clang::Stmt *node) const {
  const bool is_loop = isLoop(node);
  return {loop || is_loop, (choice && !is_loop) || llvm::isa<clang::SwitchStmt>(node)};
}

bool RegionJumps::inside(const clang::Stmt *node, TextRange region) const {
  TextRange range = source_.range(node);
  return range.begin >= region.begin && range.end <= region.end;
}

/// The jump's target lies outside of the region.
bool RegionJumps::leaves(const clang::Stmt *jump, TextRange region, Around around) const {
  if (llvm::isa<clang::BreakStmt>(jump))
    return !around.loop && !around.choice;
  if (llvm::isa<clang::ContinueStmt>(jump))
    return !around.loop;
  if (const auto *gone = llvm::dyn_cast<clang::GotoStmt>(jump))
    return !inside(gone->getLabel()->getStmt(), region);
  return true;
}

bool RegionJumps::isEntered(const clang::Stmt *node, TextRange region) const {
  LabelFinder labels;
  labels.TraverseStmt(const_cast<clang::Stmt *>(node));
  for (const clang::LabelStmt *label : labels.found) {
    auto jumps = gotos_.find(label->getDecl());
    if (jumps == gotos_.end())
      continue;
    for (const clang::GotoStmt *jump : jumps->second)
      if (!inside(jump, region))
        return true;
  }
  return false;
}

bool RegionJumps::canEndBeforeJumps(const clang::Stmt *node, TextRange region, Around around) const {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return true;
  if (llvm::isa<clang::IndirectGotoStmt>(node))
    return false;
  if (isJump(node) && leaves(node, region, around) && source_.beginsInMacro(node))
    return false;
  const Around nested = around.with(node);
  for (const clang::Stmt *child : node->children())
    if (!canEndBeforeJumps(child, region, nested))
      return false;
  return true;
}

bool RegionJumps::canBracket(const clang::Stmt *node, TextRange region) const {
  return !isEntered(node, region) && canEndBeforeJumps(node, region, {});
}

void RegionJumps::addLeaving(const clang::Stmt *node, TextRange region, Around around,
                             std::vector<const clang::Stmt *> &jumps) const {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return;
  if (isJump(node)) {
    if (leaves(node, region, around))
      jumps.push_back(node);
    return;
  }
  const Around nested = around.with(node);
  for (const clang::Stmt *child : node->children())
    addLeaving(child, region, nested, jumps);
}

std::vector<const clang::Stmt *> RegionJumps::leaving(const clang::Stmt *node, TextRange region) const {
  std::vector<const clang::Stmt *> jumps;
  addLeaving(node, region, {}, jumps);
  return jumps;
}

} // namespace maquette::skeletonizer
