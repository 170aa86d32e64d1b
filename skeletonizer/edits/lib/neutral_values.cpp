//===- skeletonizer/edits/lib/neutral_values.cpp - what stands for values that nobody needs -===//
// SPDX-License-Identifier: Apache-2.0
#include "expression_edits.h"
#include "type_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace maquette::skeletonizer {

namespace {

/// Its zero literal is of no other type.
bool hasOwnZero(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::Int) || zeroText(type, true) != "0";
}

/// `S()`; where the type is written `struct S`, which may be needed to tell it from a function, no call of its
/// constructor can be written so.
std::string constructed(llvm::StringRef name, bool has_zero) {
  if (!name.starts_with("struct ") && !name.starts_with("class ") && !name.starts_with("union "))
    return (name + "()").str();
  return has_zero ? ("maquette_zero<" + name + ">()").str() : (name.split(' ').second + "()").str();
}

} // namespace

std::optional<std::string> ExpressionEditor::neutralLike(const clang::Expr *value) {
  const clang::QualType type = value->getType();
  if (!type->isScalarType() || type->isDependentType())
    return std::nullopt;
  if (!with_.in_template && (type->isEnumeralType() || hasOwnZero(type)))
    return neutralValue(type);
  mentions_.addAll(value);
  return "maquette_zero<decltype(" + with_.source.spelling(value).str() + ")>()";
}

std::optional<std::string> ExpressionEditor::neutralValue(clang::QualType type) const {
  bool cxx = with_.facts.context().getLangOpts().CPlusPlus;
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const bool constructible =
      record && record->hasDefinition() && record->hasDefaultConstructor() && !record->isAbstract();
  if (with_.in_template)
    return cxx && (type->isScalarType() || constructible) ? std::optional<std::string>("{}") : std::nullopt;
  if (type->isReferenceType() || type->isPlaceholderType() || type->isDependentType())
    return std::nullopt;
  std::string name = typeText(type.getUnqualifiedType());
  if (type->isEnumeralType() && cxx)
    return hasName(name) ? std::optional<std::string>("static_cast<" + name + ">(0)") : std::nullopt;
  if (type->isScalarType())
    return type->isMemberPointerType() ? "nullptr" : zeroText(type, cxx);
  if (!type->isRecordType() || !hasName(name))
    return std::nullopt;
  if (!cxx)
    return "(" + name + "){0}";
  const bool has_zero = with_.facts.context().getLangOpts().CPlusPlus11;
  return constructible ? std::optional<std::string>(constructed(name, has_zero)) : std::nullopt;
}

std::optional<std::string> ExpressionEditor::placeholder(clang::QualType type) const {
  if (std::optional<std::string> neutral = neutralValue(type))
    return neutral;
  if (type->isPlaceholderType() || !with_.facts.context().getLangOpts().CPlusPlus)
    return std::nullopt;
  const std::string name = typeText(type.getNonReferenceType());
  const bool is_named = !with_.in_template && hasName(name);
  if (is_named && !type->isReferenceType() && type.isTriviallyCopyableType(with_.facts.context()))
    return "maquette_zero_bytes<" + name + ">()";
  if (type->isRValueReferenceType())
    return is_named
               ? std::optional<std::string>("static_cast<" + name + " &&>(maquette_phantom_reference<" + name + ">())")
               : std::nullopt;
  return is_named ? "maquette_phantom_reference<" + name + ">()" : "maquette_any_reference()";
}

} // namespace maquette::skeletonizer
