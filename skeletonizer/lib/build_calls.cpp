//===- skeletonizer/lib/build_calls.cpp - calls of the program's and of other functions -===//
// SPDX-License-Identifier: Apache-2.0
// Size: one visitor over all forms of calls; each form is short, and they share the conventions for arguments and results.
#include "graph_builder.h"

#include "source_key.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {

constexpr double kCallCost = 5;       ///< Operations that a call of an external function stands for.
constexpr double kContainerCost = 3;

const clang::CXXMethodDecl *lambdaBody(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreImplicit();
  if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    e = made->getSubExpr()->IgnoreImplicit();
  if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(e))
    return lambda->getCallOperator();
  const clang::CXXRecordDecl *record = e->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda() ? record->getLambdaCallOperator() : nullptr;
}

const clang::FunctionDecl *namedFunction(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParenCasts();
  if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(e); address && address->getOpcode() == clang::UO_AddrOf)
    e = address->getSubExpr()->IgnoreParenCasts();
  auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e);
  return reference ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
}

bool isWritten(clang::QualType parameter) {
  if (!parameter->isPointerType() && !parameter->isReferenceType())
    return parameter->isRecordType(); // an iterator passed by value
  const clang::QualType pointee = parameter->getPointeeType();
  return !pointee.isConstQualified() && !pointee->isFunctionType();
}

/// "MPI_DOUBLE" if the argument is spelled as a predefined handle.
std::string handleName(const clang::Expr *expression, clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const auto range = clang::CharSourceRange::getTokenRange(sources.getExpansionRange(expression->getSourceRange()).getAsRange());
  const std::string text = clang::Lexer::getSourceText(range, sources, ast.getLangOpts()).str();
  if (text.rfind("MPI_", 0) != 0 || text == "MPI_PACKED")
    return {};
  for (char c : text)
    if (!(std::isupper(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) || c == '_'))
      return {};
  return text;
}

std::string constantText(const clang::Expr *expression, clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  if (expression->isValueDependent() || !expression->EvaluateAsInt(result, ast))
    return {};
  const long long number = result.Val.getInt().getExtValue();
  return number < 0 ? std::string() : std::to_string(number); // a negative tag is MPI_ANY_TAG
}

bool isPointToPoint(const std::string &name) {
  return name.find("end") != std::string::npos || name.find("ecv") != std::string::npos;
}

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

std::vector<int> FunctionBuilder::callTargets(const clang::CallExpr *expression, const CallSite &site) {
  if (site.callee)
    return builder_.index_.targets(site.callee);
  const clang::Expr *callee = expression->getCallee()->IgnoreParens();
  if (auto *through = llvm::dyn_cast<clang::BinaryOperator>(callee); through && through->isPtrMemOp()) {
    auto *type = through->getRHS()->getType()->getAs<clang::MemberPointerType>();
    return type ? builder_.index_.addressTaken(type->getPointeeType()) : std::vector<int>{};
  }
  clang::QualType type = expression->getCallee()->getType();
  if (auto *pointer = type->getAs<clang::PointerType>())
    type = pointer->getPointeeType();
  return builder_.index_.addressTaken(type);
}

NodeId FunctionBuilder::call(const clang::CallExpr *expression) {
  CallSite site;
  site.expression = expression;
  site.callee = expression->getDirectCallee();
  site.arguments.assign(expression->arg_begin(), expression->arg_end());
  const clang::QualType type = expression->getType();
  if (!type->isVoidType() && (mayPoint(type) || expression->isGLValue()))
    site.result = memo(expression, Slot::Pointer, NodeKind::Other);
  if (site.result != kNoNode && type->isPointerType())
    if (const clang::RecordDecl *record = type->getPointeeType()->getAsRecordDecl())
      graph().pointee_record[site.result] = builder_.recordKey(record);

  const NodeId made = action(Role::Call, expression, Slot::Call, {}, false);
  forceAtom(made);
  const NodeId reader = std::exchange(reader_, operands(made));
  callSelf(expression, site);
  if (!site.callee)
    value(expression->getCallee());
  const std::vector<int> targets = callTargets(expression, site);
  // Called on an object that the skeleton must then have.
  if (!targets.empty())
    for (NodeId object : site.self.objects)
      read(object);
  reader_ = reader;
  read(made);
  if (targets.empty())
    return externalCall(site);
  for (int target : targets)
    callTarget(target, site, made);
  return site.result;
}

