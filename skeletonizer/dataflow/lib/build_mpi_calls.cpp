//===- skeletonizer/dataflow/lib/build_mpi_calls.cpp - what MPI calls need and deliver -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace maquette::skeletonizer {

namespace {

/// Which data of a call a node is: all that it sends or receives, and apart what of that holds floating values and what
/// does not.
constexpr std::size_t kFloatingData = 2, kOtherData = 4;

/// What a function that does nothing else returns, or null.
const clang::Expr *onlyReturned(const clang::FunctionDecl *function) {
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function ? function->getBody() : nullptr);
  const auto *given = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  return given ? given->getRetValue() : nullptr;
}

/// The operand of ?: that is taken, where the condition is a constant, or what the function called always returns; else
/// the expression itself.
const clang::Expr *chosen(const clang::Expr *expression, clang::ASTContext &ast) {
  if (const auto *called = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreImplicit()))
    if (const clang::Expr *returned = onlyReturned(called->getDirectCallee()))
      return chosen(returned, ast);
  const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression->IgnoreParenImpCasts());
  bool first = false;
  if (!choice || choice->isValueDependent() || !choice->getCond()->EvaluateAsBooleanCondition(first, ast))
    return expression;
  return chosen(first ? choice->getTrueExpr() : choice->getFalseExpr(), ast);
}

bool isHandleName(llvm::StringRef text) {
  return text.starts_with("MPI_") && text != "MPI_PACKED" && llvm::all_of(text, [](char c) {
           return std::isupper(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) ||
                  c == '_';
         });
}

/// "MPI_DOUBLE" if the argument is spelled as a predefined handle, or as a macro that stands for one.
std::string handleName(const clang::Expr *expression, clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const auto range =
      clang::CharSourceRange::getTokenRange(sources.getExpansionRange(expression->getSourceRange()).getAsRange());
  const llvm::StringRef text = clang::Lexer::getSourceText(range, sources, ast.getLangOpts());
  if (isHandleName(text))
    return text.str();
  const bool one_macro =
      llvm::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
  for (clang::SourceLocation at = expression->getBeginLoc(); one_macro && at.isMacroID();
       at = sources.getImmediateMacroCallerLoc(at))
    if (const llvm::StringRef name = clang::Lexer::getImmediateMacroName(at, sources, ast.getLangOpts());
        isHandleName(name))
      return name.str();
  return {};
}

/// Its function never changes the parameter, nor takes its address.
bool isOnlyRead(const clang::ParmVarDecl &parameter) {
  class Uses : public clang::RecursiveASTVisitor<Uses> {
  public:
    explicit Uses(const clang::ParmVarDecl &asked) : parameter_(asked) {}
    bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
      others += reference->getDecl() == &parameter_;
      return true;
    }
    bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
      const auto *read = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
      others -= read && read->getDecl() == &parameter_ && cast->getCastKind() == clang::CK_LValueToRValue;
      return true;
    }
    int others = 0;

  private:
    const clang::ParmVarDecl &parameter_;
  };
  const auto *function = llvm::cast<clang::FunctionDecl>(parameter.getDeclContext());
  Uses uses(parameter);
  uses.TraverseStmt(function->getBody());
  return uses.others == 0;
}

/// What MPI takes or gives behind a pointer, messages' data aside: requests, counts and texts are no floating values.
Content contentOfArgument(clang::QualType pointee) {
  return pointee->isAnyCharacterType() ? Content::Other : contentOf(pointee);
}

/// What a datatype of this name holds.
Content contentOfDatatype(llvm::StringRef name) {
  if (name.empty() || name == "MPI_BYTE" || name.contains("CHAR"))
    return Content::Any;
  const bool floating = llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"FLOAT", "DOUBLE", "REAL", "COMPLEX"},
                                     [&](llvm::StringRef word) { return name.contains(word); });
  return !floating ? Content::Other : name.ends_with("_INT") ? Content::Any : Content::Floating;
}

std::string constantText(const clang::Expr *expression, clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  if (expression->isValueDependent() || !expression->EvaluateAsInt(result, ast))
    return {};
  const long long number = result.Val.getInt().getExtValue();
  return number < 0 ? std::string() : std::to_string(number); // a negative tag is MPI_ANY_TAG
}

