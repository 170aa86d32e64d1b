//===- skeletonizer/dataflow/lib/build_external_calls.cpp - calls of functions that are not the program's -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

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

bool endsInJump(const std::string &name) { return name == "longjmp" || name == "_longjmp" || name == "siglongjmp"; }

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

/// What stands for a bit of a std::vector<bool> or a std::bitset: it is returned by value and refers to the container.
bool isBit(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !isStandardLibrary(record))
    return false;
  const auto *outer = llvm::dyn_cast<clang::CXXRecordDecl>(record->getDeclContext());
  return record->getName() == "_Bit_reference" || record->getName() == "__bit_reference" ||
         (record->getName() == "reference" && outer && outer->getName() == "bitset");
}

/// An assignment, or what else changes it, goes to what it refers to: what std::tie() gives, a part of a std::valarray.
bool writesElsewhere(const clang::CXXRecordDecl *record) {
  const llvm::StringRef name = record->getIdentifier() && isStandardLibrary(record) ? record->getName() : "";
  return holdsReferences(record) || name.ends_with("_array") || name.contains("atomic_ref");
}

} // namespace

/// Refers to elements that another object has.
bool isView(const clang::CXXRecordDecl *record) {
  const llvm::StringRef name = record && record->getIdentifier() && isStandardLibrary(record) ? record->getName() : "";
  return name == "basic_string_view" || name == "span" || name == "subrange" || name.ends_with("_view");
}

void FunctionBuilder::readBehindView(const clang::Expr *argument, NodeId pointer) {
  if (reader_ != kNoNode && pointer != kNoNode &&
      isView(recordOf(argument->IgnoreImpCasts()->getType().getNonReferenceType())))
    graph().deferred_reads.push_back({reader_, pointer, nullptr, true, Content::Any, true});
}

bool holdsReferences(const clang::CXXRecordDecl *record) {
  const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  const std::function<bool(const clang::TemplateArgument &)> refers = [&](const clang::TemplateArgument &argument) {
    return argument.getKind() == clang::TemplateArgument::Pack
               ? llvm::any_of(argument.pack_elements(), refers)
               : argument.getKind() == clang::TemplateArgument::Type && argument.getAsType()->isReferenceType();
  };
  return made && isStandardLibrary(made) && llvm::any_of(made->getTemplateArgs().asArray(), refers);
}

/// stream.flush(), .write(bytes, n); .width(8) and its like, which change how it prints.
static bool isMemberThatPrints(const clang::CXXMethodDecl &method) {
  static const std::set<llvm::StringRef> kPrints{"flush", "put", "write"},
      kFormats{"width", "precision", "fill", "flags", "setf", "unsetf"};
  if (!method.getIdentifier() || !method.getParent()->getIdentifier())
    return false;
  const llvm::StringRef owner = method.getParent()->getName();
  return owner == "basic_ostream" ? kPrints.count(method.getName()) != 0
                                  : (owner == "ios_base" || owner == "basic_ios") && method.getNumParams() > 0 &&
                                        kFormats.count(method.getName()) != 0;
}

/// The library's, and it prints. What was printed before is no part of it: who reads the stream (a string's)
/// needs all that was printed, who prints needs nothing.
bool printsToStream(const clang::FunctionDecl *callee) {
  if (!callee || !isStandardLibrary(callee))
    return false;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && isMemberThatPrints(*method))
    return true;
  if (callee->getOverloadedOperator() != clang::OO_LessLess || !callee->getReturnType()->isLValueReferenceType())
    return false;
  const clang::RecordDecl *stream = callee->getReturnType().getNonReferenceType()->getAsRecordDecl();
  return stream && stream->getName() == "basic_ostream" && isStandardLibrary(stream);
}

bool isWritten(clang::QualType parameter) {
  if (!parameter->isPointerType() && !parameter->isReferenceType())
    return parameter->isRecordType(); // an iterator passed by value
  const clang::QualType pointee = parameter->getPointeeType();
  return !pointee.isConstQualified() && !pointee->isFunctionType();
}

