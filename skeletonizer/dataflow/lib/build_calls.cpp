//===- skeletonizer/dataflow/lib/build_calls.cpp - calls of the program's own functions -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {
constexpr std::size_t kMadeByCallee = 11;
} // namespace

NodeId FunctionBuilder::heap(const clang::Expr *key, clang::QualType type, NodeId made_by) {
  const NodeId object = memo(key, Slot::Heap, NodeKind::Object);
  graph().allocation_action[object] = made_by;
  const SourceKey place = keyOf(key, *ast_);
  graph().allocation_site[object] = builder_.site(Role::Contents, key, place, *ast_, function_->name);
  if (!type.isNull())
    if (const clang::RecordDecl *record = type->getAsRecordDecl())
      graph().records_of[object].push_back(builder_.recordKey(record));
  return object;
}

NodeId FunctionBuilder::heapInto(const clang::Expr *argument, NodeId pointer, NodeId made_by) {
  const NodeId object = heap(argument, {}, made_by);
  const NodeId stored = memo(argument, Slot::Contents, NodeKind::Other, kMadeByCallee);
  graph().pointers.address.push_back({stored, object});
  graph().pointers.store.push_back({pointer, stored});
  return object;
}

void FunctionBuilder::callSelf(const clang::CallExpr *expression, CallSite &site) {
  if (auto *member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    site.has_self = true;
    const clang::Expr *callee = member_call->getCallee()->IgnoreParens();
    if (auto *through = llvm::dyn_cast<clang::BinaryOperator>(callee); through && through->isPtrMemOp()) {
      if (through->getOpcode() == clang::BO_PtrMemI) {
        if (const NodeId pointer = value(through->getLHS()); pointer != kNoNode)
          site.self.pointers.push_back(pointer);
      } else {
        site.self = place(through->getLHS());
      }
      value(through->getRHS());
      return;
    }
    auto *member = llvm::dyn_cast<clang::MemberExpr>(callee);
    const clang::Expr *object = member_call->getImplicitObjectArgument();
    if (member && member->isArrow()) {
      if (const NodeId pointer = value(object); pointer != kNoNode)
        site.self.pointers.push_back(pointer);
    } else {
      site.self = place(object);
    }
    return;
  }
  auto *operator_call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee);
  if (operator_call && method && !method->isStatic()) {
    site.has_self = true;
    site.self = place(site.arguments.front());
    site.arguments.erase(site.arguments.begin());
  }
}

/// The type of the functions that a call through a pointer may run.
static clang::QualType calledType(const clang::CallExpr *expression) {
  const clang::QualType type = expression->getCallee()->getType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

std::vector<int> FunctionBuilder::callTargets(const clang::CallExpr *expression, const CallSite &site) {
  if (site.callee)
    return builder_.index_.targets(site.callee);
  const clang::Expr *callee = expression->getCallee()->IgnoreParens();
  if (auto *through = llvm::dyn_cast<clang::BinaryOperator>(callee); through && through->isPtrMemOp()) {
    auto *type = through->getRHS()->getType()->getAs<clang::MemberPointerType>();
    return type ? builder_.index_.addressTaken(type->getPointeeType()) : std::vector<int>{};
  }
  return builder_.index_.addressTaken(calledType(expression));
}

/// A pointer to functions, or what keeps one, may lead to MPI's own.
bool FunctionBuilder::callsMpiByPointer(const clang::CallExpr *expression, const CallSite &site) {
  clang::QualType type;
  if (!site.callee)
    type = calledType(expression);
  else if (isKeptCallable(site.callee))
    type = keptType(site.callee);
  bool found = false;
  if (!type.isNull())
    for (const clang::FunctionDecl *function : builder_.index_.foreignTaken(type))
      if (const MpiFunction *mpi = mpiFunction(function->getNameAsString())) {
        CallSite one = site;
        one.callee = function;
        one.by_pointer = true;
        mpiCall(one, *mpi);
        found = true;
      }
  return found;
}

NodeId FunctionBuilder::call(const clang::CallExpr *expression) {
  CallSite site;
  site.expression = expression;
  site.callee = expression->getDirectCallee();
  site.arguments.assign(expression->arg_begin(), expression->arg_end());
  const clang::QualType type = expression->getType();
  if (!type->isVoidType() && (mayHoldAddress(type) || expression->isGLValue()))
    site.result = memo(expression, Slot::Pointer, NodeKind::Other);
  if (site.result != kNoNode && type->isPointerType())
    if (const clang::RecordDecl *record = type->getPointeeType()->getAsRecordDecl())
      graph().pointee_record[site.result] = builder_.recordKey(record);

  const NodeId made = action(Role::Call, expression, Slot::Call, {}, false);
  forceAtom(made);
  const NodeId reader = std::exchange(reader_, operands(made));
  callSelf(expression, site);
  if (movesPlainly(site.callee)) {
    reader_ = reader;
    read(made);
    return wholeAssignment(site, made);
  }
  if (!site.callee)
    value(expression->getCallee());
  std::vector<int> bound;
  NodeId given_on = kNoNode;
  const bool kept_callable = isKeptCallable(site.callee);
  const std::vector<int> targets =
      kept_callable ? builder_.index_.keptCallables(site.callee, bound) : callTargets(expression, site);
  // Called on an object that the skeleton must then have.
  if (!targets.empty())
    for (NodeId object : site.self.objects)
      read(object);
  if (kept_callable) {
    readPlace(site.self);
    readPlace(part(expression, site.self, "#elements"));
    given_on = usesHiddenState(site, made);
    noteThreads(site, made);
  }
  for (int target : bound)
    callbackTarget(target, site, made);
  reader_ = reader;
  read(targets.empty() ? returned(expression, site, made) : made);
  const bool mpi = callsMpiByPointer(expression, site);
  if (targets.empty() && !mpi)
    return externalCall(site);
  if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee);
      method && movesMembers(method) && method->isCopyAssignmentOperator())
    copiesElements(expression, made, {}, type);
  for (int target : targets) {
    callTarget(target, site, made);
    const NodeId result = graph().instances[calleeAt(target, expression)].result;
    if (given_on != kNoNode) { // to a std::future
      graph().need(given_on, result);
      graph().pointers.copy.push_back({given_on, result});
    }
  }
  return site.result;
}

