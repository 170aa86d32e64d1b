//===- skeletonizer/edits/lib/region_edits.cpp - removed statements become regions ---===//
// SPDX-License-Identifier: Apache-2.0
#include "region_edits.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstdio>

namespace maquette::skeletonizer {
namespace {

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

} // namespace

const Override *overrideOf(const clang::Stmt *statement, const ProgramView &program, DecisionQueries &queries) {
  if (!program.overrides || program.overrides->empty())
    return nullptr;
  auto found = program.overrides->find(queries.key(statement));
  return found == program.overrides->end() ? nullptr : &found->second;
}

void RegionEditor::endBeforeJumps(const clang::Stmt *node, const std::string &id, TextRange region) {
  for (const clang::Stmt *jump : jumps_.leaving(node, region)) {
    TextRange range = source_.statementRange(jump);
    out_.profiled.push_back({range.begin, range.begin, "{ " + endOfRegion(id, features_.takesTime(jump)) + "; "});
    out_.profiled.push_back({range.end, range.end, " }"});
  }
}

void RegionEditor::bracket(const std::vector<BlockItem> &run, const std::string &id, const std::string &begin_call) {
  std::string indent = source_.indentation(run.front().range.begin);
  unsigned begin = run.front().range.begin;
  // What is observed at the same place was written first, and stands inside.
  const auto inside =
      std::find_if(out_.profiled.begin(), out_.profiled.end(), [&](const Edit &edit) { return edit.begin == begin; });
  out_.profiled.insert(inside, {begin, begin, begin_call + ");\n" + indent});
  for (const BlockItem &item : run)
    endBeforeJumps(item.statement, id, rangeOf(run));
  if (isJump(run.back().statement))
    return;
  std::string after = "\n" + indent + "maquette_region_end(\"" + id + "\");";
  out_.profiled.push_back({run.back().range.end, run.back().range.end, after});
}

/// It takes time, and has one beginning and an end before every jump out of it.
bool RegionEditor::isTimed(const std::vector<BlockItem> &run) {
  bool timed = false, good = true;
  for (const BlockItem &item : run) {
    if (item.kind == BlockItem::Kind::Neutral)
      continue;
    timed |= features_.takesTime(item.statement);
    good &= jumps_.canBracket(item.statement, rangeOf(run));
  }
  if (timed && !good)
    out_.notes.push_back(function_->getQualifiedNameAsString() + ": the removed code in line " +
                         std::to_string(source_.lineNumber(run.front().range.begin)) +
                         " is not timed, because jumps enter it or leave it inside a macro");
  return timed && good;
}

/// From what stands in it.
std::string RegionEditor::idOf(const std::vector<BlockItem> &run) {
  std::string content;
  for (const BlockItem &item : run)
    if (item.kind != BlockItem::Kind::Neutral)
      content += source_.normalised(item.range) + "\n";
  char hash[16];
  std::snprintf(hash, sizeof hash, "%08x", static_cast<unsigned>(llvm::xxh3_64bits(content)));
  std::string id = regionFunction(*function_) + "#" + hash;
  if (int number = ++out_.names[id]; number > 1)
    id += "-" + std::to_string(number);
  return id;
}

void RegionEditor::addFeatures(const std::vector<BlockItem> &run, RegionRecord &region, std::string &arguments) {
  std::vector<const clang::Stmt *> statements;
  for (const BlockItem &item : run)
    if (item.kind != BlockItem::Kind::Neutral)
      statements.push_back(item.statement);
  for (const Feature &feature : features_.find(statements)) {
    const std::string kept_in = program_.extents.variableOf(region.id, region.features.size());
    arguments += ", " + (kept_in.empty() ? "" : kept_in + " = ") + feature.text;
    if (!kept_in.empty())
      out_.extents.insert(kept_in);
    region.features.push_back(feature.text);
    for (const clang::Decl *declaration : feature.referenced)
      out_.referenced.add(declaration);
  }
  region.scales = !features_.isUnscaled();
  out_.bounds.push_back({region.id, features_.fillings(), features_.unknownBounds()});
}

std::string RegionEditor::open(const std::vector<BlockItem> &run) {
  if (!isTimed(run))
    return {};
  const auto [begin, end] = rangeOf(run);
  RegionRecord region{
      idOf(run), function_->getQualifiedNameAsString(), source_.lineNumber(begin), source_.lineNumber(end), {}};
  std::string arguments;
  if (const Override *decided = overrideOf(run.front().statement, program_, queries_);
      decided && decided->word == OverrideWord::Region) {
    region.id = decided->text;
    for (const std::string &feature : decided->features) {
      region.features.push_back("(double)(" + feature + ")");
      arguments += ", " + region.features.back();
    }
  } else {
    addFeatures(run, region, arguments);
  }
  for (const std::string &extent : program_.extents.variablesFor(region.id))
    if (region.features.size() < FeatureFinder::kMaxFeatures) {
      region.features.push_back(extent);
      region.scales = true;
      arguments += ", " + extent;
      out_.extents.insert(extent);
    }
  out_.regions.push_back(region);
  return "\"" + region.id + "\", " + std::to_string(region.features.size()) + arguments;
}

std::string RegionEditor::edit(const std::vector<BlockItem> &run) {
  const std::string arguments = open(run);
  if (!arguments.empty())
    bracket(run, out_.regions.back().id, "maquette_region_begin(" + arguments);
  return arguments;
}

} // namespace maquette::skeletonizer