std::string listedName(const clang::FunctionDecl &function) {
  const bool plain = function.getDeclContext()->getRedeclContext()->isTranslationUnit() || function.isExternC() ||
                     isStandardLibrary(&function);
  return plain ? function.getNameAsString() : function.getQualifiedNameAsString();
}

Effect FunctionBuilder::listedEffect(const CallSite &site) const {
  const std::string name = site.callee ? listedName(*site.callee) : std::string();
  const bool algorithm = name == "move" && site.arguments.size() == 3;
  return name.empty() || algorithm ? Effect::Unknown : builder_.effects_.of(name);
}

NodeId FunctionBuilder::externalCall(CallSite &site) {
  const NodeId call_action = memo(site.expression, Slot::Call, NodeKind::Action, static_cast<std::size_t>(Role::Call));
  const std::string name = site.callee ? site.callee->getNameAsString() : std::string();
  confineBuffers(site);
  if (const MpiFunction *function = mpiFunction(name))
    return mpiCall(site, *function);
  callsUnseen(site, call_action);
  noteThreads(site, call_action);
  if (libraryThrows(site.callee))
    mayThrow(call_action);
  const Effect effect = listedEffect(site);
  if (site.callee && isStandardLibrary(site.callee) && effect != Effect::Pure && !printsToStream(site.callee))
    for (const clang::Expr *argument : site.arguments)
      if (argument->isLValue() && isProgramRecord(argument->getType()))
        copiesElements(argument, call_action, {}, argument->getType()); // push_back(), make_shared()
  if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee); method && site.has_self) {
    const bool bit = isBit(method->getASTContext().getRecordType(method->getParent()));
    if (!bit && (movesMembers(method) || movesContainer(method)))
      return wholeAssignment(site, call_action);
    if (name == "swap" && isStandardLibrary(method) && site.arguments.size() == 1)
      return swapCall(site, site.self, call_action);
  }
  if (name == "swap" && site.callee && isStandardLibrary(site.callee) && site.arguments.size() == 2)
    return swapCall(site, {}, call_action);
  if (site.has_self && site.callee && (isStandardLibrary(site.callee) || effect == Effect::Unknown))
    return containerCall(site, call_action);
  if (effect == Effect::NoReturn || (site.callee && site.callee->isNoReturn())) {
    // A jump back to where setjmp was called is no end: it happens in the skeleton when it happens in the program.
    const bool jumps = endsInJump(name);
    if (jumps)
      graph().need(graph().root(), call_action);
    else
      graph().soft_roots.push_back(call_action);
    const NodeId reader = std::exchange(reader_, operands(call_action));
    for (const clang::Expr *argument : site.arguments) {
      const NodeId pointer = value(argument);
      if (jumps)
        readWhole(argument, pointer, argument->IgnoreImpCasts()->getType());
    }
    usesHiddenState(site, call_action, site.arguments.empty() ? kNoNode : value(site.arguments.front()));
    reader_ = reader;
    return kNoNode;
  }
  return effect == Effect::Unknown ? unknownCall(site, call_action) : tableCall(site, effect, call_action);
}

/// What the call gives may be \p argument, or refer to what it refers to: a view of a view, an element of a std::tuple
/// of references.
void FunctionBuilder::passedOn(const CallSite &site, const clang::Expr *argument, NodeId pointer) {
  if (site.result == kNoNode || pointer == kNoNode)
    return;
  graph().pointers.copy.push_back({site.result, pointer});
  const clang::CXXRecordDecl *record = argument->isGLValue() ? recordOf(argument->getType()) : nullptr;
  if (record && isStandardLibrary(record) &&
      (holdsReferences(record) || (site.expression->isPRValue() && site.expression->getType()->isRecordType())))
    graph().pointers.load.push_back({site.result, pointer});
}

