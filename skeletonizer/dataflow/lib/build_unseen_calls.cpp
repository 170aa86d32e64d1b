//===- skeletonizer/dataflow/lib/build_unseen_calls.cpp - what of the program the library calls by itself -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {

namespace {

constexpr std::size_t kMet = 1; ///< Detail of Slot::Lifetime: what the library's code works with.

/// Casts, and functions that look at a container's head only: they call nothing.
bool callsNothing(const clang::FunctionDecl *callee) {
  static const std::set<llvm::StringRef> kLooking = {"begin", "end",  "cbegin", "cend",     "rbegin", "rend",
                                                     "get",   "size", "ssize",  "empty",    "data",   "tie",
                                                     "ref",   "cref", "next",   "distance", "prev",   "advance"};
  return callee->getBuiltinID() != 0 || printsToStream(callee) ||
         (callee->getIdentifier() && kLooking.count(callee->getName()) != 0);
}

/// What std::back_inserter() and its like give: it refers to the container, and nobody reads through it.
bool onlyWritesThrough(const clang::Expr *argument) {
  const clang::CXXRecordDecl *record = recordOf(argument->getType());
  return record && isStandardLibrary(record) && record->getIdentifier() &&
         record->getName().ends_with("insert_iterator");
}

bool ordersElements(const clang::CXXRecordDecl *record) {
  const std::string name = record->getNameAsString();
  return name.find("map") != std::string::npos || name.find("set") != std::string::npos || name == "priority_queue";
}

/// Which operators the library may use on elements; of iterators, ranges and pointers of the program's own it may use
/// all that they have.
enum class Operators { None, Comparing, All, Members };

/// On what a function that is no member is given, as far as it is made of the library's own classes.
Operators operatorsOf(const clang::FunctionDecl *callee) {
  static const std::set<llvm::StringRef> kAdding = {"accumulate",
                                                    "reduce",
                                                    "transform_reduce",
                                                    "inner_product",
                                                    "partial_sum",
                                                    "adjacent_difference",
                                                    "inclusive_scan",
                                                    "exclusive_scan",
                                                    "transform_inclusive_scan",
                                                    "transform_exclusive_scan",
                                                    "iota",
                                                    "midpoint",
                                                    "lerp",
                                                    "complex"};
  return callee->isOverloadedOperator() || (callee->getIdentifier() && kAdding.count(callee->getName()) != 0)
             ? Operators::All
             : Operators::Comparing;
}

bool mayUse(const clang::FunctionDecl *function, Operators used) {
  static const std::set<llvm::StringRef> kOfRanges = {"begin", "end",  "rbegin",    "rend",     "size",
                                                      "empty", "data", "iter_move", "iter_swap"};
  if (used == Operators::Members)
    return function->isOverloadedOperator() || llvm::isa<clang::CXXConversionDecl>(function) ||
           (function->getIdentifier() && kOfRanges.count(function->getName()) != 0);
  switch (function->getOverloadedOperator()) {
  case clang::OO_Less:
  case clang::OO_Greater:
  case clang::OO_LessEqual:
  case clang::OO_GreaterEqual:
  case clang::OO_EqualEqual:
  case clang::OO_ExclaimEqual:
  case clang::OO_Spaceship:
  case clang::OO_Call:
    return used != Operators::None;
  case clang::OO_Plus:
  case clang::OO_Minus:
  case clang::OO_Star:
  case clang::OO_Slash:
  case clang::OO_PlusEqual:
  case clang::OO_PlusPlus:
    return used == Operators::All;
  default:
    return false;
  }
}

/// An iterator, a pointer or a range of the program's own.
bool leadsToElements(const clang::CXXRecordDecl *record) {
  return record && !isStandardLibrary(record) &&
         llvm::any_of(record->methods(), [](const clang::CXXMethodDecl *method) {
           const clang::OverloadedOperatorKind kind = method->getOverloadedOperator();
           return kind == clang::OO_Arrow || (kind == clang::OO_Star && method->getNumParams() == 0) ||
                  (method->getIdentifier() && method->getName() == "begin");
         });
}

/// Which kind of class calls overriders that the program has of the library's virtual functions.
enum class Service { None, Memory, Streams };

Service serviceOf(const clang::CXXRecordDecl *record) {
  const std::string name = record->getNameAsString();
  if (!isStandardLibrary(record))
    return Service::None;
  if (name == "polymorphic_allocator" || llvm::StringRef(name).ends_with("_resource"))
    return Service::Memory;
  return name.find("stream") != std::string::npos ? Service::Streams : Service::None;
}

Service serviceOf(const clang::CXXMethodDecl *overrider) {
  for (const clang::CXXMethodDecl *base : overrider->overridden_methods())
    if (const Service service = isStandardLibrary(base) ? serviceOf(base->getParent()) : serviceOf(base);
        service != Service::None)
      return service;
  return Service::None;
}

/// An allocator's functions.
bool allocates(const clang::CXXMethodDecl *method) {
  static const std::set<llvm::StringRef> kOfAllocators = {"allocate", "deallocate", "construct", "destroy"};
  return method->getIdentifier() && kOfAllocators.count(method->getName()) != 0;
}

/// What makes, copies, assigns and, if \p used, compares or adds objects of this class.
std::vector<const clang::FunctionDecl *> calledOn(const clang::CXXRecordDecl *record, Operators used) {
  std::vector<const clang::FunctionDecl *> out;
  const auto add = [&](const clang::Decl *declared) {
    if (const auto *made = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(declared))
      for (const clang::FunctionDecl *one : made->specializations())
        if (mayUse(one, used))
          out.push_back(one);
    if (const auto *one = llvm::dyn_cast_or_null<clang::FunctionDecl>(declared); one && mayUse(one, used))
      out.push_back(one);
  };
  for (const clang::CXXConstructorDecl *constructor : record->ctors()) {
    const bool initializes = constructor->isDefaultConstructor() && record->hasInClassInitializer();
    if ((constructor->isUserProvided() || initializes) && constructor->getMinRequiredArguments() <= 1)
      out.push_back(constructor);
  }
  for (const clang::CXXMethodDecl *method : record->methods())
    if (allocates(method) ||
        (method->isUserProvided() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())))
      out.push_back(method);
  if (used == Operators::None)
    return out;
  for (const clang::Decl *member : record->decls())
    add(member);
  for (const clang::FriendDecl *made : record->friends())
    add(made->getFriendDecl());
  for (int kind = clang::OO_None + 1; kind < clang::NUM_OVERLOADED_OPERATORS; ++kind)
    for (const clang::NamedDecl *found :
         record->getEnclosingNamespaceContext()->lookup(record->getASTContext().DeclarationNames.getCXXOperatorName(
             static_cast<clang::OverloadedOperatorKind>(kind))))
      add(found);
  return out;
}

} // namespace

