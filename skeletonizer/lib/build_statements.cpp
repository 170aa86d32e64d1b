//===- skeletonizer/lib/build_statements.cpp - control flow and its dependences -===//
// SPDX-License-Identifier: Apache-2.0
// Size: one visitor over all kinds of statements; they share the state of control flow.
#include "graph_builder.h"

#include "source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

#include <cmath>

namespace maquette::skeletonizer {

namespace {

constexpr int kFlowRounds = 4; ///< Walks over a loop until the reaching definitions are stable; then it is as good as it gets.
constexpr std::size_t kInRange = 1;

void mergeInto(FlowState &state, const FlowState &other) {
  for (const auto &[local, definitions] : other)
    state[local].insert(definitions.begin(), definitions.end());
}

/// log10 of the trip count: 1 unless the bound is a small constant.
double loopWeight(const clang::Expr *condition, const clang::ASTContext &ast) {
  auto *binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  clang::Expr::EvalResult result;
  if (!binary || !binary->isComparisonOp() || binary->getRHS()->isValueDependent() ||
      !binary->getRHS()->EvaluateAsInt(result, ast))
    return 1;
  const double trips = std::abs(static_cast<double>(result.Val.getInt().getExtValue()));
  return trips >= 1 && trips < 10 ? std::log10(trips) : 1;
}

} // namespace

FunctionBuilder::FunctionBuilder(GraphBuilder &builder, int instance)
    : builder_(builder), instance_(instance), context_(builder.graph_.instances[instance].context),
      function_(&builder.index_.functions()[builder.graph_.instances[instance].function]), ast_(function_->context) {}

void FunctionBuilder::run() {
  region_ = self().entry;
  const clang::FunctionDecl *declaration = function_->declaration;
  parameterDefinitions();
  Escapes escapes;
  escapes_ = &escapes;
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(declaration))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      initializeMember(initializer);
  walk(declaration->getBody());
}

void FunctionBuilder::runGlobal(const clang::VarDecl *variable) {
  ast_ = &variable->getASTContext();
  declare(variable);
}

/// Locals whose every use is a plain read or write get flow-sensitive definitions; parameters start with one from the callers.
void FunctionBuilder::parameterDefinitions() {
  std::set<const clang::VarDecl *> candidates, excluded;
  const clang::FunctionDecl *declaration = function_->declaration;
  for (const clang::ParmVarDecl *parameter : declaration->parameters())
    if ((isScalar(parameter->getType()) || parameter->getType()->isPointerType()) && !parameter->getType()->isReferenceType())
      candidates.insert(parameter->getCanonicalDecl());
  findFlowVariables(declaration->getBody(), candidates, excluded);
  if (has_goto_)
    return;
  for (const clang::VarDecl *candidate : candidates)
    if (!excluded.count(candidate) && !builder_.index_.captured(candidate))
      flow_.insert(candidate);
  for (const clang::ParmVarDecl *parameter : declaration->parameters())
    if (flow_.count(parameter->getCanonicalDecl())) {
      // The object itself is also defined by assignments in the body; this node stands for what callers pass.
      const NodeId passed = memo(parameter->getCanonicalDecl(), Slot::Parameter, NodeKind::Other);
      graph().parameter_definitions.push_back({passed, variable(parameter)});
      state_[parameter->getCanonicalDecl()] = {passed};
    }
}

void FunctionBuilder::findFlowVariables(const clang::Stmt *statement, std::set<const clang::VarDecl *> &candidates,
                                        std::set<const clang::VarDecl *> &excluded) {
  if (!statement)
    return;
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::CXXTryStmt, clang::OMPExecutableDirective>(statement))
    has_goto_ = true;
  auto isName = [](const clang::Expr *e) { return llvm::isa<clang::DeclRefExpr>(e->IgnoreParens()); };
  if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *declaration : declarations->decls())
      if (auto *local = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        const clang::QualType type = local->getType();
        if (local->hasLocalStorage() && (isScalar(type) || type->isPointerType()) && !type->isReferenceType())
          candidates.insert(local->getCanonicalDecl());
        findFlowVariables(local->getInit(), candidates, excluded);
      }
    return;
  }
  if (auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement))
    if (cast->getCastKind() == clang::CK_LValueToRValue && isName(cast->getSubExpr()))
      return;
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    if (unary->isIncrementDecrementOp() && isName(unary->getSubExpr()))
      return;
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement))
    if (binary->isAssignmentOp() && isName(binary->getLHS()))
      return findFlowVariables(binary->getRHS(), candidates, excluded);
  if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
    for (const clang::LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        if (auto *local = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()))
          excluded.insert(local->getCanonicalDecl());
    return;
  }
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (auto *local = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      excluded.insert(local->getCanonicalDecl());
  for (const clang::Stmt *child : statement->children())
    findFlowVariables(child, candidates, excluded);
}

