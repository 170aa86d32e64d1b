//===- skeletonizer/edits/lib/program_survey.cpp - what stands in the program's files -===//
// SPDX-License-Identifier: Apache-2.0
#include "program_survey.h"

#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_text.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace maquette::skeletonizer {
namespace {

bool hasWrittenAttribute(const clang::Decl *declaration) {
  for (const clang::Attr *attribute : declaration->attrs())
    if (!attribute->isImplicit() && !attribute->isInherited())
      return true;
  return false;
}

/// `extern "C" void f() {...}`: the linkage would stay behind.
bool inBareLinkage(const clang::Decl *declaration) {
  const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration->getLexicalDeclContext());
  return linkage && !linkage->hasBraces();
}

bool isPlainFunction(const clang::FunctionDecl *function) {
  return !llvm::isa<clang::CXXMethodDecl>(function) && !function->isMain() &&
         !function->getDescribedFunctionTemplate() &&
         function->getTemplateSpecializationKind() == clang::TSK_Undeclared && !function->isOverloadedOperator() &&
         !function->getLocation().isMacroID() && !function->getEndLoc().isMacroID() && !hasWrittenAttribute(function) &&
         !isStartedBySystem(*function) && !inBareLinkage(function) && !function->getFriendObjectKind() &&
         function->getIdentifier();
}

bool isPlainVariable(const clang::VarDecl *variable) {
  return !variable->isStaticDataMember() && !variable->getDescribedVarTemplate() && !variable->isInline() &&
         variable->getTemplateSpecializationKind() == clang::TSK_Undeclared && !variable->getLocation().isMacroID() &&
         !hasWrittenAttribute(variable) && !inBareLinkage(variable) && !variable->isConstexpr() &&
         variable->getStorageClass() != clang::SC_Extern && !llvm::isa<clang::DecompositionDecl>(variable);
}

/// Where a field's name, the rest of its type and its width end, before the value that it starts with.
clang::SourceLocation declaratorEnd(const clang::FieldDecl &field) {
  const clang::SourceManager &sources = field.getASTContext().getSourceManager();
  clang::SourceLocation end = field.getLocation();
  for (const clang::SourceLocation other :
       {field.getTypeSourceInfo()->getTypeLoc().getEndLoc(),
        field.isBitField() ? field.getBitWidth()->getEndLoc() : clang::SourceLocation()})
    if (other.isValid() && sources.isBeforeInTranslationUnit(end, other))
      end = other;
  return end;
}

/// What a function's text names before the body.
ReferencedDecls namedBySignature(const clang::FunctionDecl *function) {
  ReferencedDecls named;
  named.addAll(function->getTypeSourceInfo());
  named.addAll(function->getTrailingRequiresClause());
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() && !parameter->hasUnparsedDefaultArg())
      named.addAll(parameter->getDefaultArg());
  return named;
}

