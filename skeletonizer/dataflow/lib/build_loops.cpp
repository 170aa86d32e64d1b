//===- skeletonizer/dataflow/lib/build_loops.cpp - loops, their flow and what they leave behind -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <cmath>

namespace maquette::skeletonizer {

namespace {

constexpr std::size_t kInRange = 1;

} // namespace

/// The initializer of a local that nothing else has set so far; else the expression itself.
const clang::Expr *Loops::onlyValue(const clang::Expr *expression) {
  const clang::VarDecl *local = walkers_.flow.flowVariable(expression->IgnoreParenImpCasts());
  const clang::Expr *init = local ? local->getInit() : nullptr;
  if (!init)
    return expression;
  const NodeId first =
      context_.memo(init, Slot::Definition, NodeKind::Action, static_cast<std::size_t>(Role::Definition));
  const std::set<NodeId> &reaching = walkers_.flow.state[local];
  return reaching.size() == 1 && *reaching.begin() == first ? init : expression;
}

/// log10 of the trip count, if the bound is a constant.
std::optional<double> Loops::loopWeight(const clang::Expr *condition) {
  auto *binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (!binary || !binary->isComparisonOp())
    return std::nullopt;
  const clang::Expr *bound = onlyValue(binary->getRHS());
  clang::Expr::EvalResult result;
  if (bound->isValueDependent() || !bound->EvaluateAsInt(result, *context_.ast))
    return std::nullopt;
  const double trips = std::abs(static_cast<double>(result.Val.getInt().getExtValue()));
  return trips >= 1 ? std::optional<double>(std::log10(trips)) : std::nullopt;
}

bool Loops::definedIn(NodeId definition, LoopId loop) const {
  for (LoopId at = context_.shared.graph[definition].loop; at != kNoLoop; at = context_.shared.graph.loops[at].parent)
    if (at == loop)
      return true;
  return false;
}

/// After a loop, a scalar it changed has one more definition: what it is when the loop ends. A cut there predicts it.
void Loops::loopExits(const clang::Stmt *statement, LoopId loop) {
  const clang::SourceManager &sources = context_.ast->getSourceManager();
  for (auto &[local, definitions] : walkers_.flow.state) {
    if (!isScalar(local->getType()))
      continue;
    bool changed = false;
    for (NodeId definition : definitions)
      changed |= definedIn(definition, loop);
    const bool inside = !sources.isBeforeInTranslationUnit(local->getLocation(), statement->getBeginLoc());
    if (!changed || inside)
      continue;
    bool made = false;
    const NodeId exit =
        context_.shared.memo(local, context_.calling_context, Slot::LoopExit, reinterpret_cast<std::size_t>(statement),
                             NodeKind::LoopExit, context_.instance, &made);
    if (made) {
      const NodeId computed = context_.graph().add(NodeKind::Operands, context_.instance);
      Site site{Role::Definition, keyOf(statement, *context_.ast),
                sources.getExpansionLineNumber(statement->getBeginLoc()), context_.function->name,
                local->getNameAsString() + " after the loop"};
      site.variable = local->getNameAsString();
      context_.noteType(site, local->getType());
      context_.graph()[exit].site = context_.graph()[computed].site = context_.graph().sites.add(std::move(site));
      context_.graph()[exit].operands = computed;
      context_.graph()[computed].action = exit;
      context_.graph()[exit].loop = context_.graph()[computed].loop = context_.cursor.loop;
      context_.graph()[exit].region = context_.graph()[computed].region = context_.cursor.region;
      context_.graph()[exit].cuttable = context_.cursor.block == kNoNode; // nothing can be put after it
      context_.graph().need(exit, context_.cursor.region);
      context_.graph().need(exit, computed);
    }
    for (NodeId definition : definitions)
      if (definition != exit)
        context_.graph().need(context_.graph()[exit].operands, definition);
    definitions = {exit};
  }
}

void Loops::loop(const clang::Stmt *statement, NodeId condition, std::optional<double> weight,
                 const std::function<void()> &body, const std::function<void()> &head, bool post) {
  bool made = false;
  const NodeId region = context_.shared.memo(statement, context_.calling_context, Slot::Region, 0, NodeKind::Region,
                                             context_.instance, &made);
  context_.graph().need(region, condition);
  context_.graph()[region].region = context_.cursor.region;
  auto known = context_.shared.loop_of.try_emplace({statement, context_.calling_context}, kNoLoop).first;
  if (known->second == kNoLoop) {
    known->second = context_.graph().loops.add({context_.cursor.loop, weight.value_or(1), weight.has_value(), false,
                                                condition, keyOf(statement, *context_.ast)});
  }
  const LoopId inside = known->second;
  // The condition runs as often as the body.
  context_.graph()[condition].loop = context_.graph()[context_.operands(condition)].loop = inside;

  Escapes escapes;
  Scope inner_escapes(walkers_.flow.escapes, &escapes);
  Scope inner_dead(walkers_.flow.dead, walkers_.flow.dead);
  Scope inner_loop(context_.cursor.loop, inside);
  FlowState after;
  // Until the reaching definitions are stable. Each pass only adds to them, so it ends; usually after the second pass.
  for (bool first = true, stable = false; !stable; first = false) {
    const FlowState before = walkers_.flow.state;
    const Scope counting(context_.cursor.count_cost, context_.cursor.count_cost && first);
    if (!post && head)
      head();
    after = walkers_.flow.state;
    walkers_.flow.break_states.push_back({});
    walkers_.flow.continue_states.push_back({});
    Scope inner_region(context_.cursor.region, region);
    walkers_.flow.dead = false;
    body();
    inner_region.end();
    walkers_.flow.dead = false;
    mergeInto(walkers_.flow.state, walkers_.flow.continue_states.back());
    walkers_.flow.continue_states.pop_back();
    if (post && head) {
      head();
      after = walkers_.flow.state;
    }
    mergeInto(after, walkers_.flow.break_states.back());
    walkers_.flow.break_states.pop_back();
    mergeInto(walkers_.flow.state, before);
    stable = walkers_.flow.state == before;
  }
  if (!post)
    mergeInto(walkers_.flow.state, after);
  else
    walkers_.flow.state = after;
  inner_loop.end();
  inner_dead.end();
  inner_escapes.end();
  for (NodeId jump : escapes.breaks)
    context_.graph().need(condition, jump);
  for (NodeId jump : escapes.returns) {
    context_.graph().need(condition, jump);
    if (walkers_.flow.escapes)
      walkers_.flow.escapes->returns.insert(jump);
  }
  for (NodeId jump : escapes.throws) {
    context_.graph().need(condition, jump);
    if (walkers_.flow.escapes)
      walkers_.flow.escapes->throws.insert(jump);
  }
  loopExits(statement, inside);
}

void Loops::walkFor(const clang::ForStmt *statement) {
  Scope loop_head(context_.cursor.in_loop_head, true);
  walkers_.statements.walk(statement->getInit());
  loop_head.end();
  NodeId decision = kNoNode;
  auto head = [&] {
    decision = walkers_.statements.walkHead(statement, nullptr, statement->getConditionVariableDeclStmt(),
                                            statement->getCond(), true);
  };
  head();
  loop(
      statement, decision, loopWeight(statement->getCond()),
      [&] {
        walkers_.statements.walk(statement->getBody());
        mergeInto(walkers_.flow.state, walkers_.flow.continue_states.back());
        if (statement->getInc())
          walkers_.statements.walkExpression(statement->getInc());
      },
      head, false);
}

void Loops::walkWhile(const clang::WhileStmt *statement) {
  NodeId decision = kNoNode;
  auto head = [&] {
    decision = walkers_.statements.walkHead(statement, nullptr, statement->getConditionVariableDeclStmt(),
                                            statement->getCond(), true);
  };
  head();
  loop(statement, decision, std::nullopt, [&] { walkers_.statements.walk(statement->getBody()); }, head, false);
}

void Loops::walkDo(const clang::DoStmt *statement) {
  const clang::Expr *expression = statement->getCond();
  clang::Expr::EvalResult result;
  const bool once =
      !expression->isValueDependent() && expression->EvaluateAsInt(result, *context_.ast) && result.Val.getInt() == 0;
  // Its body runs at least once: the first round does not depend on the condition, the others do.
  const NodeId decision = context_.action(Role::Condition, expression, Slot::Condition, context_.ast->BoolTy, true);
  context_.graph()[decision].condition_of_loop = true;
  loop(
      statement, decision, once ? std::optional<double>(0) : std::nullopt,
      [&] { walkers_.statements.walk(statement->getBody()); },
      [&] { walkers_.statements.condition(statement, expression, true); }, true);
}

/// A function of the program runs where the loop begins, compares, goes on or looks at an element.
static bool ownsIterators(const clang::CXXForRangeStmt *statement, const ProgramIndex &index) {
  const std::function<bool(const clang::Stmt *)> calls = [&](const clang::Stmt *node) {
    const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(node);
    if (call && call->getDirectCallee() && index.find(call->getDirectCallee()) != kNoFunction)
      return true;
    return node && llvm::any_of(node->children(), calls);
  };
  const auto initializes = [&](const clang::DeclStmt *declared) {
    return declared && declared->isSingleDecl() &&
           calls(llvm::cast<clang::VarDecl>(declared->getSingleDecl())->getInit());
  };
  return initializes(statement->getBeginStmt()) || initializes(statement->getEndStmt()) ||
         calls(statement->getCond()) || calls(statement->getInc()) || calls(statement->getLoopVariable()->getInit());
}

/// The loop as the language spells it out: what begin(), !=, ++ and * of the program's own say.
void Loops::walkOwnRange(const clang::CXXForRangeStmt *statement, NodeId decision) {
  walkers_.statements.walk(statement->getRangeStmt());
  walkers_.statements.walk(statement->getBeginStmt());
  walkers_.statements.walk(statement->getEndStmt());
  auto head = [&] {
    const Reading reading(context_.cursor, context_.operands(decision), decision, decision);
    walkers_.expressions.value(statement->getCond());
  };
  head();
  auto body = [&] {
    const clang::VarDecl *item = statement->getLoopVariable();
    walkers_.statements.walk(statement->getLoopVarStmt());
    context_.graph()[context_.action(Role::Definition, item->getInit(), Slot::Definition, item->getType(), false)]
        .cuttable = false; // has no text
    walkers_.statements.walk(statement->getBody());
    walkers_.statements.walkExpression(statement->getInc());
  };
  loop(statement, decision, std::nullopt, body, head, false);
}

void Loops::walkRangeFor(const clang::CXXForRangeStmt *statement) {
  const clang::Expr *range = statement->getRangeInit();
  NodeId decision = kNoNode;
  const auto head = [&] {
    walkers_.statements.walk(statement->getInit());
    decision = context_.action(Role::Condition, range, Slot::Condition, {}, false);
  };
  statement->getInit() ? walkers_.whole.asWhole(statement, head) : head();
  context_.graph()[decision].condition_of_loop = true;
  if (ownsIterators(statement, context_.shared.index))
    return walkOwnRange(statement, decision);
  const bool fixed = range->getType().getNonReferenceType()->isConstantArrayType(); // its size is no value
  Reading reading(context_.cursor, fixed ? kNoNode : context_.operands(decision), decision, decision);
  const AbstractLocation whole = walkers_.places.place(range);
  walkers_.places.readPlace(whole);
  walkers_.places.readPlace(walkers_.places.part(statement, whole, "#size"));
  reading.end();
  AbstractLocation elements = walkers_.places.part(statement, whole, "#elements");
  if (range->getType().getNonReferenceType()->isArrayType() || llvm::isa<clang::InitListExpr>(range->IgnoreImplicit()))
    elements = whole;
  if (auto *list =
          llvm::dyn_cast<clang::CXXStdInitializerListExpr>(range->IgnoreImplicit())) // {&a, &b}: in an array of its own
    elements = walkers_.places.place(list->getSubExpr());
  const clang::CXXRecordDecl *record = recordOf(range->getType().getNonReferenceType());
  if (record && isStandardLibrary(record) && !isContainer(record)) // a view
    elements.pointers.push_back(walkers_.containers.referredBy(statement, whole).pointers.front());
  auto body = [&] {
    const clang::VarDecl *item = statement->getLoopVariable();
    const NodeId object = context_.variable(item);
    const NodeId definition = context_.memo(statement, Slot::Definition, NodeKind::Other, kInRange);
    context_.graph().need(definition, context_.cursor.region);
    context_.graph().need(object, definition);
    Scope reader(context_.cursor.reader, definition);
    if (item->getType()->isReferenceType()) {
      for (NodeId element : elements.objects)
        context_.graph().pointers.address.push_back({object, element});
      for (NodeId pointer : elements.pointers)
        context_.graph().pointers.copy.push_back({object, pointer});
    } else {
      walkers_.places.readPlace(elements);
      for (NodeId element : elements.objects)
        context_.graph().pointers.copy.push_back({object, element});
      for (NodeId pointer : elements.pointers)
        context_.graph().pointers.load.push_back({object, pointer});
    }
    reader.end();
    if (walkers_.flow.followed.count(item->getCanonicalDecl()))
      walkers_.flow.state[item->getCanonicalDecl()] = {definition};
    walkers_.declarations.declareBindings(item);
    walkers_.statements.walk(statement->getBody());
  };
  loop(statement, decision, std::nullopt, body, nullptr, false);
}

} // namespace maquette::skeletonizer