/// The library makes, copies, assigns and compares objects of the program's classes: their own functions for that run
/// where it is called.
void UnseenCalls::callsUnseen(const CallSite &site, NodeId call_action) {
  if (!site.callee || !isStandardLibrary(site.callee) ||
      (callsNothing(site.callee) && context_.shared.index.libraryOverriders().empty()))
    return;
  const auto *method = isFunctionObject(site.callee) ? nullptr : llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const bool orders = method && ordersElements(method->getParent());
  if (method && !llvm::isa<clang::CXXConstructorDecl>(method)) {
    const ContainerEffect effect = context_.shared.effects.ofMember(method->getNameAsString());
    if (method->getParent()->getNameAsString().find("iterator") != std::string::npos ||
        (!orders && (effect == ContainerEffect::QuerySize || effect == ContainerEffect::Access)))
      return;
  }
  const Operators of_members = orders ? Operators::Comparing : Operators::None;
  std::vector<std::pair<const clang::CXXRecordDecl *, Operators>> work;
  if (method)
    work.emplace_back(method->getParent(), of_members);
  std::set<const clang::CXXRecordDecl *> tools; // Iterators and function objects of the program's own.
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const clang::QualType type = site.arguments[i]->getType();
    const bool by_value =
        i >= site.callee->getNumParams() || !site.callee->getParamDecl(i)->getType()->isReferenceType();
    // The library takes iterators by value; a pointer by reference is an element that it keeps.
    const bool is_iterator = type->isPointerType() && by_value;
    const clang::CXXRecordDecl *record = recordOf(is_iterator ? type->getPointeeType() : type);
    const bool is_tool = !method && record && !type->isPointerType() && !isStandardLibrary(record) &&
                         (by_value || leadsToElements(record));
    if (is_tool)
      tools.insert(record);
    work.emplace_back(record, method ? of_members : is_tool ? Operators::Members : operatorsOf(site.callee));
  }
  std::set<std::pair<const clang::CXXRecordDecl *, Operators>> seen;
  std::set<FunctionId> functions;
  while (!work.empty()) {
    const auto [record, used] = work.back();
    if (work.pop_back(); !record || !seen.emplace(record, used).second)
      continue;
    // Elements that are records of the program are compared by its functions, which then see their parts.
    const bool is_element = !isStandardLibrary(record) && tools.count(record) == 0;
    for (const clang::CXXRecordDecl *part : partsOf(record))
      work.emplace_back(part, is_element ? Operators::None : used);
    const Service service = serviceOf(record);
    for (const FunctionId overrider : context_.shared.index.libraryOverriders())
      if (service != Service::None && serviceOf(llvm::cast<clang::CXXMethodDecl>(
                                          context_.shared.index.functions()[overrider].declaration)) == service)
        functions.insert(overrider);
    if (!isStandardLibrary(record) && !callsNothing(site.callee))
      for (const clang::FunctionDecl *called : calledOn(record, used))
        if (const FunctionId function = context_.shared.index.find(called); function != kNoFunction) {
          functions.insert(function);
          if (const clang::CXXRecordDecl *given = recordOf(called->getReturnType().getNonReferenceType());
              used == Operators::Members && leadsToElements(given) && tools.insert(given).second)
            work.emplace_back(given, Operators::Members); // what a range's begin() gives
        }
  }
  if (functions.empty())
    return;
  const NodeId met = context_.memo(site.expression, Slot::Lifetime, NodeKind::Other, kMet);
  const AbstractLocation elements = walkers_.places.part(site.expression, site.self, "#elements", "met");
  for (const AbstractLocation *place : {&site.self, &elements}) {
    for (NodeId object : place->objects)
      context_.graph().pointers.address.push_back({met, object});
    for (NodeId pointer : place->pointers)
      context_.graph().pointers.copy.push_back({met, pointer});
  }
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  if (!method || !isContainer(method->getParent())) // what a container is given is among the elements
    for (const clang::Expr *argument : site.arguments)
      if (const NodeId pointer =
              onlyWritesThrough(argument) ? kNoNode : walkers_.places.valueOrAddress(argument, false);
          pointer != kNoNode)
        context_.graph().pointers.copy.push_back({met, pointer});
  for (const FunctionId function : functions)
    callUnseen(function, met, elements, call_action);
}

