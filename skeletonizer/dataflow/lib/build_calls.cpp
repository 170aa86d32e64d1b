//===- skeletonizer/dataflow/lib/build_calls.cpp - calls of the program's own functions -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace maquette::skeletonizer {

static constexpr std::size_t kMadeByCallee = 11;

NodeId Calls::heap(const clang::Expr *key, clang::QualType type, NodeId made_by) {
  const NodeId object = context_.memo(key, Slot::Heap, NodeKind::Object);
  context_.graph().heap.action[object] = made_by;
  const SourceKey place = keyOf(key, *context_.ast);
  context_.graph().heap.site[object] =
      context_.shared.site(Role::Contents, key, place, *context_.ast, context_.function->name);
  if (const clang::RecordDecl *record = type.isNull() ? nullptr : type->getAsRecordDecl())
    context_.graph().records.of[object].push_back(context_.shared.objects.recordKey(record));
  context_.shared.objects.views.madeAs(object, type);
  return object;
}

NodeId Calls::heapInto(const clang::Expr *argument, NodeId pointer, NodeId made_by) {
  const NodeId object = heap(argument, {}, made_by);
  const NodeId stored = context_.memo(argument, Slot::Contents, NodeKind::Other, kMadeByCallee);
  context_.graph().pointers.address.push_back({stored, object});
  context_.graph().pointers.store.push_back({pointer, stored});
  return object;
}

void Calls::callSelf(const clang::CallExpr *expression, CallSite &site) {
  if (auto *member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    site.has_self = true;
    const clang::Expr *callee = member_call->getCallee()->IgnoreParens();
    if (auto *through = llvm::dyn_cast<clang::BinaryOperator>(callee); through && through->isPtrMemOp()) {
      if (through->getOpcode() == clang::BO_PtrMemI) {
        if (const NodeId pointer = walkers_.expressions.value(through->getLHS()); pointer != kNoNode)
          site.self.pointers.push_back(pointer);
      } else {
        site.self = walkers_.places.place(through->getLHS());
      }
      walkers_.expressions.value(through->getRHS());
      return;
    }
    auto *member = llvm::dyn_cast<clang::MemberExpr>(callee);
    const clang::Expr *object = member_call->getImplicitObjectArgument();
    if (member && member->isArrow()) {
      if (const NodeId pointer = walkers_.expressions.value(object); pointer != kNoNode)
        site.self.pointers.push_back(pointer);
    } else {
      site.self = walkers_.places.place(object);
    }
    return;
  }
  auto *operator_call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee);
  if (operator_call && method && !method->isStatic()) {
    site.has_self = true;
    site.self = walkers_.places.place(site.arguments.front());
    site.arguments.erase(site.arguments.begin());
  }
}

/// The type of the functions that a call through a pointer may run.
static clang::QualType calledType(const clang::CallExpr *expression) {
  const clang::QualType type = expression->getCallee()->getType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

std::vector<FunctionId> Calls::callTargets(const clang::CallExpr *expression, const CallSite &site) {
  const clang::Expr *callee = expression->getCallee()->IgnoreParens();
  if (site.callee) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(callee);
    const bool by_name = member && !member->performsVirtualDispatch(context_.ast->getLangOpts());
    return by_name ? context_.shared.index.definitions(site.callee) : context_.shared.index.targets(site.callee);
  }
  if (auto *through = llvm::dyn_cast<clang::BinaryOperator>(callee); through && through->isPtrMemOp()) {
    auto *type = through->getRHS()->getType()->getAs<clang::MemberPointerType>();
    return type ? context_.shared.index.addressTaken(type->getPointeeType()) : std::vector<FunctionId>{};
  }
  return context_.shared.index.addressTaken(calledType(expression));
}