void FunctionBuilder::callTarget(int function, const CallSite &site, NodeId call_action) {
  const int callee = builder_.instanceOf(function, builder_.contextAt(site.expression));
  graph().calls.push_back({instance_, callee, loop_, call_action});
  graph().need(graph().instances[callee].entry, call_action);
  const clang::FunctionDecl *declaration = builder_.index_.functions()[function].declaration;
  for (unsigned i = 0; i < site.arguments.size() && i < declaration->getNumParams(); ++i) {
    const clang::ParmVarDecl *parameter = declaration->getParamDecl(i);
    const clang::Expr *argument = site.arguments[i];
    const NodeId passed = action(Role::Argument, argument, Slot::Argument, argument->getType(), true);
    graph().need(passed, call_action);
    const NodeId reader = std::exchange(reader_, operands(passed));
    const NodeId outer = std::exchange(outer_, passed);
    const NodeId atom = std::exchange(atom_, passed);
    const NodeId pointer = valueOrAddress(argument, parameter->getType()->isReferenceType());
    if (!parameter->getType()->isReferenceType() && argument->isGLValue())
      readThrough(pointer);
    reader_ = reader;
    outer_ = outer;
    atom_ = atom;
    const NodeId object = parameterOf(callee, parameter);
    graph().need(object, passed);
    if (pointer != kNoNode)
      graph().pointers.copy.push_back({object, pointer});
  }
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

NodeId FunctionBuilder::construct(const clang::CXXConstructExpr *expression, const Place *self, NodeId definition) {
  const clang::CXXConstructorDecl *constructor = expression->getConstructor();
  Place made;
  if (!self) {
    if (expression->getNumArgs() == 1 && constructor->isCopyOrMoveConstructor())
      return value(expression->getArg(0));
    made.objects.push_back(memo(expression, Slot::Temporary, NodeKind::Object));
    self = &made;
  }
  CallSite site;
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
  if (function >= 0) {
    callTarget(function, site, call_action);
    read(call_action);
  } else {
    const NodeId reader = std::exchange(reader_, operands(call_action));
    NodeId stored = kNoNode;
    for (const clang::Expr *argument : site.arguments) {
      const NodeId pointer = valueOrAddress(argument, false);
      if (pointer == kNoNode)
        continue;
      if (argument->isGLValue())
        readWhole(argument, pointer, argument->getType());
      stored = pointerTo(expression, {pointer}, Slot::Contents);
    }
    cost(expression->getNumArgs() ? kCallCost : 0);
    reader_ = reader;
    define(call_action, *self, stored);
    if (isStandardLibrary(constructor)) {
      define(call_action, part(expression, *self, "#size"), kNoNode);
      define(call_action, part(expression, *self, "#elements"), stored);
    }
    read(call_action);
    if (self == &made && stored != kNoNode)
      return stored;
  }
  if (self != &made)
    return kNoNode;
  const NodeId result = memo(expression, Slot::Pointer, NodeKind::Other);
  graph().pointers.copy.push_back({result, made.objects.front()});
  return result;
}

void FunctionBuilder::callDestructor(const void *key, clang::QualType type, const Place &self, NodeId call_action) {
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isStandardLibrary(record))
    return;
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  const int function = destructor ? builder_.index_.find(destructor) : -1;
  if (function < 0)
    return;
  const int callee = builder_.instanceOf(function, builder_.contextAt(static_cast<const char *>(key) + 1));
  graph().calls.push_back({instance_, callee, loop_, call_action});
  graph().need(graph().instances[callee].entry, call_action);
  const NodeId this_object = graph().instances[callee].this_object;
  for (NodeId object : self.objects)
    graph().pointers.address.push_back({this_object, object});
  for (NodeId pointer : self.pointers)
    graph().pointers.copy.push_back({this_object, pointer});
}

void FunctionBuilder::destroy(const clang::VarDecl *variable, NodeId object, NodeId definition) {
  callDestructor(variable, variable->getType(), {{object}, {}}, definition);
}

