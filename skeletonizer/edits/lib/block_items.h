//===- skeletonizer/edits/lib/block_items.h - what becomes of the statements of a block ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_BLOCK_ITEMS_H
#define MAQUETTE_EDITS_BLOCK_ITEMS_H

#include "declaration_edits.h"
#include "expression_edits.h"
#include "maquette/features/features.h"

namespace maquette::skeletonizer {

enum class BlockPlace { InFunction, InBlock, InSwitch };

/// A statement of a block, without its labels.
struct BlockItem {
  enum class Kind { Stays, Neutral, Removed, RemovedThen };

  bool isRemoved() const { return kind == Kind::Removed || kind == Kind::RemovedThen; }

  const clang::Stmt *statement = nullptr;
  TextRange range;          ///< With semicolon, pragmas, and labels that go.
  bool after_label = false; ///< A label that stays stands before it.
  bool drops_label = false;
  Kind kind = Kind::Stays;
  DeclarationOutcome declaration;        ///< For a DeclStmt.
  std::vector<std::string> after;        ///< RemovedThen: statements after the region.
  std::vector<std::string> observations; ///< The same in the profiled tree.
};

/// Decides which statements of a block stay, and which go.
class BlockReader {
public:
  /// \p wanted: what the remaining text references, and so which labels stay. \p referenced: where names go that
  /// the statements' own text keeps.
  BlockReader(DecisionQueries &queries, const SourceText &source, const ReferencedDecls &wanted,
              FeatureFinder &features, ExpressionEditor &expressions, DeclarationEditor &declarations,
              ReferencedDecls &referenced)
      : queries_(queries), source_(source), wanted_(wanted), features_(features), expressions_(expressions),
        declarations_(declarations), referenced_(referenced) {}

  /// One for each statement, but that those out of one macro are one item.
  std::vector<BlockItem> items(const std::vector<const clang::Stmt *> &statements, BlockPlace place);
  /// \p last: of its block.
  BlockItem item(const clang::Stmt *statement, BlockPlace place, bool last);

private:
  void classify(BlockItem &item, BlockPlace place, bool last);
  bool endsWithPrediction(BlockItem &item);
  bool inSameMacro(const BlockItem &a, const BlockItem &b) const;
  bool canVanish(const clang::Stmt *statement) const;

  DecisionQueries &queries_;
  const SourceText &source_;
  const ReferencedDecls &wanted_;
  FeatureFinder &features_;
  ExpressionEditor &expressions_;
  DeclarationEditor &declarations_;
  ReferencedDecls &referenced_;
};

} // namespace maquette::skeletonizer

#endif