void FunctionBuilder::walk(const clang::Stmt *statement) {
  if (!statement)
    return;
  if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return walkCompound(block);
  if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *declaration : declarations->decls())
      if (auto *local = llvm::dyn_cast<clang::VarDecl>(declaration))
        declare(local);
    return;
  }
  if (auto *choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return walkIf(choice);
  if (auto *counted = llvm::dyn_cast<clang::ForStmt>(statement))
    return walkFor(counted);
  if (auto *while_loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return walkWhile(while_loop);
  if (auto *do_loop = llvm::dyn_cast<clang::DoStmt>(statement))
    return walkDo(do_loop);
  if (auto *range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return walkRangeFor(range);
  if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return walkSwitch(choice);
  if (auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    mergeInto(state_, switch_entry_);
    dead_ = false;
    return walk(label->getSubStmt());
  }
  if (llvm::isa<clang::BreakStmt>(statement))
    return walkJump(statement, &Escapes::breaks, break_states_);
  if (llvm::isa<clang::ContinueStmt>(statement))
    return walkJump(statement, &Escapes::continues, continue_states_);
  if (auto *result = llvm::dyn_cast<clang::ReturnStmt>(statement))
    return walkReturn(result);
  if (auto *label = llvm::dyn_cast<clang::LabelStmt>(statement))
    return walk(label->getSubStmt());
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(statement)) {
    const NodeId jump = action(Role::Jump, statement, Slot::Jump, {}, false);
    if (escapes_)
      escapes_->returns.insert(jump);
    return;
  }
  if (auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return walk(attributed->getSubStmt());
  if (auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    return walkExpression(expression);
  for (const clang::Stmt *child : statement->children())
    walk(child);
}

void FunctionBuilder::walkIn(const clang::Stmt *statement, NodeId region) {
  const NodeId outside = std::exchange(region_, region);
  walk(statement);
  region_ = outside;
}

/// Statements after one that may jump away depend on whether it did.
void FunctionBuilder::walkCompound(const clang::CompoundStmt *block) {
  const NodeId outside = region_;
  for (const clang::Stmt *child : block->body()) {
    Escapes inner;
    Escapes *outer = std::exchange(escapes_, &inner);
    walk(child);
    escapes_ = outer;
    if (escapes_)
      escapes_->merge(inner);
    if (!inner.any() || llvm::isa<clang::LabelStmt>(child))
      continue;
    const NodeId after = memo(child, Slot::AfterRegion, NodeKind::Region);
    graph().need(after, region_);
    for (const std::set<NodeId> *jumps : {&inner.breaks, &inner.continues, &inner.returns})
      for (NodeId jump : *jumps)
        graph().need(after, jump);
    region_ = after;
  }
  region_ = outside;
}

void FunctionBuilder::walkExpression(const clang::Expr *expression) {
  reader_ = outer_ = atom_ = kNoNode;
  value(expression);
  reader_ = outer_ = atom_ = kNoNode;
}

void FunctionBuilder::declare(const clang::VarDecl *declared) {
  const clang::VarDecl *canonical = declared->getCanonicalDecl();
  const NodeId object = variable(declared);
  const clang::Expr *init = declared->getInit();
  if (!init) {
    if (flow_.count(canonical))
      state_[canonical].clear();
    return;
  }
  const clang::QualType type = declared->getType();
  const bool predictable = isScalar(type) && !type->isReferenceType() && !declared->isStaticLocal() && !declared->isConstexpr();
  const NodeId definition = action(Role::Definition, init, Slot::Definition, type, predictable && declared->isLocalVarDecl());
  graph().need(object, definition);
  if (declared->hasGlobalStorage())
    graph().static_initializers.insert(definition);
  reader_ = operands(definition);
  outer_ = definition;
  atom_ = kNoNode;
  const clang::Expr *plain = init;
  if (auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(plain))
    plain = cleanups->getSubExpr();
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(plain))
    plain = bound->getSubExpr();
  if (type->isReferenceType()) {
    define(definition, {{object}, {}}, address(init, place(init)));
  } else if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(plain);
             constructor && !(constructor->getNumArgs() == 1 && constructor->getConstructor()->isCopyOrMoveConstructor() &&
                              !constructor->getArg(0)->isGLValue())) {
    const Place self{{object}, {}};
    construct(constructor, &self, definition);
  } else {
    define(definition, {{object}, {}}, value(init));
  }
  reader_ = outer_ = kNoNode;
  if (declared->isLocalVarDecl())
    destroy(declared, object, definition);
  if (flow_.count(canonical))
    state_[canonical] = {definition};
}

void FunctionBuilder::readCondition(const clang::Expr *expression, int depth) {
  auto *logical = llvm::dyn_cast_or_null<clang::BinaryOperator>(expression ? expression->IgnoreParenImpCasts() : nullptr);
  if (!logical || !logical->isLogicalOp() || !hasNoEffectOnState(logical)) {
    value(expression);
    return;
  }
  const NodeId reader = reader_;
  for (const clang::Expr *operand : {logical->getLHS(), logical->getRHS()}) {
    const NodeId part = action(Role::Condition, operand, Slot::LogicalOperand, ast_->BoolTy, true);
    graph()[part].logical_depth = depth + 1;
    graph()[part].loop = graph()[operands(part)].loop = loop_;
    graph().need(reader, part);
    reader_ = operands(part);
    readCondition(operand, depth + 1);
    reader_ = reader;
  }
  cost(1);
}

NodeId FunctionBuilder::condition(const clang::Stmt *statement, const clang::Expr *expression, bool of_loop) {
  const clang::Stmt *key = expression ? static_cast<const clang::Stmt *>(expression) : statement;
  const clang::QualType type = expression ? llvm::isa<clang::SwitchStmt>(statement) ? ast_->IntTy : ast_->BoolTy : clang::QualType();
  const NodeId decision = action(Role::Condition, key, Slot::Condition, type, true);
  graph()[decision].condition_of_loop = of_loop;
  reader_ = operands(decision);
  outer_ = atom_ = decision;
  readCondition(expression, 0);
  reader_ = outer_ = atom_ = kNoNode;
  return decision;
}

NodeId FunctionBuilder::regionOf(const clang::Stmt *statement, Slot slot, NodeId condition) {
  const NodeId region = memo(statement, slot, NodeKind::Region);
  graph()[region].region = region_;
  graph().need(region, condition);
  return region;
}

void FunctionBuilder::walkIf(const clang::IfStmt *statement) {
  walk(statement->getInit());
  walk(statement->getConditionVariableDeclStmt());
  const NodeId decision = condition(statement, statement->getCond(), false);
  const FlowState before = state_;
  const bool dead_before = dead_;
  walkIn(statement->getThen(), regionOf(statement, Slot::Region, decision));
  FlowState after_then = std::exchange(state_, before);
  const bool dead_then = std::exchange(dead_, dead_before);
  if (statement->getElse())
    walkIn(statement->getElse(), regionOf(statement, Slot::ElseRegion, decision));
  if (dead_then && !dead_)
    return;
  if (dead_ && !dead_then) {
    state_ = std::move(after_then);
    dead_ = false;
    return;
  }
  mergeInto(state_, after_then);
}

bool FunctionBuilder::definedIn(NodeId definition, int loop) const {
  for (int at = builder_.graph_[definition].loop; at >= 0; at = builder_.graph_.loops[at].parent)
    if (at == loop)
      return true;
  return false;
}

/// After a loop, a scalar it changed has one more definition: what it is when the loop ends. A cut there predicts it.
void FunctionBuilder::loopExits(const clang::Stmt *statement, int loop) {
  const clang::SourceManager &sources = ast_->getSourceManager();
  for (auto &[local, definitions] : state_) {
    if (!isScalar(local->getType()))
      continue;
    bool changed = false;
    for (NodeId definition : definitions)
      changed |= definedIn(definition, loop);
    const bool inside = !sources.isBeforeInTranslationUnit(local->getLocation(), statement->getBeginLoc());
    if (!changed || inside)
      continue;
    bool made = false;
    const NodeId exit = builder_.memo(local, context_, Slot::LoopExit, reinterpret_cast<std::size_t>(statement),
                                      NodeKind::LoopExit, instance_, &made);
    if (made) {
      const NodeId computed = graph().add(NodeKind::Operands, instance_);
      const clang::QualType plain = local->getType().getCanonicalType().getUnqualifiedType();
      Site site{Role::Definition, keyOf(statement, *ast_), sources.getExpansionLineNumber(statement->getBeginLoc()),
                function_->name, local->getNameAsString() + " after the loop", plain.getAsString(ast_->getPrintingPolicy()),
                plain->isBooleanType()                       ? ValueType::Boolean
                : plain->isIntegralOrEnumerationType() ? ValueType::Integer
                                                       : ValueType::Floating,
                local->getNameAsString()};
      graph()[exit].site = graph()[computed].site = static_cast<int>(graph().sites.size());
      graph().sites.push_back(std::move(site));
      graph()[exit].operands = computed;
      graph()[computed].action = exit;
      graph()[exit].loop = graph()[computed].loop = loop_;
      graph()[exit].region = graph()[computed].region = region_;
      graph()[exit].cuttable = true;
      graph().need(exit, region_);
      graph().need(exit, computed);
    }
    for (NodeId definition : definitions)
      if (definition != exit)
        graph().need(graph()[exit].operands, definition);
    definitions = {exit};
  }
}

void FunctionBuilder::loop(const clang::Stmt *statement, NodeId condition, double weight, const std::function<void()> &body,
                           const std::function<void()> &head, bool post) {
  bool made = false;
  const NodeId region = builder_.memo(statement, context_, Slot::Region, 0, NodeKind::Region, instance_, &made);
  graph().need(region, condition);
  graph()[region].region = region_;
  const int outer_loop = loop_;
  auto known = builder_.loop_of_.try_emplace({statement, context_}, -1).first;
  if (known->second < 0) {
    known->second = static_cast<int>(graph().loops.size());
    graph().loops.push_back({outer_loop, weight, false});
  }
  const int inside = known->second;
  // The condition runs as often as the body.
  graph()[condition].loop = graph()[operands(condition)].loop = inside;

  Escapes escapes;
  Escapes *outer_escapes = std::exchange(escapes_, &escapes);
  const bool outer_dead = dead_;
  const bool counting = count_cost_;
  FlowState after;
  for (int round = 0; round < kFlowRounds; ++round) {
    const FlowState before = state_;
    loop_ = inside;
    if (!post && head)
      head();
    after = state_;
    break_states_.push_back({});
    continue_states_.push_back({});
    const NodeId outside = std::exchange(region_, region);
    dead_ = false;
    body();
    region_ = outside;
    dead_ = false;
    mergeInto(state_, continue_states_.back());
    continue_states_.pop_back();
    if (post && head) {
      head();
      after = state_;
    }
    mergeInto(after, break_states_.back());
    break_states_.pop_back();
    mergeInto(state_, before);
    count_cost_ = false;
    if (state_ == before)
      break;
  }
  count_cost_ = counting;
  if (!post)
    mergeInto(state_, after);
  else
    state_ = after;
  loop_ = outer_loop;
  dead_ = outer_dead;
  escapes_ = outer_escapes;
  for (NodeId jump : escapes.breaks)
    graph().need(condition, jump);
  for (NodeId jump : escapes.returns) {
    graph().need(condition, jump);
    if (escapes_)
      escapes_->returns.insert(jump);
  }
  loopExits(statement, inside);
}

void FunctionBuilder::walkFor(const clang::ForStmt *statement) {
  in_loop_head_ = true;
  walk(statement->getInit());
  in_loop_head_ = false;
  NodeId decision = kNoNode;
  auto head = [&] { decision = condition(statement, statement->getCond(), true); };
  head();
  loop(
      statement, decision, loopWeight(statement->getCond(), *ast_),
      [&] {
        walk(statement->getBody());
        mergeInto(state_, continue_states_.back());
        if (statement->getInc())
          walkExpression(statement->getInc());
      },
      head, false);
}

void FunctionBuilder::walkWhile(const clang::WhileStmt *statement) {
  walk(statement->getConditionVariableDeclStmt());
  NodeId decision = kNoNode;
  auto head = [&] { decision = condition(statement, statement->getCond(), true); };
  head();
  loop(statement, decision, 1, [&] { walk(statement->getBody()); }, head, false);
}

void FunctionBuilder::walkDo(const clang::DoStmt *statement) {
  const clang::Expr *expression = statement->getCond();
  clang::Expr::EvalResult result;
  const bool once = !expression->isValueDependent() && expression->EvaluateAsInt(result, *ast_) && result.Val.getInt() == 0;
  // Its body runs at least once: the first round does not depend on the condition, the others do.
  const NodeId decision = action(Role::Condition, expression, Slot::Condition, ast_->BoolTy, true);
  graph()[decision].condition_of_loop = true;
  loop(statement, decision, once ? 0 : 1, [&] { walk(statement->getBody()); },
       [&] { condition(statement, expression, true); }, true);
}

void FunctionBuilder::walkRangeFor(const clang::CXXForRangeStmt *statement) {
  walk(statement->getInit());
  const clang::Expr *range = statement->getRangeInit();
  const NodeId decision = action(Role::Condition, range, Slot::Condition, {}, false);
  graph()[decision].condition_of_loop = true;
  const bool fixed = range->getType().getNonReferenceType()->isConstantArrayType(); // its size is no value
  reader_ = fixed ? kNoNode : operands(decision);
  outer_ = atom_ = decision;
  const Place whole = place(range);
  readPlace(whole);
  readPlace(part(statement, whole, "#size"));
  reader_ = outer_ = atom_ = kNoNode;
  Place elements = part(statement, whole, "#elements");
  if (range->getType().getNonReferenceType()->isArrayType() || llvm::isa<clang::InitListExpr>(range->IgnoreImplicit()))
    elements = whole;
  auto body = [&] {
    const clang::VarDecl *item = statement->getLoopVariable();
    const NodeId object = variable(item);
    const NodeId definition = memo(statement, Slot::Definition, NodeKind::Other, kInRange);
    graph().need(definition, region_);
    graph().need(object, definition);
    reader_ = definition;
    if (item->getType()->isReferenceType()) {
      for (NodeId element : elements.objects)
        graph().pointers.address.push_back({object, element});
      for (NodeId pointer : elements.pointers)
        graph().pointers.copy.push_back({object, pointer});
    } else {
      readPlace(elements);
      for (NodeId element : elements.objects)
        graph().pointers.copy.push_back({object, element});
      for (NodeId pointer : elements.pointers)
        graph().pointers.load.push_back({object, pointer});
    }
    reader_ = kNoNode;
    if (flow_.count(item->getCanonicalDecl()))
      state_[item->getCanonicalDecl()] = {definition};
    walk(statement->getBody());
  };
  loop(statement, decision, 1, body, nullptr, false);
}

void FunctionBuilder::walkSwitch(const clang::SwitchStmt *statement) {
  walk(statement->getInit());
  walk(statement->getConditionVariableDeclStmt());
  const NodeId decision = condition(statement, statement->getCond(), false);
  Escapes escapes;
  Escapes *outer = std::exchange(escapes_, &escapes);
  break_states_.push_back({});
  const FlowState before = state_;
  const FlowState outer_entry = std::exchange(switch_entry_, before);
  walkIn(statement->getBody(), regionOf(statement, Slot::Region, decision));
  mergeInto(state_, before);
  mergeInto(state_, break_states_.back());
  break_states_.pop_back();
  switch_entry_ = outer_entry;
  dead_ = false;
  escapes_ = outer;
  // A break decides which of the following cases run: all that stays in the switch needs it.
  const NodeId region = regionOf(statement, Slot::Region, decision);
  for (NodeId jump : escapes.breaks)
    graph().need(region, jump);
  if (escapes_) {
    escapes_->continues.insert(escapes.continues.begin(), escapes.continues.end());
    escapes_->returns.insert(escapes.returns.begin(), escapes.returns.end());
  }
}

void FunctionBuilder::walkJump(const clang::Stmt *statement, std::set<NodeId> Escapes::*kind, std::vector<FlowState> &targets) {
  const NodeId jump = action(Role::Jump, statement, Slot::Jump, {}, false);
  if (escapes_)
    (escapes_->*kind).insert(jump);
  if (!targets.empty())
    mergeInto(targets.back(), state_);
  dead_ = true;
}

void FunctionBuilder::walkReturn(const clang::ReturnStmt *statement) {
  const NodeId jump = action(Role::Jump, statement, Slot::Jump, {}, false);
  if (escapes_)
    escapes_->returns.insert(jump);
  dead_ = true;
  const clang::Expr *result = statement->getRetValue();
  if (!result)
    return;
  const NodeId given = action(Role::Value, result, Slot::Value, result->getType(), true);
  graph().need(given, jump);
  reader_ = operands(given);
  outer_ = given;
  const NodeId pointer = function_->declaration->getReturnType()->isReferenceType() ? address(result, place(result)) : value(result);
  reader_ = outer_ = kNoNode;
  graph().need(self().result, given);
  if (pointer != kNoNode)
    graph().pointers.copy.push_back({self().result, pointer});
  if (function_->declaration->isMain())
    graph().soft_roots.push_back(given);
}

} // namespace maquette::skeletonizer
