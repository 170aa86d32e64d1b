//===- skeletonizer/edits/lib/referenced_decls.cpp - which declarations a text needs -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/referenced_decls.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <map>

namespace maquette::skeletonizer {
namespace {

/// The declaration whose text stands in the file: a template's pattern rather than its instantiation.
const clang::Decl *inText(const clang::Decl *declaration) {
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    if (const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern())
      return pattern->getCanonicalDecl();
  return declaration->getCanonicalDecl();
}

bool isGlobal(const clang::Decl *declaration) {
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
    return variable->hasGlobalStorage() && !variable->isStaticLocal();
  return llvm::isa<clang::FunctionDecl, clang::FieldDecl>(declaration);
}

/// The statement of a template that \p choice is instantiated from, and what is declared where.
struct Written : clang::RecursiveASTVisitor<Written> {
  const clang::IfStmt *choice;
  const clang::IfStmt *found = nullptr;
  std::map<clang::SourceLocation, const clang::VarDecl *> declared;
  explicit Written(const clang::IfStmt *choice) : choice(choice) {}
  bool VisitIfStmt(clang::IfStmt *statement) {
    if (statement->getIfLoc() == choice->getIfLoc())
      found = statement;
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    declared.emplace(variable->getLocation(), variable);
    return true;
  }
};

class Collector : public clang::RecursiveASTVisitor<Collector> {
public:
  explicit Collector(ReferencedDecls &referenced) : mentions_(referenced) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    mentions_.add(reference->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    mentions_.add(member->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construct) {
    mentions_.add(construct->getConstructor());
    return true;
  }
  bool VisitOverloadExpr(clang::OverloadExpr *lookup) {
    for (const clang::NamedDecl *candidate : lookup->decls())
      mentions_.add(candidate->getUnderlyingDecl());
    return true;
  }
  bool VisitGotoStmt(clang::GotoStmt *jump) {
    mentions_.add(jump->getLabel());
    return true;
  }
  bool VisitAddrLabelExpr(clang::AddrLabelExpr *label) {
    mentions_.add(label->getLabel());
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr *lambda) {
    for (const clang::LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        mentions_.add(capture.getCapturedVar());
    return true;
  }

private:
  ReferencedDecls &mentions_;
};

} // namespace

/// auto [a, b] declares a.
void ReferencedDecls::addDecomposed(const clang::Decl *declaration) {
  if (const auto *binding = llvm::dyn_cast<clang::BindingDecl>(declaration); binding && binding->getDecomposedDecl())
    add(binding->getDecomposedDecl());
}

void ReferencedDecls::add(const clang::Decl *declaration) {
  addDecomposed(declaration);
  if (const auto *function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
    declaration = function_template->getTemplatedDecl();
  declaration = inText(declaration);
  passed_.insert(declaration);
  if (read_.insert(declaration).second && isGlobal(declaration))
    globals_.insert(usrOf(declaration));
}

void ReferencedDecls::addRead(const clang::Decl *declaration) {
  addDecomposed(declaration);
  declaration = inText(declaration);
  if (read_.insert(declaration).second && isGlobal(declaration))
    globals_.insert(usrOf(declaration));
}

void ReferencedDecls::addWrite(const clang::Decl *declaration) {
  addDecomposed(declaration);
  declaration = inText(declaration);
  if (written_.insert(declaration).second && isGlobal(declaration))
    globals_.insert(usrOf(declaration));
}

void ReferencedDecls::addAll(const clang::Stmt *node) {
  if (node)
    Collector(*this).TraverseStmt(const_cast<clang::Stmt *>(node));
}

void ReferencedDecls::addAll(const clang::TypeSourceInfo *written) {
  if (written && !written->getType()->isUndeducedType())
    Collector(*this).TraverseTypeLoc(written->getTypeLoc());
}

void ReferencedDecls::addTemplateArguments(const clang::Expr *named) {
  llvm::ArrayRef<clang::TemplateArgumentLoc> arguments;
  clang::NestedNameSpecifierLoc qualifier; // A<decltype(x)>::f
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(named)) {
    arguments = reference->template_arguments();
    qualifier = reference->getQualifierLoc();
  } else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(named)) {
    arguments = member->template_arguments();
    qualifier = member->getQualifierLoc();
  }
  Collector collector(*this);
  collector.TraverseNestedNameSpecifierLoc(qualifier);
  for (const clang::TemplateArgumentLoc &argument : arguments)
    collector.TraverseTemplateArgumentLoc(argument);
}

void ReferencedDecls::addDiscarded(const clang::FunctionDecl *function, const clang::IfStmt *choice) {
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  if (!pattern)
    return;
  Written in_template(choice), here(choice);
  in_template.TraverseDecl(const_cast<clang::FunctionDecl *>(pattern));
  here.TraverseDecl(const_cast<clang::FunctionDecl *>(function));
  ReferencedDecls names;
  names.addAll(in_template.found);
  for (const auto &[location, variable] : in_template.declared)
    if (const auto instance = here.declared.find(location); names.has(variable) && instance != here.declared.end())
      add(instance->second);
  globals_.insert(names.globals_.begin(), names.globals_.end());
}

void ReferencedDecls::addAll(clang::QualType type) {
  while (!type.isNull()) {
    if (const auto *array = llvm::dyn_cast<clang::VariableArrayType>(type.getTypePtr()))
      addAll(array->getSizeExpr());
    if (const clang::Type *element = type->getPointeeOrArrayElementType(); element != type.getTypePtr()) {
      if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe()) {
        if (const auto *sized = llvm::dyn_cast<clang::VariableArrayType>(array))
          addAll(sized->getSizeExpr());
        type = array->getElementType();
      } else {
        type = type->getPointeeType();
      }
      continue;
    }
    return;
  }
}

bool ReferencedDecls::has(const clang::Decl *declaration) const {
  declaration = inText(declaration);
  return read_.count(declaration) != 0 || written_.count(declaration) != 0;
}

bool ReferencedDecls::neverSet(const clang::Decl *declaration) const {
  declaration = inText(declaration);
  return read_.count(declaration) != 0 && passed_.count(declaration) == 0 && written_.count(declaration) == 0;
}

bool ReferencedDecls::read(const clang::Decl *declaration) const { return read_.count(inText(declaration)) != 0; }

bool ReferencedDecls::onlyWritten(const clang::Decl *declaration) const {
  declaration = inText(declaration);
  return read_.count(declaration) == 0 && written_.count(declaration) != 0;
}

std::string discarded(const clang::FunctionDecl *function, const clang::ParmVarDecl *parameter) {
  const std::string name = parameter->getNameAsString();
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  const auto isPack = [&](const clang::ParmVarDecl *written) {
    return written->isParameterPack() && written->getName() == name;
  };
  const bool pack = pattern && llvm::any_of(pattern->parameters(), isPack);
  return name.empty() ? name : pack ? "(void)sizeof...(" + name + ");" : "(void)" + name + ";";
}

std::string discardedParameters(const clang::FunctionDecl *function, const ReferencedDecls &original,
                                const ReferencedDecls &now) {
  std::string out, last;
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    const bool gone = original.has(parameter) && (!now.has(parameter) || now.onlyWritten(parameter));
    const std::string text = gone ? discarded(function, parameter) : std::string();
    if (!text.empty() && text != last) // a pack's elements have one name
      out += " " + text;
    last = text;
  }
  return out;
}

} // namespace maquette::skeletonizer
