//===- skeletonizer/dataflow/lib/build_containers.cpp - calls of members of containers -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

namespace {

constexpr double kContainerCost = 3;
constexpr std::size_t kStoredElement = 3, kReferred = 4;

bool takesElement(const std::string &name) { return name == "push_back" || name == "emplace_back"; }

/// A variable or a field of one: naming it as an argument reads nothing that may be missing.
bool isNamedObject(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return !member->isArrow() && isNamedObject(member->getBase());
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e);
  return reference && llvm::isa<clang::VarDecl>(reference->getDecl()) &&
         !reference->getDecl()->getType()->isReferenceType();
}

/// std::vector<T> in the ordinary layout, with a T whose end takes no code. (Copies need the elements:
/// copiesElements().)
bool isVectorOfPlainValues(const clang::CXXRecordDecl *record) {
  const auto *vector = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!vector || !vector->getIdentifier() || vector->getName() != "vector" || !isStandardLibrary(vector) ||
      vector->getTemplateArgs().size() == 0 || vector->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return false;
  // What another allocator does with an address is not known.
  const clang::CXXRecordDecl *allocator =
      vector->getTemplateArgs().size() > 1 ? vector->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl() : nullptr;
  if (!allocator || !isStandardLibrary(allocator) || allocator->getName() != "allocator")
    return false;
  const clang::QualType element = vector->getTemplateArgs()[0].getAsType();
  return element.isDestructedType() == clang::QualType::DK_none && !element->isBooleanType();
}

/// Takes nothing, or a count, or one element: not a range of other elements.
bool takesACount(const clang::CXXMethodDecl &method) {
  const bool constructs = llvm::isa<clang::CXXConstructorDecl>(method);
  const std::string name = method.getNameAsString();
  if (!constructs && takesElement(name))
    return method.getReturnType()->isVoidType();
  if (!constructs && name != "resize" && name != "assign" && name != "reserve")
    return false;
  const bool allocator_only =
      method.getNumParams() > 0 && method.getParamDecl(0)->getType().getNonReferenceType()->isRecordType();
  if (method.getNumParams() == 0 || (allocator_only && method.getNumParams() == 1))
    return constructs && !llvm::cast<clang::CXXConstructorDecl>(method).isCopyOrMoveConstructor();
  return method.getParamDecl(0)->getType()->isIntegerType();
}

/// An assignment, or what else changes it, goes to what it refers to: what std::tie() gives, a part of a std::valarray.
bool writesElsewhere(const clang::CXXRecordDecl *record) {
  const llvm::StringRef name = record->getIdentifier() && isStandardLibrary(record) ? record->getName() : "";
  return holdsReferences(record) || name.ends_with("_array") || name.contains("atomic_ref");
}

/// Refers to elements that another object has.
bool isView(const clang::CXXRecordDecl *record) {
  const llvm::StringRef name = record && record->getIdentifier() && isStandardLibrary(record) ? record->getName() : "";
  return name == "basic_string_view" || name == "span" || name == "subrange" || name.ends_with("_view");
}

} // namespace

bool isBit(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !isStandardLibrary(record))
    return false;
  const auto *outer = llvm::dyn_cast<clang::CXXRecordDecl>(record->getDeclContext());
  return record->getName() == "_Bit_reference" || record->getName() == "__bit_reference" ||
         (record->getName() == "reference" && outer && outer->getName() == "bitset");
}

void ContainerCalls::readBehindView(const clang::Expr *argument, NodeId pointer) {
  if (context_.cursor.reader != kNoNode && pointer != kNoNode &&
      isView(recordOf(argument->IgnoreImpCasts()->getType().getNonReferenceType())))
    context_.graph().deferred.reads.push_back({context_.cursor.reader, pointer, nullptr, true, Content::Any, true});
}

/// A number or pointer that lies somewhere: who keeps it keeps a copy.
static bool isNamedScalar(const clang::Expr &argument) {
  return argument.isLValue() && argument.getType()->isScalarType() &&
         !llvm::isa<clang::MaterializeTemporaryExpr>(argument.IgnoreParenImpCasts());
}

/// What std::make_pair() gives, and its like: no references.
static bool keepsCopies(clang::QualType type) {
  const clang::CXXRecordDecl *record = recordOf(type);
  return record && isStandardLibrary(record) && record->getIdentifier() &&
         (record->getName() == "pair" || record->getName() == "tuple") && !holdsReferences(record);
}

