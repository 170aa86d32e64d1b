//===- skeletonizer/edits/lib/control_edits.cpp - statements that stay ----===//
// SPDX-License-Identifier: Apache-2.0
#include "body_edits.h"

#include "predictions.h"

#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {
namespace {

std::vector<std::string> withSemicolons(const std::vector<std::string> &acts) {
  std::vector<std::string> result;
  for (const std::string &act : acts)
    result.push_back(act + ";");
  return result;
}

int countReturns(const clang::Stmt *node) {
  if (!node || llvm::isa<clang::LambdaExpr>(node))
    return 0;
  int count = llvm::isa<clang::ReturnStmt>(node);
  for (const clang::Stmt *child : node->children())
    count += countReturns(child);
  return count;
}

} // namespace

BodyEditor::Action BodyEditor::emit(const clang::Stmt *statement, const DeclarationOutcome *declaration) {
  Action action;
  const bool expands =
      in_template_ && llvm::isa<clang::Expr, clang::ReturnStmt>(statement) && source_.expandsPack(statement);
  if (const clang::Stmt *rest = source_.bodyBehindMacro(statement); rest && source_.contains(statement))
    return emitBehindMacro(statement, rest);
  bool loop_in_macro = source_.beginsInMacro(statement) && !llvm::isa<clang::Expr, clang::DeclStmt>(statement);
  if (!source_.contains(statement) || loop_in_macro || expands || llvm::isa<clang::AsmStmt>(statement)) {
    out_.referenced.addAll(statement);
    record(statement, StatementState::Kept);
    kept_returns_ += countReturns(statement);
    return action;
  }
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    return emitExpression(expression);
  if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(statement))
    return emitDeclaration(declared, declaration ? *declaration : declarations_.edit(declared));
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return emitIf(branch);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return emitFor(loop);
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return emitWhile(loop);
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
    return emitDo(loop);
  if (const auto *loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return emitRangeFor(loop);
  if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return emitSwitch(choice);
  if (const auto *result = llvm::dyn_cast<clang::ReturnStmt>(statement))
    return emitReturn(result);
  if (const auto *guarded = llvm::dyn_cast<clang::CXXTryStmt>(statement))
    return emitTry(guarded);
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    body(compound, false);
    return action;
  }
  out_.referenced.addAll(statement);
  if (!llvm::isa<clang::NullStmt>(statement))
    record(statement, StatementState::Kept);
  return action;
}

/// The analysis keeps it for an object that nothing in the remaining text reads.
bool BodyEditor::isDeadStore(const clang::Expr *expression) const {
  if (!isAssignment(expression) || !isAssignment(plain(expression)))
    return false;
  const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(assigned(expression)->IgnoreParens());
  const auto *variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return variable && variable->hasLocalStorage() && variable->getType()->isScalarType() && !wanted_.read(variable) &&
         (!binary || hasNoEffect(binary->getRHS()));
}

BodyEditor::Action BodyEditor::emitExpression(const clang::Expr *expression) {
  Action action;
  const clang::Expr *inner = plain(expression);
  unsigned phantoms = expressions_.phantomCount();
  bool editable = source_.editable(inner);
  const PredictedValue *value = isAssignment(inner) && editable ? queries_.predicted(Role::Definition, inner) : nullptr;
  if (!value && editable && isDeadStore(inner)) {
    action.become({});
    record(expression, StatementState::Removed);
    return action;
  }
  if (value || !editable || queries_.performed(inner)) {
    expressions_.keepStatement(expression, out_.skeleton);
    record(expression, value                                    ? StatementState::Predicted
                       : expressions_.phantomCount() > phantoms ? StatementState::Phantom
                                                                : StatementState::Kept);
    recordValues(expression);
    return action;
  }
  std::vector<std::string> acts;
  expressions_.reduce(expression, acts);
  action.become(withSemicolons(acts));
  recordValues(expression);
  record(expression, acts.empty() ? StatementState::Removed : StatementState::Changed);
  return action;
}

