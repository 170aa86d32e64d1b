//===- skeletonizer/dataflow/lib/build_external_calls.cpp - calls of functions that are not the program's -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {

namespace {

/// What functions that only look at memory take for text, not for bytes of other values.
bool isText(clang::QualType type) {
  return type->isPointerType() && (type->getPointeeType()->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                                   type->getPointeeType()->isSpecificBuiltinType(clang::BuiltinType::Char_U));
}

bool endsInJump(const std::string &name) { return name == "longjmp" || name == "_longjmp" || name == "siglongjmp"; }

bool measuresText(const std::string &name) {
  return name == "strlen" || name == "strnlen" || name == "wcslen" || name == "__builtin_strlen";
}

} // namespace

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

std::string effectName(const clang::FunctionDecl &function) {
  return isStandardLibrary(&function) ? "std::" + function.getNameAsString() : listedName(function);
}

Effect ExternalCalls::listedEffect(const CallSite &site) const {
  const std::string name = site.callee ? effectName(*site.callee) : std::string();
  const bool algorithm = name == "std::move" && site.arguments.size() == 3;
  return name.empty() || algorithm ? Effect::Unknown : context_.shared.effects.of(name);
}

bool isFunctionObject(const clang::FunctionDecl *callee) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return method && method->getOverloadedOperator() == clang::OO_Call && isStandardLibrary(method) &&
         method->getParent()->isEmpty();
}

NodeId ExternalCalls::externalCall(CallSite &site) {
  if (isFunctionObject(site.callee)) {
    site.has_self = false;
    site.self = {};
  }
  const NodeId call_action =
      context_.memo(site.expression, Slot::Call, NodeKind::Action, static_cast<std::size_t>(Role::Call));
  const std::string name = site.callee ? site.callee->getNameAsString() : std::string();
  walkers_.fields.confineBuffers(site);
  if (const MpiFunction *function = mpiFunction(name))
    return walkers_.mpi.mpiCall(site, *function);
  walkers_.unseen.callsUnseen(site, call_action);
  walkers_.files.note(site, call_action);
  if (walkers_.files.transfer(site, call_action))
    return site.result;
  if (walkers_.files.keeps(site))
    walkers_.mpi.mustHappen(call_action);
  noteThreads(site, call_action);
  if (libraryThrows(site.callee))
    walkers_.flow.mayThrow(call_action);
  const Effect effect = listedEffect(site);
  context_.graph()[call_action].measures_text = measuresText(name);
  if (site.callee && isStandardLibrary(site.callee) && effect != Effect::Pure && !printsToStream(site.callee))
    for (const clang::Expr *argument : site.arguments)
      if (argument->isLValue() && isProgramRecord(argument->getType()))
        walkers_.moves.copiesElements(argument, call_action, {}, argument->getType()); // push_back(), make_shared()
  if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(site.callee); method && site.has_self) {
    const bool bit = isBit(method->getASTContext().getRecordType(method->getParent()));
    if (!bit && (movesMembers(method) || movesContainer(method)))
      return walkers_.moves.wholeAssignment(site, call_action);
    if (name == "swap" && isStandardLibrary(method) && site.arguments.size() == 1)
      return walkers_.moves.swapCall(site, site.self, call_action);
  }
  if (name == "swap" && site.callee && isStandardLibrary(site.callee) && site.arguments.size() == 2)
    return walkers_.moves.swapCall(site, {}, call_action);
  if (site.has_self && site.callee && (isStandardLibrary(site.callee) || effect == Effect::Unknown))
    return walkers_.containers.containerCall(site, call_action);
  if (effect == Effect::NoReturn || (site.callee && site.callee->isNoReturn())) {
    // A jump back to where setjmp was called is no end: it happens in the skeleton when it happens in the program.
    const bool jumps = endsInJump(name);
    if (jumps)
      context_.graph().need(context_.graph().root(), call_action);
    else
      context_.graph().soft_roots.push_back(call_action);
    Scope reader(context_.cursor.reader, context_.operands(call_action));
    for (const clang::Expr *argument : site.arguments) {
      const NodeId pointer = walkers_.expressions.value(argument);
      if (jumps)
        walkers_.places.readWhole(argument, pointer, argument->IgnoreImpCasts()->getType());
    }
    usesHiddenState(site, call_action,
                    site.arguments.empty() ? kNoNode : walkers_.expressions.value(site.arguments.front()));
    reader.end();
    return kNoNode;
  }
  return effect == Effect::Unknown ? unknownCall(site, call_action) : tableCall(site, effect, call_action);
}