NodeId FunctionBuilder::tableCall(CallSite &site, Effect effect, NodeId call_action) {
  const NodeId reader = std::exchange(reader_, operands(call_action));
  cost(effect == Effect::Clock ? 0 : kCallCost);
  std::vector<NodeId> passed;
  const bool names_part =
      isStandardLibrary(site.callee) && site.callee->getNameAsString() == "get" && site.expression->isGLValue();
  for (const clang::Expr *argument : site.arguments) {
    const NodeId pointer = valueOrAddress(argument, false);
    passed.push_back(pointer);
    if (names_part || givesRecords(site.callee, argument->IgnoreImpCasts()->getType())) {
      readPlace({{}, {pointer}});
    } else if (effect == Effect::Pure || effect == Effect::Random || effect == Effect::Output) {
      readWhole(argument, pointer, argument->IgnoreImpCasts()->getType());
      readBehindView(argument, pointer);
    }
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
  case Effect::AllocateInto:
    if (!passed.empty() && passed[0] != kNoNode) {
      writeWhole(site.arguments[0], call_action, passed[0], site.arguments[0]->IgnoreImpCasts()->getType());
      const NodeId stored = memo(site.expression, Slot::Contents, NodeKind::Other);
      graph().pointers.address.push_back({stored, heap(site.expression, {}, call_action)});
      graph().pointers.store.push_back({passed[0], stored});
    }
    break;
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
    for (const clang::Expr *argument : site.arguments)
      boundedBy(argument);
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
  case Effect::Clock:
    graph()[call_action].of_rank = true;
    for (std::size_t i = 0; i < passed.size(); ++i)
      writeWhole(site.arguments[i], call_action, passed[i], site.arguments[i]->IgnoreImpCasts()->getType());
    break;
  default:
    for (std::size_t i = 0; i < passed.size(); ++i)
      passedOn(site, site.arguments[i], passed[i]);
  }
  usesHiddenState(site, call_action);
  reader_ = reader;
  return site.result;
}

bool FunctionBuilder::countsElements(const CallSite &site, const AbstractLocation &elements, NodeId call_action) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const bool counts = method && isVectorOfPlainValues(method->getParent()) && !elements.empty() &&
                      takesACount(*method) && block_ == kNoNode && !site.expression->getBeginLoc().isMacroID() &&
                      !site.expression->getEndLoc().isMacroID();
  // One that does not, in this instance of a template, speaks for all instances: its use names no elements. No text
  // says that one is made empty.
  const bool is_text = !site.arguments.empty() || !llvm::isa<clang::CXXConstructExpr>(site.expression);
  const int use =
      is_text ? builder_.site(Role::Contents, site.expression, keyOf(site.expression, *ast_), *ast_, function_->name)
              : -1;
  graph().container_uses.push_back(counts && is_text
                                       ? ContainerUse{use, call_action, elements.objects, elements.pointers}
                                       : ContainerUse{use, counts ? call_action : kNoNode, {}, {}});
  return counts;
}

/// Arguments of a container's member: read, and written if \p may_write where passed by a mutable reference, pointer or
/// iterator (stream >> value, stream.read(bytes, n), a.swap(b)). Returns the pointer values that the container may now
/// hold.
NodeId FunctionBuilder::containerArguments(const CallSite &site, NodeId call_action, bool may_write) {
  NodeId stored = kNoNode;
  const bool reads_into = site.callee->getNameAsString() == "operator>>";
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const clang::Expr *argument = site.arguments[i];
    const clang::QualType parameter =
        i < site.callee->getNumParams() ? site.callee->getParamDecl(i)->getType() : clang::QualType();
    const bool by_reference = !parameter.isNull() && parameter->isLValueReferenceType();
    const bool written =
        may_write && !parameter.isNull() && !parameter->isRValueReferenceType() && isWritten(parameter);
    const NodeId pointer = valueOrAddress(argument, written && by_reference);
    if (pointer == kNoNode)
      continue;
    const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
    const bool ends_it = site.callee->getNameAsString() == "erase" && isPosition(spelled);
    if (ends_it || (takesElement(site.callee->getNameAsString()) && isProgramRecord(spelled)) ||
        givesRecords(site.callee, spelled))
      readPlace({{}, {pointer}}); // its fields are the element's
    else if (!written || !reads_into)
      readWhole(argument, pointer, spelled), readBehindView(argument, pointer);
    if (written)
      writeWhole(argument, call_action, pointer, spelled);
    stored = pointerTo(site.expression, {pointer}, Slot::Contents);
    graph().pointers.load.push_back({stored, pointer});
  }
  return stored;
}