BodyEditor::Action BodyEditor::emitDeclaration(const clang::DeclStmt *statement, const DeclarationOutcome &outcome) {
  Action action;
  std::string quiet;
  for (const clang::VarDecl *variable : outcome.variables) {
    bool scalar = variable->getType()->isScalarType();
    bool unread = scalar && (wanted_.onlyWritten(variable) || (!wanted_.has(variable) && variable->hasInit()));
    if ((unread || (variable->getType()->isRecordType() && wanted_.onlyWritten(variable))) && variable->getIdentifier())
      quiet += " (void)" + variable->getNameAsString() + ";";
  }
  record(statement, outcome.predicted ? StatementState::Predicted
                    : !outcome.stays  ? StatementState::Removed
                    : outcome.changed ? StatementState::Changed
                                      : StatementState::Kept);
  recordValues(statement);
  if (outcome.stays && !outcome.changed && quiet.empty() && outcome.acts.empty())
    return action;
  std::vector<std::string> texts;
  if (outcome.stays)
    texts.push_back((outcome.changed ? outcome.text : source_.spelling(statement).rtrim("; \t\n").str()) + ";" + quiet);
  for (const std::string &act : withSemicolons(outcome.acts))
    texts.push_back(act);
  action.become(texts);
  return action;
}

/// The head of a statement stays as it is if something is declared there. Returns "(void)n;" for what nothing reads any
/// more.
std::string BodyEditor::keepHead(const clang::Stmt *init, const clang::DeclStmt *variable,
                                 const clang::Expr *condition) {
  if (!init && !variable) {
    expressions_.keepCondition(condition, out_.skeleton);
    return {};
  }
  for (const clang::Stmt *part :
       {init, static_cast<const clang::Stmt *>(variable), static_cast<const clang::Stmt *>(condition)})
    out_.referenced.addAll(part);
  std::string unread;
  if (const auto *declared = llvm::dyn_cast_or_null<clang::DeclStmt>(init))
    for (const clang::Decl *declaration : declared->decls())
      if (const auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
          local && local->getIdentifier() && !wanted_.has(local))
        unread += "(void)" + local->getNameAsString() + ";";
  return unread;
}

BodyEditor::Action BodyEditor::emitIf(const clang::IfStmt *statement) {
  Action action;
  record(statement,
         queries_.predicted(Role::Condition, statement->getCond()) ? StatementState::Predicted : StatementState::Kept);
  recordValues(statement->getCond());
  if (statement->isConstexpr() || statement->isConsteval()) {
    out_.referenced.addAll(statement);
    kept_returns_ += countReturns(statement);
    out_.referenced.addDiscarded(function_, statement);
    return action;
  }
  const bool declares = statement->getInit() || statement->getConditionVariable();
  bool then_content = hasContent(statement->getThen());
  bool else_content = hasContent(statement->getElse());
  if (!then_content && !else_content && !declares) {
    std::vector<std::string> acts;
    expressions_.reduce(statement->getCond(), acts);
    action.become(withSemicolons(acts));
    return action;
  }
  const std::string unread =
      keepHead(statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond());
  TextRange then_range = source_.statementRange(statement->getThen());
  if (then_content)
    body(statement->getThen(),
         statement->getElse() && !llvm::isa<clang::CompoundStmt>(statement->getThen()) &&
             llvm::isa<clang::IfStmt>(statement->getThen()),
         unread);
  else
    out_.skeleton.push_back({then_range.begin, then_range.end, "{" + unread + "}"});
  if (!statement->getElse())
    return action;
  TextRange else_range{then_range.end, source_.statementRange(statement->getElse()).end};
  if (else_content || !source_.balancedDirectives(else_range))
    body(statement->getElse(), false);
  else
    out_.skeleton.push_back({else_range.begin, else_range.end, ""});
  return action;
}

