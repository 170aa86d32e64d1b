//===- skeletonizer/frontend/lib/program_index.cpp - the functions of the program -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/program_index.h"

#include "maquette/frontend/source_key.h"
#include "maquette/frontend/source_text.h"
#include "maquette/sim/assert.h"

#include "constructed_classes.h"
#include "new_expressions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <deque>

namespace maquette::skeletonizer {

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

void addCallOperators(const clang::CXXRecordDecl *record, std::vector<const clang::FunctionDecl *> &out) {
  if (!record || !record->hasDefinition() || (isStandardLibrary(record) && !keepsCallable(record)))
    return;
  for (const clang::NamedDecl *found :
       record->lookup(record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call))) {
    if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(found))
      out.push_back(method);
    else if (const auto *method_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(found))
      out.insert(out.end(), method_template->spec_begin(), method_template->spec_end());
  }
  for (const clang::CXXBaseSpecifier &base : record->bases())
    addCallOperators(base.getType()->getAsCXXRecordDecl(), out);
}

/// Of its members, or of as many bytes as it has.
bool makesRecordDatatype(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  name.consume_front("P");
  name.consume_back("_c");
  const auto *size = call->getNumArgs() > 0
                         ? llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(call->getArg(0)->IgnoreParenCasts())
                         : nullptr;
  return name == "MPI_Type_create_struct" || name == "MPI_Type_struct" || (name == "MPI_Type_contiguous" && size);
}

void append(std::vector<FunctionId> &to, const std::vector<FunctionId> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool takesAsMany(const clang::FunctionDecl &function, clang::QualType type) {
  const auto *prototype = type->getAs<clang::FunctionProtoType>();
  return !prototype || prototype->isVariadic() || function.isVariadic() ||
         function.getNumParams() == prototype->getNumParams();
}

} // namespace

bool keepsCallable(const clang::CXXRecordDecl *record) {
  const llvm::StringRef name = record->getIdentifier() && isStandardLibrary(record) ? record->getName() : "";
  return name == "function" || name == "move_only_function" || name == "packaged_task";
}

std::vector<const clang::FunctionDecl *> calledBy(const clang::Expr *expression) {
  std::vector<const clang::FunctionDecl *> out;
  const clang::Expr *e = expression->IgnoreParenCasts();
  if (auto *address = llvm::dyn_cast<clang::UnaryOperator>(e);
      address && (address->getOpcode() == clang::UO_AddrOf || address->getOpcode() == clang::UO_Plus))
    e = address->getSubExpr()->IgnoreParenCasts();
  if (auto *converted = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
      converted && llvm::isa_and_nonnull<clang::CXXConversionDecl>(converted->getMethodDecl()))
    if (const clang::CXXRecordDecl *from = converted->getMethodDecl()->getParent(); from->isLambda()) // to a pointer
      addCallOperators(from, out);
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e))
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      out.push_back(function);
  if (out.empty())
    addCallOperators(expression->getType().getNonReferenceType()->getAsCXXRecordDecl(), out);
  return out;
}

bool isKeptCallable(const clang::FunctionDecl *callee) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!method || method->getOverloadedOperator() != clang::OO_Call || !isStandardLibrary(method))
    return false;
  const llvm::StringRef record = method->getParent()->getName();
  if (record.starts_with("_Bind") || record.starts_with("__bind") || record.ends_with("em_fn") ||
      record.ends_with("ot_fn"))
    return true;
  return record == "reference_wrapper" || keepsCallable(method->getParent());
}

clang::QualType keptType(const clang::FunctionDecl *callee) {
  MAQUETTE_ASSERT(isKeptCallable(callee));
  const auto *kept =
      llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(llvm::cast<clang::CXXMethodDecl>(callee)->getParent());
  const bool typed = kept && kept->getTemplateArgs().size() > 0 &&
                     kept->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type;
  return typed ? kept->getTemplateArgs()[0].getAsType() : clang::QualType();
}

class IndexVisitor : public clang::RecursiveASTVisitor<IndexVisitor> {
public:
  IndexVisitor(ProgramIndex &index, ConstructedClasses &constructed, const clang::ASTContext &context,
               bool several_programs)
      : index_(index), constructed_(constructed), context_(context), several_programs_(several_programs) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(clang::Decl *declaration) {
    if (isOfSystem(declaration))
      return true;
    if (auto *space = llvm::dyn_cast_or_null<clang::NamespaceDecl>(declaration); space && space->isStdNamespace())
      return true;
    const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    const clang::FunctionDecl *const outer = function_;
    if (function)
      function_ = function;
    const bool goes_on = RecursiveASTVisitor::TraverseDecl(declaration);
    function_ = outer;
    return goes_on;
  }

