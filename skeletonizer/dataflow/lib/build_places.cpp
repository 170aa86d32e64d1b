//===- skeletonizer/dataflow/lib/build_places.cpp - objects and places: what is read and written where -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/graph_builder.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {

namespace {

constexpr double kMemoryAccess = 3; ///< Against 1 for an operation: the weights of the cut's cost estimate.
constexpr std::size_t kTextHash = 1000000007;
constexpr int kDeepestContainer = 4; ///< Levels of containers in containers whose parts are told apart.

/// Template arguments that say how a container works, not what it holds.
bool isPolicy(llvm::StringRef name) {
  return name == "allocator" || name == "less" || name == "greater" || name == "hash" || name == "equal_to" ||
         name == "char_traits" || name == "default_delete";
}

/// The standard container that a container of \p type holds, or null.
clang::QualType heldContainer(clang::QualType type) {
  const auto *container = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!container || !isStandardLibrary(container))
    return {};
  for (const clang::TemplateArgument &argument : container->getTemplateArgs().asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Type)
      continue;
    const clang::CXXRecordDecl *held = argument.getAsType()->getAsCXXRecordDecl();
    if (held && held->getIdentifier() && isStandardLibrary(held) && !isPolicy(held->getName()))
      return argument.getAsType();
  }
  return {};
}

/// Which a pointer to members of the class may mean.
std::vector<const clang::FieldDecl *> fieldsLike(const clang::CXXRecordDecl *record, clang::QualType type) {
  std::vector<const clang::FieldDecl *> out;
  const auto add = [&](const clang::CXXRecordDecl *of) {
    for (const clang::FieldDecl *field : of->fields())
      if (field->getType().getCanonicalType().getUnqualifiedType() == type.getCanonicalType().getUnqualifiedType())
        out.push_back(field);
    return true;
  };
  if (record && record->hasDefinition() && add(record))
    record->forallBases(add);
  return out;
}

/// The making of a standard container out of something else than one of its kind, or null.
const clang::CXXConstructExpr *constructedContainer(const clang::Expr *e) {
  const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(making(e->IgnoreParens()->IgnoreImplicit()));
  return made && isStandardLibrary(made->getConstructor()) && !made->getConstructor()->isCopyOrMoveConstructor()
             ? made
             : nullptr;
}

} // namespace

Content contentOf(clang::QualType type) {
  type = type.getNonReferenceType();
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  if (type->isDependentType() || type->isAnyCharacterType() || type->isStdByteType())
    return Content::Any;
  if (type->isFloatingType())
    return Content::Floating;
  return type->isScalarType() ? Content::Other : Content::Any;
}

const clang::RecordDecl *pointeeRecord(clang::QualType type) {
  clang::QualType pointee = type->isReferenceType() ? type.getNonReferenceType() : type->getPointeeType();
  return pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
}

NodeId FunctionBuilder::memo(const void *key, Slot slot, NodeKind kind, std::size_t detail) {
  bool made = false;
  const NodeId node = builder_.memo(key, context_, slot, detail, kind, instance_, &made);
  if (made) {
    graph()[node].loop = loop_;
    graph()[node].region = region_;
  }
  return node;
}

void FunctionBuilder::read(NodeId node) { graph().need(reader_, node); }

void FunctionBuilder::readAddress(NodeId node) {
  read(node);
  if (reader_ != kNoNode)
    graph().addresses[reader_].push_back(node);
}

void FunctionBuilder::readThrough(NodeId pointer, clang::QualType pointee, bool whole, Content content) {
  if (reader_ == kNoNode || pointer == kNoNode)
    return;
  const clang::RecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
  graph().deferred_reads.push_back({reader_, pointer, record ? builder_.recordKey(record) : nullptr, whole, content});
}

void FunctionBuilder::cost(double amount) {
  if (count_cost_ && reader_ != kNoNode && graph()[reader_].kind == NodeKind::Operands)
    graph()[reader_].cost += amount;
}

void FunctionBuilder::controlledByRegion(NodeId node) { graph().need(node, region_); }

void FunctionBuilder::forceOuter(NodeId node) { graph().need(node, outer_); }

void FunctionBuilder::forceAtom(NodeId node) { graph().need(node, atom_); }

NodeId FunctionBuilder::readingAction() const {
  if (reader_ == kNoNode)
    return kNoNode;
  const Node &reader = builder_.graph_[reader_];
  return reader.kind == NodeKind::Operands ? reader.action : reader_;
}

