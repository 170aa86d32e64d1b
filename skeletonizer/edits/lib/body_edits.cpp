//===- skeletonizer/edits/lib/body_edits.cpp - blocks and their statements -===//
// SPDX-License-Identifier: Apache-2.0
#include "body_edits.h"

#include "initializer_edits.h"
#include "predictions.h"
#include "unused_parameters.h"

#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {
namespace {

std::vector<const clang::Stmt *> childrenOf(const clang::Stmt *statement) {
  std::vector<const clang::Stmt *> result;
  for (const clang::Stmt *child : statement->children())
    if (child)
      result.push_back(child);
  return result;
}

std::string lines(const std::vector<std::string> &statements, const std::string &indent) {
  std::string result;
  for (const std::string &statement : statements)
    result += (result.empty() ? "" : "\n" + indent) + statement;
  return result;
}

} // namespace

/// A function of the program that is edited too, so that it can do without what it was not given.
static bool isEdited(const clang::FunctionDecl *callee, const ProgramView &program, const DecisionQueries &queries) {
  const clang::FunctionDecl *definition = program.definition_of(callee);
  return definition && queries.decisions().liveFunction(usrOf(definition));
}

static bool isInTemplate(const clang::FunctionDecl *function) {
  if (function->isTemplateInstantiation())
    return true;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
    for (const clang::CXXRecordDecl *record = method->getParent(); record;
         record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record->getParent()))
      if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
        return true;
  return false;
}

BodyEditor::BodyEditor(const clang::FunctionDecl *function, DecisionQueries &facts, const SourceText &source,
                       const ProgramView &program, const ReferencedDecls &wanted, const RegionNames &names)
    : function_(function), queries_(facts), source_(source), program_(program),
      features_(facts, program.definition_of, function->getBody(), program.names), in_template_(isInTemplate(function)),
      expressions_({facts, source, in_template_,
                    [this](const clang::FunctionDecl *callee) { return isEdited(callee, program_, queries_); },
                    [this](const clang::LambdaExpr *lambda, std::vector<Edit> &edits) { editLambda(lambda, edits); }},
                   out_.referenced, out_.profiled),
      declarations_(facts, source, expressions_, wanted, in_template_), records_(facts, source, out_),
      reader_(facts, source, wanted, features_, expressions_, declarations_, out_.referenced),
      regions_(function, facts, source, program, features_, out_),
      tools_{facts, source, wanted, expressions_, records_, out_}, simple_(tools_), returns_(function, tools_),
      heads_(tools_),
      loops_(tools_, declarations_, heads_,
             [this](const clang::Stmt *inside, const std::string &first) { body(inside, false, first); }) {
  out_.names = names;
}

FunctionEdits BodyEditor::run() {
  editInitializers(function_, queries_, source_, expressions_, out_.skeleton);
  const clang::Stmt *whole = function_->getBody();
  if (llvm::isa<clang::CoroutineBodyStmt>(whole))
    out_.referenced.addAll(whole);
  else if (const auto *guarded = llvm::dyn_cast<clang::CXXTryStmt>(whole))
    emitTry(guarded);
  else
    block(childrenOf(whole), BlockPlace::InFunction);
  returns_.finish();
  markUnusedParameters(function_, source_, first_code_, out_);
  return std::move(out_);
}