BodyEditor::Action BodyEditor::emitSwitch(const clang::SwitchStmt *statement) {
  Action action;
  record(statement,
         queries_.predicted(Role::Condition, statement->getCond()) ? StatementState::Predicted : StatementState::Kept);
  recordValues(statement->getCond());
  const auto *cases = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody());
  if (!cases) {
    out_.referenced.addAll(statement);
    kept_returns_ += countReturns(statement);
    return action;
  }
  keepHead(statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond());
  std::vector<const clang::Stmt *> statements(cases->body_begin(), cases->body_end());
  block(statements, Place::InSwitch, cases);
  return action;
}

BodyEditor::Action BodyEditor::emitReturn(const clang::ReturnStmt *statement) {
  Action action;
  ++kept_returns_;
  const clang::Expr *value = statement->getRetValue();
  StatementState state = StatementState::Kept;
  recordValues(statement);
  if (value) {
    const PredictedValue *predicted = source_.editable(value) ? queries_.predicted(Role::Value, value) : nullptr;
    const bool goes =
        !predicted && !queries_.kept(Role::Value, value) && !isConstantText(value) && source_.editable(value);
    const std::optional<std::string> neutral = !goes ? std::nullopt
                                               : returns_deduced_
                                                   ? expressions_.neutralLike(value)
                                                   : expressions_.neutralValue(returning_->getReturnType());
    if (predicted || neutral) {
      std::vector<std::string> acts;
      for (const clang::Stmt *child : value->children())
        if (predicted && child)
          expressions_.reduce(child, acts);
      if (!predicted)
        expressions_.reduce(value, acts);
      std::vector<std::string> texts = withSemicolons(acts);
      texts.push_back("return " + (predicted ? predictionText(*predicted) : *neutral) + ";");
      if (predicted && expressions_.firstTime(value))
        observe(*predicted, source_.range(value), out_.profiled);
      action.become(texts);
      state = predicted ? StatementState::Predicted : StatementState::Changed;
    } else {
      expressions_.keep(value, out_.skeleton);
    }
  }
  record(statement, state);
  return action;
}

BodyEditor::Action BodyEditor::emitTry(const clang::CXXTryStmt *statement) {
  record(statement, StatementState::Kept);
  body(statement->getTryBlock(), false);
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    out_.referenced.addAll(statement->getHandler(i));
    kept_returns_ += countReturns(statement->getHandler(i));
  }
  return {};
}

/// Member initializers: what is not kept becomes the value of `member()`.
void BodyEditor::editInitializers() {
  const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function_);
  if (!constructor)
    return;
  for (const clang::CXXCtorInitializer *initializer : constructor->inits()) {
    const clang::Expr *init = initializer->getInit();
    if (!initializer->isWritten() || !init)
      continue;
    const clang::FieldDecl *member = initializer->getAnyMember();
    bool kept = queries_.kept(Role::Definition, init) || queries_.touched(init) || isConstantText(init);
    const clang::CXXRecordDecl *record = member ? member->getType()->getAsCXXRecordDecl() : nullptr;
    bool droppable = member && (member->getType()->isScalarType() || (record && record->hasDefaultConstructor()));
    TextRange range{source_.range(initializer->getLParenLoc()).begin, source_.range(initializer->getRParenLoc()).end};
    if (kept || !droppable || initializer->getLParenLoc().isInvalid() || initializer->getLParenLoc().isMacroID() ||
        initializer->getRParenLoc().isMacroID()) {
      expressions_.keep(init, out_.skeleton);
      continue;
    }
    // What a template's instantiation calls its parentheses are the ends of the expression inside.
    const size_t before = source_.all().substr(0, range.begin).rtrim().size();
    if (before > 0 && (source_.all()[before - 1] == '(' || source_.all()[before - 1] == '{'))
      range = {static_cast<unsigned>(before - 1), source_.skipBlanks(range.end) + 1};
    bool braces = source_.at(range).starts_with("{");
    out_.skeleton.push_back({range.begin, range.end, braces ? "{}" : "()"});
  }
}

