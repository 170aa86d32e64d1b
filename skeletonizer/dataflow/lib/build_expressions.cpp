//===- skeletonizer/dataflow/lib/build_expressions.cpp - what expressions read and define -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {

/// Arrays and dereferences are not predicted: one site would stand for many values.
bool mayPredict(const clang::Expr *target) {
  target = target->IgnoreParens();
  return isScalar(target->getType()) && llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(target);
}

} // namespace

bool readsElement(const clang::Expr *expression) {
  const clang::Expr *e = expression ? expression->IgnoreParenCasts() : nullptr;
  if (!e)
    return false;
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return readsElement(member->getBase());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e))
    return unary->getOpcode() == clang::UO_Deref || (unary->isArithmeticOp() && readsElement(unary->getSubExpr()));
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e))
    return readsElement(binary->getLHS()) || readsElement(binary->getRHS());
  return llvm::isa<clang::ArraySubscriptExpr>(e);
}

NodeId FunctionBuilder::castValue(const clang::CastExpr *cast) {
  const clang::Expr *inner = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const clang::VarDecl *local = flowVariable(inner)) {
      for (NodeId definition : state_[local])
        local->getType()->isPointerType() ? readAddress(definition) : read(definition);
      return mayHoldAddress(local->getType()) ? variable(local) : kNoNode;
    }
    return load(cast, place(inner));
  case clang::CK_ArrayToPointerDecay:
    if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(inner->IgnoreParens()))
      return kNoNode;
    return address(cast, place(inner));
  default: {
    if (cast->getCastKind() == clang::CK_BitCast) {
      const clang::RecordDecl *from = pointeeRecord(inner->getType());
      const clang::RecordDecl *to = pointeeRecord(cast->getType());
      if (from && to)
        builder_.unifyFields(from, to);
    }
    const NodeId result = cast->isGLValue() ? address(cast, place(inner)) : value(inner);
    if (result != kNoNode && cast->getType()->isPointerType())
      if (const clang::RecordDecl *record = pointeeRecord(cast->getType()))
        graph().pointee_record[result] = builder_.recordKey(record);
    return asBytes(cast, result);
  }
  }
}

NodeId FunctionBuilder::unaryValue(const clang::UnaryOperator *unary) {
  switch (unary->getOpcode()) {
  case clang::UO_AddrOf:
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParens()))
      if (llvm::isa<clang::FunctionDecl>(reference->getDecl()))
        return kNoNode;
    return address(unary, withFollowing(unary->getSubExpr(), place(unary->getSubExpr())));
  case clang::UO_Deref:
    return load(unary, place(unary));
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    read(assign(unary, unary->getSubExpr(), nullptr, true));
    if (const clang::VarDecl *local = flowVariable(unary->getSubExpr()))
      return mayHoldAddress(local->getType()) ? variable(local) : kNoNode;
    return unary->getType()->isPointerType() ? load(unary, place(unary->getSubExpr())) : kNoNode;
  }
  default:
    cost(1);
    return value(unary->getSubExpr());
  }
}

NodeId FunctionBuilder::binaryValue(const clang::BinaryOperator *binary) {
  if (binary->isAssignmentOp()) {
    read(assign(binary, binary->getLHS(), binary->getRHS(), binary->isCompoundAssignmentOp()));
    if (!mayHoldAddress(binary->getType()))
      return kNoNode;
    if (const clang::VarDecl *local = flowVariable(binary->getLHS()))
      return variable(local);
    return load(binary, place(binary->getLHS()));
  }
  if (binary->getOpcode() == clang::BO_Comma) {
    value(binary->getLHS());
    return value(binary->getRHS());
  }
  if (binary->isLogicalOp())
    return shortCircuit(binary, binary->getLHS(), binary->getRHS(), nullptr);
  const NodeId left = value(binary->getLHS());
  const NodeId right = value(binary->getRHS());
  cost(1);
  if (!mayHoldAddress(binary->getType()))
    return kNoNode;
  return left == kNoNode ? right : right == kNoNode ? left : pointerTo(binary, {left, right});
}

/// May stand for itself: where nobody needs it, a zero will.
bool FunctionBuilder::isItem(const clang::Expr *item, const clang::FieldDecl *field) const {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(walked_);
  if (!function || !field || !field->getType()->isArithmeticType() || field->getType()->isEnumeralType() ||
      block_ != kNoNode || readingAction() == kNoNode || !isSpelled(item) || item->getBeginLoc().isMacroID() ||
      item->isValueDependent() || item->isEvaluatable(*ast_))
    return false;
  const SourceKey key = keyOf(item, *ast_),
                  body = keyOf(function->getBody(), *ast_); // A field's own initializer stands elsewhere.
  const bool is_inside = key.file == body.file && body.begin <= key.begin && key.end <= body.end;
  return is_inside && (!function->isTemplateInstantiation() || !item->HasSideEffects(*ast_));
}