/// What a call of an external function gives: of MPI functions an error code, which says nothing of the ranks.
NodeId FunctionBuilder::returned(const clang::CallExpr *expression, const CallSite &site, NodeId call_action) {
  const std::string name = site.callee && site.callee->getIdentifier() ? site.callee->getNameAsString() : std::string();
  if (!mpiFunction(name) || !expression->getType()->isIntegerType())
    return call_action;
  const NodeId code = memo(expression, Slot::Value, NodeKind::Other);
  graph()[code].alike = true;
  graph().need(code, call_action);
  return code;
}

/// Reads what is passed for \p parameter. An object passed by value is made from the argument, with all its parts.
NodeId FunctionBuilder::passArgument(const clang::ParmVarDecl &parameter, const clang::Expr *argument, NodeId object,
                                     NodeId passed) {
  const bool by_reference = parameter.getType()->isReferenceType();
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(argument)); made && !by_reference) {
    const AbstractLocation self{{object}, {}};
    return construct(made, &self, passed);
  }
  const NodeId pointer = valueOrAddress(argument, by_reference);
  if (!by_reference && argument->isGLValue())
    readThrough(pointer);
  return pointer;
}

/// It only passes on what it is given.
static bool isOneStatement(const clang::FunctionDecl *function) {
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
  return body && body->size() == 1 && llvm::isa<clang::ReturnStmt, clang::Expr>(body->body_front());
}

int FunctionBuilder::calleeAt(int function, const void *call_site) {
  return builder_.instanceOf(function,
                             builder_.contextAt(call_site, isOneStatement(function_->declaration) ? context_ : 0));
}

/// What callers pass for the dots of a variadic function.
NodeId FunctionBuilder::dots(int instance) {
  const clang::FunctionDecl *declaration =
      builder_.index_.functions()[graph().instances[instance].function].declaration;
  return builder_.memo(declaration, graph().instances[instance].context, Slot::Parameter, 0, NodeKind::Object,
                       instance);
}

/// va_arg(list, type): reads the list and goes on in it.
NodeId FunctionBuilder::nextOfDots(const clang::VAArgExpr *expression) {
  const NodeId taken = action(Role::Call, expression, Slot::Call, {}, false);
  forceAtom(taken);
  const NodeId reader = std::exchange(reader_, operands(taken));
  const NodeId list = value(expression->getSubExpr());
  readThrough(list, {}, true);
  define(taken, {{}, {list}}, kNoNode, {}, true);
  reader_ = reader;
  read(taken);
  if (!mayHoldAddress(expression->getType()))
    return kNoNode;
  const NodeId result = memo(expression, Slot::Pointer, NodeKind::Other);
  graph().pointers.load.push_back({result, list});
  return result;
}