void BodyEditor::finishReturns() {
  clang::QualType type = returning_->getReturnType();
  bool needs = !type->isVoidType() && !returning_->isMain() && !type->isDependentType() && !returns_deduced_;
  const auto *whole = llvm::dyn_cast<clang::CompoundStmt>(returning_->getBody());
  if (!needs || !whole || ends_with_return_ || kept_returns_ >= countReturns(whole))
    return;
  std::optional<std::string> neutral = expressions_.neutralValue(type);
  if (!neutral) {
    out_.notes.push_back(function_->getQualifiedNameAsString() +
                         ": a return statement was removed; the function may end without a value");
    return;
  }
  unsigned close = source_.range(whole).end - 1;
  std::string indent = source_.indentation(close);
  out_.skeleton.push_back({close, close, "  return " + *neutral + ";\n" + indent});
}

/// Parameters and variables that the original used and the skeleton does not.
void BodyEditor::markUnusedParameters() {
  const auto *whole = llvm::dyn_cast<clang::CompoundStmt>(function_->getBody());
  if (!whole)
    return;
  ReferencedDecls original;
  original.addAll(whole);
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function_))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      original.addAll(initializer->getInit());
  std::string text = discardedParameters(function_, original, out_.referenced);
  if (text.empty())
    return;
  text.erase(0, 1);
  unsigned place = source_.range(whole).begin + 1;
  std::string indent = source_.indentation(place) + "  ";
  if (!whole->body_empty())
    indent = source_.indentation(source_.range(whole->body_front()).begin);
  const clang::LangOptions &language = queries_.context().getLangOpts();
  if (!language.C99 && !language.CPlusPlus) {
    place = first_code_.value_or(source_.range(whole).end - 1);
    out_.skeleton.insert(out_.skeleton.begin(), {place, place, text + " "});
    return;
  }
  unsigned rest = source_.skipBlanks(place);
  bool own_line = source_.all().slice(place, rest).contains('\n');
  out_.skeleton.push_back({place, place, own_line ? "\n" + indent + text : " " + text});
}

/// "(void)n;" for what a lambda names before its body, which no longer uses it.
static std::string discards(const clang::LambdaExpr *lambda, const clang::CXXMethodDecl *called) {
  std::string out;
  const auto add = [&](const std::string &text) {
    if (!text.empty() && !llvm::StringRef(out).ends_with(text))
      out += (out.empty() ? "" : " ") + text;
  };
  for (const clang::ParmVarDecl *parameter : called->parameters())
    add(discarded(called, parameter));
  for (const clang::LambdaCapture &capture : lambda->explicit_captures())
    if (capture.capturesVariable() && capture.getCapturedVar()->getIdentifier())
      add("(void)" + capture.getCapturedVar()->getNameAsString() + ";");
  return out;
}

/// " (void)n;" for a lambda's parameters that only what is removed uses.
std::string BodyEditor::unusedParameters(const clang::CXXMethodDecl *called) const {
  ReferencedDecls original;
  original.addAll(called->getBody());
  return discardedParameters(called, original, out_.referenced);
}

/// Its body, wherever its statement is put together.
void BodyEditor::editLambda(const clang::LambdaExpr *lambda, std::vector<Edit> &edits) {
  // One of which nothing is needed may be called all the same, among others.
  const clang::CXXMethodDecl *called = queries_.callOperator(lambda);
  const clang::Stmt *inside = called->getBody();
  const bool only_costs = called->getReturnType()->isVoidType() && queries_.decisions().liveFunction(usrOf(called));
  if (!inside || !(queries_.touched(inside) || only_costs) || !source_.contains(inside)) {
    out_.referenced.addAll(inside);
    return;
  }
  const auto [known, is_new] = lambda_edits_.try_emplace(lambda);
  if (is_new)
    known->second = editsInside(lambda);
  edits.insert(edits.end(), known->second.begin(), known->second.end());
}