NodeId FunctionBuilder::action(Role role, const clang::Stmt *statement, Slot slot, clang::QualType type,
                               bool cuttable) {
  const NodeId node = memo(statement, slot, NodeKind::Action, static_cast<std::size_t>(role));
  graph().need(node, region_);
  if (coroutine_) {
    graph().need(graph().root(), node);
    graph()[node].exact = true;
  }
  if (const NodeId whole = block_ != kNoNode ? block_ : expansionAround(statement); whole != kNoNode) {
    graph().need(node, whole);
    graph().need(whole, node);
    cuttable &= block_ == kNoNode && isSpelled(statement);
  }
  if (graph()[node].site >= 0)
    return node;
  const SourceKey key = keyOf(statement, *ast_);
  const int site = builder_.site(role, statement, key, *ast_, function_->name);
  const NodeId computed = graph().add(NodeKind::Operands, instance_);
  graph()[computed].loop = loop_;
  graph()[computed].site = site;
  graph()[computed].cost = count_cost_ ? 1 : 0;
  graph()[computed].region = region_;
  graph()[computed].action = node;
  graph().need(node, computed);
  graph()[node].site = site;
  graph()[node].region = region_;
  graph()[node].loop_head = in_loop_head_;
  graph()[node].operands = computed;
  graph()[node].loop = loop_;
  if (!type.isNull() && isScalar(type)) {
    const clang::QualType plain = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    builder_.graph_.sites[site].c_type = plain.getAsString(ast_->getPrintingPolicy());
    builder_.graph_.sites[site].type = plain->isBooleanType()                 ? ValueType::Boolean
                                       : plain->isIntegralOrEnumerationType() ? ValueType::Integer
                                                                              : ValueType::Floating;
    graph()[node].cuttable = cuttable && !plain->isAnyComplexType() && !expandsPack(statement);
  }
  return node;
}

const clang::VarDecl *FunctionBuilder::flowVariable(const clang::Expr *expression) const {
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens()))
    if (auto *declared = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      if (flow_.count(declared->getCanonicalDecl()))
        return declared->getCanonicalDecl();
  return nullptr;
}

NodeId FunctionBuilder::pointerTo(const clang::Expr *key, std::initializer_list<NodeId> sources, Slot slot) {
  const NodeId node = memo(key, slot, NodeKind::Other, 7);
  for (NodeId source : sources)
    if (source != kNoNode)
      graph().pointers.copy.push_back({node, source});
  return node;
}

NodeId FunctionBuilder::address(const void *key, const AbstractLocation &place) {
  const NodeId node = memo(key, Slot::Address, NodeKind::Other);
  for (NodeId object : place.objects)
    if (object == builder_.bottom_)
      graph().pointers.copy.push_back({node, builder_.hiddenState(kAbsoluteAddresses)});
    else
      graph().pointers.address.push_back({node, object});
  for (NodeId pointer : place.pointers)
    graph().pointers.copy.push_back({node, pointer});
  return node;
}

AbstractLocation FunctionBuilder::part(const void *key, const AbstractLocation &whole, const std::string &name,
                                       const std::string &path) {
  AbstractLocation out;
  for (NodeId object : whole.objects)
    out.objects.push_back(graph().part(object, name));
  if (whole.pointers.empty())
    return out;
  const NodeId node = memo(key, Slot::Part, NodeKind::Other, std::hash<std::string>{}(path + name) % kTextHash);
  for (NodeId pointer : whole.pointers)
    graph().pointers.part.push_back({node, pointer, name});
  out.pointers.push_back(node);
  return out;
}

std::vector<AbstractLocation> FunctionBuilder::containerParts(const void *key, const AbstractLocation &whole,
                                                              clang::QualType type) {
  std::vector<AbstractLocation> parts;
  AbstractLocation level = whole;
  std::string path;
  for (int depth = 0; depth < kDeepestContainer; ++depth) {
    parts.push_back(part(key, level, "#size", path));
    level = part(key, level, "#elements", path);
    parts.push_back(level);
    path += "#elements";
    type = type.isNull() ? type : heldContainer(type);
    if (type.isNull())
      break;
  }
  return parts;
}

void FunctionBuilder::readPlace(const AbstractLocation &place) {
  for (NodeId object : place.objects)
    read(object);
  for (NodeId pointer : place.pointers)
    readThrough(pointer);
}

