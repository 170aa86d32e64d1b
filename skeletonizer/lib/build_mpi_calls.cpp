//===- skeletonizer/lib/build_mpi_calls.cpp - what MPI calls need and deliver --===//
// SPDX-License-Identifier: Apache-2.0
#include "graph_builder.h"

#include "source_key.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {

/// The operand of ?: that is taken, where the condition is a constant; else the expression itself.
const clang::Expr *chosen(const clang::Expr *expression, clang::ASTContext &ast) {
  const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression->IgnoreParenImpCasts());
  bool first = false;
  if (!choice || choice->isValueDependent() || !choice->getCond()->EvaluateAsBooleanCondition(first, ast))
    return expression;
  return chosen(first ? choice->getTrueExpr() : choice->getFalseExpr(), ast);
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

/// Every rank has the same afterwards.
bool givesAllAlike(const std::string &name) {
  for (const char *kind : {"llreduce", "cast", "llgather", "llgatherv"})
    if (name.ends_with(kind))
      return true;
  return false;
}

bool isPointToPoint(const std::string &name) {
  return name.find("end") != std::string::npos || name.find("ecv") != std::string::npos;
}

/// The buffer is declared as integers, whatever it is cast to.
bool holdsIntegers(const clang::Expr *buffer) {
  clang::QualType type = buffer->IgnoreParenCasts()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type->isIntegerType() && !type->isCharType();
}

} // namespace

const clang::VarDecl *addressedScalar(const clang::Expr *argument) {
  const auto *address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenCasts());
  if (!address || address->getOpcode() != clang::UO_AddrOf)
    return nullptr;
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && isScalar(variable->getType()) && !variable->getType()->isReferenceType() ? variable->getCanonicalDecl() : nullptr;
}

bool usesBuffersAtOnce(const clang::FunctionDecl *callee) {
  const std::string name = callee && callee->getIdentifier() ? callee->getNameAsString() : std::string();
  if (!mpiFunction(name))
    return false;
  for (const char *kind : {"MPI_Comm_rank", "MPI_Comm_size", "MPI_Get_count", "MPI_Send", "MPI_Ssend", "MPI_Rsend", "MPI_Recv", "MPI_Sendrecv",
                           "MPI_Sendrecv_replace", "MPI_Bcast", "MPI_Allreduce", "MPI_Reduce", "MPI_Scan", "MPI_Exscan", "MPI_Gather",
                           "MPI_Allgather", "MPI_Scatter", "MPI_Alltoall", "MPI_Reduce_scatter_block", "MPI_Iprobe", "MPI_Test", "MPI_Waitany"})
    if (name == kind)
      return true;
  return false;
}

std::pair<std::string, std::string> FunctionBuilder::messageClass(const CallSite &site, const MpiFunction &function) {
  auto argument = [&](int index) {
    return index >= 0 && index < static_cast<int>(site.arguments.size()) ? site.arguments[index] : nullptr;
  };
  const clang::Expr *datatype = argument(function.datatype);
  const clang::Expr *tag = argument(function.tag);
  const clang::Expr *count = argument(function.count);
  const clang::Expr *discriminator = tag ? tag : isPointToPoint(site.callee->getNameAsString()) ? nullptr : count;
  return {datatype ? handleName(chosen(onlyValue(datatype), *ast_), *ast_) : std::string(),
          discriminator ? constantText(discriminator, *ast_) : std::string()};
}

bool FunctionBuilder::mpiFlowVariable(const CallSite &site, const clang::Expr *argument, MpiArgument kind, NodeId actor) {
  const clang::VarDecl *variable = addressedScalar(argument);
  if (!variable || !flow_.count(variable) || !usesBuffersAtOnce(site.callee))
    return false;
  const bool reads = kind != MpiArgument::PayloadOut && kind != MpiArgument::Out;
  if (reads)
    for (NodeId definition : state_[variable])
      graph().need(actor, definition);
  if (kind == MpiArgument::PayloadIn || kind == MpiArgument::ArrayIn)
    return true;
  // What no message came for keeps its value.
  if (kind != MpiArgument::Out)
    state_[variable].insert(actor);
  else
    state_[variable] = {actor};
  define(actor, {{this->variable(variable)}, {}}, kNoNode);
  return true;
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
  if (kind != MpiArgument::PayloadIn && !graph()[data].agreed && holdsIntegers(argument))
    graph()[data].delivered = true;
  const clang::QualType spelled = argument->IgnoreImpCasts()->getType();
  reader_ = reader;
  if (mpiFlowVariable(site, argument, kind, data))
    return;
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
  const bool reads = kind == MpiArgument::ArrayIn || kind == MpiArgument::InOut;
  const bool writes = kind == MpiArgument::Out || kind == MpiArgument::InOut;
  const bool by_flow = (reads || writes) && mpiFlowVariable(site, argument, kind, reads && !writes ? operands(passed) : call_action);
  if ((reads || kind == MpiArgument::Callback) && !by_flow)
    readWhole(argument, pointer, spelled);
  if (writes && !by_flow)
    writeWhole(argument, call_action, pointer, spelled);
  // MPI_Alloc_mem and its like give memory through &p.
  const clang::QualType given = argument->IgnoreParenCasts()->getType();
  if (kind == MpiArgument::Out && pointer != kNoNode && given->isPointerType() && given->getPointeeType()->isPointerType())
    graph().need(heapInto(argument, pointer, call_action), call_action);
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
  } else if (const std::string local = site.callee->getNameAsString();
             effectOf(local) == Effect::NoReturn || (local.size() > 5 && local.ends_with("_free"))) {
    graph().soft_roots.push_back(call_action);
  }
  const std::string name = site.callee->getNameAsString();
  graph()[received].agreed = givesAllAlike(name);
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
  const auto [datatype, tag] = messageClass(site, function);
  const std::string operation = isPointToPoint(name) ? "p2p" : name;
  if (sends)
    builder_.sent_.push_back({operation, datatype, tag, sent});
  if (receives)
    builder_.received_.push_back({operation, datatype, tag, received});
  callbacks(site, call_action);
  return site.result;
}

} // namespace maquette::skeletonizer