/// Every rank has the same afterwards.
bool givesAllAlike(const std::string &name) {
  for (const char *kind : {"llreduce", "cast", "llgather", "llgatherv"})
    if (name.ends_with(kind))
      return true;
  return false;
}

bool reduces(const std::string &name) { return name.find("educe") != std::string::npos || name.ends_with("can"); }

bool isPointToPoint(const std::string &name) {
  return name.find("end") != std::string::npos || name.find("ecv") != std::string::npos;
}

bool isSymmetric(const CallSite &site) {
  const MpiFunction *const function = mpiFunction(site.callee->getNameAsString());
  return function != nullptr && function->symmetric;
}

/// Says who the rank is, or what has come by now: not the same on all ranks that pass the same.
bool tellsOfRank(const std::string &name) {
  for (const char *part :
       {"_rank", "Cart_shift", "Cart_get", "processor_name", "eighbor", "Test", "robe", "Wait", "ecv", "Wtime"})
    if (name.find(part) != std::string::npos)
      return true;
  return false;
}

/// The mode of MPI_File_open allows to read what was written.
bool mayReadBack(const clang::Expr *mode, const clang::ASTContext &ast) {
  constexpr int kReadAndWrite = 8; // MPI_MODE_RDWR, in any MPI's header
  clang::Expr::EvalResult result;
  return mode->isValueDependent() || !mode->EvaluateAsInt(result, ast) ||
         (result.Val.getInt().getExtValue() & kReadAndWrite) != 0;
}

/// The buffer is declared as integers, whatever it is cast to.
bool holdsIntegers(const clang::Expr *buffer) {
  clang::QualType type = buffer->IgnoreParenCasts()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  type = elementOf(type);
  return type->isIntegerType() && !type->isCharType();
}

} // namespace

const clang::VarDecl *addressedScalar(const clang::Expr *argument) {
  const auto *address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenCasts());
  if (!address || address->getOpcode() != clang::UO_AddrOf)
    return nullptr;
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && isScalar(variable->getType()) && !variable->getType()->isReferenceType()
             ? variable->getCanonicalDecl()
             : nullptr;
}

bool usesBuffersAtOnce(const clang::FunctionDecl *callee) {
  const std::string name = callee && callee->getIdentifier() ? callee->getNameAsString() : std::string();
  if (!mpiFunction(name))
    return false;
  for (const char *kind : {"MPI_Comm_rank",
                           "MPI_Comm_size",
                           "MPI_Get_count",
                           "MPI_Send",
                           "MPI_Ssend",
                           "MPI_Rsend",
                           "MPI_Recv",
                           "MPI_Sendrecv",
                           "MPI_Sendrecv_replace",
                           "MPI_Bcast",
                           "MPI_Allreduce",
                           "MPI_Reduce",
                           "MPI_Scan",
                           "MPI_Exscan",
                           "MPI_Gather",
                           "MPI_Allgather",
                           "MPI_Scatter",
                           "MPI_Alltoall",
                           "MPI_Reduce_scatter_block",
                           "MPI_Iprobe",
                           "MPI_Test",
                           "MPI_Waitany"})
    if (name == kind)
      return true;
  return false;
}

/// One rank alone receives what the same call sends, so another number is another call, even if there it is 1 as well.
bool MpiCalls::countsRanks(const clang::Expr *count, const clang::Expr *communicator) {
  const clang::VarDecl *local = walkers_.flow.flowVariable(count->IgnoreParenImpCasts());
  if (!local || !communicator || handleName(communicator, *context_.ast) != "MPI_COMM_WORLD" ||
      walkers_.flow.state[local].empty())
    return false;
  return llvm::all_of(walkers_.flow.state[local],
                      [&](NodeId definition) { return context_.shared.messages.world_sizes.count(definition) != 0; });
}

