//===- skeletonizer/dataflow/lib/function_context.cpp - what the walkers of one function share -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {

FunctionContext::FunctionContext(SharedContext &shared_by_all, InstanceId of_instance)
    : shared(shared_by_all), instance(of_instance), calling_context(shared.graph.instances[instance].context),
      function(&shared.index.functions()[shared.graph.instances[instance].function]), ast(function->context),
      walked(function->declaration) {}

Walker::Walker(FunctionWalkers &walkers) : walkers_(walkers), context_(walkers.context) {}

NodeId FunctionContext::variable(const clang::VarDecl *declared) {
  const clang::VarDecl *canonical = declared->getCanonicalDecl();
  if (canonical->hasGlobalStorage())
    return shared.objects.global(canonical);
  const ContextId context = shared.index.captured(canonical) ? kAnyContext : calling_context;
  bool made = false;
  const NodeId node = shared.memo(canonical, context, Slot::Variable, 0, NodeKind::Object, instance, &made);
  const clang::QualType type = canonical->getType();
  if (made)
    graph().named_objects[availabilityName(canonical)].push_back(node);
  graph()[node].single = isScalar(type);
  graph()[node].array = type->isConstantArrayType();
  if (made)
    graph().declared_content[node] = contentOf(type);
  if (made)
    describe(node, type);
  if (made)
    declarePointer(node, type, !llvm::isa<clang::ParmVarDecl>(canonical));
  if (made)
    if (const clang::RecordDecl *record = ast->getBaseElementType(type)->getAsRecordDecl())
      graph().records.of[node].push_back(shared.objects.recordKey(record));
  return node;
}

NodeId FunctionContext::parameterOf(InstanceId instance, const clang::ParmVarDecl *parameter) {
  const clang::VarDecl *canonical = parameter->getCanonicalDecl();
  const ContextId context = shared.index.captured(canonical) ? kAnyContext : graph().instances[instance].context;
  bool made = false;
  const NodeId node = shared.memo(canonical, context, Slot::Variable, 0, NodeKind::Object, instance, &made);
  graph()[node].single = isScalar(canonical->getType());
  if (made)
    declarePointer(node, canonical->getType(), false);
  if (made)
    graph().named_objects[availabilityName(canonical)].push_back(node);
  if (made)
    describe(node, canonical->getType());
  return node;
}

void FunctionContext::describe(NodeId variable, clang::QualType type) {
  shared.objects.views.madeAs(variable, type);
  pointsTo(variable, pointeeRecord(type));
}

void FunctionContext::pointsTo(NodeId pointer, const clang::RecordDecl *record) {
  if (!record)
    return;
  graph().records.behind[pointer] = shared.objects.recordKey(record);
  shared.objects.views.leadsTo(pointer, record);
}

NodeId FunctionContext::memo(const void *key, Slot slot, NodeKind kind, std::size_t detail) {
  bool made = false;
  const NodeId node = shared.memo(key, calling_context, slot, detail, kind, instance, &made);
  if (made) {
    graph()[node].loop = cursor.loop;
    graph()[node].region = cursor.region;
  }
  return node;
}

void FunctionContext::read(NodeId node) { graph().need(cursor.reader, node); }

void FunctionContext::readAddress(NodeId node) {
  read(node);
  if (cursor.reader != kNoNode)
    graph().addresses[cursor.reader].push_back(node);
}

void FunctionContext::readThrough(NodeId pointer, clang::QualType pointee, bool whole, Content content) {
  if (cursor.reader == kNoNode || pointer == kNoNode)
    return;
  const clang::RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
  graph().deferred.reads.push_back(
      {cursor.reader, pointer, record ? shared.objects.recordKey(record) : nullptr, whole, content});
}

void FunctionContext::cost(double amount) {
  if (cursor.count_cost && cursor.reader != kNoNode && graph()[cursor.reader].kind == NodeKind::Operands)
    graph()[cursor.reader].cost += amount;
}

void FunctionContext::controlledByRegion(NodeId node) { graph().need(node, cursor.region); }

void FunctionContext::declarePointer(NodeId object, clang::QualType type, bool may_be_unset) {
  if (type->isReferenceType())
    graph().pointers.bound.insert(object);
  else if (isPlainPointer(type))
    graph().pointers.plain.emplace(object, may_be_unset);
}

void FunctionContext::givesPointer(NodeId definition, const clang::Expr *source, NodeId value) {
  if (!source->getType()->isPointerType() && !source->getType()->isNullPtrType())
    return;
  if (value != kNoNode)
    graph().pointers.given.emplace(definition, value);
  else if (source->IgnoreParenCasts()->isNullPointerConstant(*ast, clang::Expr::NPC_ValueDependentIsNotNull))
    graph().pointers.given.emplace(definition, kNoNode);
}