std::vector<Edit> BodyEditor::editsInside(const clang::LambdaExpr *lambda) {
  std::vector<Edit> others = std::exchange(out_.skeleton, {});
  const clang::CXXMethodDecl *called = queries_.callOperator(lambda);
  const clang::FunctionDecl *const returning = std::exchange(returning_, called);
  const bool deduced = std::exchange(returns_deduced_, !lambda->hasExplicitResultType());
  const int kept = std::exchange(kept_returns_, 0);
  const bool ends_with_return = std::exchange(ends_with_return_, false);
  const bool in_template = std::exchange(in_template_, in_template_ || lambda->isGenericLambda());
  const clang::Stmt *inside = called->getBody();
  const bool is_touched = queries_.touched(inside);
  body(inside, false, is_touched ? std::string() : discards(lambda, called));
  if (const std::string unused = is_touched ? unusedParameters(called) : std::string(); !unused.empty()) {
    const unsigned place = source_.range(inside).begin + 1;
    out_.skeleton.insert(out_.skeleton.begin(), {place, place, unused});
  }
  if (is_touched)
    finishReturns();
  returning_ = returning;
  returns_deduced_ = deduced;
  kept_returns_ = kept;
  ends_with_return_ = ends_with_return;
  in_template_ = in_template;
  return std::exchange(out_.skeleton, std::move(others));
}

void BodyEditor::record(const clang::Stmt *statement, StatementState state, const std::string &region) {
  TextRange range = source_.statementRange(statement);
  StatementRecord made{range.begin, range.end, source_.lineNumber(range.begin), source_.lineNumber(range.end), state,
                       region,      {}};
  if (state == StatementState::Removed || (state == StatementState::Predicted && !region.empty())) {
    out_.statements.push_back(made);
    std::vector<StatementRecord> inside;
    recordRemoved(statement, source_, inside);
    for (StatementRecord &nested : inside) {
      nested.region = region;
      out_.statements.push_back(nested);
    }
    return;
  }
  made.reasons = reasons(statement);
  out_.statements.push_back(made);
}

/// The first chain found among the acts of the statement itself, not those of statements inside it.
std::vector<ReasonStep> BodyEditor::reasons(const clang::Stmt *statement) {
  for (Role role : {Role::Definition, Role::Call, Role::Jump, Role::Value, Role::Condition})
    if (std::vector<ReasonStep> chain = queries_.decisions().why(role, queries_.key(statement)); !chain.empty())
      return chain;
  for (const clang::Stmt *child : statement->children()) {
    bool nested = child && llvm::isa<clang::CompoundStmt>(child);
    if (!child || nested || child->getBeginLoc().isInvalid())
      continue;
    if (std::vector<ReasonStep> chain = reasons(child); !chain.empty())
      return chain;
  }
  return {};
}

void BodyEditor::recordValues(const clang::Stmt *node) {
  static const std::pair<Role, const char *> kinds[] = {{Role::Definition, "assignment"},
                                                        {Role::Condition, "condition"},
                                                        {Role::Argument, "argument"},
                                                        {Role::Value, "returned value"}};
  if (!node || llvm::isa<clang::LambdaExpr>(node) || node->getBeginLoc().isInvalid())
    return;
  unsigned line = source_.lineNumber(source_.range(node).begin);
  if (const std::vector<LoopExitValue> *exits = queries_.loopExits(node))
    for (const LoopExitValue &exit : *exits)
      out_.values.push_back({exit.value, line, exit.variable + " after the loop"});
  for (auto [role, name] : kinds)
    if (const PredictedValue *value = queries_.predicted(role, node)) {
      bool known = std::any_of(out_.values.begin(), out_.values.end(),
                               [&](const ValueRecord &other) { return other.value.id == value->id; });
      if (!known)
        out_.values.push_back({*value, line, name});
    }
  if (queries_.loopExits(node))
    return;
  for (const clang::Stmt *child : node->children())
    recordValues(child);
}

} // namespace maquette::skeletonizer
