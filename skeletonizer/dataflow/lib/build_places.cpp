//===- skeletonizer/dataflow/lib/build_places.cpp - objects and places: what is read and written where -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

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
  type = elementOf(type.getNonReferenceType());
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

const clang::VarDecl *Flow::flowVariable(const clang::Expr *expression) const {
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens()))
    if (auto *declared = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      if (followed.count(declared->getCanonicalDecl()))
        return declared->getCanonicalDecl();
  return nullptr;
}

NodeId Places::pointerTo(const clang::Expr *key, std::initializer_list<NodeId> sources, Slot slot) {
  const NodeId node = context_.memo(key, slot, NodeKind::Other, 7);
  for (NodeId source : sources)
    if (source != kNoNode)
      context_.graph().pointers.copy.push_back({node, source});
  return node;
}

NodeId Places::address(const void *key, const AbstractLocation &place) {
  const NodeId node = context_.memo(key, Slot::Address, NodeKind::Other);
  for (NodeId object : place.objects)
    if (object == context_.shared.objects.bottom())
      context_.graph().pointers.copy.push_back({node, context_.shared.objects.hiddenState(kAbsoluteAddresses)});
    else
      context_.graph().pointers.address.push_back({node, object});
  for (NodeId pointer : place.pointers)
    context_.graph().pointers.copy.push_back({node, pointer});
  return node;
}

AbstractLocation Places::part(const void *key, const AbstractLocation &whole, const std::string &name,
                              const std::string &path) {
  AbstractLocation out;
  for (NodeId object : whole.objects)
    out.objects.push_back(context_.graph().part(object, name));
  if (whole.pointers.empty())
    return out;
  const NodeId node =
      context_.memo(key, Slot::Part, NodeKind::Other, std::hash<std::string>{}(path + name) % kTextHash);
  for (NodeId pointer : whole.pointers)
    context_.graph().pointers.part.push_back({node, pointer, name});
  out.pointers.push_back(node);
  return out;
}

