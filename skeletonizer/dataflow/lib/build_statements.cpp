//===- skeletonizer/dataflow/lib/build_statements.cpp - control flow and its dependences -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

FunctionBuilder::FunctionBuilder(GraphBuilder &builder, int instance)
    : builder_(builder), instance_(instance), context_(builder.graph_.instances[instance].context),
      function_(&builder.index_.functions()[builder.graph_.instances[instance].function]), ast_(function_->context),
      walked_(function_->declaration) {}

void FunctionBuilder::run() {
  region_ = self().entry;
  guarded_ = builder_.thrown_.isGuarded(graph().instances[instance_].function);
  graph()[self().result].single = isScalar(function_->declaration->getReturnType());
  const clang::FunctionDecl *declaration = function_->declaration;
  parameterDefinitions();
  Escapes escapes;
  escapes_ = &escapes;
  if (isLeftAlone(declaration)) {
    block_ = memo(declaration, Slot::Whole, NodeKind::Other);
    graph().need(block_, region_);
    builder_.left_alone_.emplace(instance_, block_);
  }
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
  const bool by_compiler = method && movesMembers(method);
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(declaration))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      if (!by_compiler || !isPlainMember(initializer->getAnyMember()))
        initializeMember(initializer);
  coroutine_ = llvm::isa<clang::CoroutineBodyStmt>(declaration->getBody());
  if (coroutine_ && builder_.noted_.insert("coroutine " + function_->usr).second)
    graph().notes.push_back(function_->name + ": a coroutine, kept and run as it is");
  if (by_compiler) {
    for (const clang::Stmt *statement : declaration->getBody()->children())
      if (!copiesPlainMember(statement))
        walk(statement);
  } else {
    walk(declaration->getBody());
  }
  for (NodeId thrown : escapes.throws)
    graph().need(self().thrown, thrown);
  if (auto *destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(declaration)) {
    Ending ending{destructor, self().entry, {}};
    endParts(ending, destructor->getParent()->getDefinition(), {{}, {self().this_object}});
  }
}

void FunctionBuilder::runGlobal(const clang::VarDecl *variable) {
  ast_ = &variable->getASTContext();
  walked_ = variable;
  declare(variable);
}