  /// What a constant excludes makes no objects and takes no addresses.
  bool TraverseIfStmt(clang::IfStmt *choice) {
    const clang::Stmt *dead = deadBranch(choice, context_);
    if (!dead)
      return RecursiveASTVisitor::TraverseIfStmt(choice);
    const bool outer = dead_;
    for (clang::Stmt *child : choice->children()) {
      dead_ = outer || child == dead;
      TraverseStmt(child);
    }
    dead_ = outer;
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (function->isDependentContext() || !function->doesThisDeclarationHaveABody() || !function->getBody())
      return true;
    const std::string usr = usrOf(function);
    if (usr.empty() || isKnown(usr, function))
      return true;
    const FunctionId id =
        index_.functions_.add({usr, function->getQualifiedNameAsString(), function, &function->getASTContext()});
    index_.by_usr_[usr].push_back(id);
    if (function->isMain())
      index_.mains_.push_back(id);
    if (isStartedBySystem(*function))
      index_.started_by_system_.push_back(id);
    if (auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
      noteOverridden(*method, usr, id);
    return true;
  }

  /// Those that \p method overrides, the function \p usr, and what they override: some of them have no body.
  void noteOverridden(const clang::CXXMethodDecl &method, const std::string &usr, FunctionId id) {
    for (const clang::CXXMethodDecl *base : method.overridden_methods()) {
      index_.overriders_[usrOf(base)].push_back(usr);
      if (isStandardLibrary(base) && !llvm::isa<clang::CXXDestructorDecl>(base))
        index_.library_overriders_.push_back(id);
      noteOverridden(*base, usr, id);
    }
  }

  /// A lambda becomes a pointer to a function.
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *call) {
    givenToDelete(call->getMethodDecl(), {call->getArgs(), call->getNumArgs()});
    const auto *conversion = llvm::dyn_cast_or_null<clang::CXXConversionDecl>(call->getMethodDecl());
    const clang::CXXMethodDecl *body =
        conversion && conversion->getParent()->isLambda() ? conversion->getParent()->getLambdaCallOperator() : nullptr;
    if (const std::string type = body ? calledAs(conversion->getConversionType()) : ""; !type.empty())
      index_.address_taken_[type].insert(usrOf(body));
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    callees_.insert(call->getCallee()->IgnoreParenImpCasts());
    index_.makes_record_datatypes_ |= makesRecordDatatype(call);
    const clang::FunctionDecl *callee = call->getDirectCallee();
    withoutBody(callee);
    if (callee && !dead_ && isSystem(callee))
      constructed_.addLibraryCall(function_, *callee);
    if (!callee || !isStandardLibrary(callee))
      return true;
    const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
    const bool binds = name.starts_with("bind");
    const bool passes_on =
        binds || name.starts_with("make_") || name == "move" || name == "forward" || name == "ref" || name == "cref";
    if (!passes_on && !llvm::isa<clang::CXXMethodDecl>(callee)) // an algorithm, which calls it at once
      return true;
    for (const clang::Expr *argument : call->arguments())
      given(argument, binds);
    return true;
  }

  bool VisitExpr(clang::Expr *expression) {
    index_.classes_.copied_.note(*expression, context_);
    return true;
  }