std::vector<AbstractLocation> Places::containerParts(const void *key, const AbstractLocation &whole,
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

void Places::readPlace(const AbstractLocation &place, Content content) {
  for (NodeId object : place.objects)
    context_.read(object);
  for (NodeId pointer : place.pointers)
    context_.readThrough(pointer, {}, false, content);
}

void Places::boundedBy(const clang::Expr *says, const AbstractLocation &sizes) {
  const clang::Expr *plain = says->IgnoreParenImpCasts();
  if (context_.cursor.reader == kNoNode ||
      (sizes.empty() && (llvm::isa<clang::IntegerLiteral, clang::CXXThisExpr>(plain))))
    return;
  const NodeId extent = context_.memo(says, Slot::Bound, NodeKind::Other);
  context_.graph().bounds.push_back({context_.cursor.reader, extent});
  Scope reader(context_.cursor.reader, extent);
  if (auto *counted = llvm::dyn_cast<clang::UnaryOperator>(plain); counted && counted->isIncrementDecrementOp())
    plain = counted->getSubExpr(); // counts where it is evaluated, not here
  if (!plain->HasSideEffects(*context_.ast)) {
    if (plain->getType()->isArrayType()) // where it lies, not what it holds
      place(plain);
    else
      walkers_.expressions.value(plain);
  }
  readPlace(sizes);
}

/// What lies behind \p pointer with all its parts: a payload, an argument of a function we know nothing of.
void Places::readWhole(const void *key, NodeId pointer, clang::QualType type, Content content) {
  if (pointer == kNoNode)
    return;
  if (!type.isNull() && type->isArithmeticType()) // a number alone, whatever it is a part of
    return context_.readThrough(pointer, {}, false, content == Content::Any ? contentOf(type) : content);
  clang::QualType pointee = type.isNull() || type->getPointeeType().isNull() ? type : type->getPointeeType();
  context_.readThrough(pointer, pointee, true, content);
  if (!pointee.isNull() && contentOf(pointee) != Content::Any) // numbers, no container
    return;
  AbstractLocation behind;
  behind.pointers.push_back(pointer);
  for (const AbstractLocation &inner : containerParts(key, behind, pointee))
    readPlace(inner, content);
}

void Places::writeWhole(const void *key, NodeId definition, NodeId pointer, clang::QualType type, Content content) {
  if (pointer == kNoNode)
    return;
  AbstractLocation behind;
  behind.pointers.push_back(pointer);
  clang::QualType pointee = type.isNull() || type->getPointeeType().isNull() ? type : type->getPointeeType();
  define(definition, behind, kNoNode, pointee, true, content);
  if (!pointee.isNull() && contentOf(pointee) != Content::Any)
    return;
  for (const AbstractLocation &inner : containerParts(key, behind, pointee))
    define(definition, inner, kNoNode, {}, false, content);
}

void Places::define(NodeId definition, const AbstractLocation &place, NodeId value, clang::QualType type, bool whole,
                    Content content) {
  const clang::RecordDecl *record = type.isNull() ? nullptr : type->getAsRecordDecl();
  for (NodeId object : place.objects) {
    context_.graph().need(object, definition);
    if (value != kNoNode)
      context_.graph().pointers.copy.push_back({object, value});
  }
  for (NodeId pointer : place.pointers) {
    context_.graph().deferred.writes.push_back(
        {definition, pointer, record ? context_.shared.objects.recordKey(record) : nullptr, whole, content});
    if (value != kNoNode)
      context_.graph().pointers.store.push_back({pointer, value});
  }
}

NodeId Places::load(const clang::Expr *expression, const AbstractLocation &place) {
  const clang::QualType type = expression->getType();
  NodeId result = kNoNode;
  if (context_.mayHoldAddress(type))
    result = context_.memo(expression, Slot::Contents, NodeKind::Other);
  if (result != kNoNode)
    if (const clang::RecordDecl *record = pointeeRecord(type)) {
      context_.pointsTo(result, record);
      if (context_.shared.index.classes().hasNoObjects(record))
        context_.graph().pointers.lead_nowhere.insert(result);
    }
  for (NodeId object : place.objects) {
    context_.read(object);
    if (result != kNoNode)
      context_.graph().pointers.copy.push_back({result, object});
  }
  for (NodeId pointer : place.pointers) {
    context_.readThrough(pointer, {}, false, contentOf(type));
    if (result != kNoNode)
      context_.graph().pointers.load.push_back({result, pointer});
  }
  if (const clang::RecordDecl *record = type->getAsRecordDecl(); record && isStandardLibrary(record)) {
    readPlace(part(expression, place, "#elements"));
    readPlace(part(expression, place, "#size"));
  }
  return result;
}

/// What a constructor makes is one object, whoever asks for it.
static const clang::Expr *madeBy(const clang::Expr *temporary) {
  const auto *kept = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(temporary);
  const clang::Expr *made = making(kept ? kept->getSubExpr() : temporary);
  return llvm::isa<clang::CXXConstructExpr>(made) ? made : temporary;
}

AbstractLocation Places::temporary(const clang::Expr *key, NodeId value) {
  key = madeBy(key);
  const NodeId object = context_.memo(key, Slot::Temporary, NodeKind::Object);
  context_.shared.objects.views.madeAs(object, key->getType());
  if (value != kNoNode)
    context_.graph().pointers.copy.push_back({object, value});
  context_.graph().need(object, context_.cursor.reader);
  walkers_.files.noteString(object, *key);
  return {{object}, {}};
}

AbstractLocation Places::memberPlace(const clang::MemberExpr *member) {
  const clang::ValueDecl *declaration = member->getMemberDecl();
  if (auto *static_member = llvm::dyn_cast<clang::VarDecl>(declaration))
    return {{context_.variable(static_member)}, {}};
  AbstractLocation base;
  if (member->isArrow()) {
    if (const NodeId pointer = walkers_.expressions.value(member->getBase()); pointer != kNoNode)
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
    return walkers_.containers.referredBy(member, base);
  context_.cost(1);
  if (!declaration->getType()->isReferenceType())
    return fieldPlace(member, base, declaration);
  const NodeId field = context_.shared.objects.field(declaration);
  context_.read(field);
  return {{}, {field}};
}

AbstractLocation Places::fieldPlace(const void *key, const AbstractLocation &of, const clang::ValueDecl *field) {
  const std::string &name = of.empty() ? std::string() : context_.shared.objects.partName(field);
  if (name.empty())
    return {{context_.shared.objects.field(field)}, {}};
  return part(key, of, name);
}

/// Where it is not known which.
static AbstractLocation either(AbstractLocation one, const AbstractLocation &other) {
  one.objects.insert(one.objects.end(), other.objects.begin(), other.objects.end());
  one.pointers.insert(one.pointers.end(), other.pointers.begin(), other.pointers.end());
  return one;
}

AbstractLocation Places::variablePlace(const clang::DeclRefExpr *reference) {
  if (auto *binding = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()))
    return binding->getBinding() ? place(binding->getBinding()) : AbstractLocation{};
  auto *declared = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!declared)
    return {};
  const NodeId object = context_.variable(declared);
  if (!declared->getType()->isReferenceType())
    return {{object}, {}};
  context_.readAddress(object);
  return {{}, {object}};
}