/// One instance stands for all such calls of a function.
void UnseenCalls::callUnseen(FunctionId function, NodeId met, const AbstractLocation &elements, NodeId call_action) {
  const clang::FunctionDecl *declaration = context_.shared.index.functions()[function].declaration;
  const InstanceId callee = context_.shared.instanceOf(function, context_.shared.contextAt(declaration, kAnyContext));
  const NodeId entry = context_.graph().instances[callee].entry;
  context_.graph().calls.push_back({context_.instance, callee, context_.cursor.loop, call_action, false});
  context_.graph().need(entry, call_action);
  if (llvm::isa<clang::CXXMethodDecl>(declaration))
    context_.graph().pointers.copy.push_back({context_.graph().instances[callee].this_object, met});
  for (const clang::ParmVarDecl *parameter : declaration->parameters()) {
    const NodeId object = context_.parameterOf(callee, parameter);
    context_.graph().need(object, call_action);
    context_.graph().pointers.copy.push_back({object, met});
  }
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
  if (!llvm::isa<clang::CXXConstructorDecl>(declaration) &&
      !(method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())))
    context_.read(context_.graph().instances[callee].result);
  if (declaration->getReturnType()->isRecordType()) // an iterator, on which more is called
    context_.graph().pointers.address.push_back({met, context_.graph().instances[callee].result});
  if (declaration->getReturnType()->isPointerType()) // an allocator's: elements are made there
    walkers_.places.define(call_action, {{}, {context_.graph().instances[callee].result}}, kNoNode, {}, true);
  // Where these functions matter, the elements are there.
  for (NodeId object : elements.objects)
    context_.graph().need(entry, object);
  for (NodeId pointer : elements.pointers)
    context_.graph().deferred.reads.push_back({entry, pointer, nullptr, true, Content::Any, true});
}

namespace {

/// Who makes one calls nothing that it is made of: a number, a pointer to a function, a std::function, pairs and
/// containers of those; no thread, and no record of the program's.
bool isMadeWithoutCalls(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || record->isLambda() || keepsCallable(record))
    return true;
  if (refersToObject(*record))
    return true;
  const auto *of_template = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!isStandardLibrary(record) || (!of_template && record->getName().ends_with("thread")))
    return false;
  const auto isPlain = [](const clang::TemplateArgument &argument) {
    return argument.getKind() == clang::TemplateArgument::Pack
               ? llvm::all_of(argument.pack_elements(),
                              [](const clang::TemplateArgument &one) {
                                return one.getKind() != clang::TemplateArgument::Type ||
                                       isMadeWithoutCalls(one.getAsType());
                              })
               : argument.getKind() != clang::TemplateArgument::Type || isMadeWithoutCalls(argument.getAsType());
  };
  return !of_template || llvm::all_of(of_template->getTemplateArgs().asArray(), isPlain);
}

