//===- skeletonizer/lib/program_index.cpp - the functions of the program ----===//
// SPDX-License-Identifier: Apache-2.0
#include "program_index.h"

#include "source_key.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <deque>

namespace maquette::skeletonizer {

bool isSystem(const clang::Decl *declaration) {
  const clang::SourceManager &sources = declaration->getASTContext().getSourceManager();
  const clang::SourceLocation location = declaration->getLocation();
  return location.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(location));
}

/// libstdc++'s own: std::vector's iterators are there.
static bool isExtensions(const clang::DeclContext *context) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context);
  return space && space->getName() == "__gnu_cxx";
}

bool isStandardLibrary(const clang::Decl *declaration) {
  for (const clang::DeclContext *c = declaration->getDeclContext(); c; c = c->getParent())
    if (c->isStdNamespace() || isExtensions(c))
      return true;
  return false;
}

namespace {

/// Stands for pointers to data, which a function's address may be kept in.
constexpr const char *kAnyPointer = "void *";

/// The type of what a value of \p type may be called as, or "".
std::string calledAs(clang::QualType type) {
  const clang::QualType pointee = type->isFunctionType() ? type : type->getPointeeType();
  if (pointee.isNull() || type->isMemberPointerType())
    return {};
  return pointee->isFunctionType() ? pointee.getCanonicalType().getAsString() : kAnyPointer;
}

bool takesAsMany(const clang::FunctionDecl &function, clang::QualType type) {
  const auto *prototype = type->getAs<clang::FunctionProtoType>();
  return !prototype || prototype->isVariadic() || function.isVariadic() || function.getNumParams() == prototype->getNumParams();
}

} // namespace

class IndexVisitor : public clang::RecursiveASTVisitor<IndexVisitor> {
public:
  explicit IndexVisitor(ProgramIndex &index) : index_(index) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(clang::Decl *declaration) {
    if (declaration && !llvm::isa<clang::TranslationUnitDecl, clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration) &&
        isSystem(declaration))
      return true;
    if (auto *space = llvm::dyn_cast_or_null<clang::NamespaceDecl>(declaration); space && space->isStdNamespace())
      return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (function->isDependentContext() || !function->doesThisDeclarationHaveABody() || !function->getBody())
      return true;
    const std::string usr = usrOf(function);
    if (usr.empty() || index_.by_usr_.count(usr))
      return true;
    index_.by_usr_[usr] = static_cast<int>(index_.functions_.size());
    if (function->isMain())
      index_.main_ = static_cast<int>(index_.functions_.size());
    index_.functions_.push_back({usr, function->getQualifiedNameAsString(), function, &function->getASTContext()});
    if (auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
      for (const clang::CXXMethodDecl *base : method->overridden_methods())
        index_.overriders_[usrOf(base)].push_back(usr);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    callees_.insert(call->getCallee()->IgnoreParenImpCasts());
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (function && !callees_.count(reference) && !isSystem(function))
      index_.address_taken_[function->getType().getCanonicalType().getAsString()].insert(usrOf(function));
    return true;
  }

  bool VisitCastExpr(clang::CastExpr *cast) {
    const std::string from = calledAs(cast->getSubExpr()->getType());
    const std::string to = calledAs(cast->getType());
    if (!from.empty() && !to.empty() && from != to)
      index_.converted_from_[to].insert(from);
    return true;
  }

  bool VisitLambdaExpr(clang::LambdaExpr *lambda) {
    for (const clang::LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        if (auto *variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()))
          index_.captured_.insert(variable->getCanonicalDecl());
    return true;
  }

private:
  ProgramIndex &index_;
  std::set<const clang::Expr *> callees_;
};

ProgramIndex::ProgramIndex(const Program &program) {
  for (const std::unique_ptr<clang::ASTUnit> &unit : program.units) {
    IndexVisitor visitor(*this);
    visitor.TraverseDecl(unit->getASTContext().getTranslationUnitDecl());
  }
}

int ProgramIndex::find(const clang::FunctionDecl *function) const {
  if (isSystem(function))
    return -1;
  auto found = by_usr_.find(usrOf(function));
  return found == by_usr_.end() ? -1 : found->second;
}

std::vector<int> ProgramIndex::targets(const clang::FunctionDecl *function) const {
  std::vector<int> out;
  if (const int self = find(function); self >= 0)
    out.push_back(self);
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || !method->isVirtual())
    return out;
  std::set<std::string> seen;
  std::deque<std::string> work{usrOf(function)};
  while (!work.empty()) {
    const std::string usr = work.front();
    work.pop_front();
    auto found = overriders_.find(usr);
    if (found == overriders_.end())
      continue;
    for (const std::string &overrider : found->second)
      if (seen.insert(overrider).second) {
        work.push_back(overrider);
        out.push_back(by_usr_.at(overrider));
      }
  }
  return out;
}

std::vector<int> ProgramIndex::addressTaken(clang::QualType function_type) const {
  std::set<int> functions;
  std::set<std::string> seen{function_type.getCanonicalType().getAsString()};
  for (std::deque<std::string> work(seen.begin(), seen.end()); !work.empty(); work.pop_front()) {
    if (const auto taken = address_taken_.find(work.front()); taken != address_taken_.end())
      for (const std::string &usr : taken->second)
        if (auto function = by_usr_.find(usr); function != by_usr_.end())
          if (takesAsMany(*functions_[function->second].declaration, function_type))
            functions.insert(function->second);
    if (const auto converted = converted_from_.find(work.front()); converted != converted_from_.end())
      for (const std::string &type : converted->second)
        if (seen.insert(type).second)
          work.push_back(type);
  }
  return {functions.begin(), functions.end()};
}

} // namespace maquette::skeletonizer