void FunctionBuilder::walkKind(const clang::Stmt *statement) {
  if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return walkCompound(block);
  if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *declaration : declarations->decls())
      if (auto *local = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        declare(local);
        declareBindings(local);
      }
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
  if (auto *tried = llvm::dyn_cast<clang::CXXTryStmt>(statement))
    return walkTry(tried);
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
  if (auto *label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    const NodeId outside = region_;
    enterLabels(label); // outside of a block
    walk(label->getSubStmt());
    region_ = outside;
    return;
  }
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(statement)) {
    const NodeId jump = action(Role::Jump, statement, Slot::Jump, {}, false);
    if (auto *anywhere = llvm::dyn_cast<clang::IndirectGotoStmt>(statement)) {
      reader_ = operands(jump);
      outer_ = atom_ = jump;
      value(anywhere->getTarget());
      reader_ = outer_ = atom_ = kNoNode;
    }
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

/// What follows a label also runs, or runs again, because of the jumps to it: also those that come later in the text.
void FunctionBuilder::enterLabels(const clang::Stmt *statement) {
  for (; auto *label = llvm::dyn_cast<clang::LabelStmt>(statement); statement = label->getSubStmt()) {
    const NodeId reached = memo(label, Slot::Region, NodeKind::Region);
    graph().need(reached, region_);
    for (const clang::LabelDecl *target :
         {static_cast<const clang::LabelDecl *>(label->getDecl()), static_cast<const clang::LabelDecl *>(nullptr)})
      for (const clang::Stmt *jump : jumps_to_[target])
        graph().need(reached, memo(jump, Slot::Jump, NodeKind::Action, static_cast<std::size_t>(Role::Jump)));
    region_ = reached;
  }
}

/// Statements after one that may jump away depend on whether it did.
void FunctionBuilder::walkCompound(const clang::CompoundStmt *block) {
  const NodeId outside = region_;
  for (const clang::Stmt *child : block->body()) {
    enterLabels(child);
    Escapes inner;
    Escapes *outer = std::exchange(escapes_, &inner);
    walk(child);
    escapes_ = outer;
    if (escapes_)
      escapes_->merge(inner);
    if (!inner.any())
      continue;
    const NodeId after = memo(child, Slot::AfterRegion, NodeKind::Region);
    graph().need(after, region_);
    for (const std::set<NodeId> *jumps : {&inner.breaks, &inner.continues, &inner.returns, &inner.throws})
      for (NodeId jump : *jumps)
        graph().need(after, jump);
    region_ = after;
  }
  region_ = outside;
}

void FunctionBuilder::walkExpression(const clang::Expr *expression) {
  reader_ = outer_ = atom_ = kNoNode;
  if (expandsPack(expression)) {
    atom_ = outer_ = action(Role::Call, expression, Slot::Fold, {}, false);
    reader_ = operands(atom_);
  }
  value(expression);
  reader_ = outer_ = atom_ = kNoNode;
}

void FunctionBuilder::declare(const clang::VarDecl *declared) {
  const clang::VarDecl *canonical = declared->getCanonicalDecl();
  const NodeId object = variable(declared);
  const clang::Expr *init = declared->getInit();
  if (const auto *array = ast_->getAsVariableArrayType(declared->getType())) {
    const NodeId extent = memo(declared, Slot::Definition, NodeKind::Other);
    graph().need(extent, region_);
    graph().need(object, extent);
    reader_ = extent;
    for (; array; array = ast_->getAsVariableArrayType(array->getElementType()))
      if (array->getSizeExpr())
        value(array->getSizeExpr());
    reader_ = kNoNode;
  }
  if (!init) {
    if (flow_.count(canonical))
      state_[canonical].clear();
    return;
  }
  const clang::QualType type = declared->getType();
  const bool predictable =
      isScalar(type) && !type->isReferenceType() && !declared->isStaticLocal() && !declared->isConstexpr();
  const NodeId definition =
      action(Role::Definition, init, Slot::Definition, type, predictable && declared->isLocalVarDecl());
  graph()[definition].element = readsElement(init);
  graph().need(object, definition);
  if (declared->hasGlobalStorage())
    graph().static_initializers.insert(definition);
  reader_ = operands(definition);
  outer_ = definition;
  atom_ = expandsPack(init) ? definition : kNoNode;
  const clang::Expr *plain = making(init); // auto v = std::vector<int>(n): no other object is made
  if (type->isReferenceType()) {
    define(definition, {{object}, {}}, address(init, place(init)));
    if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(plain);
        made && made->getExtendingDecl() == declared)
      callDestructor(made, made->getType(), {{}, {object}}, definition);
  } else if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(plain);
             constructor &&
             !(constructor->getNumArgs() == 1 && constructor->getConstructor()->isCopyOrMoveConstructor() &&
               !constructor->getArg(0)->isGLValue())) {
    const AbstractLocation self{{object}, {}};
    construct(constructor, &self, definition);
  } else {
    define(definition, {{object}, {}}, value(plain));
  }
  if (in_loop_head_ && onlyCounts(init))
    graph()[operands(definition)].cost = 0;
  reader_ = outer_ = atom_ = kNoNode;
  destroy(declared, object, definition);
  if (flow_.count(canonical))
    state_[canonical] = {definition};
}

void FunctionBuilder::declareCaptures(const clang::LambdaExpr *lambda) {
  const clang::Expr *const *init = lambda->capture_init_begin();
  for (const clang::LambdaCapture &capture : lambda->captures()) {
    const clang::Expr *given = *init++;
    const auto *variable =
        capture.capturesVariable() ? llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()) : nullptr;
    if (!variable || !lambda->isInitCapture(&capture) || !variable->getInit())
      continue;
    const NodeId definition = action(Role::Definition, given, Slot::Definition, {}, false);
    forceOuter(definition);
    const NodeId object = this->variable(variable);
    graph().need(object, definition);
    const NodeId reader = std::exchange(reader_, operands(definition));
    const NodeId outer = std::exchange(outer_, definition);
    const NodeId atom = std::exchange(atom_, definition);
    const bool by_reference = variable->getType()->isReferenceType();
    const AbstractLocation self{{object}, {}};
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(given)); made && !by_reference)
      construct(made, &self, definition);
    else
      define(definition, self, by_reference ? address(given, place(given)) : value(given));
    reader_ = reader;
    outer_ = outer;
    atom_ = atom;
  }
}