NodeId FunctionBuilder::externalCall(CallSite &site) {
  const NodeId call_action = memo(site.expression, Slot::Call, NodeKind::Action, static_cast<std::size_t>(Role::Call));
  const std::string name = site.callee ? site.callee->getNameAsString() : std::string();
  if (const MpiFunction *function = mpiFunction(name))
    return mpiCall(site, *function);
  const Effect effect = effectOf(name);
  if (site.has_self && site.callee && (isStandardLibrary(site.callee) || effect == Effect::Unknown))
    return containerCall(site, call_action);
  if (effect == Effect::NoReturn || (site.callee && site.callee->isNoReturn())) {
    graph().soft_roots.push_back(call_action);
    const NodeId reader = std::exchange(reader_, operands(call_action));
    for (const clang::Expr *argument : site.arguments)
      value(argument);
    reader_ = reader;
    return kNoNode;
  }
  return effect == Effect::Unknown ? unknownCall(site, call_action) : tableCall(site, effect, call_action);
}

NodeId FunctionBuilder::tableCall(CallSite &site, Effect effect, NodeId call_action) {
  const NodeId reader = std::exchange(reader_, operands(call_action));
  cost(effect == Effect::Clock ? 0 : kCallCost);
  std::vector<NodeId> passed;
  for (const clang::Expr *argument : site.arguments) {
    const NodeId pointer = valueOrAddress(argument, false);
    passed.push_back(pointer);
    if (effect == Effect::Pure || effect == Effect::Random || effect == Effect::Output)
      readWhole(argument, pointer, argument->IgnoreImpCasts()->getType());
  }
  const std::string name = site.callee->getNameAsString();
  switch (effect) {
  case Effect::Allocate:
  case Effect::AllocateZero:
  case Effect::Reallocate: {
    const NodeId object = heap(site.expression, {}, call_action);
    if (effect != Effect::Allocate)
      graph().need(object, call_action);
    if (site.result != kNoNode) {
      graph().pointers.address.push_back({site.result, object});
      if (effect == Effect::Reallocate && !passed.empty() && passed[0] != kNoNode)
        graph().pointers.copy.push_back({site.result, passed[0]});
    }
    break;
  }
  case Effect::Free:
    if (!passed.empty() && passed[0] != kNoNode)
      graph().frees.push_back({call_action, passed[0]});
    break;
  case Effect::Random: {
    const NodeId state = builder_.hiddenState("random");
    graph().need(state, call_action);
    read(state);
    break;
  }
  case Effect::Copy:
    if (passed.size() >= 2) {
      readWhole(site.arguments[1], passed[1], site.arguments[1]->IgnoreImpCasts()->getType());
      writeWhole(site.arguments[0], call_action, passed[0], site.arguments[0]->IgnoreImpCasts()->getType());
      if (passed[0] != kNoNode && passed[1] != kNoNode) {
        const NodeId moved = memo(site.expression, Slot::Contents, NodeKind::Other);
        graph().pointers.load.push_back({moved, passed[1]});
        graph().pointers.store.push_back({passed[0], moved});
      }
      if (site.result != kNoNode && passed[0] != kNoNode)
        graph().pointers.copy.push_back({site.result, passed[0]});
    }
    break;
  default:
    if (site.result != kNoNode)
      for (NodeId pointer : passed)
        if (pointer != kNoNode)
          graph().pointers.copy.push_back({site.result, pointer});
  }
  reader_ = reader;
  return site.result;
}