/// What a member does to the container's size and elements; the reader is the call.
void FunctionBuilder::containerEffect(const ContainerCall &member, const CallSite &site, NodeId call_action,
                                      NodeId stored) {
  switch (member.effect) {
  case ContainerEffect::QuerySize:
    readPlace(member.size);
    break;
  case ContainerEffect::Access:
    if (member.associative && member.name == "operator[]") {
      define(call_action, member.size, kNoNode);
      define(call_action, member.elements, stored);
    }
    if (member.name != "operator[]" && member.name != "data" && member.name != "at" && !member.iterator)
      readPlace(member.size);
    if (member.associative || member.name == "find" || site.expression->getType()->isBooleanType())
      readPlace(member.elements); // a bit is returned by value
    if (member.iterator && !member.is_const)
      define(call_action, site.self, kNoNode); // ++it
    break;
  case ContainerEffect::ChangeSize:
    define(call_action, member.size, kNoNode);
    // What is reserved says where the elements lie: pointers to them hold while they are put in.
    if (member.name == "resize" || member.name == "reserve" || site.arguments.size() > 1)
      define(call_action, member.elements, stored);
    if (member.name != "clear" && member.name != "resize")
      readPlace(member.size);
    break;
  case ContainerEffect::ChangeBoth:
    readPlace(member.size);
    define(call_action, member.size, kNoNode);
    define(call_action, member.elements, stored);
    break;
  case ContainerEffect::Unknown:
    if (!printsToStream(site.callee)) {
      readPlace(member.size);
      readPlace(member.elements);
    }
    if (!member.is_const) {
      define(call_action, member.size, kNoNode);
      define(call_action, member.elements, stored);
      define(call_action, site.self, stored);
    }
  }
  if (member.holder && !member.is_const && member.effect != ContainerEffect::Access &&
      member.effect != ContainerEffect::QuerySize)
    define(call_action, site.self, stored);
}

/// What a member's result points to: what an iterator stands on, the elements, or the container itself.
void FunctionBuilder::containerResult(const ContainerCall &member, const CallSite &site) {
  const bool to_elements =
      member.effect == ContainerEffect::Access || (member.effect == ContainerEffect::ChangeBoth && !member.points);
  const bool by_value = site.expression->isPRValue() && site.expression->getType()->isRecordType(); // a part of a view
  if (member.iterator || member.unseen || (member.holder && (to_elements || by_value))) {
    for (NodeId object : site.self.objects)
      graph().pointers.copy.push_back({site.result, object});
    for (NodeId pointer : site.self.pointers)
      graph().pointers.load.push_back({site.result, pointer});
  }
  if ((member.iterator && !member.unseen) || (member.points && to_elements))
    return;
  const AbstractLocation &target = to_elements ? member.elements : site.self;
  for (NodeId object : target.objects) {
    graph().pointers.address.push_back({site.result, object});
    if (!to_elements && !printsToStream(site.callee))
      graph().pointers.copy.push_back({site.result, object});
  }
  for (NodeId pointer : target.pointers)
    graph().pointers.copy.push_back({site.result, pointer});
}

AbstractLocation FunctionBuilder::referredBy(const void *key, const AbstractLocation &place) {
  const NodeId target = memo(key, Slot::Data, NodeKind::Other, kReferred);
  for (NodeId object : place.objects)
    graph().pointers.copy.push_back({target, object});
  for (NodeId pointer : place.pointers)
    graph().pointers.load.push_back({target, pointer});
  return {{}, {target}};
}

