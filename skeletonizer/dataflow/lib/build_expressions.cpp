//===- skeletonizer/dataflow/lib/build_expressions.cpp - what expressions read and define -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {

/// Arrays and dereferences are not predicted: one site would stand for many values.
bool mayPredict(const clang::Expr *target) {
  target = target->IgnoreParens();
  return isScalar(target->getType()) && llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(target);
}

/// Of a pointer or an object that is cast to another type: the type of record that numbers, not single bytes, are taken
/// for. Or null.
const clang::RecordDecl *recordOverNumbers(const clang::CastExpr &cast) {
  const bool of_object = cast.getCastKind() == clang::CK_LValueBitCast;
  if (!of_object && cast.getCastKind() != clang::CK_BitCast)
    return nullptr;
  const clang::QualType from =
      of_object ? cast.getSubExpr()->getType() : cast.getSubExpr()->getType()->getPointeeType();
  if (from.isNull() || from->isVoidType() || contentOf(from) == Content::Any)
    return nullptr;
  return of_object ? cast.getType()->getAsRecordDecl() : pointeeRecord(cast.getType());
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

/// A record seen as another, or made of bytes or numbers.
void Expressions::noteReinterpreted(const clang::CastExpr &cast) {
  const clang::QualType from = cast.getSubExpr()->getType();
  const bool of_object = cast.getCastKind() == clang::CK_LValueBitCast;
  if ((cast.getCastKind() != clang::CK_BitCast || from->isVoidPointerType()) &&
      cast.getCastKind() != clang::CK_IntegralToPointer && !of_object)
    return;
  const clang::RecordDecl *const seen = of_object ? from->getAsRecordDecl() : pointeeRecord(from);
  const clang::RecordDecl *const as = of_object ? cast.getType()->getAsRecordDecl() : pointeeRecord(cast.getType());
  const clang::QualType made = of_object ? from : from->getPointeeType();
  const clang::QualType type = of_object ? cast.getType() : cast.getType()->getPointeeType();
  if (!made.isNull() && !type.isNull())
    context_.shared.objects.views.makesOver(made, type);
  if (!type.isNull() && type->isAnyPointerType())
    context_.shared.objects.views.reinterpreted(seen);
  if (as) {
    context_.shared.objects.views.reinterpreted(seen);
    context_.shared.objects.views.reinterpreted(as);
  }
  if (seen && as && !of_object)
    context_.shared.objects.unifyFields(seen, as);
}

NodeId Expressions::castValue(const clang::CastExpr *cast) {
  const clang::Expr *inner = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const clang::VarDecl *local = walkers_.flow.flowVariable(inner)) {
      for (NodeId definition : walkers_.flow.state[local])
        local->getType()->isPointerType() ? context_.readAddress(definition) : context_.read(definition);
      return context_.mayHoldAddress(local->getType()) ? context_.variable(local) : kNoNode;
    }
    return walkers_.places.load(cast, walkers_.places.place(inner));
  case clang::CK_ArrayToPointerDecay:
    if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(inner->IgnoreParens()))
      return kNoNode;
    return walkers_.places.address(cast, walkers_.places.place(inner));
  default: {
    noteReinterpreted(*cast);
    NodeId result = cast->isGLValue() ? walkers_.places.address(cast, walkers_.places.place(inner)) : value(inner);
    const clang::RecordDecl *const behind = cast->isGLValue() ? nullptr : pointeeRecord(cast->getType());
    if (result != kNoNode && behind && inner->getType()->isVoidPointerType()) {
      result = walkers_.places.pointerTo(cast, {result});
      context_.shared.objects.views.leadsTo(result, behind);
    }
    if (const clang::RecordDecl *record = recordOverNumbers(*cast); record && result != kNoNode)
      context_.graph().records.over_numbers.push_back({result, context_.shared.objects.recordKey(record)});
    if (result != kNoNode && behind && cast->getType()->isPointerType())
      context_.graph().records.behind[result] = context_.shared.objects.recordKey(behind);
    return walkers_.fields.asBytes(cast, result);
  }
  }
}

