//===- skeletonizer/edits/lib/body_edits.cpp - blocks and their statements -===//
// SPDX-License-Identifier: Apache-2.0
#include "body_edits.h"

#include "predictions.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {
namespace {

struct GotoFinder : clang::RecursiveASTVisitor<GotoFinder> {
  std::map<const clang::LabelDecl *, std::vector<const clang::GotoStmt *>> found;
  bool VisitGotoStmt(clang::GotoStmt *jump) {
    found[jump->getLabel()].push_back(jump);
    return true;
  }
};

bool isFallthrough(const clang::Stmt *statement) {
  const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement);
  return attributed && llvm::isa<clang::NullStmt>(attributed->getSubStmt());
}

std::vector<const clang::Stmt *> childrenOf(const clang::Stmt *statement) {
  std::vector<const clang::Stmt *> result;
  for (const clang::Stmt *child : statement->children())
    if (child)
      result.push_back(child);
  return result;
}

} // namespace

BodyEditor::BodyEditor(const clang::FunctionDecl *function, DecisionQueries &facts, const SourceText &source,
                       const ProgramView &program, const ReferencedDecls &wanted, const RegionNames &names)
    : function_(function), queries_(facts), source_(source), program_(program), wanted_(wanted),
      features_(facts, program.definition_of, function->getBody(), program.names),
      in_template_(function->isTemplateInstantiation()),
      expressions_({facts, source, in_template_,
                    [this](const clang::FunctionDecl *callee) { return isEditedFunction(callee); },
                    [this](const clang::LambdaExpr *lambda, std::vector<Edit> &edits) { editLambda(lambda, edits); }},
                   out_.referenced, out_.profiled),
      declarations_(facts, source, expressions_, wanted, in_template_), returning_(function),
      returns_deduced_(function->getReturnType()->getContainedAutoType() != nullptr) {
  out_.names = names;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
    for (const clang::CXXRecordDecl *record = method->getParent(); record;
         record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record->getParent()))
      in_template_ |= llvm::isa<clang::ClassTemplateSpecializationDecl>(record);
}

FunctionEdits BodyEditor::run() {
  GotoFinder finder;
  finder.TraverseStmt(function_->getBody());
  gotos_ = std::move(finder.found);
  editInitializers();
  const clang::Stmt *whole = function_->getBody();
  if (llvm::isa<clang::CoroutineBodyStmt>(whole))
    out_.referenced.addAll(whole);
  else if (const auto *guarded = llvm::dyn_cast<clang::CXXTryStmt>(whole))
    emitTry(guarded);
  else
    block(childrenOf(whole), Place::InFunction, llvm::cast<clang::CompoundStmt>(whole));
  finishReturns();
  markUnusedParameters();
  return std::move(out_);
}

/// A function of the program that is edited too, so that it can do without what it was not given.
bool BodyEditor::isEditedFunction(const clang::FunctionDecl *callee) const {
  const clang::FunctionDecl *definition = program_.definition_of(callee);
  return definition && queries_.decisions().liveFunction(usrOf(definition));
}

bool BodyEditor::hasContent(const clang::Stmt *statement) {
  return statement && (queries_.touched(statement) || features_.takesTime(statement));
}

bool BodyEditor::canVanish(const clang::Stmt *statement) const {
  return source_.contains(statement) &&
         source_.balancedDirectives(source_.withChoice(source_.statementRange(statement)));
}