/// What the call gives may be \p argument, or refer to what it refers to: a view of a view, an element of a std::tuple
/// of references.
void ContainerCalls::passedOn(const CallSite &site, const clang::Expr *argument, NodeId pointer) {
  if (site.result == kNoNode || pointer == kNoNode)
    return;
  if (isNamedScalar(*argument) && keepsCopies(site.expression->getType())) {
    context_.graph().pointers.load.push_back({site.result, pointer});
    return;
  }
  context_.graph().pointers.copy.push_back({site.result, pointer});
  const clang::CXXRecordDecl *record = argument->isGLValue() ? recordOf(argument->getType()) : nullptr;
  if (record && isStandardLibrary(record) &&
      (holdsReferences(record) || (site.expression->isPRValue() && site.expression->getType()->isRecordType())))
    context_.graph().pointers.load.push_back({site.result, pointer});
}

bool ContainerCalls::countsElements(const CallSite &site, const AbstractLocation &elements, NodeId call_action) {
  if (llvm::isa<clang::CXXInheritedCtorInitExpr>(site.expression)) // no text says so
    return false;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const bool counts = method && isVectorOfPlainValues(method->getParent()) && !elements.empty() &&
                      takesACount(*method) && context_.cursor.block == kNoNode &&
                      !site.expression->getBeginLoc().isMacroID() && !site.expression->getEndLoc().isMacroID();
  // One that does not, in this instance of a template, speaks for all instances: its use names no elements. No text
  // says that one is made empty.
  const bool is_text = !site.arguments.empty() || !llvm::isa<clang::CXXConstructExpr>(site.expression);
  const SiteId use = is_text
                         ? context_.shared.site(Role::Contents, site.expression, keyOf(site.expression, *context_.ast),
                                                *context_.ast, context_.function->name)
                         : kNoSite;
  context_.graph().containers.uses.push_back(counts && is_text
                                                 ? ContainerUse{use, call_action, elements.objects, elements.pointers}
                                                 : ContainerUse{use, counts ? call_action : kNoNode, {}, {}});
  return counts;
}

/// Of a number or pointer that is given to it, the container or stream keeps a copy. A constructor of the program that
/// takes a reference is called by itself.
static bool copiesNamed(const clang::FunctionDecl &callee, const clang::Expr &argument) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
  return method && isNamedScalar(argument) &&
         llvm::none_of(partsOf(method->getParent()), [](const clang::CXXRecordDecl *held) {
           return held && (holdsReferences(held) || refersToObject(*held));
         });
}

/// Arguments of a container's member: read, and written if \p may_write where passed by a mutable reference, pointer or
/// iterator (stream >> value, stream.read(bytes, n), a.swap(b)). Returns the pointer values that the container may now
/// hold.
NodeId ContainerCalls::containerArguments(const CallSite &site, NodeId call_action, bool may_write) {
  NodeId stored = kNoNode;
  const bool reads_into = site.callee->getNameAsString() == "operator>>";
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const clang::Expr *argument = site.arguments[i];
    const clang::QualType parameter =
        i < site.callee->getNumParams() ? site.callee->getParamDecl(i)->getType() : clang::QualType();
    const bool copied = copiesNamed(*site.callee, *argument);
    const bool emplaced = copied && llvm::StringRef(site.callee->getNameAsString()).contains("emplace");
    const bool by_reference = !emplaced && !parameter.isNull() && parameter->isLValueReferenceType();
    const bool written =
        !emplaced && may_write && !parameter.isNull() && !parameter->isRValueReferenceType() && isWritten(parameter);
    const NodeId pointer = walkers_.places.valueOrAddress(argument, written && by_reference);
    if (pointer == kNoNode)
      continue;
    const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
    const bool ends_it = site.callee->getNameAsString() == "erase" && isPosition(spelled);
    if (ends_it || (takesElement(site.callee->getNameAsString()) && isProgramRecord(spelled)) ||
        givesRecords(site.callee, spelled))
      walkers_.places.readPlace({{}, {pointer}}); // its fields are the element's
    else if ((!written || !reads_into) && !isNumber(argument))
      walkers_.places.readWhole(argument, pointer, spelled), readBehindView(argument, pointer);
    if (written)
      walkers_.places.writeWhole(argument, call_action, pointer, spelled);
    stored = walkers_.places.pointerTo(site.expression, {copied ? kNoNode : pointer}, Slot::Contents);
    context_.graph().pointers.load.push_back({stored, pointer});
  }
  return stored;
}

