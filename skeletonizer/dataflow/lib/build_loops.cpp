//===- skeletonizer/dataflow/lib/build_loops.cpp - loops, their flow and what they leave behind -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <cmath>

namespace maquette::skeletonizer {

namespace {

constexpr int kFlowRounds =
    4; ///< Walks over a loop until the reaching definitions are stable; then it is as good as it gets.
constexpr std::size_t kInRange = 1;

} // namespace

/// The initializer of a local that nothing else has set so far; else the expression itself.
const clang::Expr *FunctionBuilder::onlyValue(const clang::Expr *expression) {
  const clang::VarDecl *local = flowVariable(expression->IgnoreParenImpCasts());
  const clang::Expr *init = local ? local->getInit() : nullptr;
  if (!init)
    return expression;
  const NodeId first = memo(init, Slot::Definition, NodeKind::Action, static_cast<std::size_t>(Role::Definition));
  const std::set<NodeId> &reaching = state_[local];
  return reaching.size() == 1 && *reaching.begin() == first ? init : expression;
}

/// log10 of the trip count, if the bound is a constant.
std::optional<double> FunctionBuilder::loopWeight(const clang::Expr *condition) {
  auto *binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (!binary || !binary->isComparisonOp())
    return std::nullopt;
  const clang::Expr *bound = onlyValue(binary->getRHS());
  clang::Expr::EvalResult result;
  if (bound->isValueDependent() || !bound->EvaluateAsInt(result, *ast_))
    return std::nullopt;
  const double trips = std::abs(static_cast<double>(result.Val.getInt().getExtValue()));
  return trips >= 1 ? std::optional<double>(std::log10(trips)) : std::nullopt;
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
      Site site{Role::Definition,
                keyOf(statement, *ast_),
                sources.getExpansionLineNumber(statement->getBeginLoc()),
                function_->name,
                local->getNameAsString() + " after the loop",
                plain.getAsString(ast_->getPrintingPolicy()),
                plain->isBooleanType()                 ? ValueType::Boolean
                : plain->isIntegralOrEnumerationType() ? ValueType::Integer
                                                       : ValueType::Floating,
                local->getNameAsString()};
      graph()[exit].site = graph()[computed].site = static_cast<int>(graph().sites.size());
      graph().sites.push_back(std::move(site));
      graph()[exit].operands = computed;
      graph()[computed].action = exit;
      graph()[exit].loop = graph()[computed].loop = loop_;
      graph()[exit].region = graph()[computed].region = region_;
      graph()[exit].cuttable = block_ == kNoNode; // nothing can be put after it
      graph().need(exit, region_);
      graph().need(exit, computed);
    }
    for (NodeId definition : definitions)
      if (definition != exit)
        graph().need(graph()[exit].operands, definition);
    definitions = {exit};
  }
}

