//===- skeletonizer/dataflow/lib/build_statements.cpp - control flow and its dependences -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"
#include "maquette/frontend/source_text.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

void Statements::run() {
  context_.cursor.region = context_.self().entry;
  context_.cursor.guarded = context_.shared.thrown.isGuarded(context_.graph().instances[context_.instance].function);
  context_.declarePointer(context_.self().result, context_.function->declaration->getReturnType(), false);
  context_.graph()[context_.self().result].single = isScalar(context_.function->declaration->getReturnType());
  const clang::FunctionDecl *declaration = context_.function->declaration;
  walkers_.flow.parameterDefinitions();
  Escapes escapes;
  const Scope own_escapes(walkers_.flow.escapes, &escapes);
  if (walkers_.whole.isLeftAlone(declaration)) {
    context_.cursor.block = context_.memo(declaration, Slot::Whole, NodeKind::Other);
    context_.graph().need(context_.cursor.block, context_.cursor.region);
    context_.shared.left_alone.emplace(context_.instance, context_.cursor.block);
  }
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
  const bool by_compiler = method && movesMembers(method);
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(declaration))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      if (!by_compiler || !isPlainMember(initializer->getAnyMember()))
        walkers_.calls.initializeMember(initializer);
  context_.coroutine = llvm::isa<clang::CoroutineBodyStmt>(declaration->getBody());
  if (context_.coroutine && context_.shared.noted.insert("coroutine " + context_.function->usr).second)
    context_.graph().notes.push_back(context_.function->name + ": a coroutine; the skeleton keeps all of it");
  if (by_compiler) {
    for (const clang::Stmt *statement : declaration->getBody()->children())
      if (!copiesPlainMember(statement))
        walk(statement);
  } else {
    walk(declaration->getBody());
  }
  for (NodeId thrown : escapes.throws)
    context_.graph().need(context_.self().thrown, thrown);
  if (auto *destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(declaration)) {
    Ending ending{destructor, context_.self().entry, {}};
    walkers_.lifetimes.endParts(ending, destructor->getParent()->getDefinition(), {{}, {context_.self().this_object}});
  }
}

void Statements::runGlobal(const clang::VarDecl *variable) {
  context_.ast = &variable->getASTContext();
  context_.walked = variable;
  walkers_.declarations.declare(variable);
}