/// The fields that the items of \p list make, in their order; null for a base.
static std::vector<const clang::FieldDecl *> fieldsOf(const clang::InitListExpr *list) {
  const clang::RecordDecl *record = list->getType()->getAsRecordDecl();
  if (!record || isStandardLibrary(record))
    return {};
  if (record->isUnion())
    return {list->getInitializedFieldInUnion()};
  std::vector<const clang::FieldDecl *> fields;
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    fields.assign(derived->getNumBases(), nullptr);
  llvm::copy_if(record->fields(), std::back_inserter(fields),
                [](const clang::FieldDecl *field) { return !field->isUnnamedBitField(); });
  return fields;
}

NodeId FunctionBuilder::initializerList(const clang::InitListExpr *list) {
  const NodeId result = memo(list, Slot::Pointer, NodeKind::Other);
  const std::vector<const clang::FieldDecl *> fields = fieldsOf(list);
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr *item = list->getInit(i);
    if (llvm::isa<clang::ImplicitValueInitExpr>(item))
      continue;
    const bool refers = i < fields.size() && fields[i] && fields[i]->getType()->isReferenceType();
    // A container is made where the field is: what it has is the field's.
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(item));
        made && i < fields.size() && fields[i] && !refers && isContainer(recordOf(made->getType())) &&
        readingAction() != kNoNode) {
      const AbstractLocation self{{builder_.field(fields[i])}, {}};
      construct(made, &self, readingAction());
      continue;
    }
    if (i < fields.size() && isItem(item, fields[i])) {
      const NodeId given = action(Role::Item, item, Slot::Item, fields[i]->getType(), false);
      graph().need(given, readingAction());
      const NodeId reader = std::exchange(reader_, operands(given)), outer = std::exchange(outer_, given),
                   atom = std::exchange(atom_, given);
      define(given, {{builder_.field(fields[i])}, {}}, value(item));
      reader_ = reader;
      outer_ = outer;
      atom_ = atom;
      continue;
    }
    const NodeId stored = refers ? address(item, place(item)) : value(item);
    if (stored != kNoNode)
      graph().pointers.copy.push_back({result, stored});
    if (i < fields.size() && fields[i])
      define(readingAction(), {{builder_.field(fields[i])}, {}}, stored);
  }
  return result;
}

/// The program's own operator new or delete runs; \p first is what it is given before the arguments that are written.
/// Returns what it gives.
NodeId FunctionBuilder::callAllocator(const clang::Expr *expression, const clang::FunctionDecl *allocator, NodeId first,
                                      llvm::ArrayRef<const clang::Expr *> written, NodeId call_action) {
  const int function = allocator ? builder_.index_.find(allocator) : -1;
  if (function < 0)
    return kNoNode;
  const int callee = calleeAt(function, expression);
  graph().calls.push_back({instance_, callee, loop_, call_action});
  graph().need(graph().instances[callee].entry, call_action);
  const clang::FunctionDecl *declaration = builder_.index_.functions()[function].declaration;
  const NodeId size_or_address = parameterOf(callee, declaration->getParamDecl(0));
  graph().need(size_or_address, call_action);
  if (first != kNoNode)
    graph().pointers.copy.push_back({size_or_address, first});
  for (std::size_t i = 0; i < written.size() && i + 1 < declaration->getNumParams(); ++i)
    callArgument(callee, declaration->getParamDecl(i + 1), written[i], call_action);
  const NodeId result = graph().instances[callee].result;
  read(result);
  define(call_action, {{}, {result}}, kNoNode, {}, true); // the object is made there
  return result;
}