NodeId FunctionBuilder::unknownCall(CallSite &site, NodeId call_action) {
  const std::string name = site.callee ? site.callee->getQualifiedNameAsString() : "a function pointer";
  const bool standard = site.callee && isStandardLibrary(site.callee);
  if (!standard && builder_.noted_.insert(name).second)
    graph().notes.push_back(name + ": unknown function, assumed to read and write through its pointer arguments");
  const NodeId reader = std::exchange(reader_, operands(call_action));
  cost(kCallCost);
  const bool to_stream = name.find("operator<<") != std::string::npos;
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const clang::Expr *argument = site.arguments[i];
    const clang::QualType parameter = site.callee && i < site.callee->getNumParams() ? site.callee->getParamDecl(i)->getType()
                                                                                     : argument->getType();
    const NodeId pointer = valueOrAddress(argument, parameter->isReferenceType());
    if (pointer == kNoNode)
      continue;
    const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
    readWhole(argument, pointer, spelled);
    if (isWritten(parameter))
      writeWhole(argument, call_action, pointer, spelled);
    if (site.result != kNoNode && (!to_stream || i == 0))
      graph().pointers.copy.push_back({site.result, pointer});
  }
  // What an unknown function returns a pointer to may be new: a FILE, say.
  if (site.result != kNoNode && !standard && site.expression->getType()->isPointerType()) {
    const NodeId object = heap(site.expression, {}, call_action);
    graph().need(object, call_action);
    graph().pointers.address.push_back({site.result, object});
  }
  if (readsStandardInput(name)) {
    const NodeId input = builder_.hiddenState("standard input");
    graph().need(input, call_action);
    read(input);
  }
  callbacks(site, call_action);
  reader_ = reader;
  return site.result;
}

void FunctionBuilder::callbacks(const CallSite &site, NodeId call_action) {
  for (const clang::Expr *argument : site.arguments) {
    if (const clang::CXXMethodDecl *body = lambdaBody(argument))
      callbackTarget(builder_.index_.find(body), site, call_action);
    else if (const clang::FunctionDecl *function = namedFunction(argument))
      callbackTarget(builder_.index_.find(function), site, call_action);
  }
}

/// The function is called by the callee with pointers to what the other arguments point to.
void FunctionBuilder::callbackTarget(int function, const CallSite &site, NodeId call_action) {
  if (function < 0)
    return;
  const int callee = builder_.instanceOf(function, builder_.contextAt(site.expression));
  graph().calls.push_back({instance_, callee, loop_, call_action});
  graph().need(graph().instances[callee].entry, call_action);
  for (const clang::ParmVarDecl *parameter : builder_.index_.functions()[function].declaration->parameters()) {
    const NodeId object = parameterOf(callee, parameter);
    graph().need(object, call_action);
    for (const clang::Expr *argument : site.arguments)
      if (mayPoint(argument->getType()) && !lambdaBody(argument) && !namedFunction(argument)) {
        const NodeId pointer = valueOrAddress(argument, false);
        if (pointer != kNoNode)
          graph().pointers.copy.push_back({object, pointer});
      }
  }
  read(graph().instances[callee].result);
}

/// stream >> value, a.swap(b): what is passed by a mutable reference is written.
void FunctionBuilder::writeReferences(const CallSite &site, NodeId call_action) {
  for (unsigned i = 0; i < site.arguments.size() && i < site.callee->getNumParams(); ++i) {
    const clang::QualType parameter = site.callee->getParamDecl(i)->getType();
    if (!parameter->isLValueReferenceType() || !isWritten(parameter))
      continue;
    const clang::Expr *argument = site.arguments[i];
    const NodeId pointer = valueOrAddress(argument, true);
    if (pointer != kNoNode)
      writeWhole(argument, call_action, pointer, argument->IgnoreImpCasts()->getType());
  }
}