/// A pointer to functions, or what keeps one, may lead to MPI's own.
bool Calls::callsMpiByPointer(const clang::CallExpr *expression, const CallSite &site) {
  clang::QualType type;
  if (!site.callee)
    type = calledType(expression);
  else if (isKeptCallable(site.callee))
    type = keptType(site.callee);
  bool found = false;
  if (!type.isNull())
    for (const clang::FunctionDecl *function : context_.shared.index.foreignTaken(type))
      if (const MpiFunction *mpi = mpiFunction(function->getNameAsString())) {
        CallSite one = site;
        one.callee = function;
        one.by_pointer = true;
        walkers_.mpi.mpiCall(one, *mpi);
        found = true;
      }
  return found;
}

NodeId Calls::call(const clang::CallExpr *expression) {
  CallSite site;
  site.expression = expression;
  site.callee = expression->getDirectCallee();
  site.arguments.assign(expression->arg_begin(), expression->arg_end());
  const clang::QualType type = expression->getType();
  if (!type->isVoidType() && (context_.mayHoldAddress(type) || expression->isGLValue()))
    site.result = context_.memo(expression, Slot::Pointer, NodeKind::Other);
  if (site.result != kNoNode && type->isPointerType() && !expression->isGLValue()) // Else it leads to a pointer.
    context_.pointsTo(site.result, pointeeRecord(type));
  else if (site.result != kNoNode && expression->isGLValue())
    context_.shared.objects.views.leadsTo(site.result, type->getAsRecordDecl());
  const NodeId made = context_.action(Role::Call, expression, Slot::Call, {}, false);
  context_.forceAtom(made);
  Scope reader(context_.cursor.reader, context_.operands(made));
  callSelf(expression, site);
  if (site.callee && context_.shared.index.classes().neverRuns(site.callee)) {
    for (const clang::Expr *argument : site.arguments)
      walkers_.expressions.value(argument);
    reader.end();
    context_.read(made);
    return site.result;
  }
  if (movesPlainly(site.callee)) {
    reader.end();
    context_.read(made);
    return walkers_.moves.wholeAssignment(site, made);
  }
  if (!site.callee)
    walkers_.expressions.value(expression->getCallee());
  std::vector<FunctionId> bound;
  NodeId given_on = kNoNode;
  const bool kept_callable = isKeptCallable(site.callee);
  const std::vector<FunctionId> targets =
      kept_callable ? context_.shared.index.keptCallables(site.callee, bound) : callTargets(expression, site);
  // Called on an object that the skeleton must then have.
  if (!targets.empty())
    for (NodeId object : site.self.objects)
      context_.read(object);
  if (kept_callable) {
    walkers_.places.readPlace(site.self);
    walkers_.places.readPlace(walkers_.places.part(expression, site.self, "#elements"));
    given_on = walkers_.external.usesHiddenState(site, made);
    walkers_.external.noteThreads(site, made);
    if (targets.empty()) // of an empty std::function
      walkers_.flow.mayThrow(made);
  }
  for (FunctionId target : bound)
    walkers_.unseen.callbackTarget(target, site, made);
  reader.end();
  context_.read(targets.empty() ? returned(expression, site, made) : made);
  const bool mpi = callsMpiByPointer(expression, site);
  if (targets.empty() && !site.callee && context_.shared.index.leadsNowhere(calledType(expression)))
    return site.result;
  if (targets.empty() && !mpi)
    return walkers_.external.externalCall(site);
  if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee); method && movesMembers(method))
    walkers_.moves.memberwiseAssignment(site, made);
  for (FunctionId target : targets) {
    callTarget(target, site, made);
    const NodeId result = context_.graph().instances[calleeAt(target, expression)].result;
    if (given_on != kNoNode) { // to a std::future
      context_.graph().need(given_on, result);
      context_.graph().pointers.copy.push_back({given_on, result});
    }
  }
  return site.result;
}

