//===- skeletonizer/frontend/lib/source_key.cpp - where an AST node stands -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Index/USRGeneration.h"
#include "clang/Lex/Lexer.h"

namespace maquette::skeletonizer {

SourceKey keyOf(clang::SourceRange range, const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  if (range.isInvalid())
    return {};
  clang::CharSourceRange expansion = sources.getExpansionRange(range);
  clang::SourceLocation end = expansion.getEnd();
  if (expansion.isTokenRange())
    end = clang::Lexer::getLocForEndOfToken(end, 0, sources, context.getLangOpts());
  auto [file, begin_offset] = sources.getDecomposedLoc(expansion.getBegin());
  auto [end_file, end_offset] = sources.getDecomposedLoc(end);
  clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  if (!entry || file != end_file)
    return {};
  // The canonical name resolves symbolic links and is cached by the file manager.
  return {sources.getFileManager().getCanonicalName(*entry).str(), begin_offset, end_offset};
}

SourceKey keyOf(const clang::Stmt *statement, const clang::ASTContext &context) {
  return keyOf(statement->getSourceRange(), context);
}

SourceKey keyOf(const clang::VarDecl *variable) { return keyOf(variable->getSourceRange(), variable->getASTContext()); }

std::string toText(const SourceKey &key) {
  return key.file + ":" + std::to_string(key.begin) + "-" + std::to_string(key.end);
}

static bool isUnnamedOutside(const clang::CXXRecordDecl *record) {
  return record->isLambda() || record->isLocalClass();
}

/// The lambdas and local classes that a template was given, at any depth.
static void addLocalsOf(llvm::ArrayRef<clang::TemplateArgument> arguments, std::string &out) {
  for (const clang::TemplateArgument &argument : arguments) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      addLocalsOf(argument.pack_elements(), out);
    if (argument.getKind() != clang::TemplateArgument::Type)
      continue;
    clang::QualType type = argument.getAsType().getNonReferenceType();
    while (!type->getPointeeType().isNull())
      type = type->getPointeeType();
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (record && isUnnamedOutside(record))
      out += "<" + usrOf(record) + ">";
    else if (const auto *made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record))
      addLocalsOf(made->getTemplateArgs().asArray(), out);
  }
}

/// The name of a function or variable with C's linkage, which is the same one in every namespace and where a function
/// declares it; else "".
static std::string nameInC(const clang::Decl *declaration) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (function ? function->isExternC() && function->getIdentifier() : variable && variable->isExternC())
    return (function ? "c:@F@" : "c:@") + llvm::cast<clang::NamedDecl>(declaration)->getNameAsString();
  return {};
}

/// Clang tells lambdas and local classes of one function apart only where nobody outside can name it, also those that
/// templates were given, and what is private to a file by the file's last name.
std::string usrOf(const clang::Decl *declaration) {
  if (std::string name = nameInC(declaration); !name.empty())
    return name;
  llvm::SmallString<128> usr;
  if (clang::index::generateUSRForDecl(declaration, usr))
    return {};
  const clang::ASTContext &context = declaration->getASTContext();
  const auto where = [&](const clang::Decl *at) {
    return "@" + toText(keyOf(clang::SourceRange(at->getLocation()), context));
  };
  std::string out(usr);
  for (const clang::Decl *around = declaration; around;
       around = around->getDeclContext() ? clang::Decl::castFromDeclContext(around->getDeclContext()) : nullptr) {
    if (const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(around); record && isUnnamedOutside(record))
      out += where(record);
    if (const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(around))
      addLocalsOf(made->getTemplateArgs().asArray(), out);
    else if (const auto *instance = llvm::dyn_cast<clang::FunctionDecl>(around);
             instance && instance->getTemplateSpecializationArgs())
      addLocalsOf(instance->getTemplateSpecializationArgs()->asArray(), out);
  }
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  if (function && !function->isExternallyVisible()) {
    const clang::FunctionDecl *definition = function->getDefinition();
    out += "@" +
           keyOf(clang::SourceRange((definition ? definition : function->getCanonicalDecl())->getLocation()), context)
               .file;
  }
  return out;
}

std::string availabilityName(const clang::ValueDecl *declaration) {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (variable && (variable->isLocalVarDeclOrParm() || variable->isStaticLocal()))
    return toText(keyOf(variable));
  return usrOf(declaration);
}

} // namespace maquette::skeletonizer