AbstractLocation Places::elementPlace(const clang::ArraySubscriptExpr *subscript) {
  context_.cost(kMemoryAccess);
  walkers_.expressions.value(subscript->getIdx());
  const NodeId base = walkers_.expressions.value(subscript->getBase());
  boundedBy(subscript->getIdx());
  boundedBy(subscript->getBase());
  return base == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {base}};
}

AbstractLocation Places::unaryPlace(const clang::UnaryOperator *unary) {
  if (unary->getOpcode() == clang::UO_Deref) {
    context_.cost(kMemoryAccess);
    const NodeId pointer = walkers_.expressions.value(unary->getSubExpr());
    boundedBy(unary->getSubExpr());
    return pointer == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {pointer}};
  }
  if (unary->isIncrementDecrementOp())
    walkers_.expressions.value(unary);
  return place(unary->getSubExpr());
}

/// \p place, or what a short-lived value there is in (short_lived.h).
AbstractLocation Places::shortLived(const clang::Expr *expression, AbstractLocation place) {
  const clang::FunctionDecl *const function = context_.function ? context_.function->declaration : nullptr;
  const clang::Stmt *const given =
      function && function->getBody() ? context_.shared.short_lived.at(*function, expression) : nullptr;
  if (!given)
    return place;
  const NodeId object = context_.memo(given, Slot::Temporary, NodeKind::Object);
  context_.graph()[object].single = true;
  context_.graph().declared_content[object] = contentOf(expression->getType());
  return {{object}, {}};
}

AbstractLocation Places::place(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParens();
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e))
    return shortLived(e, variablePlace(reference));
  if (auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return shortLived(e, memberPlace(member));
  if (auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e))
    return elementPlace(subscript);
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e))
    return unaryPlace(unary);
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->isAssignmentOp()) {
      walkers_.expressions.value(binary);
      return place(binary->getLHS());
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      walkers_.expressions.value(binary->getLHS());
      return place(binary->getRHS());
    }
    if (const auto *member =
            binary->isPtrMemOp() ? binary->getRHS()->getType()->getAs<clang::MemberPointerType>() : nullptr) {
      if (binary->getOpcode() == clang::BO_PtrMemI)
        walkers_.expressions.value(binary->getLHS());
      else
        readPlace(place(binary->getLHS()));
      walkers_.expressions.value(binary->getRHS());
      AbstractLocation any;
      for (const clang::FieldDecl *field :
           fieldsLike(member->getClass()->getAsCXXRecordDecl(), member->getPointeeType()))
        any.objects.push_back(context_.shared.objects.field(field));
      return any;
    }
  }
  if (auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
    walkers_.expressions.value(choice->getCond());
    AbstractLocation one = place(choice->getTrueExpr());
    return either(std::move(one), place(choice->getFalseExpr()));
  }
  if (auto *cast = llvm::dyn_cast<clang::CastExpr>(e))
    return place(cast->getSubExpr());
  if (auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e)) {
    const clang::CXXConstructExpr *container = constructedContainer(made->getSubExpr());
    if (!container)
      return temporary(made, walkers_.expressions.value(made->getSubExpr()));
    const AbstractLocation self = temporary(made, kNoNode);
    walkers_.calls.construct(container, &self, kNoNode);
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
    return {{context_.shared.objects.literals()}, {}};
  if (const clang::Expr *same = namedAgain(e))
    return place(same);
  if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(e)) {
    const NodeId result = walkers_.expressions.value(e);
    if (e->isGLValue())
      return result == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {result}};
    return temporary(e, result);
  }
  if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(e))
    return temporary(literal, walkers_.expressions.value(literal->getInitializer()));
  if (llvm::isa<clang::CXXThisExpr>(e))
    return {{}, {context_.self().this_object}};
  return temporary(e, walkers_.expressions.value(e));
}

NodeId Places::valueOrAddress(const clang::Expr *expression, bool by_reference) {
  return by_reference || expression->isGLValue() ? address(expression, place(expression))
                                                 : walkers_.expressions.value(expression);
}

} // namespace maquette::skeletonizer