void BodyEditor::block(const std::vector<const clang::Stmt *> &statements, BlockPlace place) {
  std::vector<BlockItem> run;
  auto flush = [&] {
    std::vector<BlockItem> trailing;
    while (!run.empty() && run.back().kind == BlockItem::Kind::Neutral) {
      trailing.push_back(std::move(run.back()));
      run.pop_back();
    }
    if (!run.empty())
      emitRun(std::move(run), place == BlockPlace::InFunction);
    for (auto item = trailing.rbegin(); item != trailing.rend(); ++item)
      emitStaying(*item);
    run.clear();
  };
  for (BlockItem &next : reader_.items(statements, place)) {
    if (next.after_label)
      flush();
    const bool removed = next.isRemoved();
    const Override *decided = removed ? overrideOf(next.statement, program_, queries_) : nullptr;
    const bool alone = decided && decided->word == OverrideWord::Region;
    if (alone)
      flush();
    if (removed || (next.kind == BlockItem::Kind::Neutral && !run.empty())) {
      bool ends = alone || next.kind == BlockItem::Kind::RemovedThen;
      run.push_back(std::move(next));
      if (ends)
        flush();
      continue;
    }
    flush();
    emitStaying(next);
    if (place == BlockPlace::InFunction && !llvm::isa<clang::DeclStmt, clang::NullStmt>(next.statement))
      noteCode(next.range.begin);
    if (place == BlockPlace::InFunction && llvm::isa<clang::ReturnStmt>(next.statement))
      returns_.noteReturn(next.statement == statements.back());
  }
  flush();
}

void BodyEditor::emitRun(std::vector<BlockItem> run, bool outermost) {
  // Neutral statements can stand before the first loop but not be the region's first.
  const std::string arguments = regions_.edit(run);
  const std::string id = arguments.empty() ? "" : out_.regions.back().id;
  bool first = true;
  for (BlockItem &item : run) {
    if (item.kind == BlockItem::Kind::Neutral) {
      emitStaying(item);
      continue;
    }
    std::vector<std::string> texts;
    if (first && !id.empty())
      texts.push_back("maquette_compute(" + arguments + ");");
    first = false;
    if (item.kind == BlockItem::Kind::RemovedThen)
      texts.insert(texts.end(), item.after.begin(), item.after.end());
    else if (llvm::isa<clang::DeclStmt>(item.statement) && item.declaration.stays)
      texts.push_back(item.declaration.changed ? item.declaration.text + ";" : source_.at(item.range).str());
    write(item, texts);
    if (outermost && !texts.empty() &&
        !(item.kind == BlockItem::Kind::Removed && texts.size() == 1 && item.declaration.stays &&
          llvm::isa<clang::DeclStmt>(item.statement)))
      noteCode(item.range.begin);
    records_.record(item.statement,
                    item.kind == BlockItem::Kind::RemovedThen ? StatementState::Predicted : StatementState::Removed,
                    id);
    if (item.kind == BlockItem::Kind::RemovedThen)
      records_.recordValues(item.statement);
    if (!item.observations.empty()) {
      std::string indent = source_.indentation(item.range.begin);
      std::string text;
      for (const std::string &observation : item.observations)
        text += "\n" + indent + observation;
      out_.profiled.push_back({item.range.end, item.range.end, text});
    }
  }
}

/// Code of the function's outermost block stands at \p begin in the skeleton, if the last edit did not delete it.
void BodyEditor::noteCode(unsigned begin) {
  bool deleted = !out_.skeleton.empty() && out_.skeleton.back().text.empty() && out_.skeleton.back().begin <= begin &&
                 out_.skeleton.back().end > begin;
  if (!first_code_ && !deleted)
    first_code_ = begin;
}

void BodyEditor::write(const BlockItem &item, const std::vector<std::string> &statements) {
  if (statements.empty() && !item.after_label) {
    TextRange gone = source_.wholeLines(item.range);
    out_.skeleton.push_back({gone.begin, gone.end, ""});
    return;
  }
  std::string text = statements.empty() ? ";" : lines(statements, source_.indentation(item.range.begin));
  out_.skeleton.push_back({item.range.begin, item.range.end, text});
}

/// Text with half of an #if in it cannot be replaced: what \p item leaves behind, and the item where it is not
/// executed.
void BodyEditor::leaveUnexecuted(const BlockItem &item, std::vector<std::string> statements) {
  out_.referenced.addAll(item.statement);
  if (llvm::isa<clang::DeclStmt>(item.statement))
    return;
  statements.push_back("while (0) ");
  const unsigned begin = source_.range(item.statement).begin;
  out_.skeleton.push_back({begin, begin, lines(statements, source_.indentation(begin))});
}