void FunctionBuilder::loop(const clang::Stmt *statement, NodeId condition, std::optional<double> weight,
                           const std::function<void()> &body, const std::function<void()> &head, bool post) {
  bool made = false;
  const NodeId region = builder_.memo(statement, context_, Slot::Region, 0, NodeKind::Region, instance_, &made);
  graph().need(region, condition);
  graph()[region].region = region_;
  const int outer_loop = loop_;
  auto known = builder_.loop_of_.try_emplace({statement, context_}, -1).first;
  if (known->second < 0) {
    known->second = static_cast<int>(graph().loops.size());
    graph().loops.push_back(
        {outer_loop, weight.value_or(1), weight.has_value(), false, condition, keyOf(statement, *ast_)});
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
  for (NodeId jump : escapes.throws) {
    graph().need(condition, jump);
    if (escapes_)
      escapes_->throws.insert(jump);
  }
  loopExits(statement, inside);
}

void FunctionBuilder::walkFor(const clang::ForStmt *statement) {
  in_loop_head_ = true;
  walk(statement->getInit());
  in_loop_head_ = false;
  NodeId decision = kNoNode;
  auto head = [&] {
    decision = walkHead(statement, nullptr, statement->getConditionVariableDeclStmt(), statement->getCond(), true);
  };
  head();
  loop(
      statement, decision, loopWeight(statement->getCond()),
      [&] {
        walk(statement->getBody());
        mergeInto(state_, continue_states_.back());
        if (statement->getInc())
          walkExpression(statement->getInc());
      },
      head, false);
}

void FunctionBuilder::walkWhile(const clang::WhileStmt *statement) {
  NodeId decision = kNoNode;
  auto head = [&] {
    decision = walkHead(statement, nullptr, statement->getConditionVariableDeclStmt(), statement->getCond(), true);
  };
  head();
  loop(statement, decision, std::nullopt, [&] { walk(statement->getBody()); }, head, false);
}

void FunctionBuilder::walkDo(const clang::DoStmt *statement) {
  const clang::Expr *expression = statement->getCond();
  clang::Expr::EvalResult result;
  const bool once =
      !expression->isValueDependent() && expression->EvaluateAsInt(result, *ast_) && result.Val.getInt() == 0;
  // Its body runs at least once: the first round does not depend on the condition, the others do.
  const NodeId decision = action(Role::Condition, expression, Slot::Condition, ast_->BoolTy, true);
  graph()[decision].condition_of_loop = true;
  loop(
      statement, decision, once ? std::optional<double>(0) : std::nullopt, [&] { walk(statement->getBody()); },
      [&] { condition(statement, expression, true); }, true);
}

/// A function of the program runs where the loop begins, compares, goes on or looks at an element.
static bool ownsIterators(const clang::CXXForRangeStmt *statement, const ProgramIndex &index) {
  const std::function<bool(const clang::Stmt *)> calls = [&](const clang::Stmt *node) {
    const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(node);
    if (call && call->getDirectCallee() && index.find(call->getDirectCallee()) >= 0)
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
void FunctionBuilder::walkOwnRange(const clang::CXXForRangeStmt *statement, NodeId decision) {
  walk(statement->getRangeStmt());
  walk(statement->getBeginStmt());
  walk(statement->getEndStmt());
  auto head = [&] {
    reader_ = operands(decision);
    outer_ = atom_ = decision;
    value(statement->getCond());
    reader_ = outer_ = atom_ = kNoNode;
  };
  head();
  auto body = [&] {
    const clang::VarDecl *item = statement->getLoopVariable();
    walk(statement->getLoopVarStmt());
    graph()[action(Role::Definition, item->getInit(), Slot::Definition, item->getType(), false)].cuttable =
        false; // has no text
    walk(statement->getBody());
    walkExpression(statement->getInc());
  };
  loop(statement, decision, std::nullopt, body, head, false);
}

void FunctionBuilder::walkRangeFor(const clang::CXXForRangeStmt *statement) {
  const clang::Expr *range = statement->getRangeInit();
  NodeId decision = kNoNode;
  const auto head = [&] {
    walk(statement->getInit());
    decision = action(Role::Condition, range, Slot::Condition, {}, false);
  };
  statement->getInit() ? asWhole(statement, head) : head();
  graph()[decision].condition_of_loop = true;
  if (ownsIterators(statement, builder_.index_))
    return walkOwnRange(statement, decision);
  const bool fixed = range->getType().getNonReferenceType()->isConstantArrayType(); // its size is no value
  reader_ = fixed ? kNoNode : operands(decision);
  outer_ = atom_ = decision;
  const AbstractLocation whole = place(range);
  readPlace(whole);
  readPlace(part(statement, whole, "#size"));
  reader_ = outer_ = atom_ = kNoNode;
  AbstractLocation elements = part(statement, whole, "#elements");
  if (range->getType().getNonReferenceType()->isArrayType() || llvm::isa<clang::InitListExpr>(range->IgnoreImplicit()))
    elements = whole;
  if (auto *list =
          llvm::dyn_cast<clang::CXXStdInitializerListExpr>(range->IgnoreImplicit())) // {&a, &b}: in an array of its own
    elements = place(list->getSubExpr());
  const clang::CXXRecordDecl *record = recordOf(range->getType().getNonReferenceType());
  if (record && isStandardLibrary(record) && !isContainer(record)) // a view
    elements.pointers.push_back(referredBy(statement, whole).pointers.front());
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
    declareBindings(item);
    walk(statement->getBody());
  };
  loop(statement, decision, std::nullopt, body, nullptr, false);
}

} // namespace maquette::skeletonizer