/// `x = expensive();` with x predicted, or a loop after which values are predicted: the region ends with it.
bool BodyEditor::endsWithPrediction(Item &item) {
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

void BodyEditor::classify(Item &item, Place place, bool last) {
  const clang::Stmt *statement = item.statement;
  if (llvm::isa<clang::NullStmt>(statement)) {
    item.kind = item.after_label ? Kind::Stays : Kind::Neutral;
    return;
  }
  item.kind = Kind::Stays;
  bool required = isFallthrough(statement) || (place == Place::InSwitch && llvm::isa<clang::BreakStmt>(statement)) ||
                  (last && place == Place::InFunction && llvm::isa<clang::ReturnStmt>(statement));
  if (required || !canVanish(statement))
    return;
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    item.declaration = declarations_.edit(declaration);
    const DeclarationOutcome &outcome = item.declaration;
    if (endsWithPrediction(item))
      item.kind = Kind::RemovedThen;
    else if (outcome.predicted || !outcome.acts.empty() || (outcome.stays && queries_.touched(statement)))
      item.kind = Kind::Stays;
    else if (outcome.stays && !outcome.computed)
      item.kind = Kind::Neutral;
    else
      item.kind = Kind::Removed;
    return;
  }
  if (!queries_.touched(statement))
    item.kind = Kind::Removed;
  else if (endsWithPrediction(item))
    item.kind = Kind::RemovedThen;
}