/// What a call of an external function gives: of MPI functions an error code, which says nothing of the ranks; of
/// OpenSHMEM's, what they are called for.
NodeId Calls::returned(const clang::CallExpr *expression, const CallSite &site, NodeId call_action) {
  const std::string name = site.callee && site.callee->getIdentifier() ? site.callee->getNameAsString() : std::string();
  const MpiFunction *const function = mpiFunction(name);
  if (function == nullptr || function->symmetric || !expression->getType()->isIntegerType())
    return call_action;
  const NodeId code = context_.memo(expression, Slot::Value, NodeKind::Other);
  context_.graph()[code].alike = true;
  context_.graph().need(code, call_action);
  return code;
}

/// Reads what is passed for \p parameter. An object passed by value is made from the argument, with all its parts.
NodeId Calls::passArgument(const clang::ParmVarDecl &parameter, const clang::Expr *argument, NodeId object,
                           NodeId passed) {
  const bool by_reference = parameter.getType()->isReferenceType();
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(argument)); made && !by_reference) {
    const AbstractLocation self{{object}, {}};
    return construct(made, &self, passed);
  }
  const NodeId pointer = walkers_.places.valueOrAddress(argument, by_reference);
  if (!by_reference && argument->isGLValue())
    context_.readThrough(pointer);
  return pointer == kNoNode ? walkers_.files.literal(argument) : pointer;
}

/// The statements of a body without loops, at most \p most of them; more than that if there are more, or loops.
static int countShort(const clang::Stmt *body, int most) {
  if (!body || llvm::isa<clang::ReturnStmt, clang::Expr, clang::DeclStmt, clang::NullStmt>(body))
    return body ? 1 : 0;
  int count = 0;
  if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(body))
    return 1 + countShort(choice->getThen(), most) + countShort(choice->getElse(), most);
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
  if (!block)
    return most + 1;
  for (const clang::Stmt *statement : block->body())
    if ((count += countShort(statement, most)) > most)
      break;
  return count;
}

/// A helper that says nothing of its own: what it calls is told apart by who calls the helper, too.
static bool isShort(const clang::FunctionDecl *function) {
  constexpr int kMostStatements = 4;
  return function->getBody() && countShort(function->getBody(), kMostStatements) <= kMostStatements;
}

/// Calls beyond so many share one context.
constexpr int kMostContexts = 100, kMostContextsOfHelper = 1000;

InstanceId Calls::calleeAt(FunctionId function, const void *call_site) {
  SharedContext &shared = context_.shared;
  if (function == context_.self().function) // It calls itself, maybe in many places.
    return context_.instance;
  const ContextId context =
      shared.contextAt(call_site, isShort(context_.function->declaration) ? context_.calling_context : kAnyContext);
  const clang::FunctionDecl *callee = shared.index.functions()[function].declaration;
  const bool helper = isShort(callee) || callee->getReturnType()->isPointerType(); // an allocator, for one
  const bool told_apart = shared.mayTellApart(function, context, helper ? kMostContextsOfHelper : kMostContexts);
  return shared.instanceOf(function, told_apart ? context : kAnyContext);
}

/// What callers pass for the dots of a variadic function.
NodeId Calls::dots(InstanceId instance) {
  const clang::FunctionDecl *declaration =
      context_.shared.index.functions()[context_.graph().instances[instance].function].declaration;
  return context_.shared.memo(declaration, context_.graph().instances[instance].context, Slot::Parameter, 0,
                              NodeKind::Object, instance);
}

/// va_arg(list, type): reads the list and goes on in it.
NodeId Calls::nextOfDots(const clang::VAArgExpr *expression) {
  const NodeId taken = context_.action(Role::Call, expression, Slot::Call, {}, false);
  context_.forceAtom(taken);
  Scope reader(context_.cursor.reader, context_.operands(taken));
  const NodeId list = walkers_.expressions.value(expression->getSubExpr());
  context_.readThrough(list, {}, true);
  walkers_.places.define(taken, {{}, {list}}, kNoNode, {}, true);
  reader.end();
  context_.read(taken);
  if (!context_.mayHoldAddress(expression->getType()))
    return kNoNode;
  const NodeId result = context_.memo(expression, Slot::Pointer, NodeKind::Other);
  context_.graph().pointers.load.push_back({result, list});
  return result;
}