  bool VisitCXXNewExpr(clang::CXXNewExpr *made) {
    if (!made->isInstantiationDependent())
      mendEnd(*made, context_);
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr *made) {
    if (!dead_)
      constructed_.addMade(function_, made->getConstructor()->getParent());
    if (isStandardLibrary(made->getConstructor()))
      for (const clang::Expr *argument : made->arguments())
        given(argument, false);
    givenToDelete(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
    withoutBody(made->getConstructor());
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (!function)
      return true;
    const llvm::StringRef name = function->getIdentifier() ? function->getName() : llvm::StringRef();
    index_.opens_libraries_ |= name == "dlopen" || name == "dlsym";
    if (callees_.count(reference) || dead_)
      return true;
    // Called by a pointer to a member: a library does not say for which object.
    if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function); method && method->isInstance())
      index_.classes_.copied_.addAliased(method->getParent());
    const std::string type = function->getType().getCanonicalType().getAsString();
    if (!isSystem(function))
      index_.address_taken_[type].insert(usrOf(function));
    if (!function->isDefined())
      index_.foreign_taken_[type].try_emplace(usrOf(function), function);
    return true;
  }

  bool VisitCastExpr(clang::CastExpr *cast) {
    if (cast->getCastKind() == clang::CK_IntegralToPointer && !cast->getSubExpr()->isInstantiationDependent() &&
        !llvm::isa<clang::IntegerLiteral>(cast->getSubExpr()->IgnoreParenCasts()))
      index_.addresses_in_integers_ = true;
    if (const clang::QualType seen = cast->getType()->getPointeeType();
        cast->getCastKind() == clang::CK_BitCast && !seen.isNull() && !dead_)
      constructed_.addMade(function_, seen->getAsCXXRecordDecl());
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
  /// A header's function has one place in all units; programs may have functions of one name each.
  bool isKnown(const std::string &usr, const clang::FunctionDecl *function) const {
    const auto known = index_.by_usr_.find(usr);
    if (known == index_.by_usr_.end() || !several_programs_)
      return known != index_.by_usr_.end();
    const SourceKey place = keyOf(function->getSourceRange(), function->getASTContext());
    return std::any_of(known->second.begin(), known->second.end(), [&](FunctionId other) {
      const clang::FunctionDecl *declaration = index_.functions_[other].declaration;
      return keyOf(declaration->getSourceRange(), declaration->getASTContext()) == place;
    });
  }

  /// shared_ptr(pointer, deleter), reset(pointer, deleter).
  void givenToDelete(const clang::CXXMethodDecl *method, llvm::ArrayRef<const clang::Expr *> arguments) {
    if (!method || !isStandardLibrary(method) || arguments.size() < 2 ||
        !method->getParent()->getName().contains("shared_ptr"))
      return;
    for (const clang::FunctionDecl *function : calledBy(arguments[1]))
      index_.deleters_.insert(usrOf(function));
  }

  void withoutBody(const clang::FunctionDecl *callee) {
    if (callee && context_.getLangOpts().CPlusPlus && !callee->isDefined() && !callee->isPureVirtual() &&
        !callee->isDependentContext() && !callee->isExternC() && !isStandardLibrary(callee))
      index_.bodiless_.try_emplace(usrOf(callee), callee);
  }

  /// The standard library may keep what it is given and call it later.
  void given(const clang::Expr *argument, bool binds) {
    for (const clang::FunctionDecl *function : calledBy(argument))
      if (binds)
        index_.bound_.insert(usrOf(function));
      else if (function->getOverloadedOperator() == clang::OO_Call)
        index_.given_to_library_.insert(usrOf(function));
  }

  ProgramIndex &index_;
  ConstructedClasses &constructed_;
  const clang::ASTContext &context_;
  const clang::FunctionDecl *function_ = nullptr; ///< That is looked at; lambdas belong to what they stand in.
  bool dead_ = false;
  const bool several_programs_;
  std::set<const clang::Expr *> callees_;
};

ProgramIndex::ProgramIndex(const Program &program) : opens_libraries_(program.has_other_languages) {
  ConstructedClasses constructed;
  for (const std::unique_ptr<clang::ASTUnit> &unit : program.units) {
    IndexVisitor visitor(*this, constructed, unit->getASTContext(), program.main_files.size() > 1);
    visitor.TraverseDecl(unit->getASTContext().getTranslationUnitDecl());
  }
  if (opens_libraries_ || program.may_lack_units) // which may make objects of any class
    return;
  constructed.settle();
  classes_.findUnused(*this, constructed);
}

bool ProgramIndex::isPartlyUnseen(const clang::CXXRecordDecl &record) const {
  return llvm::any_of(record.methods(), [this](const clang::CXXMethodDecl *method) {
    return method->isUserProvided() && !method->isPureVirtual() && !method->isDeleted() && find(method) == kNoFunction;
  });
}

std::vector<FunctionId> ProgramIndex::definitions(const clang::FunctionDecl *function) const {
  if (isSystem(function))
    return {};
  const auto found = by_usr_.find(usrOf(function));
  if (found == by_usr_.end())
    return {};
  for (FunctionId each : found->second)
    if (functions_[each].context == &function->getASTContext())
      return {each};
  return found->second;
}

FunctionId ProgramIndex::find(const clang::FunctionDecl *function) const {
  const std::vector<FunctionId> found = definitions(function);
  return found.empty() ? kNoFunction : found.front();
}

std::vector<FunctionId> ProgramIndex::targets(const clang::FunctionDecl *function) const {
  std::vector<FunctionId> out = definitions(function);
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
        if (!classes_.never_run_.count(overrider))
          append(out, by_usr_.at(overrider));
      }
  }
  return out;
}