/// What a loop that stays leaves behind, where that alone is predicted.
void BodyEditor::predictAfter(const BlockItem &loop) {
  const std::vector<LoopExitValue> *exits = queries_.loopExits(loop.statement);
  if (!exits)
    return;
  for (const LoopExitValue &exit : *exits) {
    std::string predicted = exit.variable + " = " + predictionText(exit.value) + ";";
    out_.skeleton.push_back({loop.range.end, loop.range.end, predicted.insert(0, 1, ' ')});
    std::string observed = observationStatement(exit.value, exit.variable);
    out_.profiled.push_back({loop.range.end, loop.range.end, observed.insert(0, 1, ' ')});
  }
}

bool BodyEditor::emitStaying(BlockItem &item) {
  const RegionEditor::Timing timing = regions_.timingOf(item);
  const StatementAction action = [&] {
    LoopEditor::Counting counting(loops_, timing == RegionEditor::Timing::ByCount);
    return emit(item.statement, item.declaration);
  }();
  const unsigned begin = source_.range(item.statement).begin;
  if (!action.in_place) {
    item.range = source_.withChoice(item.range);
    source_.balancedDirectives(item.range) ? write(item, action.statements) : leaveUnexecuted(item, action.statements);
  } else if (item.drops_label) {
    out_.skeleton.push_back({item.range.begin, begin, ""});
  }
  predictAfter(item);
  if (timing != RegionEditor::Timing::None)
    regions_.timeStaying(item, timing);
  const Override *decided = overrideOf(item.statement, program_, queries_);
  if (!decided || decided->word != OverrideWord::Trip || !action.in_place)
    return timing != RegionEditor::Timing::None;
  // Behind the pragmas that stand before the loop.
  out_.skeleton.push_back({begin, begin, "{ long maquette_trips = 0; "});
  out_.skeleton.push_back({item.range.end, item.range.end, " }"});
  return false;
}

/// The body of an if or a loop. \p first: a statement to put before it.
void BodyEditor::body(const clang::Stmt *statement, bool braces, const std::string &first) {
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    if (!first.empty()) {
      unsigned inside = source_.range(compound).begin + 1;
      out_.skeleton.push_back({inside, inside, " " + first});
    }
    return block(childrenOf(compound), BlockPlace::InBlock);
  }
  size_t skeleton_before = out_.skeleton.size(), profiled_before = out_.profiled.size();
  BlockItem only = reader_.item(statement, BlockPlace::InBlock, false);
  only.after_label = true; // Something has to stand here.
  const bool removed = only.isRemoved();
  bool timed = false;
  if (removed)
    emitRun({only}, false);
  else
    timed = emitStaying(only);
  // What was one statement may now be several, or none.
  const TextRange range = only.range;
  const bool predicts_after = !removed && queries_.loopExits(only.statement) != nullptr;
  bool several = braces || !first.empty() || predicts_after || timed;
  for (size_t i = skeleton_before; i < out_.skeleton.size(); ++i) {
    Edit &edit = out_.skeleton[i];
    if (edit.begin != range.begin || (edit.end != range.end && edit.end != range.begin))
      continue;
    if (edit.text == ";")
      edit.text = several ? "" : "{}";
    else
      several |= edit.text.find(";\n") != std::string::npos;
  }
  if (several) {
    std::string open = first.empty() ? "{ " : "{ " + first + " ";
    out_.skeleton.insert(out_.skeleton.begin() + skeleton_before, {range.begin, range.begin, open});
    out_.skeleton.push_back({range.end, range.end, " }"});
  }
  if ((removed || predicts_after || timed) && out_.profiled.size() > profiled_before) {
    out_.profiled.insert(out_.profiled.begin() + profiled_before, {range.begin, range.begin, "{ "});
    out_.profiled.push_back({range.end, range.end, " }"});
  }
}

} // namespace maquette::skeletonizer