NodeId Expressions::unaryValue(const clang::UnaryOperator *unary) {
  switch (unary->getOpcode()) {
  case clang::UO_AddrOf:
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParens()))
      if (llvm::isa<clang::FunctionDecl>(reference->getDecl()))
        return kNoNode;
    return walkers_.places.address(
        unary, walkers_.fields.withFollowing(unary->getSubExpr(), walkers_.places.place(unary->getSubExpr())));
  case clang::UO_Deref:
    return walkers_.places.load(unary, walkers_.places.place(unary));
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    context_.read(assign(unary, unary->getSubExpr(), nullptr, true));
    if (const clang::VarDecl *local = walkers_.flow.flowVariable(unary->getSubExpr()))
      return context_.mayHoldAddress(local->getType()) ? context_.variable(local) : kNoNode;
    return unary->getType()->isPointerType() ? walkers_.places.load(unary, walkers_.places.place(unary->getSubExpr()))
                                             : kNoNode;
  }
  default:
    context_.cost(1);
    return value(unary->getSubExpr());
  }
}

NodeId Expressions::binaryValue(const clang::BinaryOperator *binary) {
  if (binary->isAssignmentOp()) {
    context_.read(assign(binary, binary->getLHS(), binary->getRHS(), binary->isCompoundAssignmentOp()));
    if (!context_.mayHoldAddress(binary->getType()))
      return kNoNode;
    if (const clang::VarDecl *local = walkers_.flow.flowVariable(binary->getLHS()))
      return context_.variable(local);
    return walkers_.places.load(binary, walkers_.places.place(binary->getLHS()));
  }
  if (binary->getOpcode() == clang::BO_Comma) {
    value(binary->getLHS());
    return value(binary->getRHS());
  }
  if (binary->isLogicalOp())
    return shortCircuit(binary, binary->getLHS(), binary->getRHS(), nullptr);
  const NodeId left = value(binary->getLHS());
  const NodeId right = value(binary->getRHS());
  context_.cost(1);
  if (!context_.mayHoldAddress(binary->getType()))
    return kNoNode;
  if (left == kNoNode || right == kNoNode)
    return left == kNoNode ? right : left;
  // How far it is from one place to another is no place. What is added to a pointer stays in its object.
  const bool from_left = binary->getLHS()->getType()->isPointerType();
  const bool from_right = binary->getRHS()->getType()->isPointerType();
  if (from_left && from_right)
    return kNoNode;
  return from_left ? left : from_right ? right : walkers_.places.pointerTo(binary, {left, right});
}

/// May stand for itself: where nobody needs it, a zero will.
bool Expressions::isItem(const clang::Expr *item, const clang::FieldDecl *field) const {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(context_.walked);
  if (!function || !field || !field->getType()->isArithmeticType() || field->getType()->isEnumeralType() ||
      context_.cursor.block != kNoNode || context_.readingAction() == kNoNode || !context_.isSpelled(item) ||
      item->getBeginLoc().isMacroID() || item->isValueDependent() || item->isEvaluatable(*context_.ast))
    return false;
  const SourceKey key = keyOf(item, *context_.ast),
                  body = keyOf(function->getBody(), *context_.ast); // A field's own initializer stands elsewhere.
  const bool is_inside = key.file == body.file && body.begin <= key.begin && key.end <= body.end;
  return is_inside && (!function->isTemplateInstantiation() || !item->HasSideEffects(*context_.ast));
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

NodeId Expressions::initializerList(const clang::InitListExpr *list) {
  const NodeId result = context_.memo(list, Slot::Pointer, NodeKind::Other);
  const std::vector<const clang::FieldDecl *> fields = fieldsOf(list);
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    const clang::Expr *item = list->getInit(i);
    if (llvm::isa<clang::ImplicitValueInitExpr>(item))
      continue;
    const bool refers = i < fields.size() && fields[i] && fields[i]->getType()->isReferenceType();
    // An object is made where the field is: what it has is the field's.
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(item));
        made && i < fields.size() && fields[i] && !refers && context_.readingAction() != kNoNode) {
      const AbstractLocation self{{context_.shared.objects.field(fields[i])}, {}};
      walkers_.calls.construct(made, &self, context_.readingAction());
      continue;
    }
    if (i < fields.size() && isItem(item, fields[i])) {
      const NodeId given = context_.action(Role::Item, item, Slot::Item, fields[i]->getType(), false);
      context_.graph().need(given, context_.readingAction());
      const Reading reading(context_.cursor, context_.operands(given), given, given);
      walkers_.places.define(given, {{context_.shared.objects.field(fields[i])}, {}}, value(item));
      continue;
    }
    const NodeId stored = refers ? walkers_.places.address(item, walkers_.places.place(item)) : value(item);
    if (stored != kNoNode)
      context_.graph().pointers.copy.push_back({result, stored});
    if (i < fields.size() && fields[i])
      walkers_.places.define(context_.readingAction(), {{context_.shared.objects.field(fields[i])}, {}}, stored);
  }
  return result;
}

