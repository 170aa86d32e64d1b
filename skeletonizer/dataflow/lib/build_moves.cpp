//===- skeletonizer/dataflow/lib/build_moves.cpp - whole objects that are copied, moved and swapped -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"

namespace maquette::skeletonizer {

namespace {

constexpr std::size_t kMovedPart = 100; ///< Slot::Data details from here on: two per part that moves.
constexpr std::size_t kOtherWay = 16;   ///< The parts of a swap's second half.
constexpr int kDeepestField = 4;

bool copiesOrMoves(const clang::CXXMethodDecl *method) {
  const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
  return constructor ? constructor->isCopyOrMoveConstructor()
                     : method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
}

} // namespace

bool isContainer(const clang::CXXRecordDecl *record) {
  static const std::set<llvm::StringRef> kContainers = {"vector",   "deque",        "list",          "forward_list",
                                                        "array",    "basic_string", "map",           "set",
                                                        "multimap", "multiset",     "unordered_map", "unordered_set"};
  return record && record->getIdentifier() && isStandardLibrary(record) && kContainers.count(record->getName()) != 0;
}

bool keepsNoPointers(const clang::CXXRecordDecl *record) {
  static const std::set<llvm::StringRef> kCopying = {
      "basic_string",        "basic_ifstream",     "basic_ofstream", "basic_fstream", "basic_istringstream",
      "basic_ostringstream", "basic_stringstream", "basic_regex",    "bitset",        "seed_seq"};
  const llvm::StringRef name = record && record->getIdentifier() && isStandardLibrary(record) ? record->getName() : "";
  return kCopying.count(name) != 0 || name.ends_with("_distribution");
}

/// Of the library, or in a base: what the library's class holds is in the object itself, not in a field.
static bool holdsAsLibrary(const clang::CXXRecordDecl *record) {
  if (!record || !record->hasDefinition())
    return false;
  if (isStandardLibrary(record))
    return !record->isEmpty();
  return llvm::any_of(record->bases(), [](const clang::CXXBaseSpecifier &base) {
    return holdsAsLibrary(base.getType()->getAsCXXRecordDecl());
  });
}

bool isProgramRecord(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && !isStandardLibrary(record) && !holdsAsLibrary(record);
}

bool movesMembers(const clang::CXXMethodDecl *method) {
  return !method->isUserProvided() && copiesOrMoves(method) && !isContainer(method->getParent());
}

bool movesPlainly(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  return method && movesMembers(method) && method->isTrivial();
}

bool movesContainer(const clang::CXXMethodDecl *method) {
  return copiesOrMoves(method) && isContainer(method->getParent());
}

const clang::Expr *namedAgain(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call && call->getNumArgs() == 1 ? call->getDirectCallee() : nullptr;
  switch (callee ? callee->getBuiltinID() : 0) {
  case clang::Builtin::BImove:
  case clang::Builtin::BImove_if_noexcept:
  case clang::Builtin::BIforward:
  case clang::Builtin::BIforward_like:
  case clang::Builtin::BIas_const:
    return call->getArg(0);
  default:
    return nullptr;
  }
}

bool isPlainMember(const clang::FieldDecl *member) {
  const clang::ASTContext *context = member ? &member->getASTContext() : nullptr;
  return member && context->getBaseElementType(member->getType()).isTriviallyCopyableType(*context);
}

/// What the class's own operator * gives, or a base's; else null.
static clang::QualType elementBehind(const clang::CXXRecordDecl *record) {
  if (!record || !record->hasDefinition())
    return {};
  for (const clang::CXXMethodDecl *method : record->methods())
    if (method->getOverloadedOperator() == clang::OO_Star && method->getNumParams() == 0)
      return method->getReturnType().getNonReferenceType();
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::QualType element = elementBehind(base.getType()->getAsCXXRecordDecl()); !element.isNull())
      return element;
  return {};
}

/// What an iterator or a pointer points to; else null.
static clang::QualType elementBehind(clang::QualType type) {
  if (type->isPointerType())
    return type->getPointeeType();
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && isStandardLibrary(record) ? elementBehind(record) : clang::QualType();
}

bool isPosition(clang::QualType type) { return !type->isPointerType() && !elementBehind(type).isNull(); }

/// An iterator, a function object or a lambda may be the program's own: the library works with it.
static bool isCalled(const clang::CXXRecordDecl *record) {
  return record->isLambda() || llvm::any_of(record->methods(), [](const clang::CXXMethodDecl *method) {
           const clang::OverloadedOperatorKind kind = method->getOverloadedOperator();
           return kind == clang::OO_Call || kind == clang::OO_PlusPlus;
         });
}

bool givesRecords(const clang::FunctionDecl *callee, clang::QualType type) {
  static const std::set<llvm::StringRef> kBytes = {"as_bytes", "as_writable_bytes", "bit_cast", "start_lifetime_as",
                                                   "launder"};
  if (!callee || !isStandardLibrary(callee) || (callee->getIdentifier() && kBytes.count(callee->getName()) != 0))
    return false;
  const bool of_template =
      callee->isTemplateInstantiation() || llvm::isa<clang::ClassTemplateSpecializationDecl>(callee->getDeclContext());
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const bool is_record = record && record->hasDefinition() && isProgramRecord(type) && !isCalled(record);
  return of_template && (is_record || isProgramRecord(elementBehind(type)));
}