/// \p parameter is null for what goes to the dots.
void FunctionBuilder::callArgument(int callee, const clang::ParmVarDecl *parameter, const clang::Expr *argument,
                                   NodeId call_action) {
  const NodeId passed = action(Role::Argument, argument, Slot::Argument, argument->getType(), true);
  graph()[passed].element = readsElement(argument);
  graph().need(passed, call_action);
  const NodeId reader = std::exchange(reader_, operands(passed));
  const NodeId outer = std::exchange(outer_, passed);
  const NodeId atom = std::exchange(atom_, passed);
  const NodeId object = parameter ? parameterOf(callee, parameter) : dots(callee);
  const NodeId pointer =
      parameter ? passArgument(*parameter, argument, object, passed) : valueOrAddress(argument, false);
  if (!parameter && argument->isGLValue())
    readThrough(pointer);
  reader_ = reader;
  outer_ = outer;
  atom_ = atom;
  graph().need(object, passed);
  if (pointer != kNoNode)
    graph().pointers.copy.push_back({object, pointer});
  if (parameter)
    callDestructor(argument, parameter->getType(), {{object}, {}}, call_action); // it ends with the call
}

void FunctionBuilder::callTarget(int function, const CallSite &site, NodeId call_action) {
  const int callee = calleeAt(function, site.expression);
  graph().calls.push_back({instance_, callee, loop_, call_action});
  if (!builder_.changesNothing(function))
    graph().need(graph().instances[callee].entry, call_action);
  if (builder_.thrown_.passesOn(function))
    mayThrow(graph().instances[callee].thrown);
  const clang::FunctionDecl *declaration = builder_.index_.functions()[function].declaration;
  const std::size_t named = declaration->getNumParams();
  for (std::size_t i = 0; i < site.arguments.size() && (i < named || declaration->isVariadic()); ++i)
    callArgument(callee, i < named ? declaration->getParamDecl(i) : nullptr, site.arguments[i], call_action);
  if (site.has_self) {
    const NodeId this_object = graph().instances[callee].this_object;
    for (NodeId object : site.self.objects)
      graph().pointers.address.push_back({this_object, object});
    for (NodeId pointer : site.self.pointers)
      graph().pointers.copy.push_back({this_object, pointer});
  }
  read(graph().instances[callee].result);
  if (site.result != kNoNode)
    graph().pointers.copy.push_back({site.result, graph().instances[callee].result});
}

/// A copy that has no name, of what a return statement gives for example: made from all parts of the original. A
/// record's fields are the copy's.
NodeId FunctionBuilder::copied(const clang::Expr *original) {
  const auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(original);
  if (!original->isGLValue() || made)
    return value(made ? made->getSubExpr() : original);
  const NodeId held = load(original, place(original));
  if (!isProgramRecord(original->getType()))
    readWhole(original, address(original, place(original)), original->getType());
  return held;
}

/// The constructor's body is not at hand. Returns what the object keeps of the pointers that it was given.
NodeId FunctionBuilder::constructUnknown(const CallSite &site, const clang::CXXConstructorDecl &constructor,
                                         NodeId call_action) {
  const NodeId reader = std::exchange(reader_, operands(call_action));
  NodeId stored = kNoNode;
  const bool copies = isContainer(constructor.getParent()) || keepsNoPointers(constructor.getParent());
  for (const clang::Expr *argument : site.arguments) {
    const NodeId pointer = valueOrAddress(argument, false);
    if (pointer == kNoNode)
      continue;
    stored = pointerTo(site.expression, {pointer}, Slot::Contents);
    if (!argument->isGLValue() && !copies)
      continue;
    if (const clang::QualType spelled = argument->IgnoreImpCasts()->getType(); givesRecords(&constructor, spelled))
      readPlace({{}, {pointer}});
    else
      readWhole(argument, pointer, spelled);
    readBehindView(argument, pointer);
    // Made from another iterator, it stands where that one stands; what pointers and iterators point to becomes
    // elements.
    graph().pointers.load.push_back({stored, pointer});
  }
  cost(site.arguments.empty() ? 0 : kCallCost);
  reader_ = reader;
  if (keepsNoPointers(constructor.getParent()))
    stored = kNoNode;
  define(call_action, site.self, stored);
  if (isStandardLibrary(&constructor)) {
    const AbstractLocation elements = part(site.expression, site.self, "#elements");
    countsElements(site, site.is_nameless ? AbstractLocation{} : elements, call_action); // who gets it may look into it
    for (const AbstractLocation &inner : containerParts(site.expression, site.self, site.expression->getType()))
      define(call_action, inner, kNoNode);
    define(call_action, elements, stored);
  }
  read(call_action);
  noteThreads(site, call_action);
  // A thread runs what it is made of. What a std::function keeps runs where it is called.
  if (isStandardLibrary(&constructor) && !keepsCallable(constructor.getParent()) && callbacks(site, call_action))
    for (NodeId object : site.self.objects) // what is done to it later, join() for one, belongs to it
      graph().need(call_action, object);
  return stored;
}

