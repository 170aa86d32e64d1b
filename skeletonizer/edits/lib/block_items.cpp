//===- skeletonizer/edits/lib/block_items.cpp - what becomes of the statements of a block ---===//
// SPDX-License-Identifier: Apache-2.0
#include "block_items.h"

#include "predictions.h"

#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

static bool isFallthrough(const clang::Stmt *statement) {
  const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement);
  return attributed && llvm::isa<clang::NullStmt>(attributed->getSubStmt());
}

bool BlockReader::canVanish(const clang::Stmt *statement) const {
  return source_.contains(statement) &&
         source_.balancedDirectives(source_.withChoice(source_.statementRange(statement)));
}

/// `x = expensive();` with x predicted, or a loop after which values are predicted: the region ends with it.
bool BlockReader::endsWithPrediction(BlockItem &item) {
  const clang::Stmt *statement = item.statement;
  if (const std::vector<LoopExitValue> *exits = queries_.loopExits(statement)) {
    if (queries_.touchedInside(statement))
      return false;
    for (const LoopExitValue &exit : *exits) {
      item.after.push_back(exit.variable + " = " + predictionText(exit.value) + ";");
      item.observations.push_back(observationStatement(exit.value, exit.variable));
    }
    return true;
  }
  if (!features_.takesTime(statement))
    return false;
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement)) {
    const clang::Expr *inner = plain(expression);
    if (!isAssignment(inner) || !queries_.predicted(Role::Definition, inner) || !source_.editable(inner))
      return false;
    for (const clang::Stmt *child : inner->children())
      if (child && queries_.touched(child))
        return false;
    std::vector<Edit> edits;
    expressions_.keepStatement(inner, edits);
    TextRange range = source_.range(inner);
    item.after = {applied(source_.at(range), edits, range.begin) + ";"};
    return true;
  }
  if (!llvm::isa<clang::DeclStmt>(statement) || !item.declaration.predicted || !item.declaration.acts.empty() ||
      !llvm::cast<clang::DeclStmt>(statement)->isSingleDecl())
    return false;
  item.after = {item.declaration.text + ";"};
  return true;
}

void BlockReader::classify(BlockItem &item, BlockPlace place, bool last) {
  const clang::Stmt *statement = item.statement;
  if (llvm::isa<clang::NullStmt>(statement)) {
    item.kind = item.after_label ? BlockItem::Kind::Stays : BlockItem::Kind::Neutral;
    return;
  }
  item.kind = BlockItem::Kind::Stays;
  bool required = isFallthrough(statement) ||
                  (place == BlockPlace::InSwitch && llvm::isa<clang::BreakStmt>(statement)) ||
                  (last && place == BlockPlace::InFunction && llvm::isa<clang::ReturnStmt>(statement));
  if (required || !canVanish(statement))
    return;
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    item.declaration = declarations_.edit(declaration);
    const DeclarationOutcome &outcome = item.declaration;
    if (endsWithPrediction(item))
      item.kind = BlockItem::Kind::RemovedThen;
    else if (outcome.predicted || !outcome.acts.empty() || (outcome.stays && queries_.touched(statement)))
      item.kind = BlockItem::Kind::Stays;
    else if (outcome.stays && !outcome.computed)
      item.kind = BlockItem::Kind::Neutral;
    else
      item.kind = BlockItem::Kind::Removed;
    return;
  }
  if (!queries_.touched(statement))
    item.kind = BlockItem::Kind::Removed;
  else if (endsWithPrediction(item))
    item.kind = BlockItem::Kind::RemovedThen;
}

BlockItem BlockReader::item(const clang::Stmt *statement, BlockPlace place, bool last) {
  BlockItem result;
  bool after_label = false;
  unsigned begin = source_.range(statement).begin;
  for (;;) {
    if (const auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      if (place != BlockPlace::InSwitch)
        break;
      if (const auto *value = llvm::dyn_cast<clang::CaseStmt>(label)) {
        referenced_.addAll(value->getLHS());
        referenced_.addAll(value->getRHS());
      }
      statement = label->getSubStmt();
      after_label = true;
    } else if (const auto *name = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      bool stays = wanted_.has(name->getDecl());
      statement = name->getSubStmt();
      after_label |= stays;
      result.drops_label |= !stays;
      if (!stays)
        continue;
    } else {
      break;
    }
    begin = source_.range(statement).begin;
  }
  result.statement = statement;
  result.after_label = after_label;
  result.range = source_.statementRange(statement);
  if (result.drops_label)
    result.range.begin = begin;
  result.range = source_.withPragmas(result.range);
  classify(result, place, last);
  if (result.isRemoved())
    result.range = source_.withChoice(result.range);
  return result;
}

bool BlockReader::inSameMacro(const BlockItem &a, const BlockItem &b) const {
  const clang::SourceManager &sources = queries_.context().getSourceManager();
  clang::SourceLocation first = a.statement->getBeginLoc(), second = b.statement->getBeginLoc();
  return first.isMacroID() && second.isMacroID() && sources.getExpansionLoc(first) == sources.getExpansionLoc(second);
}

std::vector<BlockItem> BlockReader::items(const std::vector<const clang::Stmt *> &statements, BlockPlace place) {
  std::vector<BlockItem> result;
  for (const clang::Stmt *statement : statements) {
    BlockItem next = item(statement, place, statement == statements.back());
    // The semicolon after a macro that is a block goes or stays with it.
    if (!result.empty() && llvm::isa<clang::NullStmt>(statement) && source_.beginsInMacro(result.back().statement) &&
        source_.skipBlanks(result.back().range.end) == next.range.begin) {
      result.back().range.end = next.range.end;
      continue;
    }
    if (result.empty() || !inSameMacro(result.back(), next)) {
      result.push_back(std::move(next));
      continue;
    }
    // Several statements out of one macro: all or none.
    BlockItem &group = result.back();
    if (next.kind == BlockItem::Kind::Stays || group.kind == BlockItem::Kind::Stays) {
      group.kind = BlockItem::Kind::Stays;
      referenced_.addAll(group.statement);
      referenced_.addAll(next.statement);
    } else if (llvm::isa<clang::NullStmt>(group.statement)) {
      group.kind = next.kind;
    } else if (next.kind == BlockItem::Kind::Neutral && !llvm::isa<clang::NullStmt>(next.statement)) {
      group.kind = BlockItem::Kind::Neutral;
    }
    group.range.end = std::max(group.range.end, next.range.end);
  }
  return result;
}

} // namespace maquette::skeletonizer