/// May an argument of type \p given become the parameter \p taken? Records that have nothing to do with each other do
/// not.
static bool mayBecome(clang::QualType given, clang::QualType taken) {
  const clang::CXXRecordDecl *from = given.getNonReferenceType()->getAsCXXRecordDecl();
  const clang::CXXRecordDecl *to = taken.getNonReferenceType()->getAsCXXRecordDecl();
  if (!from || !to || (isStandardLibrary(from) && isStandardLibrary(to)))
    return true;
  if (usrOf(from) == usrOf(to) || !from->hasDefinition() || !to->hasDefinition())
    return true;
  const auto inherits = [](const clang::CXXRecordDecl *derived, const clang::CXXRecordDecl *base) {
    return !derived->forallBases([&](const clang::CXXRecordDecl *one) { return usrOf(one) != usrOf(base); });
  };
  return inherits(from, to) || inherits(to, from);
}

static bool takesThese(const clang::FunctionDecl &function, const clang::FunctionDecl &callee) {
  if (function.getNumParams() != callee.getNumParams())
    return false;
  for (unsigned i = 0; i < function.getNumParams(); ++i)
    if (!mayBecome(callee.getParamDecl(i)->getType(), function.getParamDecl(i)->getType()))
      return false;
  return true;
}

std::vector<FunctionId> ProgramIndex::keptCallables(const clang::FunctionDecl *callee,
                                                    std::vector<FunctionId> &bound) const {
  std::set<FunctionId> out;
  if (const clang::QualType kept = keptType(callee); !kept.isNull())
    for (FunctionId function : addressTaken(kept))
      out.insert(function);
  for (const std::string &usr : given_to_library_)
    if (auto found = by_usr_.find(usr); found != by_usr_.end())
      if (takesThese(*functions_[found->second.front()].declaration, *callee))
        out.insert(found->second.begin(), found->second.end());
  for (const std::string &usr : bound_)
    if (auto found = by_usr_.find(usr); found != by_usr_.end())
      append(bound, found->second);
  return {out.begin(), out.end()};
}

std::vector<FunctionId> ProgramIndex::deleters() const {
  std::vector<FunctionId> out;
  for (const std::string &usr : deleters_)
    if (const auto found = by_usr_.find(usr); found != by_usr_.end())
      append(out, found->second);
  return out;
}

std::set<std::string> ProgramIndex::typesBehind(clang::QualType type) const {
  std::set<std::string> seen{type.getCanonicalType().getAsString()};
  for (std::deque<std::string> work(seen.begin(), seen.end()); !work.empty(); work.pop_front())
    if (const auto converted = converted_from_.find(work.front()); converted != converted_from_.end())
      for (const std::string &from : converted->second)
        if (seen.insert(from).second)
          work.push_back(from);
  return seen;
}

std::vector<FunctionId> ProgramIndex::addressTaken(clang::QualType function_type) const {
  std::set<FunctionId> functions;
  for (const std::string &type : typesBehind(function_type))
    if (const auto taken = address_taken_.find(type); taken != address_taken_.end())
      for (const std::string &usr : taken->second)
        if (auto function = by_usr_.find(usr); function != by_usr_.end())
          if (takesAsMany(*functions_[function->second.front()].declaration, function_type))
            functions.insert(function->second.begin(), function->second.end());
  return {functions.begin(), functions.end()};
}

std::vector<const clang::FunctionDecl *> ProgramIndex::foreignTaken(clang::QualType function_type) const {
  std::map<std::string, const clang::FunctionDecl *> functions;
  for (const std::string &type : typesBehind(function_type))
    if (const auto taken = foreign_taken_.find(type); taken != foreign_taken_.end())
      for (const auto &[usr, function] : taken->second)
        if (!by_usr_.count(usr) && takesAsMany(*function, function_type))
          functions.emplace(usr, function);
  std::vector<const clang::FunctionDecl *> out;
  for (const auto &[usr, function] : functions)
    out.push_back(function);
  return out;
}

/// A class or enumeration of the program, or what points to one.
static bool isProgramsOwn(clang::QualType type) {
  while (type->isAnyPointerType() || type->isReferenceType() || type->isArrayType())
    type = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType() : type->getPointeeType();
  const clang::TagDecl *tag = type->getAsTagDecl();
  return tag && !isInSystemHeader(tag);
}

bool ProgramIndex::leadsNowhere(clang::QualType function_type) const {
  const auto *function = function_type->getAs<clang::FunctionProtoType>();
  const bool is_programs =
      function && (isProgramsOwn(function->getReturnType()) || llvm::any_of(function->param_types(), isProgramsOwn));
  return is_programs && !opens_libraries_ && addressTaken(function_type).empty() && foreignTaken(function_type).empty();
}

} // namespace maquette::skeletonizer