NodeId FunctionBuilder::containerCall(CallSite &site, NodeId call_action) {
  const std::string name = site.callee->getNameAsString();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const std::string record = method ? method->getParent()->getNameAsString() : std::string();
  const bool iterator = record.find("iterator") != std::string::npos || name == "operator->" || name == "operator*";
  const bool associative = record.find("map") != std::string::npos || record.find("set") != std::string::npos;
  const ContainerEffect effect = iterator ? ContainerEffect::Access : containerEffectOf(name);
  const Place elements = part(site.expression, site.self, "#elements");
  const Place size = part(site.expression, site.self, "#size");

  const NodeId reader = std::exchange(reader_, operands(call_action));
  NodeId stored = kNoNode;
  for (const clang::Expr *argument : site.arguments) {
    const NodeId pointer = valueOrAddress(argument, false);
    if (pointer == kNoNode)
      continue;
    readWhole(argument, pointer, argument->IgnoreImpCasts()->getType());
    stored = pointerTo(site.expression, {pointer}, Slot::Contents);
    graph().pointers.load.push_back({stored, pointer});
  }
  readPlace(site.self);
  if (effect == ContainerEffect::Unknown || name == "swap")
    writeReferences(site, call_action);
  cost(kContainerCost);
  switch (effect) {
  case ContainerEffect::QuerySize:
    readPlace(size);
    break;
  case ContainerEffect::Access:
    if (associative && name == "operator[]") {
      define(call_action, size, kNoNode);
      define(call_action, elements, stored);
    }
    if (name != "operator[]" && name != "data" && name != "at" && !iterator)
      readPlace(size);
    if (associative || name == "find")
      readPlace(elements);
    if (iterator && !(method && method->isConst()))
      define(call_action, site.self, kNoNode); // ++it
    break;
  case ContainerEffect::ChangeSize:
    define(call_action, size, kNoNode);
    if (name == "resize" || site.arguments.size() > 1)
      define(call_action, elements, stored);
    if (name == "clear" || name == "resize")
      break;
    readPlace(size);
    break;
  case ContainerEffect::ChangeBoth:
    readPlace(size);
    define(call_action, size, kNoNode);
    define(call_action, elements, stored);
    break;
  case ContainerEffect::Unknown:
    readPlace(size);
    readPlace(elements);
    if (!method || !method->isConst()) {
      define(call_action, size, kNoNode);
      define(call_action, elements, stored);
      define(call_action, site.self, stored);
    }
  }
  callbacks(site, call_action);
  reader_ = reader;
  if (site.result == kNoNode)
    return kNoNode;
  if (iterator) {
    for (NodeId object : site.self.objects)
      graph().pointers.copy.push_back({site.result, object});
    for (NodeId pointer : site.self.pointers)
      graph().pointers.load.push_back({site.result, pointer});
  } else if (effect == ContainerEffect::Access || effect == ContainerEffect::ChangeBoth) {
    for (NodeId object : elements.objects)
      graph().pointers.address.push_back({site.result, object});
    for (NodeId pointer : elements.pointers)
      graph().pointers.copy.push_back({site.result, pointer});
  } else {
    for (NodeId object : site.self.objects) {
      graph().pointers.address.push_back({site.result, object});
      graph().pointers.copy.push_back({site.result, object});
    }
    for (NodeId pointer : site.self.pointers)
      graph().pointers.copy.push_back({site.result, pointer});
  }
  return site.result;
}

std::pair<std::string, std::string> FunctionBuilder::messageClass(const CallSite &site, const MpiFunction &function) {
  auto argument = [&](int index) {
    return index >= 0 && index < static_cast<int>(site.arguments.size()) ? site.arguments[index] : nullptr;
  };
  const clang::Expr *datatype = argument(function.datatype);
  const clang::Expr *tag = argument(function.tag);
  const clang::Expr *count = argument(function.count);
  const clang::Expr *discriminator = tag ? tag : isPointToPoint(site.callee->getNameAsString()) ? nullptr : count;
  return {datatype ? handleName(datatype, *ast_) : std::string(),
          discriminator ? constantText(discriminator, *ast_) : std::string()};
}

/// The payload is no criterion: its contents are needed only if something needs what a receive of its class delivers.
void FunctionBuilder::mpiPayload(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data) {
  const clang::Expr *argument = site.arguments[index];
  const NodeId passed = action(Role::Argument, argument, Slot::Argument, argument->getType(), false);
  graph().need(passed, call_action);
  const NodeId reader = std::exchange(reader_, operands(passed));
  const NodeId outer = std::exchange(outer_, passed);
  const NodeId atom = std::exchange(atom_, passed);
  const NodeId pointer = valueOrAddress(argument, false);
  outer_ = outer;
  atom_ = atom;
  graph().need(data, passed);
  const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
  reader_ = data;
  if (kind != MpiArgument::PayloadOut)
    readWhole(argument, pointer, spelled);
  if (kind != MpiArgument::PayloadIn)
    writeWhole(argument, data, pointer, spelled);
  reader_ = reader;
}