MpiCalls::Passed MpiCalls::passed(const clang::Expr *given) {
  Passed out{given, context_.ast};
  const clang::FunctionDecl *function = context_.function->declaration;
  const std::vector<const void *> &sites = context_.shared.callSites(context_.calling_context);
  for (auto site = sites.rbegin(); site != sites.rend(); ++site) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(out.expression->IgnoreParenImpCasts());
    const auto *parameter = reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
    const auto call = context_.shared.passed_at.find(*site);
    if (!parameter || parameter->getDeclContext() != function || call == context_.shared.passed_at.end() ||
        parameter->getFunctionScopeIndex() >= call->second.arguments.size() || !isOnlyRead(*parameter))
      break;
    out = {call->second.arguments[parameter->getFunctionScopeIndex()], call->second.ast};
    function = call->second.caller;
  }
  return out;
}

std::string MpiCalls::spelledHandle(const clang::Expr *given) {
  return handleName(chosen(walkers_.loops.onlyValue(given), *context_.ast), *context_.ast);
}

std::string MpiCalls::handle(const clang::Expr *given) {
  if (!given)
    return {};
  const Passed from = passed(walkers_.loops.onlyValue(given));
  return handleName(chosen(from.expression, *from.ast), *from.ast);
}

MessageClass MpiCalls::messageClass(const CallSite &site, const MpiFunction &function) {
  auto argument = [&](int index) {
    return index >= 0 && index < static_cast<int>(site.arguments.size()) ? site.arguments[index] : nullptr;
  };
  const clang::Expr *datatype = argument(function.datatype);
  const std::string name = site.callee->getNameAsString();
  const clang::Expr *tag = argument(function.tag);
  const clang::Expr *count = isPointToPoint(name) ? nullptr : argument(function.count);
  if (name.rfind(kFiles, 0) == 0)
    return {kFiles, {}, {}, {}};
  MessageClass out{isPointToPoint(name) ? "p2p" : name, handle(datatype), {}, handle(argument(function.op))};
  const auto text = [this](const clang::Expr *expression) {
    const Passed from = passed(expression);
    return constantText(from.expression, *from.ast);
  };
  if (tag)
    out.tag = text(tag);
  else if (count)
    out.tag = countsRanks(count, argument(function.communicator)) ? "ranks" : text(count);
  return out;
}

bool MpiCalls::mpiFlowVariable(const CallSite &site, const clang::Expr *argument, MpiArgument kind, NodeId actor) {
  const clang::VarDecl *variable = addressedScalar(argument);
  if (!variable || !walkers_.flow.followed.count(variable) || !usesBuffersAtOnce(site.callee))
    return false;
  const bool reads = kind != MpiArgument::PayloadOut && kind != MpiArgument::Out;
  if (reads)
    for (NodeId definition : walkers_.flow.state[variable])
      context_.graph().need(actor, definition);
  if (kind == MpiArgument::PayloadIn || kind == MpiArgument::ArrayIn)
    return true;
  // What no message came for keeps its value.
  if (kind != MpiArgument::Out)
    walkers_.flow.state[variable].insert(actor);
  else
    walkers_.flow.state[variable] = {actor};
  walkers_.places.define(actor, {{context_.variable(variable)}, {}}, kNoNode);
  return true;
}

/// The payload is no criterion: its contents are needed only if something needs what a receive of its class delivers.
void MpiCalls::mpiPayload(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data,
                          Content content) {
  const clang::Expr *argument = site.arguments[index];
  const NodeId passed = context_.action(Role::Argument, argument, Slot::Argument, argument->getType(), false);
  context_.graph().need(passed, call_action);
  if (site.by_pointer || isSymmetric(site)) // its arguments stay as they are written
    context_.graph().need(call_action, passed);
  Scope reader(context_.cursor.reader, context_.operands(passed));
  Scope outer(context_.cursor.outer, passed);
  Scope atom(context_.cursor.atom, passed);
  const NodeId pointer = walkers_.places.valueOrAddress(argument, false);
  outer.end();
  atom.end();
  const Payload &parts = context_.graph().payloads.at(data);
  for (NodeId part : {data, parts.floating, parts.other})
    context_.graph().need(part, passed);
  if (kind != MpiArgument::PayloadIn && !context_.graph()[data].uniform && holdsIntegers(argument))
    context_.graph()[data].delivered = context_.graph()[parts.other].delivered = true;
  const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
  reader.end();
  const clang::VarDecl *scalar = addressedScalar(argument);
  if (mpiFlowVariable(site, argument, kind, scalar ? parts.holding(contentOf(scalar->getType()), data) : data))
    return;
  const NodeId part = parts.holding(content, data);
  const Scope payload_reader(context_.cursor.reader, part);
  if (kind != MpiArgument::PayloadOut)
    walkers_.places.readWhole(argument, pointer, spelled);
  if (kind != MpiArgument::PayloadIn)
    walkers_.places.writeWhole(argument, part, pointer, spelled);
}