void FunctionBuilder::boundedBy(const clang::Expr *says, const AbstractLocation &sizes) {
  const clang::Expr *plain = says->IgnoreParenImpCasts();
  if (reader_ == kNoNode || (sizes.empty() && (llvm::isa<clang::IntegerLiteral, clang::CXXThisExpr>(plain))))
    return;
  const NodeId extent = memo(says, Slot::Bound, NodeKind::Other);
  graph().bounds.push_back({reader_, extent});
  const NodeId reader = std::exchange(reader_, extent);
  if (auto *counted = llvm::dyn_cast<clang::UnaryOperator>(plain); counted && counted->isIncrementDecrementOp())
    plain = counted->getSubExpr(); // counts where it is evaluated, not here
  if (!plain->HasSideEffects(*ast_))
    value(plain);
  readPlace(sizes);
  reader_ = reader;
}

/// What lies behind \p pointer with all its parts: a payload, an argument of a function we know nothing of.
void FunctionBuilder::readWhole(const void *key, NodeId pointer, clang::QualType type, Content content) {
  if (pointer == kNoNode)
    return;
  if (!type.isNull() && type->isArithmeticType()) // a number alone, whatever it is a part of
    return readThrough(pointer, {}, false, content == Content::Any ? contentOf(type) : content);
  clang::QualType pointee = type.isNull() || type->getPointeeType().isNull() ? type : type->getPointeeType();
  readThrough(pointer, pointee, true, content);
  if (!pointee.isNull() && contentOf(pointee) != Content::Any) // numbers, no container
    return;
  AbstractLocation behind;
  behind.pointers.push_back(pointer);
  for (const AbstractLocation &inner : containerParts(key, behind, pointee))
    readPlace(inner);
}

void FunctionBuilder::writeWhole(const void *key, NodeId definition, NodeId pointer, clang::QualType type,
                                 Content content) {
  if (pointer == kNoNode)
    return;
  AbstractLocation behind;
  behind.pointers.push_back(pointer);
  clang::QualType pointee = type.isNull() || type->getPointeeType().isNull() ? type : type->getPointeeType();
  define(definition, behind, kNoNode, pointee, true, content);
  if (!pointee.isNull() && contentOf(pointee) != Content::Any)
    return;
  for (const AbstractLocation &inner : containerParts(key, behind, pointee))
    define(definition, inner, kNoNode);
}

void FunctionBuilder::define(NodeId definition, const AbstractLocation &place, NodeId value, clang::QualType type,
                             bool whole, Content content) {
  const clang::RecordDecl *record = type.isNull() ? nullptr : type->getAsRecordDecl();
  for (NodeId object : place.objects) {
    graph().need(object, definition);
    if (value != kNoNode)
      graph().pointers.copy.push_back({object, value});
  }
  for (NodeId pointer : place.pointers) {
    graph().deferred_writes.push_back(
        {definition, pointer, record ? builder_.recordKey(record) : nullptr, whole, content});
    if (value != kNoNode)
      graph().pointers.store.push_back({pointer, value});
  }
}

NodeId FunctionBuilder::load(const clang::Expr *expression, const AbstractLocation &place) {
  const clang::QualType type = expression->getType();
  NodeId result = kNoNode;
  if (mayHoldAddress(type))
    result = memo(expression, Slot::Contents, NodeKind::Other);
  if (result != kNoNode)
    if (const clang::RecordDecl *record = pointeeRecord(type))
      graph().pointee_record[result] = builder_.recordKey(record);
  for (NodeId object : place.objects) {
    read(object);
    if (result != kNoNode)
      graph().pointers.copy.push_back({result, object});
  }
  for (NodeId pointer : place.pointers) {
    readThrough(pointer, {}, false, contentOf(type));
    if (result != kNoNode)
      graph().pointers.load.push_back({result, pointer});
  }
  if (const clang::RecordDecl *record = type->getAsRecordDecl(); record && isStandardLibrary(record)) {
    readPlace(part(expression, place, "#elements"));
    readPlace(part(expression, place, "#size"));
  }
  return result;
}

AbstractLocation FunctionBuilder::temporary(const clang::Expr *key, NodeId value) {
  const NodeId object = memo(key, Slot::Temporary, NodeKind::Object);
  if (value != kNoNode)
    graph().pointers.copy.push_back({object, value});
  graph().need(object, reader_);
  return {{object}, {}};
}