NodeId FunctionBuilder::newValue(const clang::CXXNewExpr *expression) {
  const clang::QualType type = expression->getAllocatedType();
  const bool own = expression->getOperatorNew() && builder_.index_.find(expression->getOperatorNew()) >= 0;
  // Where it writes to memory that is there, or runs code of the program, it acts by itself.
  const NodeId made =
      own || expression->getNumPlacementArgs() != 0 ? action(Role::Call, expression, Slot::Call, {}, false) : kNoNode;
  const NodeId reader = reader_;
  if (made != kNoNode) {
    forceAtom(made);
    reader_ = operands(made);
  }
  const NodeId object = heap(expression, type, readingAction());
  if (expression->isArray() && expression->getArraySize())
    value(*expression->getArraySize());
  AbstractLocation self{{object}, {}};
  const std::vector<const clang::Expr *> written(expression->placement_arg_begin(), expression->placement_arg_end());
  if (own)
    self.pointers.push_back(callAllocator(expression, expression->getOperatorNew(), kNoNode, written, made));
  else
    for (const clang::Expr *argument : written)
      if (const NodeId there = value(argument); there != kNoNode)
        self.pointers.push_back(there);
  if (const clang::Expr *init = expression->getInitializer()) {
    if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(making(init)))
      construct(constructor, &self, made);
    else
      define(readingAction(), self, value(init));
  }
  reader_ = reader;
  if (made != kNoNode)
    read(made);
  const NodeId result = memo(expression, Slot::Pointer, NodeKind::Other);
  graph().pointers.address.push_back({result, object});
  for (NodeId there : self.pointers)
    graph().pointers.copy.push_back({result, there});
  if (const clang::RecordDecl *record = type->getAsRecordDecl())
    graph().pointee_record[result] = builder_.recordKey(record);
  return result;
}

NodeId FunctionBuilder::deleteValue(const clang::CXXDeleteExpr *expression) {
  const NodeId end = action(Role::Call, expression, Slot::Call, {}, false);
  const NodeId reader = std::exchange(reader_, operands(end));
  const NodeId pointer = value(expression->getArgument());
  reader_ = reader;
  if (pointer == kNoNode)
    return kNoNode;
  graph().frees.push_back({end, pointer});
  callDestructor(expression, expression->getDestroyedType(), {{}, {pointer}}, end, Ends::PerhapsDerived);
  callAllocator(expression, expression->getOperatorDelete(), pointer, {}, end);
  return kNoNode;
}

/// atomic_fetch_add(&n, 1), __atomic_store_n(&n, 1, order): goes through its pointers.
NodeId FunctionBuilder::atomicValue(const clang::AtomicExpr *expression) {
  const NodeId done = action(Role::Call, expression, Slot::Call, {}, false);
  forceAtom(done);
  const NodeId reader = std::exchange(reader_, operands(done));
  const bool gives = mayHoldAddress(expression->getType());
  const NodeId result = gives ? memo(expression, Slot::Pointer, NodeKind::Other) : kNoNode;
  NodeId to = kNoNode; // the first
  for (const clang::Stmt *child : expression->children()) {
    const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    const NodeId given = operand ? value(operand) : kNoNode;
    if (given == kNoNode)
      continue;
    readThrough(given, {}, true);
    define(done, {{}, {given}}, kNoNode, {}, true); // also *expected of a compare-exchange
    if (to != kNoNode)
      graph().pointers.store.push_back({to, given});
    else
      to = given;
    if (gives)
      graph().pointers.load.push_back({result, to});
  }
  reader_ = reader;
  read(done);
  return result;
}

/// Like an early end of the program: stays where that costs nothing.
NodeId FunctionBuilder::throwValue(const clang::CXXThrowExpr *thrown) {
  const NodeId jump = action(Role::Jump, thrown, Slot::Jump, {}, false);
  const NodeId reader = std::exchange(reader_, operands(jump));
  const NodeId outer = std::exchange(outer_, jump);
  const NodeId atom = std::exchange(atom_, jump);
  value(thrown->getSubExpr());
  reader_ = reader;
  outer_ = outer;
  atom_ = atom;
  graph().soft_roots.push_back(jump);
  mayThrow(jump);
  return kNoNode;
}