void Statements::walkKind(const clang::Stmt *statement) {
  if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return walkCompound(block);
  if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *declaration : declarations->decls())
      if (auto *local = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        walkers_.declarations.declare(local);
        walkers_.declarations.declareBindings(local);
      }
    return;
  }
  if (auto *choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return walkIf(choice);
  if (auto *counted = llvm::dyn_cast<clang::ForStmt>(statement))
    return walkers_.loops.walkFor(counted);
  if (auto *while_loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return walkers_.loops.walkWhile(while_loop);
  if (auto *do_loop = llvm::dyn_cast<clang::DoStmt>(statement))
    return walkers_.loops.walkDo(do_loop);
  if (auto *range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return walkers_.loops.walkRangeFor(range);
  if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return walkSwitch(choice);
  if (auto *tried = llvm::dyn_cast<clang::CXXTryStmt>(statement))
    return walkTry(tried);
  if (auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    mergeInto(walkers_.flow.state, walkers_.flow.switch_entry);
    walkers_.flow.dead = false;
    return walk(label->getSubStmt());
  }
  if (llvm::isa<clang::BreakStmt>(statement))
    return walkJump(statement, &Escapes::breaks, walkers_.flow.break_states);
  if (llvm::isa<clang::ContinueStmt>(statement))
    return walkJump(statement, &Escapes::continues, walkers_.flow.continue_states);
  if (auto *result = llvm::dyn_cast<clang::ReturnStmt>(statement))
    return walkReturn(result);
  if (auto *label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    const Scope region(context_.cursor.region, context_.cursor.region);
    enterLabels(label); // outside of a block
    walk(label->getSubStmt());
    return;
  }
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(statement)) {
    const NodeId jump = context_.action(Role::Jump, statement, Slot::Jump, {}, false);
    if (auto *anywhere = llvm::dyn_cast<clang::IndirectGotoStmt>(statement)) {
      const Reading reading(context_.cursor, context_.operands(jump), jump, jump);
      walkers_.expressions.value(anywhere->getTarget());
    }
    if (walkers_.flow.escapes)
      walkers_.flow.escapes->returns.insert(jump);
    return;
  }
  if (auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return walk(attributed->getSubStmt());
  if (auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    return walkExpression(expression);
  for (const clang::Stmt *child : statement->children())
    walk(child);
}

void Statements::walkIn(const clang::Stmt *statement, NodeId region) {
  const Scope inner(context_.cursor.region, region);
  walk(statement);
}

/// What follows a label also runs, or runs again, because of the jumps to it: also those that come later in the text.
void Statements::enterLabels(const clang::Stmt *statement) {
  for (; auto *label = llvm::dyn_cast<clang::LabelStmt>(statement); statement = label->getSubStmt()) {
    const NodeId reached = context_.memo(label, Slot::Region, NodeKind::Region);
    context_.graph().need(reached, context_.cursor.region);
    for (const clang::LabelDecl *target :
         {static_cast<const clang::LabelDecl *>(label->getDecl()), static_cast<const clang::LabelDecl *>(nullptr)})
      for (const clang::Stmt *jump : walkers_.flow.jumps_to[target])
        context_.graph().need(reached,
                              context_.memo(jump, Slot::Jump, NodeKind::Action, static_cast<std::size_t>(Role::Jump)));
    context_.cursor.region = reached;
  }
}

/// Statements after one that may jump away depend on whether it did.
void Statements::walkCompound(const clang::CompoundStmt *block) {
  const Scope region(context_.cursor.region, context_.cursor.region);
  for (const clang::Stmt *child : block->body()) {
    enterLabels(child);
    Escapes inner;
    Scope escapes(walkers_.flow.escapes, &inner);
    walk(child);
    escapes.end();
    if (walkers_.flow.escapes)
      walkers_.flow.escapes->merge(inner);
    if (!inner.any())
      continue;
    const NodeId after = context_.memo(child, Slot::AfterRegion, NodeKind::Region);
    context_.graph().need(after, context_.cursor.region);
    for (const std::set<NodeId> *jumps : {&inner.breaks, &inner.continues, &inner.returns, &inner.throws})
      for (NodeId jump : *jumps)
        context_.graph().need(after, jump);
    context_.cursor.region = after;
  }
}

void Statements::walkExpression(const clang::Expr *expression) {
  const NodeId fold =
      context_.expandsPack(expression) ? context_.action(Role::Call, expression, Slot::Fold, {}, false) : kNoNode;
  const Reading reading(context_.cursor, fold == kNoNode ? kNoNode : context_.operands(fold), fold, fold);
  walkers_.expressions.value(expression);
}

void Declarations::declare(const clang::VarDecl *declared) {
  const clang::VarDecl *canonical = declared->getCanonicalDecl();
  const NodeId object = context_.variable(declared);
  const clang::Expr *init = declared->getInit();
  if (const auto *array = context_.ast->getAsVariableArrayType(declared->getType())) {
    const NodeId extent = context_.memo(declared, Slot::Definition, NodeKind::Other);
    context_.graph().need(extent, context_.cursor.region);
    context_.graph().need(object, extent);
    const Scope reader(context_.cursor.reader, extent);
    for (; array; array = context_.ast->getAsVariableArrayType(array->getElementType()))
      if (array->getSizeExpr())
        walkers_.expressions.value(array->getSizeExpr());
  }
  if (!init) {
    if (walkers_.flow.followed.count(canonical))
      walkers_.flow.state[canonical].clear();
    return;
  }
  const clang::QualType type = declared->getType();
  const bool predictable =
      isScalar(type) && !type->isReferenceType() && !declared->isStaticLocal() && !declared->isConstexpr();
  const NodeId definition =
      context_.action(Role::Definition, init, Slot::Definition, type, predictable && declared->isLocalVarDecl());
  context_.graph()[definition].element = readsElement(init);
  context_.graph().need(object, definition);
  if (declared->hasGlobalStorage())
    context_.graph().static_initializers.insert(definition);
  Reading reading(context_.cursor, context_.operands(definition), definition,
                  context_.expandsPack(init) ? definition : kNoNode);
  const clang::Expr *plain = making(init); // auto v = std::vector<int>(n): no other object is made
  if (type->isReferenceType()) {
    walkers_.places.define(definition, {{object}, {}}, walkers_.places.address(init, walkers_.places.place(init)));
    if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(plain);
        made && made->getExtendingDecl() == declared)
      walkers_.lifetimes.callDestructor(made, made->getType(), {{}, {object}}, definition);
  } else if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(plain);
             constructor &&
             !(constructor->getNumArgs() == 1 && constructor->getConstructor()->isCopyOrMoveConstructor() &&
               !constructor->getArg(0)->isGLValue())) {
    const AbstractLocation self{{object}, {}};
    walkers_.calls.construct(constructor, &self, definition);
  } else {
    const NodeId stored = walkers_.expressions.value(plain);
    walkers_.places.define(definition, {{object}, {}}, stored);
    context_.givesPointer(definition, plain, stored);
    walkers_.files.noteString(object, *plain);
  }
  if (context_.cursor.in_loop_head && onlyCounts(init))
    context_.graph()[context_.operands(definition)].cost = 0;
  reading.end();
  walkers_.lifetimes.destroy(declared, object, definition);
  if (walkers_.flow.followed.count(canonical))
    walkers_.flow.state[canonical] = {definition};
}

void Declarations::declareCaptures(const clang::LambdaExpr *lambda) {
  const clang::Expr *const *init = lambda->capture_init_begin();
  for (const clang::LambdaCapture &capture : lambda->captures()) {
    const clang::Expr *given = *init++;
    const auto *variable =
        capture.capturesVariable() ? llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()) : nullptr;
    if (!variable || !lambda->isInitCapture(&capture) || !variable->getInit())
      continue;
    const NodeId definition = context_.action(Role::Definition, given, Slot::Definition, {}, false);
    context_.forceOuter(definition);
    const NodeId object = context_.variable(variable);
    context_.graph().need(object, definition);
    Scope reader(context_.cursor.reader, context_.operands(definition));
    Scope outer(context_.cursor.outer, definition);
    Scope atom(context_.cursor.atom, definition);
    const bool by_reference = variable->getType()->isReferenceType();
    const AbstractLocation self{{object}, {}};
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(given)); made && !by_reference)
      walkers_.calls.construct(made, &self, definition);
    else
      walkers_.places.define(definition, self,
                             by_reference ? walkers_.places.address(given, walkers_.places.place(given))
                                          : walkers_.expressions.value(given));
    reader.end();
    outer.end();
    atom.end();
  }
}