bool copiesPlainMember(const clang::Stmt *statement) {
  if (const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return assignment->isAssignmentOp();
  const auto *call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && (callee->getBuiltinID() == clang::Builtin::BI__builtin_memcpy || movesPlainly(callee));
}

void Moves::movePart(const clang::Expr *key, std::size_t which, NodeId call_action, const AbstractLocation &to,
                     const AbstractLocation &from) {
  const NodeId moved = context_.memo(key, Slot::Data, NodeKind::Other, kMovedPart + 2 * which);
  const NodeId stored = context_.memo(key, Slot::Data, NodeKind::Other, kMovedPart + 2 * which + 1);
  context_.graph().need(moved, call_action);
  Scope reader(context_.cursor.reader, moved);
  walkers_.places.readPlace(from);
  reader.end();
  for (NodeId object : from.objects)
    context_.graph().pointers.copy.push_back({stored, object});
  for (NodeId pointer : from.pointers)
    context_.graph().pointers.load.push_back({stored, pointer});
  walkers_.places.define(moved, to, stored);
}

/// A record stands for its being made: its fields are the same objects on both sides.
void Moves::moveAll(const clang::Expr *key, NodeId call_action, const AbstractLocation &to, const clang::Expr *source,
                    const AbstractLocation &from, std::size_t first) {
  movePart(key, first, call_action, to, from);
  if (isProgramRecord(source->getType()))
    return;
  // Inside the node's own memory, so that nobody else asks for parts by these keys.
  const char *own = reinterpret_cast<const char *>(key) + (first == 0 ? 1 : 5);
  const std::vector<AbstractLocation> to_parts = walkers_.places.containerParts(own, to, source->getType());
  const std::vector<AbstractLocation> from_parts = walkers_.places.containerParts(own + 2, from, source->getType());
  for (std::size_t i = 0; i < to_parts.size() && i < from_parts.size(); ++i)
    movePart(key, first + 1 + i, call_action, to_parts[i], from_parts[i]);
}

void Moves::copiesElements(const void *key, NodeId call_action, const AbstractLocation &object, clang::QualType type) {
  ContainerUse copy{kNoSite, call_action, {}, {}};
  const auto addElements = [&](const void *of, const AbstractLocation &container, clang::QualType held) {
    const std::vector<AbstractLocation> parts = walkers_.places.containerParts(
        of, container, held); // Sizes and elements by turns, those of containers in containers after them.
    for (std::size_t i = 1; i < parts.size(); i += 2) {
      copy.elements.insert(copy.elements.end(), parts[i].objects.begin(), parts[i].objects.end());
      copy.pointers.insert(copy.pointers.end(), parts[i].pointers.begin(), parts[i].pointers.end());
    }
  };
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (isContainer(record))
    addElements(key, object, type.getNonReferenceType());
  std::function<void(const clang::CXXRecordDecl *, int)> addFields = [&](const clang::CXXRecordDecl *of, int depth) {
    if (!of || !of->hasDefinition() || depth > kDeepestField)
      return;
    if (isStandardLibrary(of)) {
      for (const clang::CXXRecordDecl *held : partsOf(of))
        addFields(held, depth + 1);
      return;
    }
    for (const clang::CXXBaseSpecifier &base : of->bases())
      addFields(base.getType()->getAsCXXRecordDecl(), depth + 1);
    for (const clang::FieldDecl *field : of->fields()) {
      const clang::CXXRecordDecl *held = field->getType()->getAsCXXRecordDecl();
      if (isContainer(held))
        addElements(field, {{context_.shared.objects.field(field)}, {}}, field->getType());
      addFields(held, depth + 1);
    }
  };
  addFields(record, 0);
  if (!copy.elements.empty() || !copy.pointers.empty())
    context_.graph().containers.copies.push_back(copy);
}

NodeId Moves::wholeAssignment(const CallSite &site, NodeId call_action) {
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  const clang::Expr *source = site.arguments.front();
  const AbstractLocation from = walkers_.places.place(source);
  context_.cost(kCallCost);
  reader.end();
  if (!llvm::cast<clang::CXXMethodDecl>(site.callee)->isMoveAssignmentOperator())
    copiesElements(site.expression, call_action, from, source->getType());
  moveAll(site.expression, call_action, site.self, source, from);
  walkers_.lifetimes.endAssigned(site.expression, source->getType(), site.self, call_action);
  if (site.result != kNoNode) {
    for (NodeId object : site.self.objects)
      context_.graph().pointers.address.push_back({site.result, object});
    for (NodeId pointer : site.self.pointers)
      context_.graph().pointers.copy.push_back({site.result, pointer});
  }
  return site.result;
}

void Moves::memberwiseAssignment(const CallSite &site, NodeId call_action) {
  const clang::Expr *source = site.arguments.front();
  if (llvm::cast<clang::CXXMethodDecl>(site.callee)->isCopyAssignmentOperator())
    copiesElements(site.expression, call_action, {}, source->getType());
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  const AbstractLocation from = walkers_.places.place(source);
  reader.end();
  movePart(site.expression, 0, call_action, site.self, from);
}

NodeId Moves::swapCall(const CallSite &site, const AbstractLocation &self, NodeId call_action) {
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  const clang::Expr *last = site.arguments.back();
  const AbstractLocation a = site.arguments.size() == 2 ? walkers_.places.place(site.arguments.front()) : self;
  const AbstractLocation b = walkers_.places.place(last);
  context_.cost(kCallCost);
  reader.end();
  moveAll(site.expression, call_action, a, last, b);
  moveAll(last, call_action, b, last, a, kOtherWay);
  return site.result;
}

} // namespace maquette::skeletonizer