/// \p parameter is null for what goes to the dots.
void Calls::callArgument(InstanceId callee, const clang::ParmVarDecl *parameter, const clang::Expr *argument,
                         NodeId call_action) {
  const NodeId passed = context_.action(Role::Argument, argument, Slot::Argument, argument->getType(), true);
  context_.graph()[passed].element = readsElement(argument);
  context_.graph().need(passed, call_action);
  Scope reader(context_.cursor.reader, context_.operands(passed));
  Scope outer(context_.cursor.outer, passed);
  Scope atom(context_.cursor.atom, passed);
  const NodeId object = parameter ? context_.parameterOf(callee, parameter) : dots(callee);
  const NodeId pointer =
      parameter ? passArgument(*parameter, argument, object, passed) : walkers_.places.valueOrAddress(argument, false);
  if (!parameter && argument->isGLValue())
    context_.readThrough(pointer);
  reader.end();
  outer.end();
  atom.end();
  context_.graph().need(object, passed);
  if (pointer != kNoNode)
    context_.graph().pointers.copy.push_back({object, pointer});
  context_.givesPointer(passed, argument, pointer);
  if (parameter)
    walkers_.lifetimes.callDestructor(argument, parameter->getType(), {{object}, {}},
                                      call_action); // it ends with the call
}

void Calls::callTarget(FunctionId function, const CallSite &site, NodeId call_action) {
  context_.shared.passed_at.try_emplace(site.expression,
                                        PassedArguments{site.arguments, context_.function->declaration, context_.ast});
  const InstanceId callee = calleeAt(function, site.expression);
  context_.graph().calls.push_back({context_.instance, callee, context_.cursor.loop, call_action});
  if (!context_.shared.changesNothing(function))
    context_.graph().need(context_.graph().instances[callee].entry, call_action);
  if (context_.shared.thrown.passesOn(function))
    walkers_.flow.mayThrow(context_.graph().instances[callee].thrown);
  const clang::FunctionDecl *declaration = context_.shared.index.functions()[function].declaration;
  const std::size_t named = declaration->getNumParams();
  for (std::size_t i = 0; i < site.arguments.size() && (i < named || declaration->isVariadic()); ++i)
    callArgument(callee, i < named ? declaration->getParamDecl(i) : nullptr, site.arguments[i], call_action);
  if (site.has_self) {
    const NodeId this_object = context_.graph().instances[callee].this_object;
    for (NodeId object : site.self.objects)
      context_.graph().pointers.address.push_back({this_object, object});
    for (NodeId pointer : site.self.pointers)
      context_.graph().pointers.copy.push_back({this_object, pointer});
  }
  context_.read(context_.graph().instances[callee].result);
  if (site.result != kNoNode)
    context_.graph().pointers.copy.push_back({site.result, context_.graph().instances[callee].result});
}

/// A copy that has no name, of what a return statement gives for example: made from all parts of the original. A
/// record's fields are the copy's.
NodeId Calls::copied(const clang::Expr *original) {
  const auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(original);
  if (!original->isGLValue() || made)
    return walkers_.expressions.value(made ? made->getSubExpr() : original);
  const NodeId held = walkers_.places.load(original, walkers_.places.place(original));
  if (!isProgramRecord(original->getType()))
    walkers_.places.readWhole(original, walkers_.places.address(original, walkers_.places.place(original)),
                              original->getType());
  return held;
}

