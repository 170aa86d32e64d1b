//===- skeletonizer/edits/lib/type_names.cpp - types as text ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "type_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"

namespace maquette::skeletonizer {
namespace {

/// An instance of a template with a parameter pack, or of one with such an argument: getFullyQualifiedName() leaves
/// names in packs as they are.
bool holdsPack(clang::QualType type) {
  while (type->isReferenceType() || type->isAnyPointerType())
    type = type->getPointeeType();
  const clang::Type *element = type->getBaseElementTypeUnsafe();
  const auto *made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(element->getAsCXXRecordDecl());
  return made && llvm::any_of(made->getTemplateArgs().asArray(), [](const clang::TemplateArgument &argument) {
           return argument.getKind() == clang::TemplateArgument::Pack
                      ? argument.pack_size() > 0
                      : argument.getKind() == clang::TemplateArgument::Type && holdsPack(argument.getAsType());
         });
}

/// What `auto` stands for, or a template's name without arguments: getFullyQualifiedName() writes the namespaces of a
/// deduced type twice.
clang::QualType undeduced(clang::QualType type, const clang::ASTContext &context) {
  while (const auto *deduced = llvm::dyn_cast<clang::DeducedType>(type.getTypePtr())) {
    if (deduced->getDeducedType().isNull())
      return type;
    type = context.getQualifiedType(deduced->getDeducedType(), type.getLocalQualifiers());
  }
  return type->getContainedDeducedType() ? type.getCanonicalType() : type; // behind a pointer
}

} // namespace

std::string spelled(clang::QualType type, const clang::ASTContext &context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  const bool cxx = context.getLangOpts().CPlusPlus;
  policy.SuppressTagKeyword = cxx;
  if (!cxx)
    return type.getAsString(policy);
  type = undeduced(type, context);
  return holdsPack(type) ? type.getCanonicalType().getAsString(policy)
                         : clang::TypeName::getFullyQualifiedName(type, context, policy);
}

std::string zeroText(clang::QualType type, bool cxx) {
  const auto *builtin = type->getAs<clang::BuiltinType>();
  if (!builtin)
    return "0";
  switch (builtin->getKind()) {
  case clang::BuiltinType::Bool:
    return cxx ? "false" : "0";
  case clang::BuiltinType::Double:
    return "0.0";
  case clang::BuiltinType::Float:
    return "0.0f";
  case clang::BuiltinType::UInt:
    return "0u";
  case clang::BuiltinType::Long:
    return "0l";
  case clang::BuiltinType::ULong:
    return "0ul";
  default:
    return "0";
  }
}

bool hasName(const std::string &text) {
  return text.find('(') == std::string::npos || text.find("(*)") != std::string::npos;
}

} // namespace maquette::skeletonizer