void Declarations::declareBindings(const clang::VarDecl *declared) {
  if (const auto *decomposed = llvm::dyn_cast<clang::DecompositionDecl>(declared))
    for (const clang::BindingDecl *binding : decomposed->bindings())
      if (const clang::VarDecl *holding = binding->getHoldingVar())
        declare(holding);
}

void Statements::readCondition(const clang::Expr *expression, int depth) {
  auto *logical =
      llvm::dyn_cast_or_null<clang::BinaryOperator>(expression ? expression->IgnoreParenImpCasts() : nullptr);
  if (!logical || !logical->isLogicalOp() || !onlyReads(logical, context_.shared.index, context_.shared.effects)) {
    walkers_.expressions.value(expression);
    return;
  }
  for (const clang::Expr *operand : {logical->getLHS(), logical->getRHS()}) {
    const NodeId part = context_.action(Role::Condition, operand, Slot::LogicalOperand, context_.ast->BoolTy, true);
    context_.graph()[part].logical_depth = depth + 1;
    context_.graph()[part].loop = context_.graph()[context_.operands(part)].loop = context_.cursor.loop;
    context_.read(part);
    const Scope operand_reader(context_.cursor.reader, context_.operands(part));
    readCondition(operand, depth + 1);
  }
  context_.cost(1);
}

