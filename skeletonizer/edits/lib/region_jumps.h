//===- skeletonizer/edits/lib/region_jumps.h - jumps into and out of what becomes a region ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_REGION_JUMPS_H
#define MAQUETTE_EDITS_REGION_JUMPS_H

#include "maquette/frontend/source_text.h"

#include "clang/AST/Stmt.h"

#include <map>
#include <vector>

namespace maquette::skeletonizer {

bool isJump(const clang::Stmt *statement);

/// The jumps of one function body. A region has one beginning, and every jump out of it ends it first.
class RegionJumps {
public:
  RegionJumps(const clang::Stmt *function_body, const SourceText &source);

  /// No jump enters \p node from outside of \p region, in which it stands, and every jump in it that leaves the
  /// region stands where text can be put before it.
  bool canBracket(const clang::Stmt *node, TextRange region) const;
  /// The jumps in \p node, in the order of the text, whose target lies outside of \p region.
  std::vector<const clang::Stmt *> leaving(const clang::Stmt *node, TextRange region) const;

private:
  /// What a jump has around it inside the region.
  struct Around {
    bool loop = false;
    bool choice = false; ///< A switch, in the innermost loop if there is one.
    Around with(const clang::Stmt *node) const;
  };
  bool leaves(const clang::Stmt *jump, TextRange region, Around around) const;
  bool inside(const clang::Stmt *node, TextRange region) const;
  bool isEntered(const clang::Stmt *node, TextRange region) const;
  bool canEndBeforeJumps(const clang::Stmt *node, TextRange region, Around around) const;
  void addLeaving(const clang::Stmt *node, TextRange region, Around around,
                  std::vector<const clang::Stmt *> &jumps) const;

  const SourceText &source_;
  std::map<const clang::LabelDecl *, std::vector<const clang::GotoStmt *>> gotos_;
};

} // namespace maquette::skeletonizer

#endif