/// The program's own operator new or delete runs; \p first is what it is given before the arguments that are written.
/// Returns what it gives.
NodeId Expressions::callAllocator(const clang::Expr *expression, const clang::FunctionDecl *allocator, NodeId first,
                                  llvm::ArrayRef<const clang::Expr *> written, NodeId call_action) {
  const FunctionId function = allocator ? context_.shared.index.find(allocator) : kNoFunction;
  if (function == kNoFunction)
    return kNoNode;
  const InstanceId callee = walkers_.calls.calleeAt(function, expression);
  context_.graph().calls.push_back({context_.instance, callee, context_.cursor.loop, call_action});
  context_.graph().need(context_.graph().instances[callee].entry, call_action);
  const clang::FunctionDecl *declaration = context_.shared.index.functions()[function].declaration;
  const NodeId size_or_address = context_.parameterOf(callee, declaration->getParamDecl(0));
  context_.graph().need(size_or_address, call_action);
  if (first != kNoNode)
    context_.graph().pointers.copy.push_back({size_or_address, first});
  for (std::size_t i = 0; i < written.size() && i + 1 < declaration->getNumParams(); ++i)
    walkers_.calls.callArgument(callee, declaration->getParamDecl(i + 1), written[i], call_action);
  const NodeId result = context_.graph().instances[callee].result;
  context_.read(result);
  walkers_.places.define(call_action, {{}, {result}}, kNoNode, {}, true); // the object is made there
  return result;
}

NodeId Expressions::newValue(const clang::CXXNewExpr *expression) {
  const clang::QualType type = expression->getAllocatedType();
  const bool own =
      expression->getOperatorNew() && context_.shared.index.find(expression->getOperatorNew()) != kNoFunction;
  // Where it writes to memory that is there, or runs code of the program, it acts by itself.
  const NodeId made = own || expression->getNumPlacementArgs() != 0
                          ? context_.action(Role::Call, expression, Slot::Call, {}, false)
                          : kNoNode;
  if (made != kNoNode)
    context_.forceAtom(made);
  Scope reader(context_.cursor.reader, made != kNoNode ? context_.operands(made) : context_.cursor.reader);
  const NodeId object = walkers_.calls.heap(expression, type, context_.readingAction());
  if (expression->isArray() && expression->getArraySize())
    value(*expression->getArraySize());
  AbstractLocation self{{object}, {}};
  const std::vector<const clang::Expr *> written(expression->placement_arg_begin(), expression->placement_arg_end());
  if (own)
    self.pointers.push_back(callAllocator(expression, expression->getOperatorNew(), kNoNode, written, made));
  else
    for (const clang::Expr *argument : written) {
      const clang::QualType place = argument->IgnoreImpCasts()->getType();
      context_.shared.objects.views.reinterpreted(pointeeRecord(place));
      if (place->isPointerType())
        context_.shared.objects.views.makesOver(place->getPointeeType(), type);
      if (const NodeId there = value(argument); there != kNoNode)
        self.pointers.push_back(there);
    }
  if (const clang::Expr *init = expression->getInitializer()) {
    if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(making(init)))
      walkers_.calls.construct(constructor, &self, made);
    else
      walkers_.places.define(context_.readingAction(), self, value(init));
  }
  reader.end();
  if (made != kNoNode)
    context_.read(made);
  const NodeId result = context_.memo(expression, Slot::Pointer, NodeKind::Other);
  context_.graph().pointers.address.push_back({result, object});
  for (NodeId there : self.pointers)
    context_.graph().pointers.copy.push_back({result, there});
  context_.pointsTo(result, type->getAsRecordDecl());
  return result;
}

NodeId Expressions::deleteValue(const clang::CXXDeleteExpr *expression) {
  const NodeId end = context_.action(Role::Call, expression, Slot::Call, {}, false);
  Scope reader(context_.cursor.reader, context_.operands(end));
  const NodeId pointer = value(expression->getArgument());
  reader.end();
  if (pointer == kNoNode)
    return kNoNode;
  context_.graph().deferred.frees.push_back({end, pointer});
  walkers_.lifetimes.callDestructor(expression, expression->getDestroyedType(), {{}, {pointer}}, end,
                                    Ends::PerhapsDerived);
  callAllocator(expression, expression->getOperatorDelete(), pointer, {}, end);
  return kNoNode;
}