NodeId FunctionBuilder::value(const clang::Expr *expression) {
  if (!expression)
    return kNoNode;
  const clang::Expr *e = expression->IgnoreParens();
  if (auto *cast = llvm::dyn_cast<clang::CastExpr>(e))
    return castValue(cast);
  if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(e)) {
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e);
        reference && !llvm::isa<clang::VarDecl, clang::BindingDecl>(reference->getDecl()))
      return kNoNode;
    return load(e, place(e));
  }
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e))
    return unaryValue(unary);
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e))
    return binaryValue(binary);
  if (auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return shortCircuit(choice, choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  if (llvm::isa<clang::CXXThisExpr>(e))
    return self().this_object;
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(e))
    return construct(constructor, nullptr, kNoNode);
  if (const clang::Expr *same = namedAgain(e))
    return address(e, place(same));
  if (auto *called = llvm::dyn_cast<clang::CallExpr>(e))
    return call(called);
  if (auto *allocated = llvm::dyn_cast<clang::CXXNewExpr>(e))
    return newValue(allocated);
  if (auto *deleted = llvm::dyn_cast<clang::CXXDeleteExpr>(e))
    return deleteValue(deleted);
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(e))
    return initializerList(list);
  if (auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(e))
    return value(cleanups->getSubExpr());
  if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return address(made, temporary(made, value(made->getSubExpr())));
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return boundTemporary(bound);
  if (auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(e))
    return value(argument->getExpr());
  if (auto *init = llvm::dyn_cast<clang::CXXDefaultInitExpr>(e))
    return value(init->getExpr());
  if (auto *replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return value(replaced->getReplacement());
  if (auto *thrown = llvm::dyn_cast<clang::CXXThrowExpr>(e))
    return throwValue(thrown);
  if (auto *dots = llvm::dyn_cast<clang::VAArgExpr>(e))
    return nextOfDots(dots);
  if (auto *block = llvm::dyn_cast<clang::StmtExpr>(e))
    return statementValue(block);
  if (auto *atomic = llvm::dyn_cast<clang::AtomicExpr>(e))
    return atomicValue(atomic);
  if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(e)) {
    declareCaptures(lambda);
    return kNoNode;
  }
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(e))
    return kNoNode;
  NodeId result = kNoNode;
  for (const clang::Stmt *child : e->children())
    if (auto *inner = llvm::dyn_cast_or_null<clang::Expr>(child))
      if (const NodeId stored = value(inner); stored != kNoNode)
        result = pointerTo(e, {stored});
  return result;
}

NodeId FunctionBuilder::shortCircuit(const clang::Expr *whole, const clang::Expr *condition, const clang::Expr *first,
                                     const clang::Expr *second) {
  const bool points = mayHoldAddress(whole->getType());
  if (onlyReads(first, builder_.index_, builder_.effects_) && onlyReads(second, builder_.index_, builder_.effects_)) {
    value(condition);
    const NodeId a = value(first);
    const NodeId b = value(second);
    cost(1);
    return points ? pointerTo(whole, {a, b}) : kNoNode;
  }
  const NodeId reader = reader_;
  const NodeId decision = action(Role::Condition, condition, Slot::ShortCircuit, {}, false);
  // What is called inside cannot be taken out: the whole expression stays with it.
  const NodeId outer = outer_;
  const NodeId atom = atom_;
  graph().need(decision, outer);
  outer_ = atom_ = decision;
  reader_ = operands(decision);
  value(condition);
  reader_ = reader;
  read(decision);
  const NodeId region = region_;
  region_ = memo(whole, Slot::ShortCircuit, NodeKind::Region, 1);
  graph().need(region_, decision);
  const FlowState before = state_;
  const NodeId a = value(first);
  FlowState after_first = std::exchange(state_, before);
  const NodeId b = value(second);
  region_ = region;
  outer_ = outer;
  atom_ = atom;
  for (const auto &[local, definitions] : after_first)
    state_[local].insert(definitions.begin(), definitions.end());
  return points ? pointerTo(whole, {a, b}) : kNoNode;
}

NodeId FunctionBuilder::assign(const clang::Expr *whole, const clang::Expr *target, const clang::Expr *source,
                               bool update) {
  const NodeId definition = action(Role::Definition, whole, Slot::Definition, target->getType(), mayPredict(target));
  graph()[definition].element = readsElement(source);
  // Out of another assignment it can be taken: buffer[n++] = x becomes n++.
  const bool in_assignment = outer_ != kNoNode && graph().sites[graph()[outer_].site].role == Role::Definition;
  if (!in_assignment || whole->getBeginLoc().isMacroID() || whole->getEndLoc().isMacroID())
    forceOuter(definition);
  const NodeId reader = std::exchange(reader_, operands(definition));
  const NodeId outer = outer_;
  outer_ = definition;
  const NodeId stored = source ? value(source) : kNoNode;
  if (const clang::VarDecl *local = flowVariable(target)) {
    if (update)
      for (NodeId earlier : state_[local])
        read(earlier);
    if ((update || in_loop_head_) && local->getType()->isIntegerType() && (!source || onlyCounts(source)))
      graph()[operands(definition)].cost = 0; // computed at once, however often the loop runs
    state_[local] = {definition};
    define(definition, {{variable(local)}, {}}, stored);
  } else {
    if (update)
      load(target, place(target));
    reader_ = definition; // where it is stored is no part of the value
    define(definition, place(target), stored, {}, false, contentOf(target->getType()));
  }
  reader_ = reader;
  outer_ = outer;
  return definition;
}

} // namespace maquette::skeletonizer