class Surveyor : public clang::RecursiveASTVisitor<Surveyor> {
public:
  Surveyor(ProgramSurvey &survey, const std::function<bool(const std::string &)> &editable,
           const clang::ASTContext &context)
      : survey_(survey), editable_(editable), context_(context) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(clang::Decl *declaration) {
    if (!declaration)
      return true;
    if (declaration->getLocation().isValid() && isSystem(declaration))
      return true;
    std::set<std::string> *outer = owner_;
    bool in_function = in_function_;
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration); function && !in_function_)
      enter(function);
    else if (auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration); variable && !in_function_)
      enter(variable);
    bool result = RecursiveASTVisitor::TraverseDecl(declaration);
    owner_ = outer;
    in_function_ = in_function;
    return result;
  }

  bool VisitFieldDecl(clang::FieldDecl *field) {
    SourceKey key = keyOf({field->getBeginLoc(), declaratorEnd(*field)}, context_);
    bool plain = field->getAccess() == clang::AS_private && field->getIdentifier() && !field->getEndLoc().isMacroID();
    if (plain && editable_(key.file) && !hasWrittenAttribute(field))
      survey_.private_fields.try_emplace(key, usrOf(field));
    return true;
  }
  bool VisitNamedDecl(clang::NamedDecl *declaration) {
    if (const auto *alias = declaration->getAttr<clang::AliasAttr>())
      survey_.aliased.insert(alias->getAliasee().str());
    if (const auto *chosen = declaration->getAttr<clang::IFuncAttr>())
      survey_.aliased.insert(chosen->getResolver().str());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) { return mention(reference->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *member) { return mention(member->getMemberDecl()); }
  bool VisitOverloadExpr(clang::OverloadExpr *lookup) {
    for (clang::NamedDecl *candidate : lookup->decls())
      mention(candidate->getUnderlyingDecl());
    return true;
  }
  bool VisitUsingDecl(clang::UsingDecl *named) {
    for (clang::UsingShadowDecl *shadow : named->shadows())
      mention(shadow->getTargetDecl());
    return true;
  }

private:
  bool mention(const clang::Decl *declaration) {
    ReferencedDecls one;
    one.add(declaration);
    (owner_ ? *owner_ : survey_.always).insert(one.globals().begin(), one.globals().end());
    return true;
  }

  void enter(const clang::FunctionDecl *function) {
    if (!function->doesThisDeclarationHaveABody() || function->isImplicit() || function->isDefaulted()) {
      if (isPlainFunction(function) && editable_(keyOf(function->getSourceRange(), context_).file))
        survey_.prototypes[usrOf(function)].push_back(function);
      return;
    }
    SourceKey key = keyOf(function->getSourceRange(), context_);
    in_function_ = true;
    if (key.file.empty() || !editable_(key.file))
      return;
    FunctionText &text = survey_.functions[key];
    text.definitions.push_back(function);
    text.usrs.insert(usrOf(function));
    const ReferencedDecls signature = namedBySignature(function);
    text.signature.insert(signature.globals().begin(), signature.globals().end());
    text.removable = text.removable && isPlainFunction(function) && standsAlone(function, key);
    owner_ = &text.referenced;
  }

  /// No `#if` begins in its text and ends outside, or the other way round.
  bool standsAlone(const clang::FunctionDecl *function, const SourceKey &key) const {
    const clang::SourceManager &sources = context_.getSourceManager();
    return SourceText(context_, sources.getFileID(sources.getExpansionLoc(function->getLocation())))
        .balancedDirectives({key.begin, key.end});
  }

  void enter(const clang::VarDecl *variable) {
    SourceKey key = keyOf(variable);
    bool defines = variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
    if (!variable->isFileVarDecl() || !defines || key.file.empty() || !editable_(key.file))
      return;
    VariableText &text = survey_.variables[key];
    if (!text.definition)
      text.definition = variable;
    text.usr = usrOf(variable->getCanonicalDecl());
    text.removable &= isPlainVariable(variable);
    owner_ = &text.referenced;
  }

  ProgramSurvey &survey_;
  const std::function<bool(const std::string &)> &editable_;
  const clang::ASTContext &context_;
  std::set<std::string> *owner_ = nullptr;
  bool in_function_ = false;
};

struct NameCollector : clang::RecursiveASTVisitor<NameCollector> {
  std::set<std::string> names;
  bool VisitVarDecl(clang::VarDecl *variable) {
    names.insert(variable->getNameAsString());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    names.insert(reference->getDecl()->getNameAsString());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    names.insert(member->getMemberDecl()->getNameAsString());
    return true;
  }
};

} // namespace

ProgramSurvey survey(const Program &program, const std::function<bool(const std::string &)> &editable) {
  ProgramSurvey result;
  for (const std::unique_ptr<clang::ASTUnit> &unit : program.units) {
    clang::ASTContext &context = unit->getASTContext();
    Surveyor(result, editable, context).TraverseDecl(context.getTranslationUnitDecl());
  }
  return result;
}

std::set<std::string> commonNames(const std::vector<const clang::FunctionDecl *> &definitions) {
  std::map<std::string, std::size_t> readings;
  for (const clang::FunctionDecl *definition : definitions) {
    NameCollector collector;
    collector.TraverseDecl(const_cast<clang::FunctionDecl *>(definition));
    for (const std::string &name : collector.names)
      ++readings[name];
  }
  std::set<std::string> common;
  for (const auto &[name, count] : readings)
    if (count == definitions.size())
      common.insert(name);
  return common;
}

} // namespace maquette::skeletonizer