void MpiCalls::mpiArgument(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data,
                           Content content) {
  if (kind == MpiArgument::PayloadIn || kind == MpiArgument::PayloadOut || kind == MpiArgument::PayloadInOut)
    return mpiPayload(site, index, kind, call_action, data, content);
  const clang::Expr *argument = site.arguments[index];
  const NodeId passed = context_.action(Role::Argument, argument, Slot::Argument, argument->getType(), true);
  context_.graph()[passed].mpi_argument = true;
  context_.graph()[passed].element = readsElement(argument);
  context_.graph().need(passed, call_action);
  context_.graph().need(call_action, passed);
  if (kind == MpiArgument::Matching)
    context_.graph().exact_arguments.push_back(passed);
  Scope reader(context_.cursor.reader, context_.operands(passed));
  Scope outer(context_.cursor.outer, passed);
  Scope atom(context_.cursor.atom, passed);
  const NodeId pointer = walkers_.places.valueOrAddress(argument, false);
  const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
  const bool reads = kind == MpiArgument::ArrayIn || kind == MpiArgument::InOut;
  const bool writes = kind == MpiArgument::Out || kind == MpiArgument::InOut;
  const clang::QualType taken = index < site.callee->getNumParams()
                                    ? site.callee->getParamDecl(index)->getType()->getPointeeType()
                                    : clang::QualType();
  const Content held = taken.isNull() ? Content::Any : contentOfArgument(taken);
  const bool by_flow = (reads || writes) && mpiFlowVariable(site, argument, kind,
                                                            reads && !writes ? context_.operands(passed) : call_action);
  if ((reads || kind == MpiArgument::Callback) && !by_flow)
    walkers_.places.readWhole(argument, pointer, spelled, held);
  if (writes && !by_flow)
    walkers_.places.writeWhole(argument, call_action, pointer, spelled, held);
  // MPI_Alloc_mem and its like give memory through &p.
  const clang::QualType given = argument->IgnoreParenCasts()->getType();
  if (kind == MpiArgument::Out && pointer != kNoNode && given->isPointerType() &&
      given->getPointeeType()->isPointerType())
    context_.graph().need(walkers_.calls.heapInto(argument, pointer, call_action), call_action);
}

void MpiCalls::boundsPayload(const CallSite &site, unsigned index, std::initializer_list<NodeId> payloads) {
  const NodeId passed =
      context_.action(Role::Argument, site.arguments[index], Slot::Argument, site.arguments[index]->getType(), true);
  for (NodeId data : payloads)
    for (NodeId part : {data, context_.graph().payloads.at(data).floating, context_.graph().payloads.at(data).other})
      context_.graph().bounds.push_back({part, passed});
}

NodeId MpiCalls::payload(const CallSite &site, NodeId call_action, std::size_t which) {
  const NodeId data = context_.memo(site.expression, Slot::Data, NodeKind::Other, which);
  const NodeId floating = context_.memo(site.expression, Slot::Data, NodeKind::Other, which + kFloatingData);
  const NodeId other = context_.memo(site.expression, Slot::Data, NodeKind::Other, which + kOtherData);
  context_.graph().payloads[data] = {floating, other};
  for (NodeId part : {data, floating, other}) {
    context_.graph().need(part, call_action);
    // A symmetric collective is one of a team or an active set.
    context_.graph()[part].uniform =
        which == kReceived && !site.by_pointer && !isSymmetric(site) && givesAllAlike(site.callee->getNameAsString());
    context_.graph()[part].reduced |= which == kSent && reduces(site.callee->getNameAsString());
    context_.graph()[part].of_rank = which == kReceived && !context_.graph()[part].uniform;
  }
  if (which == kSent) // what may be either is in both
    for (NodeId part : {floating, other})
      context_.graph().need(part, data);
  return data;
}

