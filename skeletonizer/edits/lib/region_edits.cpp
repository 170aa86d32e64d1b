//===- skeletonizer/edits/lib/region_edits.cpp - runs of removed statements -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run becomes one region: a compute call in the skeleton, brackets in the profiled tree. A region has one beginning;
/// every jump out of it ends it first.
#include "body_edits.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstdio>

namespace maquette::skeletonizer {
namespace {

bool isJump(const clang::Stmt *statement) {
  return llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(statement);
}

/// Before a jump out of region \p id; behind what the jump computes if that is a return that takes time.
std::string endOfRegion(const std::string &id, bool jump_takes_time) {
  if (!jump_takes_time)
    return "maquette_region_end(\"" + id + "\")";
  std::string variable = "maquette_left_" + id.substr(id.rfind('#') + 1);
  std::replace(variable.begin(), variable.end(), '-', '_');
  return "MAQUETTE_REGION_END_AT_EXIT(" + variable + ", \"" + id + "\")";
}

std::string regionFunction(const clang::FunctionDecl &function) {
  std::string name = function.getQualifiedNameAsString();
  static constexpr llvm::StringRef kAnonymous = "(anonymous namespace)::";
  for (size_t at; (at = name.find(kAnonymous)) != std::string::npos;)
    name.erase(at, kAnonymous.size());
  return name;
}

struct LabelFinder : clang::RecursiveASTVisitor<LabelFinder> {
  std::vector<const clang::LabelStmt *> found;
  bool VisitLabelStmt(clang::LabelStmt *label) {
    found.push_back(label);
    return true;
  }
};

} // namespace

/// Is left by a jump whose target lies outside of \p run.
bool BodyEditor::isLeft(const clang::Stmt *node, const std::vector<Item> &run, bool in_loop, bool in_switch) const {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return false;
  if (isJump(node))
    return leaves(node, run, in_loop, in_switch);
  const bool loop = isLoop(node);
  const bool choice = llvm::isa<clang::SwitchStmt>(node);
  return llvm::any_of(node->children(), [&](const clang::Stmt *child) {
    return isLeft(child, run, in_loop || loop, (in_switch && !loop) || choice);
  });
}

bool BodyEditor::insideRun(const clang::Stmt *node, const std::vector<Item> &run) const {
  TextRange range = source_.range(node);
  return range.begin >= run.front().range.begin && range.end <= run.back().range.end;
}

/// The jump's target lies outside of the run.
bool BodyEditor::leaves(const clang::Stmt *jump, const std::vector<Item> &run, bool in_loop, bool in_switch) const {
  if (llvm::isa<clang::BreakStmt>(jump))
    return !in_loop && !in_switch;
  if (llvm::isa<clang::ContinueStmt>(jump))
    return !in_loop;
  if (const auto *gone = llvm::dyn_cast<clang::GotoStmt>(jump))
    return !insideRun(gone->getLabel()->getStmt(), run);
  return true;
}

/// No jump enters the run, and every jump out of it stands where text can be put before it.
bool BodyEditor::canBracket(const clang::Stmt *node, const std::vector<Item> &run) const {
  LabelFinder labels;
  labels.TraverseStmt(const_cast<clang::Stmt *>(node));
  for (const clang::LabelStmt *label : labels.found) {
    auto jumps = gotos_.find(label->getDecl());
    if (jumps == gotos_.end())
      continue;
    for (const clang::GotoStmt *jump : jumps->second)
      if (!insideRun(jump, run))
        return false;
  }
  struct Check {
    const BodyEditor &editor;
    const std::vector<Item> &run;
    bool good(const clang::Stmt *statement, bool in_loop, bool in_switch) const {
      if (!statement || llvm::isa<clang::LambdaExpr>(statement))
        return true;
      if (llvm::isa<clang::IndirectGotoStmt>(statement))
        return false;
      if (isJump(statement) && editor.leaves(statement, run, in_loop, in_switch) &&
          editor.source_.beginsInMacro(statement))
        return false;
      bool loop = isLoop(statement);
      bool choice = llvm::isa<clang::SwitchStmt>(statement);
      for (const clang::Stmt *child : statement->children())
        if (!good(child, in_loop || loop, (in_switch && !loop) || choice))
          return false;
      return true;
    }
  };
  return Check{*this, run}.good(node, false, false);
}

void BodyEditor::endBeforeJumps(const clang::Stmt *node, const std::string &id, const std::vector<Item> &run,
                                bool in_loop, bool in_switch) {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return;
  if (isJump(node)) {
    if (!leaves(node, run, in_loop, in_switch))
      return;
    TextRange range = source_.statementRange(node);
    out_.profiled.push_back({range.begin, range.begin, "{ " + endOfRegion(id, features_.takesTime(node)) + "; "});
    out_.profiled.push_back({range.end, range.end, " }"});
    return;
  }
  bool loop = isLoop(node);
  bool choice = llvm::isa<clang::SwitchStmt>(node);
  for (const clang::Stmt *child : node->children())
    endBeforeJumps(child, id, run, in_loop || loop, (in_switch && !loop) || choice);
}

void BodyEditor::bracket(const std::vector<Item> &run, const std::string &id, const std::string &begin_call) {
  std::string indent = source_.indentation(run.front().range.begin);
  unsigned begin = run.front().range.begin;
  // What is observed at the same place was written first, and stands inside.
  const auto inside =
      std::find_if(out_.profiled.begin(), out_.profiled.end(), [&](const Edit &edit) { return edit.begin == begin; });
  out_.profiled.insert(inside, {begin, begin, begin_call + ");\n" + indent});
  for (const Item &item : run)
    endBeforeJumps(item.statement, id, run, false, false);
  if (isJump(run.back().statement))
    return;
  std::string after = "\n" + indent + "maquette_region_end(\"" + id + "\");";
  out_.profiled.push_back({run.back().range.end, run.back().range.end, after});
}

/// The arguments of the region's calls; empty if there is nothing to time.
std::string BodyEditor::openRegion(const std::vector<Item> &run, std::vector<std::string> &features) {
  std::vector<const clang::Stmt *> statements;
  bool timed = false, good = true;
  std::string content;
  for (const Item &item : run) {
    if (item.kind == Kind::Neutral)
      continue;
    statements.push_back(item.statement);
    timed |= features_.takesTime(item.statement);
    good &= canBracket(item.statement, run);
    content += source_.normalised(item.range) + "\n";
  }
  if (!timed)
    return {};
  if (!good) {
    out_.notes.push_back(function_->getQualifiedNameAsString() + ": the removed code in line " +
                         std::to_string(source_.lineNumber(run.front().range.begin)) +
                         " is not timed, because jumps enter it or leave it inside a macro");
    return {};
  }
  char hash[16];
  std::snprintf(hash, sizeof hash, "%08x", static_cast<unsigned>(llvm::xxh3_64bits(content)));
  std::string id = regionFunction(*function_) + "#" + hash;
  if (int number = ++out_.names[id]; number > 1)
    id += "-" + std::to_string(number);
  std::string arguments;
  const Override *decided = overrideOf(run.front().statement);
  const bool named = decided && decided->word == OverrideWord::Region;
  if (named)
    id = decided->text;
  for (const std::string &feature : named ? decided->features : std::vector<std::string>{}) {
    features.push_back("(double)(" + feature + ")");
    arguments += ", " + features.back();
  }
  for (const Feature &feature : named ? std::vector<Feature>{} : features_.find(statements)) {
    const std::string kept_in = program_.extents.variableOf(id, features.size());
    arguments += ", " + (kept_in.empty() ? "" : kept_in + " = ") + feature.text;
    if (!kept_in.empty())
      out_.extents.insert(kept_in);
    features.push_back(feature.text);
    for (const clang::Decl *declaration : feature.referenced)
      out_.referenced.add(declaration);
  }
  if (!named)
    out_.bounds.push_back({id, features_.fillings(), features_.unknownBounds()});
  for (const std::string &extent : program_.extents.variablesFor(id))
    if (features.size() < FeatureFinder::kMaxFeatures) {
      features.push_back(extent);
      arguments += ", " + extent;
      out_.extents.insert(extent);
    }
  out_.regions.push_back({id, function_->getQualifiedNameAsString(), source_.lineNumber(run.front().range.begin),
                          source_.lineNumber(run.back().range.end), features});
  return "\"" + id + "\", " + std::to_string(features.size()) + arguments;
}

void BodyEditor::emitRun(std::vector<Item> run, bool outermost) {
  std::vector<std::string> features;
  // Neutral statements can stand before the first loop but not be the region's first.
  std::string arguments = openRegion(run, features);
  std::string id = arguments.empty() ? "" : out_.regions.back().id;
  if (!id.empty())
    bracket(run, id, "maquette_region_begin(" + arguments);
  bool first = true;
  for (Item &item : run) {
    if (item.kind == Kind::Neutral) {
      emitStaying(item);
      continue;
    }
    std::vector<std::string> texts;
    if (first && !id.empty())
      texts.push_back("maquette_compute(" + arguments + ");");
    first = false;
    if (item.kind == Kind::RemovedThen)
      texts.insert(texts.end(), item.after.begin(), item.after.end());
    else if (llvm::isa<clang::DeclStmt>(item.statement) && item.declaration.stays)
      texts.push_back(item.declaration.changed ? item.declaration.text + ";" : source_.at(item.range).str());
    write(item, texts);
    if (outermost && !texts.empty() &&
        !(item.kind == Kind::Removed && texts.size() == 1 && item.declaration.stays &&
          llvm::isa<clang::DeclStmt>(item.statement)))
      noteCode(item.range.begin);
    record(item.statement, item.kind == Kind::RemovedThen ? StatementState::Predicted : StatementState::Removed, id);
    if (item.kind == Kind::RemovedThen)
      recordValues(item.statement);
    if (!item.observations.empty()) {
      std::string indent = source_.indentation(item.range.begin);
      std::string text;
      for (const std::string &observation : item.observations)
        text += "\n" + indent + observation;
      out_.profiled.push_back({item.range.end, item.range.end, text});
    }
  }
}

} // namespace maquette::skeletonizer