/// What a member does to the container's size and elements; the reader is the call.
void ContainerCalls::containerEffect(const ContainerCall &member, const CallSite &site, NodeId call_action,
                                     NodeId stored) {
  switch (member.effect) {
  case ContainerEffect::QuerySize:
    walkers_.places.readPlace(member.size);
    break;
  case ContainerEffect::Access:
    if (member.associative && member.name == "operator[]") {
      walkers_.places.define(call_action, member.size, kNoNode);
      walkers_.places.define(call_action, member.elements, stored);
    }
    if (member.name != "operator[]" && member.name != "data" && member.name != "at" && !member.iterator)
      walkers_.places.readPlace(member.size);
    if (member.associative || member.name == "find" || site.expression->getType()->isBooleanType())
      walkers_.places.readPlace(member.elements); // a bit is returned by value
    if (member.iterator && !member.is_const)
      walkers_.places.define(call_action, site.self, kNoNode); // ++it
    break;
  case ContainerEffect::ChangeSize:
    walkers_.places.define(call_action, member.size, kNoNode);
    // What is reserved says where the elements lie: pointers to them hold while they are put in.
    if (member.name == "resize" || member.name == "reserve" || site.arguments.size() > 1)
      walkers_.places.define(call_action, member.elements, stored);
    if (member.name != "clear" && member.name != "resize")
      walkers_.places.readPlace(member.size);
    break;
  case ContainerEffect::ChangeBoth:
    walkers_.places.readPlace(member.size);
    walkers_.places.define(call_action, member.size, kNoNode);
    walkers_.places.define(call_action, member.elements, stored);
    break;
  case ContainerEffect::Unknown:
    if (!printsToStream(site.callee)) {
      walkers_.places.readPlace(member.size);
      walkers_.places.readPlace(member.elements);
    }
    if (!member.is_const) {
      walkers_.places.define(call_action, member.size, kNoNode);
      walkers_.places.define(call_action, member.elements, stored);
      walkers_.places.define(call_action, site.self, stored);
    }
  }
  if (member.holder && !member.is_const && member.effect != ContainerEffect::Access &&
      member.effect != ContainerEffect::QuerySize)
    walkers_.places.define(call_action, site.self, stored);
}

/// What a member's result points to: what an iterator stands on, the elements, or the container itself.
void ContainerCalls::containerResult(const ContainerCall &member, const CallSite &site) {
  const bool to_elements =
      member.effect == ContainerEffect::Access || (member.effect == ContainerEffect::ChangeBoth && !member.points);
  const bool by_value = site.expression->isPRValue() && site.expression->getType()->isRecordType(); // a part of a view
  if (member.iterator || member.unseen || (member.holder && (to_elements || by_value))) {
    for (NodeId object : site.self.objects)
      context_.graph().pointers.copy.push_back({site.result, object});
    for (NodeId pointer : site.self.pointers)
      context_.graph().pointers.load.push_back({site.result, pointer});
  }
  if ((member.iterator && !member.unseen) || (member.points && to_elements))
    return;
  const AbstractLocation &target = to_elements ? member.elements : site.self;
  for (NodeId object : target.objects) {
    context_.graph().pointers.address.push_back({site.result, object});
    if (!to_elements && !printsToStream(site.callee))
      context_.graph().pointers.copy.push_back({site.result, object});
  }
  for (NodeId pointer : target.pointers)
    context_.graph().pointers.copy.push_back({site.result, pointer});
}

AbstractLocation ContainerCalls::referredBy(const void *key, const AbstractLocation &place) {
  const NodeId target = context_.memo(key, Slot::Data, NodeKind::Other, kReferred);
  for (NodeId object : place.objects)
    context_.graph().pointers.copy.push_back({target, object});
  for (NodeId pointer : place.pointers)
    context_.graph().pointers.load.push_back({target, pointer});
  return {{}, {target}};
}

NodeId ContainerCalls::bitCall(CallSite &site, NodeId call_action) {
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  context_.cost(kContainerCost);
  walkers_.places.readPlace(site.self);
  for (const clang::Expr *argument : site.arguments) {
    if (isBit(argument->getType()))
      walkers_.places.readPlace(referredBy(argument, walkers_.places.place(argument)));
    else
      walkers_.expressions.value(argument);
  }
  const AbstractLocation bits = referredBy(site.expression, site.self);
  if (llvm::cast<clang::CXXMethodDecl>(site.callee)->isConst())
    walkers_.places.readPlace(bits);
  else
    walkers_.places.define(call_action, bits, kNoNode);
  reader.end();
  if (site.result != kNoNode)
    for (NodeId object : site.self.objects)
      context_.graph().pointers.address.push_back({site.result, object});
  return site.result;
}