NodeId ExternalCalls::tableCall(CallSite &site, Effect effect, NodeId call_action) {
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  context_.cost(effect == Effect::Clock ? 0 : kCallCost);
  std::vector<NodeId> passed;
  const bool names_part =
      isStandardLibrary(site.callee) && site.callee->getNameAsString() == "get" && site.expression->isGLValue();
  for (const clang::Expr *argument : site.arguments) {
    const NodeId pointer = walkers_.places.valueOrAddress(argument, false);
    passed.push_back(pointer);
    if (names_part || givesRecords(site.callee, argument->IgnoreImpCasts()->getType())) {
      walkers_.places.readPlace({{}, {pointer}});
    } else if (effect == Effect::Pure || effect == Effect::Random || effect == Effect::Output) {
      const clang::QualType type = argument->IgnoreImpCasts()->getType();
      if (!isNumber(argument))
        walkers_.places.readWhole(argument, pointer, type, isText(type) ? Content::Other : Content::Any);
      walkers_.containers.readBehindView(argument, pointer);
    }
  }
  switch (effect) {
  case Effect::Allocate:
  case Effect::AllocateZero:
  case Effect::Reallocate: {
    const NodeId object = walkers_.calls.heap(site.expression, {}, call_action);
    if (effect != Effect::Allocate)
      context_.graph().need(object, call_action);
    if (site.result != kNoNode) {
      context_.graph().pointers.address.push_back({site.result, object});
      if (effect == Effect::Reallocate && !passed.empty() && passed[0] != kNoNode)
        context_.graph().pointers.copy.push_back({site.result, passed[0]});
    }
    break;
  }
  case Effect::AllocateInto:
    if (!passed.empty() && passed[0] != kNoNode) {
      walkers_.places.writeWhole(site.arguments[0], call_action, passed[0],
                                 site.arguments[0]->IgnoreImpCasts()->getType());
      const NodeId stored = context_.memo(site.expression, Slot::Contents, NodeKind::Other);
      context_.graph().pointers.address.push_back({stored, walkers_.calls.heap(site.expression, {}, call_action)});
      context_.graph().pointers.store.push_back({passed[0], stored});
    }
    break;
  case Effect::Free:
    if (!passed.empty() && passed[0] != kNoNode)
      context_.graph().deferred.frees.push_back({call_action, passed[0]});
    break;
  case Effect::Random: {
    const NodeId state = context_.shared.objects.hiddenState("random");
    context_.graph().need(state, call_action);
    context_.read(state);
    break;
  }
  case Effect::Copy:
    for (const clang::Expr *argument : site.arguments)
      walkers_.places.boundedBy(argument);
    if (passed.size() >= 2) {
      walkers_.places.readWhole(site.arguments[1], passed[1], site.arguments[1]->IgnoreImpCasts()->getType());
      walkers_.places.writeWhole(site.arguments[0], call_action, passed[0],
                                 site.arguments[0]->IgnoreImpCasts()->getType());
      if (passed[0] != kNoNode && passed[1] != kNoNode) {
        const NodeId moved = context_.memo(site.expression, Slot::Contents, NodeKind::Other);
        context_.graph().pointers.load.push_back({moved, passed[1]});
        context_.graph().pointers.store.push_back({passed[0], moved});
      }
      if (site.result != kNoNode && passed[0] != kNoNode)
        context_.graph().pointers.copy.push_back({site.result, passed[0]});
    }
    break;
  case Effect::Clock:
    context_.graph()[call_action].of_rank = true;
    for (std::size_t i = 0; i < passed.size(); ++i)
      walkers_.places.writeWhole(site.arguments[i], call_action, passed[i],
                                 site.arguments[i]->IgnoreImpCasts()->getType());
    break;
  default:
    for (std::size_t i = 0; i < passed.size(); ++i)
      walkers_.containers.passedOn(site, site.arguments[i], passed[i]);
  }
  usesHiddenState(site, call_action);
  reader.end();
  return site.result;
}

} // namespace maquette::skeletonizer