void FunctionContext::forceOuter(NodeId node) { graph().need(node, cursor.outer); }

void FunctionContext::forceAtom(NodeId node) { graph().need(node, cursor.atom); }

NodeId FunctionContext::readingAction() const {
  if (cursor.reader == kNoNode)
    return kNoNode;
  const Node &reader = shared.graph[cursor.reader];
  return reader.kind == NodeKind::Operands ? reader.action : cursor.reader;
}

NodeId FunctionContext::action(Role role, const clang::Stmt *statement, Slot slot, clang::QualType type,
                               bool cuttable) {
  const NodeId node = memo(statement, slot, NodeKind::Action, static_cast<std::size_t>(role));
  graph().need(node, cursor.region);
  cuttable &= !function->declaration->isImplicit(); // what the compiler wrote has no text
  if (coroutine) {
    graph().need(graph().root(), node);
    graph()[node].exact = true;
  }
  if (const NodeId whole = cursor.block != kNoNode ? cursor.block : expansionAround(statement); whole != kNoNode) {
    graph().need(node, whole);
    graph().need(whole, node);
    cuttable &= cursor.block == kNoNode && isSpelled(statement);
  }
  if (graph()[node].site != kNoSite)
    return node;
  const SourceKey key = keyOf(statement, *ast);
  const SiteId site = shared.site(role, statement, key, *ast, function->name);
  const NodeId computed = graph().add(NodeKind::Operands, instance);
  graph()[computed].loop = cursor.loop;
  graph()[computed].site = site;
  graph()[computed].cost = cursor.count_cost ? 1 : 0;
  graph()[computed].region = cursor.region;
  graph()[computed].action = node;
  graph().need(node, computed);
  graph()[node].site = site;
  graph()[node].region = cursor.region;
  graph()[node].loop_head = cursor.in_loop_head;
  graph()[node].operands = computed;
  graph()[node].loop = cursor.loop;
  if (!type.isNull() && isScalar(type)) {
    noteType(shared.graph.sites[site], type.getNonReferenceType());
    graph()[node].cuttable = cuttable && !type.getNonReferenceType()->isAnyComplexType() && !expandsPack(statement);
  }
  return node;
}

void FunctionContext::noteType(Site &site, clang::QualType type) const {
  const clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  site.c_type = plain.getAsString(ast->getPrintingPolicy());
  site.type = plain->isBooleanType()                 ? ValueType::Boolean
              : plain->isIntegralOrEnumerationType() ? ValueType::Integer
                                                     : ValueType::Floating;
  site.converts = !plain->isScopedEnumeralType();
}

bool FunctionContext::expandsPack(const clang::Stmt *statement) const {
  if (!function->declaration->getTemplateInstantiationPattern())
    return false;
  const clang::SourceManager &sources = ast->getSourceManager();
  const SourceKey key = keyOf(statement, *ast);
  const llvm::StringRef text =
      sources.getBufferData(sources.getFileID(sources.getExpansionLoc(statement->getBeginLoc())));
  return shared.ellipses.try_emplace(text.data(), text, ast->getLangOpts()).first->second.in({key.begin, key.end});
}

/// What one macro writes is not edited inside: of the actions in it all stay, or none.
NodeId FunctionContext::expansionAround(const clang::Stmt *statement) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (!begin.isMacroID())
    return kNoNode;
  const std::size_t place = ast->getSourceManager().getExpansionLoc(begin).getRawEncoding();
  const NodeId whole = shared.memo(walked, calling_context, Slot::Whole, place, NodeKind::Other, instance);
  graph().need(whole, cursor.region);
  return whole;
}

/// Its text stands in the file: a macro's arguments do not, what a macro becomes does.
bool FunctionContext::isSpelled(const clang::Stmt *statement) const {
  const clang::SourceManager &sources = ast->getSourceManager();
  return SourceText(*ast, sources.getFileID(sources.getExpansionLoc(statement->getBeginLoc()))).editable(statement);
}

bool FunctionContext::mayHoldAddress(clang::QualType type) const {
  type = type.getCanonicalType();
  if (type->isIntegerType() && shared.index.addressesInIntegers())
    return ast->getTypeSize(type) >= ast->getTypeSize(ast->VoidPtrTy);
  return !(type->isArithmeticType() || type->isEnumeralType() || type->isVoidType());
}

} // namespace maquette::skeletonizer