NodeId ContainerCalls::containerCall(CallSite &site, NodeId call_action) {
  const auto *of_class = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  if (of_class && isBit(of_class->getASTContext().getRecordType(of_class->getParent())))
    return bitCall(site, call_action);
  if (of_class && of_class->getParent()->getName() == "coroutine_handle") // runs a coroutine on, or ends it
    context_.graph().need(context_.graph().root(), call_action);
  ContainerCall member;
  member.name = site.callee->getNameAsString();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const std::string record = method ? method->getParent()->getNameAsString() : std::string();
  member.is_const = method && method->isConst();
  const bool steps = record.find("iterator") != std::string::npos;
  member.holder = method && isStandardLibrary(method) && !steps && !isContainer(method->getParent());
  member.points = member.holder && record.find("_ptr") != std::string::npos;
  const bool dereferences = member.name == "operator->" || member.name == "operator*";
  member.iterator = steps || (dereferences && (!member.holder || member.points));
  member.associative = record.find("map") != std::string::npos || record.find("set") != std::string::npos;
  member.effect =
      member.iterator || dereferences ? ContainerEffect::Access : context_.shared.effects.ofMember(member.name);
  if (member.name == "get" && !site.arguments.empty()) // of a stream
    member.effect = ContainerEffect::Unknown;
  member.unseen = method && !isStandardLibrary(method);
  member.elements = member.unseen ? site.self : walkers_.places.part(site.expression, site.self, "#elements");
  member.size = member.unseen ? site.self : walkers_.places.part(site.expression, site.self, "#size");

  Scope reader(context_.cursor.reader, context_.operands(call_action));
  const bool may_write = member.effect == ContainerEffect::Unknown || member.name == "swap";
  const bool counts = (member.effect == ContainerEffect::ChangeSize || member.effect == ContainerEffect::ChangeBoth) &&
                      countsElements(site, member.elements, call_action);
  // What is put in is needed by who needs the elements, not by who needs their number.
  std::optional<Scope<NodeId>> element;
  if (takesElement(member.name) && (counts || (site.arguments.size() == 1 && isNamedObject(site.arguments.front())))) {
    element.emplace(context_.cursor.reader,
                    context_.memo(site.expression, Slot::Data, NodeKind::Other, kStoredElement));
    context_.graph().need(context_.cursor.reader, call_action);
    walkers_.places.define(context_.cursor.reader, member.elements, kNoNode);
  }
  const NodeId given = containerArguments(site, call_action, may_write);
  const NodeId stored = method && keepsNoPointers(method->getParent()) ? kNoNode : given;
  element.reset();
  if (!printsToStream(site.callee))
    walkers_.places.readPlace(site.self);
  context_.cost(kContainerCost);
  containerEffect(member, site, call_action, stored);
  if (method && writesElsewhere(method->getParent()) && member.effect != ContainerEffect::Access &&
      member.effect != ContainerEffect::QuerySize)
    walkers_.places.define(call_action, referredBy(site.expression, site.self), stored, {}, true);
  if (method && isView(method->getParent()) && (member.effect == ContainerEffect::Unknown || member.name == "find"))
    walkers_.places.readPlace(referredBy(site.expression, site.self));
  if (member.name == "operator[]" && site.arguments.size() == 1 && !member.associative)
    walkers_.places.boundedBy(site.arguments.front(), member.size);
  if (method && !member.is_const && !member.iterator && member.effect != ContainerEffect::Access &&
      member.effect != ContainerEffect::QuerySize)
    walkers_.lifetimes.callDestructor(site.expression, context_.ast->getRecordType(method->getParent()), site.self,
                                      call_action);
  if (method)
    walkers_.lifetimes.constructsHeld(site, call_action);
  if (member.unseen)
    walkers_.unseen.callsOverriders(site, call_action);
  walkers_.external.usesHiddenState(site, call_action, stored);
  if (walkers_.unseen.callbacks(site, call_action) && member.effect == ContainerEffect::ChangeBoth)
    walkers_.places.readPlace(member.elements); // threads, that will be joined
  reader.end();
  if (site.result != kNoNode)
    containerResult(member, site);
  return site.result;
}

} // namespace maquette::skeletonizer
