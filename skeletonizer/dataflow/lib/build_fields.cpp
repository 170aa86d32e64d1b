//===- skeletonizer/dataflow/lib/build_fields.cpp - what the address of a field reaches -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// By the languages' rules a pointer to a field reaches that field. Programs have it reach more: &r.x of r.x, r.y and
/// r.z is where three numbers begin, and as bytes, or with a datatype of MPI's, where the record does.
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace maquette::skeletonizer {

namespace {

/// r.x of &r.x, r.x and &r.x[i]; null of others.
const clang::MemberExpr *addressedField(const clang::Expr *e) {
  e = e->IgnoreParenCasts();
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(e);
      address && address->getOpcode() == clang::UO_AddrOf)
    e = address->getSubExpr()->IgnoreParens();
  else if (!e->getType()->isArrayType())
    return nullptr;
  while (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) {
    e = element->getBase()->IgnoreParenImpCasts();
    if (e->getType()->isPointerType())
      return nullptr;
  }
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(e);
  return member && llvm::isa<clang::FieldDecl>(member->getMemberDecl()) ? member : nullptr;
}

/// The record that all of r in r.s.x is.
const clang::RecordDecl *recordAround(const clang::MemberExpr *member) {
  const auto *field = llvm::cast<clang::FieldDecl>(member->getMemberDecl());
  while (!member->isArrow()) {
    const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
    while (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
      base = element->getBase()->IgnoreParenImpCasts();
    member = llvm::dyn_cast<clang::MemberExpr>(base);
    const auto *outer = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!outer)
      break;
    field = outer;
  }
  return field->getParent();
}

bool isByte(clang::QualType type) { return type->isVoidType() || type->isCharType() || type->isStdByteType(); }

/// The types whose sizeof \p e asks for.
struct SizesAsked : clang::RecursiveASTVisitor<SizesAsked> {
  std::vector<clang::QualType> types;
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *trait) {
    if (trait->getKind() == clang::UETT_SizeOf)
      types.push_back(trait->getTypeOfArgument().getCanonicalType().getUnqualifiedType());
    return true;
  }
};

bool isDatatype(clang::QualType type) {
  const auto *name = type->getAs<clang::TypedefType>();
  return name && name->getDecl()->getName() == "MPI_Datatype";
}

/// The integers among \p arguments that say a size: the unsigned ones, as the C library has them, or all if there are
/// none.
std::vector<const clang::Expr *> sizesOf(const clang::FunctionDecl &callee,
                                         llvm::ArrayRef<const clang::Expr *> arguments) {
  std::vector<const clang::Expr *> integers, sizes;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i]->getType()->isIntegerType())
      continue;
    integers.push_back(arguments[i]);
    if (i < callee.getNumParams() && callee.getParamDecl(i)->getType()->isUnsignedIntegerType())
      sizes.push_back(arguments[i]);
  }
  return sizes.empty() ? integers : sizes;
}

/// The product of \p sizes ends in \p field, or they are in elements of it.
bool sizeEndsIn(const clang::FieldDecl &field, llvm::ArrayRef<const clang::Expr *> sizes,
                const clang::ASTContext &ast) {
  std::uint64_t product = 1;
  bool is_constant = !sizes.empty();
  SizesAsked asked;
  for (const clang::Expr *size : sizes) {
    asked.TraverseStmt(const_cast<clang::Expr *>(size));
    clang::Expr::EvalResult number;
    is_constant = is_constant && !size->isValueDependent() && size->EvaluateAsInt(number, ast);
    if (is_constant)
      product = std::min<std::uint64_t>(product * number.Val.getInt().getLimitedValue(UINT32_MAX), UINT32_MAX);
  }
  if (is_constant)
    return product <= static_cast<std::uint64_t>(ast.getTypeSizeInChars(field.getType()).getQuantity());
  const clang::QualType element = ast.getBaseElementType(field.getType()).getCanonicalType().getUnqualifiedType();
  return !asked.types.empty() &&
         llvm::all_of(asked.types, [&](clang::QualType type) { return type == element || !type->isRecordType(); });
}

} // namespace

AbstractLocation Fields::withFollowing(const clang::Expr *e, AbstractLocation place) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(e->IgnoreParens());
  const auto *first = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!first || !first->getType()->isScalarType() || first->getParent()->isUnion() || isStandardLibrary(first))
    return place;
  const auto element = [this](const clang::FieldDecl *field) {
    return context_.ast->getBaseElementType(field->getType()).getCanonicalType().getUnqualifiedType();
  };
  const auto fields = first->getParent()->fields();
  for (auto next = std::next(fields.begin(), first->getFieldIndex() + 1);
       next != fields.end() && element(*next) == element(first); ++next)
    place.objects.push_back(context_.shared.objects.field(*next));
  return place;
}

NodeId Fields::asBytes(const clang::CastExpr *cast, NodeId pointer) {
  const clang::Expr *inner = cast->getSubExpr();
  const clang::MemberExpr *member =
      pointer != kNoNode && cast->getType()->isPointerType() && isByte(cast->getType()->getPointeeType()) &&
              inner->getType()->isPointerType() && !isByte(inner->getType()->getPointeeType())
          ? addressedField(inner)
          : nullptr;
  if (!member || confined.count(member) || isStandardLibrary(member->getMemberDecl()))
    return pointer;
  const NodeId bytes = context_.memo(cast, Slot::Bytes, NodeKind::Other);
  context_.graph().pointers.copy.push_back({bytes, pointer});
  for (NodeId field : context_.shared.objects.fieldsWithin(recordAround(member)))
    context_.graph().pointers.address.push_back({bytes, field});
  return bytes;
}

void Fields::confineBuffers(const CallSite &site) {
  if (!site.callee)
    return;
  for (std::size_t i = 0; i < site.arguments.size(); ++i) {
    const clang::MemberExpr *member = addressedField(site.arguments[i]);
    if (!member)
      continue;
    const auto &field = *llvm::cast<clang::FieldDecl>(member->getMemberDecl());
    const llvm::ArrayRef<const clang::Expr *> rest = llvm::ArrayRef(site.arguments).drop_front(i + 1);
    const clang::Expr *datatype = nullptr;
    for (std::size_t at = i + 1; at < site.arguments.size() && at < site.callee->getNumParams() && !datatype; ++at)
      if (isDatatype(site.callee->getParamDecl(at)->getType()))
        datatype = site.arguments[at];
    if (datatype ? elementsEndIn(field, walkers_.mpi.handle(datatype), rest.take_front())
                 : sizeEndsIn(field, sizesOf(*site.callee, site.arguments), *context_.ast))
      confined.insert(member);
  }
}

/// \p datatype is "" if the program made it: for records perhaps, or for columns of an array.
bool Fields::elementsEndIn(const clang::FieldDecl &field, llvm::StringRef datatype,
                           llvm::ArrayRef<const clang::Expr *> count) const {
  if (datatype.empty())
    return field.getType()->isArrayType() && !context_.shared.index.makesRecordDatatypes();
  if (datatype == "MPI_BYTE" || datatype == "MPI_CHAR")
    return sizeEndsIn(field, count, *context_.ast);
  clang::Expr::EvalResult number;
  const auto *array = context_.ast->getAsConstantArrayType(field.getType());
  return !array || count.front()->isValueDependent() || !count.front()->EvaluateAsInt(number, *context_.ast) ||
         number.Val.getInt().getLimitedValue() <= context_.ast->getConstantArrayElementCount(array);
}

} // namespace maquette::skeletonizer