/// The constructor's body is not at hand. Returns what the object keeps of the pointers that it was given.
NodeId Calls::constructUnknown(const CallSite &site, const clang::CXXConstructorDecl &constructor, NodeId call_action) {
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  NodeId stored = kNoNode;
  const bool copies = isContainer(constructor.getParent()) || keepsNoPointers(constructor.getParent());
  for (const clang::Expr *argument : site.arguments) {
    const NodeId pointer = walkers_.places.valueOrAddress(argument, false);
    if (pointer == kNoNode)
      continue;
    stored = walkers_.places.pointerTo(site.expression, {pointer}, Slot::Contents);
    if (!argument->isGLValue() && !copies)
      continue;
    if (const clang::QualType spelled = argument->IgnoreImpCasts()->getType(); givesRecords(&constructor, spelled))
      walkers_.places.readPlace({{}, {pointer}});
    else
      walkers_.places.readWhole(argument, pointer, spelled);
    walkers_.containers.readBehindView(argument, pointer);
    // Made from another iterator, it stands where that one stands; what pointers and iterators point to becomes
    // elements.
    context_.graph().pointers.load.push_back({stored, pointer});
  }
  context_.cost(site.arguments.empty() ? 0 : kCallCost);
  reader.end();
  if (keepsNoPointers(constructor.getParent()))
    stored = kNoNode;
  walkers_.places.define(call_action, site.self, stored);
  if (isStandardLibrary(&constructor)) {
    const AbstractLocation elements = walkers_.places.part(site.expression, site.self, "#elements");
    walkers_.containers.countsElements(site, site.is_nameless ? AbstractLocation{} : elements,
                                       call_action); // who gets it may look into it
    for (const AbstractLocation &inner :
         walkers_.places.containerParts(site.expression, site.self, site.expression->getType()))
      walkers_.places.define(call_action, inner, kNoNode);
    walkers_.places.define(call_action, elements, stored);
  }
  context_.read(call_action);
  walkers_.external.noteThreads(site, call_action);
  // A thread runs what it is made of. What a std::function keeps runs where it is called.
  if (isStandardLibrary(&constructor) && !keepsCallable(constructor.getParent()) &&
      walkers_.unseen.callbacks(site, call_action))
    for (NodeId object : site.self.objects) // what is done to it later, join() for one, belongs to it
      context_.graph().need(call_action, object);
  return stored;
}

NodeId Calls::construct(const clang::CXXConstructExpr *expression, const AbstractLocation *self, NodeId definition) {
  const clang::CXXConstructorDecl *constructor = expression->getConstructor();
  AbstractLocation made;
  if (!self) {
    if (expression->getNumArgs() == 1 && constructor->isCopyOrMoveConstructor()) {
      const clang::Expr *original = expression->getArg(0);
      if (original->isGLValue() && movesMembers(constructor) && constructor->isCopyConstructor() &&
          context_.readingAction() != kNoNode)
        walkers_.moves.copiesElements(expression, context_.readingAction(), {}, original->getType());
      return copied(original);
    }
    made.objects.push_back(context_.memo(expression, Slot::Temporary, NodeKind::Object));
    context_.shared.objects.views.madeAs(made.objects.back(), expression->getType());
    self = &made;
  }
  CallSite site;
  site.is_nameless = self == &made;
  site.expression = expression;
  site.callee = constructor;
  site.arguments.assign(expression->arg_begin(), expression->arg_end());
  site.has_self = true;
  site.self = *self;
  const NodeId stored = callConstructor(site, definition);
  if (self != &made)
    return kNoNode;
  if (stored != kNoNode)
    return stored;
  context_.read(made.objects.front()); // what bases of the library hold
  const NodeId result = context_.memo(expression, Slot::Pointer, NodeKind::Other);
  context_.graph().pointers.copy.push_back({result, made.objects.front()});
  return result;
}

