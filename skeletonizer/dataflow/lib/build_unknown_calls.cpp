//===- skeletonizer/dataflow/lib/build_unknown_calls.cpp - calls of functions whose bodies nobody sees -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

#include "llvm/Support/Path.h"

namespace maquette::skeletonizer {

namespace {

/// &p with a pointer p: what is called may set it.
bool givesPointer(const clang::Expr *argument) {
  const clang::QualType type = argument->IgnoreParenCasts()->getType();
  return type->isPointerType() && type->getPointeeType()->isPointerType() && !type->getPointeeType().isConstQualified();
}

/// An instruction of the processor's, by a function of the compiler's headers (_mm256_add_pd) or without: it works on
/// what it is given.
bool isInstruction(const clang::FunctionDecl &callee) {
  const bool built_in = callee.getIdentifier() && callee.getName().starts_with("__builtin_ia32_");
  return built_in ||
         (isSystem(&callee) && callee.hasAttr<clang::AlwaysInlineAttr>() && callee.hasAttr<clang::NoDebugAttr>());
}

} // namespace

std::string libraryOf(const clang::FunctionDecl &function) {
  const clang::FunctionDecl *declared = function.getCanonicalDecl();
  if (!isInSystemHeader(declared))
    return kOwnLibrary;
  const clang::SourceManager &sources = declared->getASTContext().getSourceManager();
  const llvm::StringRef file = sources.getFilename(sources.getExpansionLoc(declared->getLocation()));
  const llvm::StringRef folder = llvm::sys::path::parent_path(file);
  const llvm::StringRef name = llvm::sys::path::filename(folder);
  return (name == "include" || name.contains("-linux-") ? file : folder).str();
}

bool mayRemember(const clang::FunctionDecl *callee) {
  return callee && !isStandardLibrary(callee) && callee->getBuiltinID() == 0 && !callee->isDefined() &&
         !callee->hasAttr<clang::ConstAttr>();
}

NodeId ExternalCalls::sharedState(const std::string &function, NodeId call_action, bool &changes) {
  bool reads = false;
  const std::string name = context_.shared.effects.hiddenState(function, changes, reads);
  if (name.empty())
    return kNoNode;
  const NodeId state = context_.shared.objects.hiddenState(name);
  if (reads)
    context_.graph().need(context_.operands(call_action), state);
  if (changes)
    context_.graph().need(state, call_action);
  return reads ? state : kNoNode; // Who only sets errno gives and keeps no pointer to it.
}

/// A pointer may be kept in the library, too.
NodeId ExternalCalls::usesHiddenState(const CallSite &site, NodeId call_action, NodeId given) {
  const std::string name = site.callee ? listedName(*site.callee) : std::string();
  if (context_.shared.effects.has(name, Trait::MakesFolders) || context_.shared.effects.has(name, Trait::Sleeps))
    context_.graph().soft_roots.push_back(call_action); // kept where it costs nothing
  bool changes = false;
  const NodeId state = site.callee ? sharedState(ownerOrName(*site.callee), call_action, changes) : kNoNode;
  if (state != kNoNode && changes && given != kNoNode)
    context_.graph().pointers.copy.push_back({state, given});
  for (const clang::Expr *argument : site.arguments)
    if (const NodeId taken =
            state != kNoNode && givesPointer(argument) ? walkers_.places.valueOrAddress(argument, false) : kNoNode;
        taken != kNoNode)
      context_.graph().pointers.store.push_back({taken, state});
  if (state == kNoNode || site.result == kNoNode)
    return changes ? state : kNoNode;
  context_.graph().pointers.copy.push_back({site.result, state});
  context_.graph().pointers.address.push_back({site.result, state}); // errno lies there
  if (changes)
    context_.graph().pointers.copy.push_back({state, site.result});
  return changes ? state : kNoNode;
}

/// A function of which nothing is known may have been told by others of its library what it gives, and has their
/// pointers.
void ExternalCalls::usesLibrary(const CallSite &site, const std::vector<LentPointer> &lent, NodeId call_action) {
  if (!mayRemember(site.callee))
    return;
  const std::string library = libraryOf(*site.callee);
  const NodeId state = context_.shared.objects.hiddenState("of " + library),
               shown = context_.shared.objects.hiddenState("shown to " + library);
  for (const LentPointer &pointer : lent)
    context_.graph().pointers.copy.push_back({pointer.may_write ? state : shown, pointer.value});
  context_.read(state);
  for (NodeId kept : {state, shown})
    context_.graph().deferred.reads.push_back({context_.cursor.reader, kept, nullptr, true, Content::Any, true});
  if (site.callee->hasAttr<clang::PureAttr>())
    return;
  context_.graph().need(state, call_action);
  context_.graph().deferred.writes.push_back({call_action, state, nullptr, true, Content::Any, true});
}

std::string ExternalCalls::listedRoles(const CallSite &site) const {
  return site.callee ? context_.shared.effects.argumentRoles(effectName(*site.callee), site.arguments.size())
                     : std::string();
}

static UnseenFunction unseenFunction(const std::string &name, const CallSite &site) {
  const clang::ASTContext &context = site.callee->getASTContext();
  const clang::SourceManager &sources = context.getSourceManager();
  return {name, keyOf(site.callee->getSourceRange(), context).file, keyOf(site.expression, context),
          sources.getExpansionLineNumber(site.expression->getBeginLoc())};
}

/// What std::quoted(text) or std::tie(a, b) give refers to the text, to a and b.
void ExternalCalls::usesReferred(const CallSite &site, const clang::Expr *argument, NodeId pointer,
                                 NodeId call_action) {
  const clang::CXXRecordDecl *record = recordOf(argument->IgnoreImpCasts()->getType().getNonReferenceType());
  if (!record || !holdsReferences(record))
    return;
  const AbstractLocation referred = walkers_.containers.referredBy(argument, {{}, {pointer}});
  walkers_.places.readPlace(referred);
  if (!printsToStream(site.callee) && !clang::CXXOperatorCallExpr::isComparisonOp(site.callee->getOverloadedOperator()))
    walkers_.places.define(call_action, referred, kNoNode, {}, true);
}

void ExternalCalls::noteUnknown(const std::string &name, const CallSite &site) {
  if (!context_.shared.noted.insert(name).second)
    return;
  context_.graph().notes.push_back(name +
                                   ": unknown function; assumed to read and write through its pointer arguments and "
                                   "through those of earlier calls of its library");
  if (site.callee && !isSystem(site.callee) && site.callee->getBuiltinID() == 0)
    context_.graph().unseen.push_back(unseenFunction(name, site));
}

NodeId ExternalCalls::unknownCall(CallSite &site, NodeId call_action) {
  const std::string name = site.callee ? site.callee->getQualifiedNameAsString() : "a function pointer";
  const bool standard = site.callee && isStandardLibrary(site.callee);
  const bool instruction = site.callee && isInstruction(*site.callee);
  const bool known = standard || instruction || !listedRoles(site).empty();
  if (!known && context_.shared.dead_code.holds(*context_.function->declaration, site.expression))
    return site.result;
  if (!known)
    noteUnknown(name, site);
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  context_.cost(kCallCost);
  const bool to_stream = printsToStream(site.callee);
  const bool c_getline = !standard && name == "getline"; // of POSIX: (line, size, file)
  const std::string roles = to_stream ? "oi" : c_getline ? "xxx" : listedRoles(site);
  const bool unknown = site.callee && roles.empty() && !standard && !instruction;
  const bool given_to_constructor = walkers_.lifetimes.givesToConstructor(site);
  std::vector<LentPointer> lent;
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const clang::Expr *argument = site.arguments[i];
    const clang::QualType parameter =
        site.callee && i < site.callee->getNumParams() ? site.callee->getParamDecl(i)->getType() : argument->getType();
    const NodeId pointer = walkers_.places.valueOrAddress(argument, parameter->isReferenceType());
    if (pointer == kNoNode)
      continue;
    const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
    const char role =
        roles.empty() ? (isWritten(parameter) ? 'x' : 'i') : roles[std::min<std::size_t>(i, roles.size() - 1)];
    if (parameter->isPointerType() || parameter->isReferenceType())
      lent.push_back({pointer, role != 'i'});
    if (givesRecords(site.callee, spelled)) {
      walkers_.places.readPlace({{}, {pointer}});
    } else if (role != 'o' && role != 'p') {
      walkers_.places.readWhole(argument, pointer, spelled);
      walkers_.containers.readBehindView(argument, pointer);
    }
    if (role == 'o' || role == 'x')
      walkers_.places.writeWhole(argument, call_action, pointer, spelled);
    if (standard)
      usesReferred(site, argument, pointer, call_action);
    // A record may hold pointers to what else it works on.
    if (role == 'd' || unknown)
      context_.graph().deferred.reads.push_back({context_.cursor.reader, pointer, nullptr, true, Content::Any, true});
    if (role == 'x' && unknown)
      context_.graph().deferred.writes.push_back({call_action, pointer, nullptr, true, Content::Any, true});
    if (!standard && givesPointer(argument))
      context_.graph().need(walkers_.calls.heapInto(argument, pointer, call_action), call_action);
    if ((!to_stream || i == 0) && !given_to_constructor && (role == 'p' || roles.find('p') == std::string::npos))
      walkers_.containers.passedOn(site, argument, pointer);
  }
  // What an unknown function returns a pointer to may be new: a FILE, say.
  if (site.result != kNoNode && !standard && site.expression->getType()->isPointerType()) {
    const NodeId object = walkers_.calls.heap(site.expression, {}, call_action);
    context_.graph().need(object, call_action);
    context_.graph().pointers.address.push_back({site.result, object});
  }
  if (const NodeId list = name == "__builtin_va_start" ? walkers_.expressions.value(site.arguments.front()) : kNoNode;
      list != kNoNode) {
    const NodeId passed = walkers_.calls.dots(context_.instance);
    context_.read(passed);
    context_.graph().pointers.store.push_back({list, passed});
  }
  usesHiddenState(site, call_action);
  if (unknown) {
    usesLibrary(site, lent, call_action);
    walkers_.unseen.callsOverriders(site, call_action);
  }
  walkers_.unseen.callbacks(site, call_action);
  if (standard)
    walkers_.lifetimes.constructsHeld(site, call_action);
  reader.end();
  return site.result;
}

} // namespace maquette::skeletonizer