NodeId Statements::condition(const clang::Stmt *statement, const clang::Expr *expression, bool of_loop) {
  const clang::Stmt *key = expression ? static_cast<const clang::Stmt *>(expression) : statement;
  const clang::QualType type =
      expression ? llvm::isa<clang::SwitchStmt>(statement) ? context_.ast->IntTy : context_.ast->BoolTy
                 : clang::QualType();
  const NodeId decision = context_.action(Role::Condition, key, Slot::Condition, type, true);
  context_.graph()[decision].condition_of_loop = of_loop;
  const Reading reading(context_.cursor, context_.operands(decision), decision, decision);
  readCondition(expression, 0);
  if (of_loop && expression && onlyCounts(expression)) // a compiler sees how often it runs
    context_.graph()[context_.operands(decision)].cost = 0;
  return decision;
}

NodeId Statements::regionOf(const clang::Stmt *statement, Slot slot, NodeId condition) {
  const NodeId region = context_.memo(statement, slot, NodeKind::Region);
  context_.graph()[region].region = context_.cursor.region;
  context_.graph().need(region, condition);
  return region;
}

void Statements::walkIf(const clang::IfStmt *statement) {
  const NodeId decision =
      walkHead(statement, statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond(), false);
  if (const clang::Stmt *never = deadBranch(statement, *context_.ast)) {
    const bool other = never == statement->getThen();
    if (const clang::Stmt *always = other ? statement->getElse() : statement->getThen())
      walkIn(always, regionOf(statement, other ? Slot::ElseRegion : Slot::Region, decision));
    return;
  }
  const FlowState before = walkers_.flow.state;
  const bool dead_before = walkers_.flow.dead;
  walkIn(statement->getThen(), regionOf(statement, Slot::Region, decision));
  FlowState after_then = std::exchange(walkers_.flow.state, before);
  const bool dead_then = std::exchange(walkers_.flow.dead, dead_before);
  if (statement->getElse())
    walkIn(statement->getElse(), regionOf(statement, Slot::ElseRegion, decision));
  if (dead_then && !walkers_.flow.dead)
    return;
  if (walkers_.flow.dead && !dead_then) {
    walkers_.flow.state = std::move(after_then);
    walkers_.flow.dead = false;
    return;
  }
  mergeInto(walkers_.flow.state, after_then);
}

void Statements::walkSwitch(const clang::SwitchStmt *statement) {
  const NodeId decision =
      walkHead(statement, statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond(), false);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody()))
    for (const clang::Stmt *child : block->body())
      while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(child)) {
        walkers_.whole.own_cases.insert(label);
        child = label->getSubStmt();
      }
  Escapes escapes;
  Scope inner_escapes(walkers_.flow.escapes, &escapes);
  walkers_.flow.break_states.push_back({});
  const FlowState before = walkers_.flow.state;
  const Scope entry(walkers_.flow.switch_entry, before);
  walkIn(statement->getBody(), regionOf(statement, Slot::Region, decision));
  mergeInto(walkers_.flow.state, before);
  mergeInto(walkers_.flow.state, walkers_.flow.break_states.back());
  walkers_.flow.break_states.pop_back();
  walkers_.flow.dead = false;
  inner_escapes.end();
  // A break decides which of the following cases run: all that stays in the switch needs it.
  const NodeId region = regionOf(statement, Slot::Region, decision);
  for (NodeId jump : escapes.breaks)
    context_.graph().need(region, jump);
  if (walkers_.flow.escapes) {
    walkers_.flow.escapes->continues.insert(escapes.continues.begin(), escapes.continues.end());
    walkers_.flow.escapes->returns.insert(escapes.returns.begin(), escapes.returns.end());
    walkers_.flow.escapes->throws.insert(escapes.throws.begin(), escapes.throws.end());
  }
}