/// atomic_fetch_add(&n, 1), __atomic_store_n(&n, 1, order): goes through its pointers.
NodeId Expressions::atomicValue(const clang::AtomicExpr *expression) {
  const NodeId done = context_.action(Role::Call, expression, Slot::Call, {}, false);
  context_.forceAtom(done);
  Scope reader(context_.cursor.reader, context_.operands(done));
  const bool gives = context_.mayHoldAddress(expression->getType());
  const NodeId result = gives ? context_.memo(expression, Slot::Pointer, NodeKind::Other) : kNoNode;
  NodeId to = kNoNode; // the first
  for (const clang::Stmt *child : expression->children()) {
    const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    const NodeId given = operand ? value(operand) : kNoNode;
    if (given == kNoNode)
      continue;
    context_.readThrough(given, {}, true);
    walkers_.places.define(done, {{}, {given}}, kNoNode, {}, true); // also *expected of a compare-exchange
    if (to != kNoNode)
      context_.graph().pointers.store.push_back({to, given});
    else
      to = given;
    if (gives)
      context_.graph().pointers.load.push_back({result, to});
  }
  reader.end();
  context_.read(done);
  return result;
}

/// Like an early end of the program: stays where that costs nothing.
NodeId Expressions::throwValue(const clang::CXXThrowExpr *thrown) {
  const NodeId jump = context_.action(Role::Jump, thrown, Slot::Jump, {}, false);
  Scope reader(context_.cursor.reader, context_.operands(jump));
  Scope outer(context_.cursor.outer, jump);
  Scope atom(context_.cursor.atom, jump);
  value(thrown->getSubExpr());
  reader.end();
  outer.end();
  atom.end();
  context_.graph().soft_roots.push_back(jump);
  walkers_.flow.mayThrow(jump);
  return kNoNode;
}

NodeId Expressions::value(const clang::Expr *expression) {
  if (!expression)
    return kNoNode;
  const clang::Expr *e = expression->IgnoreParens();
  if (auto *cast = llvm::dyn_cast<clang::CastExpr>(e))
    return castValue(cast);
  if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(e)) {
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e);
        reference && !llvm::isa<clang::VarDecl, clang::BindingDecl>(reference->getDecl()))
      return kNoNode;
    return walkers_.places.load(e, walkers_.places.place(e));
  }
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e))
    return unaryValue(unary);
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e))
    return binaryValue(binary);
  if (auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return shortCircuit(choice, choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  if (llvm::isa<clang::CXXThisExpr>(e))
    return context_.self().this_object;
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(e))
    return walkers_.calls.construct(constructor, nullptr, kNoNode);
  if (const clang::Expr *same = namedAgain(e))
    return walkers_.places.address(e, walkers_.places.place(same));
  if (auto *called = llvm::dyn_cast<clang::CallExpr>(e))
    return walkers_.calls.call(called);
  if (auto *allocated = llvm::dyn_cast<clang::CXXNewExpr>(e))
    return newValue(allocated);
  if (auto *deleted = llvm::dyn_cast<clang::CXXDeleteExpr>(e))
    return deleteValue(deleted);
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(e))
    return initializerList(list);
  if (auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(e))
    return value(cleanups->getSubExpr());
  if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return walkers_.places.address(made, walkers_.places.temporary(made, value(made->getSubExpr())));
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return walkers_.lifetimes.boundTemporary(bound);
  if (auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(e))
    return value(argument->getExpr());
  if (auto *init = llvm::dyn_cast<clang::CXXDefaultInitExpr>(e))
    return value(init->getExpr());
  if (auto *replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return value(replaced->getReplacement());
  if (auto *thrown = llvm::dyn_cast<clang::CXXThrowExpr>(e))
    return throwValue(thrown);
  if (auto *dots = llvm::dyn_cast<clang::VAArgExpr>(e))
    return walkers_.calls.nextOfDots(dots);
  if (auto *block = llvm::dyn_cast<clang::StmtExpr>(e))
    return walkers_.whole.statementValue(block);
  if (auto *atomic = llvm::dyn_cast<clang::AtomicExpr>(e))
    return atomicValue(atomic);
  if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(e)) {
    walkers_.declarations.declareCaptures(lambda);
    return kNoNode;
  }
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(e))
    return kNoNode;
  NodeId result = kNoNode;
  for (const clang::Stmt *child : e->children())
    if (auto *inner = llvm::dyn_cast_or_null<clang::Expr>(child))
      if (const NodeId stored = value(inner); stored != kNoNode)
        result = walkers_.places.pointerTo(e, {stored});
  return result;
}

