//===- skeletonizer/edits/lib/staying_loops.cpp - loops that are both run and timed -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the skeleton computes itself takes none of its simulated time. A loop that stays is therefore a region too: by
/// its size where that is known before it begins, else by how often it and the loops in it that stay have run when it
/// ends.
#include "region_edits.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

constexpr const char *kCounted = "(double)maquette_steps";

/// Something in which nothing can be counted: text that is not where it seems, functions of their own.
struct UncountableFinder : clang::RecursiveASTVisitor<UncountableFinder> {
  const SourceText &source;
  bool found = false;
  explicit UncountableFinder(const SourceText &source) : source(source) {}
  bool VisitStmt(clang::Stmt *statement) {
    if (const clang::Stmt *body = bodyOf(statement))
      found |= (source.beginsInMacro(statement) && !source.bodyBehindMacro(statement)) || source.beginsInMacro(body);
    return !found;
  }
  bool VisitLambdaExpr(clang::LambdaExpr *) {
    found = true;
    return false;
  }
};

} // namespace

RegionEditor::Timing RegionEditor::timingOf(const BlockItem &item) {
  const clang::Stmt *loop = item.statement;
  const bool may = isLoop(loop) && source_.contains(loop) &&
                   (!source_.beginsInMacro(loop) || source_.bodyBehindMacro(loop)) && !item.drops_label &&
                   !overrideOf(loop, program_, queries_) && queries_.decisions().dataLoop(queries_.key(loop)) &&
                   jumps_.canBracket(loop, item.range);
  if (!may)
    return Timing::None;
  if (!features_.find({loop}).empty())
    return Timing::BySize;
  if (!features_.missedTrips() || !jumps_.leaving(loop, item.range).empty())
    return Timing::None;
  UncountableFinder uncountable(source_);
  uncountable.TraverseStmt(const_cast<clang::Stmt *>(loop));
  return uncountable.found ? Timing::None : Timing::ByCount;
}

void RegionEditor::timeStaying(const BlockItem &item, Timing timing) {
  const std::string arguments = open({item});
  RegionRecord &region = out_.regions.back();
  const auto [begin, end] = item.range;
  const std::string next = "\n" + source_.indentation(begin);
  if (timing == Timing::BySize) {
    bracket({item}, region.id, "maquette_region_begin_staying(" + arguments);
    out_.skeleton.push_back({begin, begin, "maquette_compute_staying(" + arguments + ");" + next});
    return;
  }
  region.features = {kCounted};
  region.scales = true;
  const std::string open = "{ long maquette_steps = 0;", name = "\"" + region.id + "\", ";
  out_.skeleton.push_back({begin, begin, open + next});
  out_.skeleton.push_back({end, end, next + "maquette_compute_staying(" + name + "1, " + kCounted + "); }"});
  const auto inside =
      std::find_if(out_.profiled.begin(), out_.profiled.end(), [&](const Edit &edit) { return edit.begin == begin; });
  out_.profiled.insert(inside, {begin, begin, open + " maquette_region_begin_staying(" + name + "0);" + next});
  out_.profiled.push_back({end, end, next + "maquette_region_end_counted(" + name + kCounted + "); }"});
}

} // namespace maquette::skeletonizer