/// Returns what the object keeps of the pointers that a constructor without a body was given.
NodeId Calls::callConstructor(const CallSite &site, NodeId definition) {
  const auto *constructor = llvm::cast<clang::CXXConstructorDecl>(site.callee);
  const clang::Expr *expression = site.expression;
  const NodeId call_action = context_.action(Role::Call, expression, Slot::Call, {}, false);
  context_.forceAtom(call_action);
  context_.graph().need(call_action, definition);
  context_.graph().need(definition, call_action);
  for (NodeId object : site.self.objects)
    context_.graph().need(object, call_action);
  const FunctionId function = context_.shared.index.find(constructor);
  walkers_.unseen.callsUnseen(site, call_action);
  const bool of_one = site.arguments.size() == 1;
  if (function != kNoFunction) {
    if (movesMembers(constructor) && constructor->isCopyConstructor())
      walkers_.moves.copiesElements(expression, call_action, {}, expression->getType());
    callTarget(function, site, call_action);
    if (movesMembers(constructor) && of_one) // the other object must be there, whatever member is asked for
      walkers_.moves.moveAll(expression, call_action, site.self, site.arguments.front(),
                             walkers_.places.place(site.arguments.front()));
    context_.read(call_action);
    return kNoNode;
  }
  walkers_.files.note(site, call_action);
  if (of_one && (movesMembers(constructor) || movesContainer(constructor))) {
    Scope reader(context_.cursor.reader, context_.operands(call_action));
    const AbstractLocation from = walkers_.places.place(site.arguments.front());
    context_.cost(kCallCost);
    reader.end();
    if (!constructor->isMoveConstructor())
      walkers_.moves.copiesElements(expression, call_action, from, expression->getType());
    walkers_.moves.moveAll(expression, call_action, site.self, site.arguments.front(), from);
    context_.read(call_action);
    return kNoNode;
  }
  return constructUnknown(site, *constructor, call_action);
}

/// What `using Base::Base` passes on: the parameters of the constructor that the compiler wrote. They stand nowhere, so
/// that they are made here.
const std::vector<const clang::Expr *> &Calls::inheritedArguments() {
  const clang::FunctionDecl *inheriting = context_.function->declaration;
  const auto [found, is_new] = context_.shared.inherited_arguments.try_emplace(inheriting);
  if (!is_new)
    return found->second;
  for (clang::ParmVarDecl *parameter : context_.function->declaration->parameters()) {
    const clang::QualType type = parameter->getType().getNonReferenceType();
    clang::Expr *passed = clang::DeclRefExpr::Create(*context_.ast, {}, {}, parameter, false, inheriting->getLocation(),
                                                     type, clang::VK_LValue);
    if (!parameter->getType()->isReferenceType() && !type->isRecordType())
      passed = clang::ImplicitCastExpr::Create(*context_.ast, type, clang::CK_LValueToRValue, passed, nullptr,
                                               clang::VK_PRValue, {});
    found->second.push_back(passed);
  }
  return found->second;
}

void Calls::initializeMember(const clang::CXXCtorInitializer *initializer) {
  const clang::Expr *init = initializer->getInit();
  if (!init)
    return;
  const clang::Expr *plain = making(init);
  const clang::FieldDecl *member = initializer->getAnyMember();
  AbstractLocation target;
  if (member)
    target = walkers_.places.fieldPlace(init, {{}, {context_.self().this_object}}, member);
  else
    target.pointers.push_back(context_.self().this_object);
  const NodeId definition = context_.action(Role::Definition, init, Slot::Definition,
                                            member ? member->getType() : clang::QualType(), member != nullptr);
  Scope reader(context_.cursor.reader, context_.operands(definition));
  Scope outer(context_.cursor.outer, definition);
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(plain)) {
    construct(constructor, &target, definition);
  } else if (auto *inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(plain)) {
    callConstructor({.expression = inherited,
                     .callee = inherited->getConstructor(),
                     .arguments = inheritedArguments(),
                     .self = target,
                     .has_self = true},
                    definition);
  } else if (member && member->getType()->isReferenceType()) {
    walkers_.places.define(definition, target, walkers_.places.address(init, walkers_.places.place(init)));
  } else {
    const NodeId stored = walkers_.expressions.value(init);
    walkers_.places.define(definition, target, stored);
    context_.givesPointer(definition, init, stored);
  }
  for (NodeId object : target.objects)
    context_.graph().need(object, definition);
}

} // namespace maquette::skeletonizer