NodeId Expressions::shortCircuit(const clang::Expr *whole, const clang::Expr *condition, const clang::Expr *first,
                                 const clang::Expr *second) {
  const bool points = context_.mayHoldAddress(whole->getType());
  if (onlyReads(first, context_.shared.index, context_.shared.effects) &&
      onlyReads(second, context_.shared.index, context_.shared.effects)) {
    value(condition);
    const NodeId a = value(first);
    const NodeId b = value(second);
    context_.cost(1);
    return points ? walkers_.places.pointerTo(whole, {a, b}) : kNoNode;
  }
  const NodeId decision = context_.action(Role::Condition, condition, Slot::ShortCircuit, {}, false);
  // What is called inside is taken out with the condition, where the text can be edited; else the expression stays.
  const bool by_macro = llvm::any_of(
      std::initializer_list<const clang::Expr *>{whole, condition, first, second}, [](const clang::Expr *part) {
        return part && (part->getBeginLoc().isMacroID() || part->getEndLoc().isMacroID());
      });
  context_.graph().need(decision, by_macro ? context_.cursor.outer : context_.cursor.atom);
  Scope outer(context_.cursor.outer, decision);
  Scope atom(context_.cursor.atom, decision);
  Scope reader(context_.cursor.reader, context_.operands(decision));
  value(condition);
  reader.end();
  context_.read(decision);
  Scope region(context_.cursor.region, context_.memo(whole, Slot::ShortCircuit, NodeKind::Region, 1));
  context_.graph().need(context_.cursor.region, decision);
  const FlowState before = walkers_.flow.state;
  const NodeId a = value(first);
  FlowState after_first = std::exchange(walkers_.flow.state, before);
  const NodeId b = value(second);
  region.end();
  outer.end();
  atom.end();
  for (const auto &[local, definitions] : after_first)
    walkers_.flow.state[local].insert(definitions.begin(), definitions.end());
  return points ? walkers_.places.pointerTo(whole, {a, b}) : kNoNode;
}

NodeId Expressions::assign(const clang::Expr *whole, const clang::Expr *target, const clang::Expr *source,
                           bool update) {
  const NodeId definition =
      context_.action(Role::Definition, whole, Slot::Definition, target->getType(), mayPredict(target));
  context_.graph()[definition].element = readsElement(source);
  // Out of another assignment it can be taken: buffer[n++] = x becomes n++.
  const bool in_assignment =
      context_.cursor.outer != kNoNode &&
      context_.graph().sites[context_.graph()[context_.cursor.outer].site].role == Role::Definition;
  if (!in_assignment || whole->getBeginLoc().isMacroID() || whole->getEndLoc().isMacroID())
    context_.forceOuter(definition);
  Scope reader(context_.cursor.reader, context_.operands(definition));
  Scope outer(context_.cursor.outer, definition);
  NodeId stored = source ? value(source) : kNoNode;
  if (update && target->getType()->isPointerType()) // goes on in its object
    stored = kNoNode;
  if (source && !update)
    context_.givesPointer(definition, source, stored);
  if (const clang::VarDecl *local = walkers_.flow.flowVariable(target)) {
    if (update)
      for (NodeId earlier : walkers_.flow.state[local])
        context_.read(earlier);
    if ((update || context_.cursor.in_loop_head) && local->getType()->isIntegerType() &&
        (!source || onlyCounts(source)))
      context_.graph()[context_.operands(definition)].cost = 0; // computed at once, however often the loop runs
    walkers_.flow.state[local] = {definition};
    walkers_.places.define(definition, {{context_.variable(local)}, {}}, stored);
  } else {
    if (update)
      walkers_.places.load(target, walkers_.places.place(target));
    const Scope storing(context_.cursor.reader, definition); // where it is stored is no part of the value
    walkers_.places.define(definition, walkers_.places.place(target), stored, {}, false, contentOf(target->getType()));
  }
  return definition;
}

} // namespace maquette::skeletonizer