void MpiCalls::connectSymmetric(const CallSite &site, const MpiFunction &function, NodeId call_action, NodeId sent,
                                NodeId received) {
  Content &content = context_.graph().declared_content[received] = Content::Any;
  for (unsigned i = 0; i < function.arguments.size() && i < site.callee->getNumParams(); ++i)
    if (function.arguments[i] == MpiArgument::PayloadOut)
      if (const clang::QualType element = site.callee->getParamDecl(i)->getType()->getPointeeType();
          !element->isVoidType())
        content = contentOf(element);
  const Payload from = context_.graph().payloads.at(sent), to = context_.graph().payloads.at(received);
  context_.graph().need(received, sent);
  context_.graph().need(to.floating, from.floating);
  context_.graph().need(to.other, from.other);
  if (site.result == kNoNode)
    return;
  if (function.allocates) {
    const NodeId object = walkers_.calls.heap(site.expression, {}, call_action);
    context_.graph().need(object, call_action);
    context_.graph().pointers.address.push_back({site.result, object});
  }
  if (function.returns_argument < 0 || static_cast<int>(site.arguments.size()) <= function.returns_argument)
    return;
  const Scope reader(context_.cursor.reader, context_.operands(call_action));
  const NodeId pointer =
      walkers_.places.valueOrAddress(site.arguments[static_cast<std::size_t>(function.returns_argument)], false);
  if (pointer != kNoNode)
    context_.graph().pointers.copy.push_back({site.result, pointer});
}

void MpiCalls::mustHappen(NodeId call_action) {
  context_.graph().need(context_.graph().root(), call_action);
  context_.self().communicates = true;
  for (LoopId loop = context_.cursor.loop; loop != kNoLoop; loop = context_.graph().loops[loop].parent)
    context_.graph().loops[loop].reaches_mpi = true;
}

NodeId MpiCalls::mpiCall(CallSite &site, const MpiFunction &function) {
  const NodeId call_action =
      context_.memo(site.expression, Slot::Call, NodeKind::Action, static_cast<std::size_t>(Role::Call));
  const NodeId sent = payload(site, call_action, kSent);
  const NodeId received = payload(site, call_action, kReceived);
  if (function.communicates) {
    mustHappen(call_action);
  } else if (const std::string local = site.callee->getNameAsString();
             context_.shared.effects.of(local) == Effect::NoReturn || (local.size() > 5 && local.ends_with("_free"))) {
    context_.graph().soft_roots.push_back(call_action);
  } else if (setsUpMpi(local)) {
    context_.graph().need(context_.graph().root(), call_action);
  }
  if (site.callee->getNameAsString() == "MPI_Comm_size" &&
      handleName(site.arguments.front(), *context_.ast) == "MPI_COMM_WORLD")
    context_.shared.messages.world_sizes.insert(call_action);
  context_.graph()[call_action].of_rank |=
      function.symmetric ? !function.alike : tellsOfRank(site.callee->getNameAsString());
  if (site.callee->getNameAsString() == "MPI_File_open")
    context_.shared.messages.reads_back_files |= mayReadBack(site.arguments[2], *context_.ast);
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
      if (kind == MpiArgument::Value || kind == MpiArgument::ArrayIn)
        boundsPayload(site, i, {sent, received});
    }
  }
  if (function.symmetric) {
    connectSymmetric(site, function, call_action, sent, received);
    return site.result;
  }
  const MessageClass message = messageClass(site, function);
  // By what stands here: what a wrapper is given may name one type and move another.
  const bool names_type = function.datatype >= 0 && function.datatype < static_cast<int>(site.arguments.size());
  context_.graph().declared_content[received] =
      contentOfDatatype(names_type ? spelledHandle(site.arguments[function.datatype]) : std::string());
  if (sends)
    context_.shared.messages.sent.push_back({message, sent});
  if (receives)
    context_.shared.messages.received.push_back({message, received});
  walkers_.unseen.callbacks(site, call_action);
  stateOfMpi(site, call_action);
  windowMemory(site, call_action);
  absoluteAddress(site, call_action);
  return site.result;
}

} // namespace maquette::skeletonizer