void FunctionBuilder::declareBindings(const clang::VarDecl *declared) {
  if (const auto *decomposed = llvm::dyn_cast<clang::DecompositionDecl>(declared))
    for (const clang::BindingDecl *binding : decomposed->bindings())
      if (const clang::VarDecl *holding = binding->getHoldingVar())
        declare(holding);
}

void FunctionBuilder::readCondition(const clang::Expr *expression, int depth) {
  auto *logical =
      llvm::dyn_cast_or_null<clang::BinaryOperator>(expression ? expression->IgnoreParenImpCasts() : nullptr);
  if (!logical || !logical->isLogicalOp() || !onlyReads(logical, builder_.index_, builder_.effects_)) {
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
  const clang::QualType type =
      expression ? llvm::isa<clang::SwitchStmt>(statement) ? ast_->IntTy : ast_->BoolTy : clang::QualType();
  const NodeId decision = action(Role::Condition, key, Slot::Condition, type, true);
  graph()[decision].condition_of_loop = of_loop;
  reader_ = operands(decision);
  outer_ = atom_ = decision;
  readCondition(expression, 0);
  if (of_loop && expression && onlyCounts(expression)) // a compiler sees how often it runs
    graph()[operands(decision)].cost = 0;
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
  const NodeId decision =
      walkHead(statement, statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond(), false);
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

void FunctionBuilder::walkSwitch(const clang::SwitchStmt *statement) {
  const NodeId decision =
      walkHead(statement, statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond(), false);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody()))
    for (const clang::Stmt *child : block->body())
      while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(child)) {
        own_cases_.insert(label);
        child = label->getSubStmt();
      }
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
    escapes_->throws.insert(escapes.throws.begin(), escapes.throws.end());
  }
}

void FunctionBuilder::walkJump(const clang::Stmt *statement, std::set<NodeId> Escapes::*kind,
                               std::vector<FlowState> &targets) {
  const NodeId jump = action(Role::Jump, statement, Slot::Jump, {}, false);
  if (escapes_)
    (escapes_->*kind).insert(jump);
  if (!targets.empty())
    mergeInto(targets.back(), state_);
  dead_ = true;
}

void FunctionBuilder::mayThrow(NodeId thrown) {
  if (guarded_ && escapes_)
    escapes_->throws.insert(thrown);
}

/// What a handler does depends on what was thrown, as does all behind what may throw.
void FunctionBuilder::walkTry(const clang::CXXTryStmt *statement) {
  const bool guarded = std::exchange(guarded_, guarded_ || builder_.thrown_.goesOn(statement));
  Escapes escapes;
  Escapes *outer = std::exchange(escapes_, &escapes);
  walk(statement->getTryBlock());
  escapes_ = outer;
  guarded_ = guarded;
  const std::set<NodeId> thrown = std::exchange(escapes.throws, {});
  NodeId caught = region_;
  if (!thrown.empty()) {
    caught = memo(statement, Slot::AfterRegion, NodeKind::Region, 1);
    graph().need(caught, region_);
    for (NodeId jump : thrown)
      graph().need(caught, jump);
  }
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i)
    walkIn(statement->getHandler(i), caught);
  if (!escapes_)
    return;
  escapes_->merge(escapes);
  if (guarded && !builder_.thrown_.catchesAll(statement))
    escapes_->throws.insert(thrown.begin(), thrown.end());
}

void FunctionBuilder::walkReturn(const clang::ReturnStmt *statement) {
  const NodeId jump = action(Role::Jump, statement, Slot::Jump, {}, false);
  if (escapes_)
    escapes_->returns.insert(jump);
  dead_ = true;
  const clang::Expr *result = statement->getRetValue();
  if (!result)
    return;
  const bool by_reference =
      function_->declaration->getReturnType()->isReferenceType(); // no prediction can be referred to
  const NodeId given = action(Role::Value, result, Slot::Value, result->getType(), !by_reference);
  graph().need(given, jump);
  reader_ = operands(given);
  outer_ = given;
  atom_ = expandsPack(result) ? given : kNoNode;
  const NodeId pointer =
      by_reference ? address(result, place(result)) : value(making(result)); // what is returned does not end here
  reader_ = outer_ = atom_ = kNoNode;
  graph().need(self().result, given);
  if (pointer != kNoNode)
    graph().pointers.copy.push_back({self().result, pointer});
  if (function_->declaration->isMain())
    graph().soft_roots.push_back(given);
}

} // namespace maquette::skeletonizer