/// The standard library keeps what it is given as an element, or part of one, until the program calls it.
bool keepsUncalled(const clang::FunctionDecl *callee) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!method || !isStandardLibrary(method))
    return false;
  const clang::CXXRecordDecl *record = method->getParent();
  const llvm::StringRef name = llvm::isa<clang::CXXConstructorDecl>(method) ? record->getName()
                               : method->getIdentifier()                    ? method->getName()
                                                                            : "";
  if (!llvm::isa<clang::CXXConstructorDecl>(method) && (name.starts_with("push") || name.starts_with("insert")))
    return true; // copies what is an element already
  if (llvm::isa<clang::CXXConstructorDecl>(method) && refersToObject(*record))
    return true;
  const bool holds = llvm::isa<clang::CXXConstructorDecl>(method)
                         ? name == "pair" || name == "tuple" || name == "optional" || name == "variant"
                         : name.starts_with("emplace") || name == "try_emplace";
  return holds && isMadeWithoutCalls(method->getASTContext().getRecordType(record));
}

} // namespace

bool UnseenCalls::callbacks(const CallSite &site, NodeId call_action) {
  if (keepsUncalled(site.callee))
    return false;
  bool any = false;
  for (const clang::Expr *argument : site.arguments) {
    const std::vector<const clang::FunctionDecl *> named = calledBy(argument);
    const clang::QualType pointee = argument->getType()->getPointeeType();
    if (named.empty() && !pointee.isNull() && pointee->isFunctionType()) // by a variable
      for (const FunctionId function : context_.shared.index.addressTaken(pointee)) {
        any = true;
        callbackTarget(function, site, call_action);
      }
    for (const clang::FunctionDecl *function : named) {
      any = true;
      callbackTarget(context_.shared.index.find(function), site, call_action);
      std::vector<FunctionId> bound;
      bool changes = false;
      walkers_.external.sharedState(ownerOrName(*function), call_action, changes); // of a std::packaged_task
      if (isKeptCallable(function))
        for (FunctionId kept : context_.shared.index.keptCallables(function, bound))
          callbackTarget(kept, site, call_action);
      for (FunctionId kept : bound)
        callbackTarget(kept, site, call_action);
    }
  }
  return any;
}

/// The function is called by the callee with pointers to what the other arguments point to.
void UnseenCalls::callbackTarget(FunctionId function, const CallSite &site, NodeId call_action) {
  if (function == kNoFunction)
    return;
  const InstanceId callee = walkers_.calls.calleeAt(function, site.expression);
  context_.graph().calls.push_back({context_.instance, callee, context_.cursor.loop, call_action, false});
  context_.graph().need(context_.graph().instances[callee].entry, call_action);
  if (context_.shared.thrown.passesOn(function))
    walkers_.flow.mayThrow(context_.graph().instances[callee].thrown);
  const AbstractLocation kept = site.has_self ? walkers_.containers.referredBy(site.expression, site.self)
                                              : AbstractLocation{}; // the arguments of std::bind
  for (const clang::ParmVarDecl *parameter : context_.shared.index.functions()[function].declaration->parameters()) {
    const NodeId object = context_.parameterOf(callee, parameter);
    context_.graph().need(object, call_action);
    for (NodeId pointer : kept.pointers)
      context_.graph().pointers.copy.push_back({object, pointer});
    for (const clang::Expr *argument : site.arguments)
      if (context_.mayHoldAddress(argument->getType()) && calledBy(argument).empty() && !onlyWritesThrough(argument)) {
        const NodeId pointer = walkers_.places.valueOrAddress(argument, false);
        if (pointer == kNoNode)
          continue;
        context_.graph().pointers.copy.push_back({object, pointer});
        if (argument->isGLValue()) // to a view, or to a std::tuple of references
          context_.graph().pointers.load.push_back({object, pointer});
      }
  }
  context_.read(context_.graph().instances[callee].result);
  bool changes = false;
  if (const NodeId state =
          site.callee ? walkers_.external.sharedState(ownerOrName(*site.callee), call_action, changes) : kNoNode;
      state != kNoNode && changes)
    context_.graph().pointers.copy.push_back(
        {state, context_.graph().instances[callee].result}); // what a thread returns
}

} // namespace maquette::skeletonizer
