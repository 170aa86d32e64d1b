//===- skeletonizer/edits/lib/type_names.h - types as text -----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_TYPE_NAMES_H
#define MAQUETTE_EDITS_TYPE_NAMES_H

#include "clang/AST/Type.h"

#include <string>

namespace maquette::skeletonizer {

/// \p type by a name that means it at any place of the file, if it has one.
std::string spelled(clang::QualType type, const clang::ASTContext &context);

/// A zero literal of the type where there is one, else "0".
std::string zeroText(clang::QualType type, bool cxx);

/// The type of this text can be spelled at any place of the file.
bool hasName(const std::string &text);

} // namespace maquette::skeletonizer

#endif