NodeId FunctionBuilder::bitCall(CallSite &site, NodeId call_action) {
  const NodeId reader = std::exchange(reader_, operands(call_action));
  cost(kContainerCost);
  readPlace(site.self);
  for (const clang::Expr *argument : site.arguments) {
    if (isBit(argument->getType()))
      readPlace(referredBy(argument, place(argument)));
    else
      value(argument);
  }
  const AbstractLocation bits = referredBy(site.expression, site.self);
  if (llvm::cast<clang::CXXMethodDecl>(site.callee)->isConst())
    readPlace(bits);
  else
    define(call_action, bits, kNoNode);
  reader_ = reader;
  if (site.result != kNoNode)
    for (NodeId object : site.self.objects)
      graph().pointers.address.push_back({site.result, object});
  return site.result;
}

NodeId FunctionBuilder::containerCall(CallSite &site, NodeId call_action) {
  const auto *of_class = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  if (of_class && isBit(of_class->getASTContext().getRecordType(of_class->getParent())))
    return bitCall(site, call_action);
  if (of_class && of_class->getParent()->getName() == "coroutine_handle") // runs a coroutine on, or ends it
    graph().need(graph().root(), call_action);
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
  member.effect = member.iterator || dereferences ? ContainerEffect::Access : builder_.effects_.ofMember(member.name);
  if (member.name == "get" && !site.arguments.empty()) // of a stream
    member.effect = ContainerEffect::Unknown;
  member.unseen = method && !isStandardLibrary(method);
  member.elements = member.unseen ? site.self : part(site.expression, site.self, "#elements");
  member.size = member.unseen ? site.self : part(site.expression, site.self, "#size");

  const NodeId reader = std::exchange(reader_, operands(call_action));
  const bool may_write = member.effect == ContainerEffect::Unknown || member.name == "swap";
  const bool counts = (member.effect == ContainerEffect::ChangeSize || member.effect == ContainerEffect::ChangeBoth) &&
                      countsElements(site, member.elements, call_action);
  // What is put in is needed by who needs the elements, not by who needs their number.
  if (takesElement(member.name) && (counts || (site.arguments.size() == 1 && isNamedObject(site.arguments.front())))) {
    reader_ = memo(site.expression, Slot::Data, NodeKind::Other, kStoredElement);
    graph().need(reader_, call_action);
    define(reader_, member.elements, kNoNode);
  }
  const NodeId given = containerArguments(site, call_action, may_write);
  const NodeId stored = method && keepsNoPointers(method->getParent()) ? kNoNode : given;
  reader_ = operands(call_action);
  if (!printsToStream(site.callee))
    readPlace(site.self);
  cost(kContainerCost);
  containerEffect(member, site, call_action, stored);
  if (method && writesElsewhere(method->getParent()) && member.effect != ContainerEffect::Access &&
      member.effect != ContainerEffect::QuerySize)
    define(call_action, referredBy(site.expression, site.self), stored, {}, true);
  if (method && isView(method->getParent()) && (member.effect == ContainerEffect::Unknown || member.name == "find"))
    readPlace(referredBy(site.expression, site.self));
  if (member.name == "operator[]" && site.arguments.size() == 1 && !member.associative)
    boundedBy(site.arguments.front(), member.size);
  if (method && !member.is_const && !member.iterator && member.effect != ContainerEffect::Access &&
      member.effect != ContainerEffect::QuerySize)
    callDestructor(site.expression, ast_->getRecordType(method->getParent()), site.self, call_action);
  if (method)
    constructsHeld(site, call_action);
  if (member.unseen)
    callsOverriders(site, call_action);
  usesHiddenState(site, call_action, stored);
  if (callbacks(site, call_action) && member.effect == ContainerEffect::ChangeBoth)
    readPlace(member.elements); // threads, that will be joined
  reader_ = reader;
  if (site.result != kNoNode)
    containerResult(member, site);
  return site.result;
}

} // namespace maquette::skeletonizer
