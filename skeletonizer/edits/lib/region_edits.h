//===- skeletonizer/edits/lib/region_edits.h - removed statements become regions ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of removed statements becomes one region: a compute call in the skeleton, brackets in the profiled tree. So
/// does a loop that stays, as what the skeleton computes itself takes none of its simulated time: by its size where
/// that is known before it begins, else by how often it and the loops in it that stay have run when it ends.
#ifndef MAQUETTE_EDITS_REGION_EDITS_H
#define MAQUETTE_EDITS_REGION_EDITS_H

#include "block_items.h"
#include "maquette/edits/function_edits.h"
#include "region_jumps.h"

namespace maquette::skeletonizer {

/// What the user decided about \p statement, or null.
const Override *overrideOf(const clang::Stmt *statement, const ProgramView &program, DecisionQueries &queries);

class RegionEditor {
public:
  RegionEditor(const clang::FunctionDecl *function, DecisionQueries &queries, const SourceText &source,
               const ProgramView &program, FeatureFinder &features, FunctionEdits &edits)
      : function_(function), queries_(queries), source_(source), program_(program), features_(features), out_(edits),
        jumps_(function->getBody(), source) {}

  /// Brackets \p run in the profiled tree. The arguments of the compute call; empty if there is nothing to time.
  std::string edit(const std::vector<BlockItem> &run);

  // staying_loops.cpp
  enum class Timing { None, BySize, ByCount };
  /// How a statement that stays is timed.
  Timing timingOf(const BlockItem &item);
  /// Around the loop, after everything inside it has been edited.
  void timeStaying(const BlockItem &item, Timing timing);

private:
  static TextRange rangeOf(const std::vector<BlockItem> &run) {
    return {run.front().range.begin, run.back().range.end};
  }
  /// The arguments of the region's calls; empty if there is nothing to time.
  std::string open(const std::vector<BlockItem> &run);
  bool isTimed(const std::vector<BlockItem> &run);
  std::string idOf(const std::vector<BlockItem> &run);
  void addFeatures(const std::vector<BlockItem> &run, RegionRecord &region, std::string &arguments);
  void bracket(const std::vector<BlockItem> &run, const std::string &id, const std::string &begin_call);
  void endBeforeJumps(const clang::Stmt *node, const std::string &id, TextRange region);

  const clang::FunctionDecl *function_;
  DecisionQueries &queries_;
  const SourceText &source_;
  const ProgramView &program_;
  FeatureFinder &features_;
  FunctionEdits &out_;
  RegionJumps jumps_;
};

} // namespace maquette::skeletonizer

#endif