AbstractLocation FunctionBuilder::memberPlace(const clang::MemberExpr *member) {
  const clang::ValueDecl *declaration = member->getMemberDecl();
  if (auto *static_member = llvm::dyn_cast<clang::VarDecl>(declaration))
    return {{variable(static_member)}, {}};
  AbstractLocation base;
  if (member->isArrow()) {
    if (const NodeId pointer = value(member->getBase()); pointer != kNoNode)
      base.pointers.push_back(pointer);
    boundedBy(member->getBase());
  } else {
    base = place(member->getBase());
  }
  const bool of_library = !llvm::isa<clang::FieldDecl>(declaration) || isStandardLibrary(declaration);
  if (of_library && !declaration->getType()->isReferenceType())
    return base;
  readPlace(base);
  if (of_library) // a pair of references
    return referredBy(member, base);
  cost(1);
  const NodeId field = builder_.field(declaration);
  if (declaration->getType()->isReferenceType()) {
    read(field);
    return {{}, {field}};
  }
  return {{field}, {}};
}

/// Where it is not known which.
static AbstractLocation either(AbstractLocation one, const AbstractLocation &other) {
  one.objects.insert(one.objects.end(), other.objects.begin(), other.objects.end());
  one.pointers.insert(one.pointers.end(), other.pointers.begin(), other.pointers.end());
  return one;
}

AbstractLocation FunctionBuilder::variablePlace(const clang::DeclRefExpr *reference) {
  if (auto *binding = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()))
    return binding->getBinding() ? place(binding->getBinding()) : AbstractLocation{};
  auto *declared = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!declared)
    return {};
  const NodeId object = variable(declared);
  if (!declared->getType()->isReferenceType())
    return {{object}, {}};
  readAddress(object);
  return {{}, {object}};
}

AbstractLocation FunctionBuilder::elementPlace(const clang::ArraySubscriptExpr *subscript) {
  cost(kMemoryAccess);
  value(subscript->getIdx());
  const NodeId base = value(subscript->getBase());
  boundedBy(subscript->getIdx());
  boundedBy(subscript->getBase());
  return base == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {base}};
}

AbstractLocation FunctionBuilder::unaryPlace(const clang::UnaryOperator *unary) {
  if (unary->getOpcode() == clang::UO_Deref) {
    cost(kMemoryAccess);
    const NodeId pointer = value(unary->getSubExpr());
    boundedBy(unary->getSubExpr());
    return pointer == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {pointer}};
  }
  if (unary->isIncrementDecrementOp())
    value(unary);
  return place(unary->getSubExpr());
}

AbstractLocation FunctionBuilder::place(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParens();
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e))
    return variablePlace(reference);
  if (auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return memberPlace(member);
  if (auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e))
    return elementPlace(subscript);
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e))
    return unaryPlace(unary);
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->isAssignmentOp()) {
      value(binary);
      return place(binary->getLHS());
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      value(binary->getLHS());
      return place(binary->getRHS());
    }
    if (const auto *member =
            binary->isPtrMemOp() ? binary->getRHS()->getType()->getAs<clang::MemberPointerType>() : nullptr) {
      if (binary->getOpcode() == clang::BO_PtrMemI)
        value(binary->getLHS());
      else
        readPlace(place(binary->getLHS()));
      value(binary->getRHS());
      AbstractLocation any;
      for (const clang::FieldDecl *field :
           fieldsLike(member->getClass()->getAsCXXRecordDecl(), member->getPointeeType()))
        any.objects.push_back(builder_.field(field));
      return any;
    }
  }
  if (auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
    value(choice->getCond());
    AbstractLocation one = place(choice->getTrueExpr());
    return either(std::move(one), place(choice->getFalseExpr()));
  }
  if (auto *cast = llvm::dyn_cast<clang::CastExpr>(e))
    return place(cast->getSubExpr());
  if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e)) {
    const clang::CXXConstructExpr *container = constructedContainer(made->getSubExpr());
    if (!container)
      return temporary(made, value(made->getSubExpr()));
    const AbstractLocation self = temporary(made, kNoNode);
    construct(container, &self, kNoNode);
    return self;
  }
  if (auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(e))
    return place(cleanups->getSubExpr());
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return place(bound->getSubExpr());
  if (auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(e))
    return place(argument->getExpr());
  if (auto *replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return place(replaced->getReplacement());
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(e))
    return {};
  if (const clang::Expr *same = namedAgain(e))
    return place(same);
  if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(e)) {
    const NodeId result = value(e);
    if (e->isGLValue())
      return result == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {result}};
    return temporary(e, result);
  }
  if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(e))
    return temporary(literal, value(literal->getInitializer()));
  if (llvm::isa<clang::CXXThisExpr>(e))
    return {{}, {self().this_object}};
  return temporary(e, value(e));
}

NodeId FunctionBuilder::valueOrAddress(const clang::Expr *expression, bool by_reference) {
  return by_reference || expression->isGLValue() ? address(expression, place(expression)) : value(expression);
}

} // namespace maquette::skeletonizer