void Statements::walkJump(const clang::Stmt *statement, std::set<NodeId> Escapes::*kind,
                          std::vector<FlowState> &targets) {
  const NodeId jump = context_.action(Role::Jump, statement, Slot::Jump, {}, false);
  if (walkers_.flow.escapes)
    (walkers_.flow.escapes->*kind).insert(jump);
  if (!targets.empty())
    mergeInto(targets.back(), walkers_.flow.state);
  walkers_.flow.dead = true;
}

void Flow::mayThrow(NodeId thrown) {
  if (context_.cursor.guarded && escapes)
    escapes->throws.insert(thrown);
}

/// Which object was thrown is not followed.
void Statements::declareCaught(const clang::VarDecl &exception) {
  const clang::QualType type = exception.getType();
  const bool refers = type->isReferenceType() || type->isPointerType();
  if (const clang::CXXRecordDecl *record = recordOf(refers ? type->getPointeeType() : type);
      record && record->hasDefinition() && !isStandardLibrary(record))
    for (const clang::FieldDecl *field : record->fields())
      context_.shared.objects.field(field);
  if (refers)
    context_.graph().pointers.address.push_back(
        {context_.variable(&exception), context_.shared.objects.hiddenState("caught")});
}

/// What a handler does depends on what was thrown, as does all behind what may throw.
void Statements::walkTry(const clang::CXXTryStmt *statement) {
  Scope guarded(context_.cursor.guarded, context_.cursor.guarded || context_.shared.thrown.goesOn(statement));
  Escapes escapes;
  Scope inner_escapes(walkers_.flow.escapes, &escapes);
  walk(statement->getTryBlock());
  inner_escapes.end();
  guarded.end();
  const std::set<NodeId> thrown = std::exchange(escapes.throws, {});
  NodeId caught = context_.cursor.region;
  if (!thrown.empty()) {
    caught = context_.memo(statement, Slot::AfterRegion, NodeKind::Region, 1);
    context_.graph().need(caught, context_.cursor.region);
    for (NodeId jump : thrown)
      context_.graph().need(caught, jump);
  }
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    if (const clang::VarDecl *exception = statement->getHandler(i)->getExceptionDecl())
      declareCaught(*exception);
    walkIn(statement->getHandler(i), caught);
  }
  if (!walkers_.flow.escapes)
    return;
  walkers_.flow.escapes->merge(escapes);
  if (context_.cursor.guarded && !context_.shared.thrown.catchesAll(statement))
    walkers_.flow.escapes->throws.insert(thrown.begin(), thrown.end());
}

void Statements::walkReturn(const clang::ReturnStmt *statement) {
  const NodeId jump = context_.action(Role::Jump, statement, Slot::Jump, {}, false);
  if (walkers_.flow.escapes)
    walkers_.flow.escapes->returns.insert(jump);
  walkers_.flow.dead = true;
  const clang::Expr *result = statement->getRetValue();
  if (!result)
    return;
  const bool by_reference =
      context_.function->declaration->getReturnType()->isReferenceType(); // no prediction can be referred to
  const NodeId given = context_.action(Role::Value, result, Slot::Value, result->getType(), !by_reference);
  context_.graph().need(given, jump);
  Reading reading(context_.cursor, context_.operands(given), given, context_.expandsPack(result) ? given : kNoNode);
  const NodeId pointer = by_reference
                             ? walkers_.places.address(result, walkers_.places.place(result))
                             : walkers_.expressions.value(making(result)); // what is returned does not end here
  reading.end();
  context_.graph().need(context_.self().result, given);
  if (!by_reference)
    context_.givesPointer(given, result, pointer);
  if (pointer != kNoNode)
    context_.graph().pointers.copy.push_back({context_.self().result, pointer});
  if (context_.function->declaration->isMain())
    context_.graph().soft_roots.push_back(given);
}

} // namespace maquette::skeletonizer