void FunctionBuilder::mpiArgument(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data) {
  if (kind == MpiArgument::PayloadIn || kind == MpiArgument::PayloadOut || kind == MpiArgument::PayloadInOut)
    return mpiPayload(site, index, kind, call_action, data);
  const clang::Expr *argument = site.arguments[index];
  const NodeId passed = action(Role::Argument, argument, Slot::Argument, argument->getType(), true);
  graph()[passed].mpi_argument = true;
  graph().need(passed, call_action);
  graph().need(call_action, passed);
  if (kind == MpiArgument::Matching)
    graph().exact_arguments.push_back(passed);
  const NodeId reader = std::exchange(reader_, operands(passed));
  const NodeId outer = std::exchange(outer_, passed);
  const NodeId atom = std::exchange(atom_, passed);
  const NodeId pointer = valueOrAddress(argument, false);
  const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
  if (kind == MpiArgument::ArrayIn || kind == MpiArgument::InOut || kind == MpiArgument::Callback)
    readWhole(argument, pointer, spelled);
  if (kind == MpiArgument::Out || kind == MpiArgument::InOut)
    writeWhole(argument, call_action, pointer, spelled);
  reader_ = reader;
  outer_ = outer;
  atom_ = atom;
}

NodeId FunctionBuilder::mpiCall(CallSite &site, const MpiFunction &function) {
  const NodeId call_action = memo(site.expression, Slot::Call, NodeKind::Action, static_cast<std::size_t>(Role::Call));
  const NodeId sent = memo(site.expression, Slot::Data, NodeKind::Other, 1);
  const NodeId received = memo(site.expression, Slot::Data, NodeKind::Other, 2);
  graph().need(sent, call_action);
  graph().need(received, call_action);
  if (function.communicates) {
    graph().need(graph().root(), call_action);
    self().communicates = true;
    for (int loop = loop_; loop >= 0; loop = graph().loops[loop].parent)
      graph().loops[loop].reaches_mpi = true;
  } else if (const std::string name = site.callee->getNameAsString();
             effectOf(name) == Effect::NoReturn || (name.size() > 5 && name.ends_with("_free"))) {
    graph().soft_roots.push_back(call_action);
  }
  bool sends = false;
  bool receives = false;
  for (unsigned i = 0; i < site.arguments.size() && i < function.arguments.size(); ++i) {
    const MpiArgument kind = function.arguments[i];
    const bool in = kind == MpiArgument::PayloadIn || kind == MpiArgument::PayloadInOut;
    const bool out = kind == MpiArgument::PayloadOut || kind == MpiArgument::PayloadInOut;
    sends |= in;
    receives |= out;
    // Sending and receiving are two uses; one buffer for both is read for the one and written by the other.
    if (kind == MpiArgument::PayloadInOut) {
      mpiPayload(site, i, MpiArgument::PayloadIn, call_action, sent);
      mpiPayload(site, i, MpiArgument::PayloadOut, call_action, received);
    } else {
      mpiArgument(site, i, kind, call_action, out ? received : sent);
    }
  }
  const std::string name = site.callee->getNameAsString();
  const auto [datatype, tag] = messageClass(site, function);
  const std::string operation = isPointToPoint(name) ? "p2p" : name;
  if (sends)
    builder_.sent_.push_back({operation, datatype, tag, sent});
  if (receives)
    builder_.received_.push_back({operation, datatype, tag, received});
  callbacks(site, call_action);
  return site.result;
}

void FunctionBuilder::initializeMember(const clang::CXXCtorInitializer *initializer) {
  const clang::Expr *init = initializer->getInit();
  if (!init)
    return;
  const clang::Expr *plain = init->IgnoreImplicit();
  const clang::FieldDecl *member = initializer->getAnyMember();
  Place target;
  if (member)
    target.objects.push_back(builder_.field(member));
  else
    target.pointers.push_back(self().this_object);
  const NodeId definition =
      action(Role::Definition, init, Slot::Definition, member ? member->getType() : clang::QualType(), member != nullptr);
  const NodeId reader = std::exchange(reader_, operands(definition));
  const NodeId outer = std::exchange(outer_, definition);
  if (auto *constructor = llvm::dyn_cast<clang::CXXConstructExpr>(plain)) {
    construct(constructor, &target, definition);
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