NodeId FunctionBuilder::construct(const clang::CXXConstructExpr *expression, const AbstractLocation *self,
                                  NodeId definition) {
  const clang::CXXConstructorDecl *constructor = expression->getConstructor();
  AbstractLocation made;
  if (!self) {
    if (expression->getNumArgs() == 1 && constructor->isCopyOrMoveConstructor()) {
      const clang::Expr *original = expression->getArg(0);
      if (original->isGLValue() && movesMembers(constructor) && constructor->isCopyConstructor() &&
          readingAction() != kNoNode)
        copiesElements(expression, readingAction(), {}, original->getType());
      return copied(original);
    }
    made.objects.push_back(memo(expression, Slot::Temporary, NodeKind::Object));
    self = &made;
  }
  CallSite site;
  site.is_nameless = self == &made;
  site.expression = expression;
  site.callee = constructor;
  site.arguments.assign(expression->arg_begin(), expression->arg_end());
  site.has_self = true;
  site.self = *self;
  const NodeId call_action = action(Role::Call, expression, Slot::Call, {}, false);
  forceAtom(call_action);
  graph().need(call_action, definition);
  graph().need(definition, call_action);
  for (NodeId object : self->objects)
    graph().need(object, call_action);
  const int function = builder_.index_.find(constructor);
  callsUnseen(site, call_action);
  if (function >= 0) {
    if (movesMembers(constructor) && constructor->isCopyConstructor())
      copiesElements(expression, call_action, {}, expression->getType());
    callTarget(function, site, call_action);
    if (movesMembers(constructor) &&
        expression->getNumArgs() == 1) // the other object must be there, whatever member is asked for
      moveAll(expression, call_action, *self, expression->getArg(0), place(expression->getArg(0)));
    read(call_action);
  } else if (expression->getNumArgs() == 1 && (movesMembers(constructor) || movesContainer(constructor))) {
    const NodeId reader = std::exchange(reader_, operands(call_action));
    const AbstractLocation from = place(expression->getArg(0));
    cost(kCallCost);
    reader_ = reader;
    if (!constructor->isMoveConstructor())
      copiesElements(expression, call_action, from, expression->getType());
    moveAll(expression, call_action, *self, expression->getArg(0), from);
    read(call_action);
  } else {
    const NodeId stored = constructUnknown(site, *constructor, call_action);
    if (self == &made && stored != kNoNode)
      return stored;
  }
  if (self != &made)
    return kNoNode;
  read(made.objects.front()); // what bases of the library hold
  const NodeId result = memo(expression, Slot::Pointer, NodeKind::Other);
  graph().pointers.copy.push_back({result, made.objects.front()});
  return result;
}

void FunctionBuilder::initializeMember(const clang::CXXCtorInitializer *initializer) {
  const clang::Expr *init = initializer->getInit();
  if (!init)
    return;
  const clang::Expr *plain = making(init);
  const clang::FieldDecl *member = initializer->getAnyMember();
  AbstractLocation target;
  if (member)
    target.objects.push_back(builder_.field(member));
  else
    target.pointers.push_back(self().this_object);
  const NodeId definition = action(Role::Definition, init, Slot::Definition,
                                   member ? member->getType() : clang::QualType(), member != nullptr);
  const NodeId reader = std::exchange(reader_, operands(definition));
  const NodeId outer = std::exchange(outer_, definition);
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(plain)) {
    construct(constructor, &target, definition);
  } else if (auto *inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(
                 plain)) { // using Base::Base: passes on what it is given
    if (const int function = builder_.index_.find(inherited->getConstructor()); function >= 0) {
      const int callee = calleeAt(function, inherited);
      callTarget(function,
                 {.expression = inherited,
                  .callee = inherited->getConstructor(),
                  .arguments = {},
                  .self = target,
                  .has_self = true},
                 definition);
      for (unsigned i = 0; i < inherited->getConstructor()->getNumParams(); ++i) {
        const NodeId given = parameterOf(instance_, function_->declaration->getParamDecl(i));
        const NodeId taken = parameterOf(callee, inherited->getConstructor()->getParamDecl(i));
        graph().need(taken, given);
        graph().pointers.copy.push_back({taken, given});
      }
    }
  } else if (member && member->getType()->isReferenceType()) {
    define(definition, target, address(init, place(init)));
  } else {
    define(definition, target, value(init));
  }
  for (NodeId object : target.objects)
    graph().need(object, definition);
  reader_ = reader;
  outer_ = outer;
}

} // namespace maquette::skeletonizer