BodyEditor::Item BodyEditor::item(const clang::Stmt *statement, bool after_label, Place place, bool last) {
  Item result;
  unsigned begin = source_.range(statement).begin;
  for (;;) {
    if (const auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      if (place != Place::InSwitch)
        break;
      if (const auto *value = llvm::dyn_cast<clang::CaseStmt>(label)) {
        out_.referenced.addAll(value->getLHS());
        out_.referenced.addAll(value->getRHS());
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
  if (result.kind == Kind::Removed || result.kind == Kind::RemovedThen)
    result.range = source_.withChoice(result.range);
  return result;
}

bool BodyEditor::inSameMacro(const Item &a, const Item &b) const {
  const clang::SourceManager &sources = queries_.context().getSourceManager();
  clang::SourceLocation first = a.statement->getBeginLoc(), second = b.statement->getBeginLoc();
  return first.isMacroID() && second.isMacroID() && sources.getExpansionLoc(first) == sources.getExpansionLoc(second);
}

std::vector<BodyEditor::Item> BodyEditor::items(const std::vector<const clang::Stmt *> &statements, Place place) {
  std::vector<Item> result;
  for (const clang::Stmt *statement : statements) {
    Item next = item(statement, false, place, statement == statements.back());
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
    Item &group = result.back();
    if (next.kind == Kind::Stays || group.kind == Kind::Stays) {
      group.kind = Kind::Stays;
      out_.referenced.addAll(group.statement);
      out_.referenced.addAll(next.statement);
    } else if (llvm::isa<clang::NullStmt>(group.statement)) {
      group.kind = next.kind;
    } else if (next.kind == Kind::Neutral && !llvm::isa<clang::NullStmt>(next.statement)) {
      group.kind = Kind::Neutral;
    }
    group.range.end = std::max(group.range.end, next.range.end);
  }
  return result;
}

void BodyEditor::block(const std::vector<const clang::Stmt *> &statements, Place place, const clang::CompoundStmt *) {
  std::vector<Item> run;
  auto flush = [&] {
    std::vector<Item> trailing;
    while (!run.empty() && run.back().kind == Kind::Neutral) {
      trailing.push_back(std::move(run.back()));
      run.pop_back();
    }
    if (!run.empty())
      emitRun(std::move(run), place == Place::InFunction);
    for (auto item = trailing.rbegin(); item != trailing.rend(); ++item)
      emitStaying(*item);
    run.clear();
  };
  for (Item &next : items(statements, place)) {
    if (next.after_label)
      flush();
    bool removed = next.kind == Kind::Removed || next.kind == Kind::RemovedThen;
    const Override *decided = removed ? overrideOf(next.statement) : nullptr;
    const bool alone = decided && decided->word == OverrideWord::Region;
    if (alone)
      flush();
    if (removed || (next.kind == Kind::Neutral && !run.empty())) {
      bool ends = alone || next.kind == Kind::RemovedThen;
      run.push_back(std::move(next));
      if (ends)
        flush();
      continue;
    }
    flush();
    emitStaying(next);
    if (place == Place::InFunction && !llvm::isa<clang::DeclStmt, clang::NullStmt>(next.statement))
      noteCode(next.range.begin);
    if (place == Place::InFunction && llvm::isa<clang::ReturnStmt>(next.statement))
      ends_with_return_ = next.statement == statements.back();
  }
  flush();
}

std::string BodyEditor::lines(const std::vector<std::string> &statements, const std::string &indent) const {
  std::string result;
  for (const std::string &statement : statements)
    result += (result.empty() ? "" : "\n" + indent) + statement;
  return result;
}

/// Code of the function's outermost block stands at \p begin in the skeleton, if the last edit did not delete it.
void BodyEditor::noteCode(unsigned begin) {
  bool deleted = !out_.skeleton.empty() && out_.skeleton.back().text.empty() && out_.skeleton.back().begin <= begin &&
                 out_.skeleton.back().end > begin;
  if (!first_code_ && !deleted)
    first_code_ = begin;
}

void BodyEditor::write(const Item &item, const std::vector<std::string> &statements) {
  if (statements.empty() && !item.after_label) {
    TextRange gone = source_.wholeLines(item.range);
    out_.skeleton.push_back({gone.begin, gone.end, ""});
    return;
  }
  std::string text = statements.empty() ? ";" : lines(statements, source_.indentation(item.range.begin));
  out_.skeleton.push_back({item.range.begin, item.range.end, text});
}

const Override *BodyEditor::overrideOf(const clang::Stmt *statement) {
  if (!program_.overrides || program_.overrides->empty())
    return nullptr;
  auto found = program_.overrides->find(queries_.key(statement));
  return found == program_.overrides->end() ? nullptr : &found->second;
}

/// Text with half of an #if in it cannot be replaced: what \p item leaves behind, and the item where it is not
/// executed.
void BodyEditor::leaveUnexecuted(const Item &item, std::vector<std::string> statements) {
  out_.referenced.addAll(item.statement);
  if (llvm::isa<clang::DeclStmt>(item.statement))
    return;
  statements.push_back("while (0) ");
  const unsigned begin = source_.range(item.statement).begin;
  out_.skeleton.push_back({begin, begin, lines(statements, source_.indentation(begin))});
}

bool BodyEditor::emitStaying(Item &item) {
  const Timing timing = timingOf(item);
  const bool counting = counting_;
  counting_ |= timing == Timing::ByCount;
  Action action = emit(item.statement, &item.declaration);
  counting_ = counting;
  const unsigned begin = source_.range(item.statement).begin;
  if (!action.in_place) {
    item.range = source_.withChoice(item.range);
    source_.balancedDirectives(item.range) ? write(item, action.statements) : leaveUnexecuted(item, action.statements);
  } else if (item.drops_label) {
    out_.skeleton.push_back({item.range.begin, begin, ""});
  }
  // What a loop that stays leaves behind, where that alone is predicted.
  if (const std::vector<LoopExitValue> *exits = queries_.loopExits(item.statement))
    for (const LoopExitValue &exit : *exits) {
      std::string predicted = exit.variable + " = " + predictionText(exit.value) + ";";
      out_.skeleton.push_back({item.range.end, item.range.end, predicted.insert(0, 1, ' ')});
      std::string observed = observationStatement(exit.value, exit.variable);
      out_.profiled.push_back({item.range.end, item.range.end, observed.insert(0, 1, ' ')});
    }
  if (timing != Timing::None)
    timeStaying(item, timing);
  const Override *decided = overrideOf(item.statement);
  if (!decided || decided->word != OverrideWord::Trip || !action.in_place)
    return timing != Timing::None;
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
    return block(childrenOf(compound), Place::InBlock, compound);
  }
  size_t skeleton_before = out_.skeleton.size(), profiled_before = out_.profiled.size();
  Item only = item(statement, false, Place::InBlock, false);
  only.after_label = true; // Something has to stand here.
  bool removed = only.kind == Kind::Removed || only.kind == Kind::RemovedThen;
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
