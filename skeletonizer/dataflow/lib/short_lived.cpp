//===- skeletonizer/dataflow/lib/short_lived.cpp - values that soon give way to others -===//
// SPDX-License-Identifier: Apache-2.0
#include "short_lived.h"

#include "callee_properties.h"
#include "maquette/calls/mpi_functions.h"
#include "type_properties.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <optional>
#include <set>
#include <vector>

namespace maquette::skeletonizer {
namespace {

constexpr std::size_t kLongest = 16; ///< Statements that a short-lived value may live.

/// What names the place where a number is.
struct Path {
  const clang::VarDecl *base = nullptr;    ///< Null: `this`.
  const clang::FieldDecl *field = nullptr; ///< Null: the variable itself.
  bool operator==(const Path &) const = default;
};

bool isNumber(const clang::ValueDecl &place) { return place.getType()->isArithmeticType(); }

std::optional<Path> pathOf(const clang::Expr *place) {
  place = place->IgnoreParens();
  if (place->getType().isVolatileQualified())
    return std::nullopt;
  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(place)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
    const bool apart = variable && variable->hasGlobalStorage() && isNumber(*variable);
    return apart ? std::optional(Path{variable->getCanonicalDecl(), nullptr}) : std::nullopt;
  }
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(place);
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || field->isBitField() || field->getParent()->isUnion() || !isNumber(*field))
    return std::nullopt;
  const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
  if (llvm::isa<clang::CXXThisExpr>(base))
    return Path{nullptr, field->getCanonicalDecl()};
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const bool plain = variable && !variable->getType()->isReferenceType() &&
                     (variable->getType()->isPointerType() || !member->isArrow());
  return plain ? std::optional(Path{variable->getCanonicalDecl(), field->getCanonicalDecl()}) : std::nullopt;
}

const clang::BinaryOperator *assignment(const clang::Stmt *statement) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  const auto *binary = expression ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts()) : nullptr;
  return binary && binary->getOpcode() == clang::BO_Assign ? binary : nullptr;
}

/// Looks for what could see or change the value by another name, or leave before the next value comes.
class Watch : public clang::RecursiveASTVisitor<Watch> {
public:
  Watch(const Path &path, const ExternalEffects &effects, clang::ASTContext &context)
      : path_(path), effects_(effects), context_(context) {
    type_ = (path.field ? path.field->getType() : path.base->getType()).getCanonicalType().getUnqualifiedType();
  }
  bool isSafe() const { return safe_; }
  const std::vector<const clang::Expr *> &uses() const { return uses_; }

  /// What leaves, what others jump to, and what runs code that is not looked at.
  bool VisitStmt(clang::Stmt *statement) {
    return !llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt, clang::SwitchCase,
                      clang::BreakStmt, clang::ContinueStmt, clang::AsmStmt, clang::CXXThrowExpr, clang::CXXTryStmt,
                      clang::LambdaExpr, clang::StmtExpr, clang::CXXConstructExpr, clang::CXXNewExpr,
                      clang::CXXDeleteExpr, clang::AtomicExpr, clang::OMPExecutableDirective>(statement) ||
           leave();
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *const callee = call->getDirectCallee();
    if (!callee || llvm::isa<clang::CXXMethodDecl>(callee) || callee->isOverloadedOperator() || callee->hasBody())
      return leave();
    const bool exchanges = usesBuffersAtOnce(callee);
    const Effect effect = effects_.of(effectName(*callee));
    const bool changes_nothing = (isSystem(callee) || isStandardLibrary(callee)) &&
                                 (effect == Effect::Pure || effect == Effect::Clock || effect == Effect::Output);
    if (!exchanges && !changes_nothing)
      return leave();
    for (const clang::Expr *argument : call->arguments())
      if (!isHarmless(argument, exchanges))
        return leave();
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *named) {
    if (isOtherName(*named->getDecl()))
      return leave();
    if (path_.field && path_.base && named->getDecl()->getCanonicalDecl() == path_.base)
      ++base_uses_;
    else if (!path_.field && named->getDecl()->getCanonicalDecl() == path_.base)
      uses_.push_back(named);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    if (isOtherName(*member->getMemberDecl()))
      return leave();
    const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
    if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(base);
        named && path_.field && named->getDecl()->getCanonicalDecl() == path_.base)
      ++base_members_;
    if (path_.field && member->getMemberDecl()->getCanonicalDecl() == path_.field) {
      if (pathOf(member) != path_)
        return leave();
      uses_.push_back(member);
    }
    return true;
  }
  /// Of another name, as far as types tell: that of the number, or of any bytes.
  bool VisitUnaryOperator(clang::UnaryOperator *unary) {
    if (unary->getOpcode() == clang::UO_Deref)
      return seen(unary->getType());
    return unary->getOpcode() != clang::UO_AddrOf || isAddressInCall(unary) || leave();
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) { return seen(subscript->getType()); }
  bool VisitBinaryOperator(clang::BinaryOperator *binary) {
    return !(binary->isAssignmentOp() && binary->getType()->isRecordType()) || leave();
  }
  /// After all statements. The variable is only used to reach its fields.
  void end() { safe_ &= base_uses_ == base_members_; }

private:
  bool leave() {
    safe_ = false;
    return false;
  }
  bool seen(clang::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    return (type != type_ && !type->isCharType() && !type->isRecordType()) || leave();
  }
  /// A reference may be one to the number.
  bool isOtherName(const clang::ValueDecl &named) {
    return named.getType()->isReferenceType() && !seen(named.getType().getNonReferenceType());
  }
  /// A number, or the address of a variable. The place's own only where the callee is done with it when it returns.
  bool isHarmless(const clang::Expr *argument, bool at_once) {
    const clang::Expr *plain = argument->IgnoreParenCasts();
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(plain);
    if (address && address->getOpcode() == clang::UO_AddrOf) {
      const clang::Expr *of = address->getSubExpr()->IgnoreParens();
      const bool own = pathOf(of) == path_;
      const bool variable = llvm::isa<clang::DeclRefExpr>(of) && !of->getType()->isPointerType();
      harmless_.insert(address);
      return own ? at_once : variable;
    }
    const clang::QualType type = plain->getType();
    return llvm::isa<clang::StringLiteral>(plain) || type->isArithmeticType() || type->isEnumeralType() ||
           isHandle(plain) || argument->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNotNull);
  }
  /// MPI_COMM_WORLD, MPI_DOUBLE and variables of such types, which may be pointers to what only MPI knows.
  static bool isHandle(const clang::Expr *argument) {
    const clang::QualType type = argument->getType();
    const auto *name = type->getAs<clang::TypedefType>();
    return name && name->getDecl()->getName().starts_with("MPI_");
  }
  bool isAddressInCall(const clang::UnaryOperator *address) const { return harmless_.count(address) != 0; }

  const Path path_;
  const ExternalEffects &effects_;
  clang::ASTContext &context_;
  clang::QualType type_;
  std::vector<const clang::Expr *> uses_;
  std::set<const clang::UnaryOperator *> harmless_;
  int base_uses_ = 0, base_members_ = 0;
  bool safe_ = true;
};

/// The short-lived values of one function.
class Collector : public clang::RecursiveASTVisitor<Collector> {
public:
  Collector(const ExternalEffects &effects, clang::ASTContext &context) : effects_(effects), context_(context) {}
  bool VisitCompoundStmt(clang::CompoundStmt *block) {
    const std::vector<clang::Stmt *> statements(block->body_begin(), block->body_end());
    for (std::size_t first = 0; first < statements.size(); ++first)
      if (const clang::BinaryOperator *given = assignment(statements[first]))
        if (const std::optional<Path> path = pathOf(given->getLHS()))
          follow(*given, *path, llvm::ArrayRef(statements).drop_front(first + 1).take_front(kLongest));
    return true;
  }
  std::map<const clang::Expr *, const clang::Stmt *> places;

private:
  /// Up to the assignment that gives the place its next value.
  void follow(const clang::BinaryOperator &given, const Path &path, llvm::ArrayRef<clang::Stmt *> statements) {
    Watch watch(path, effects_, context_);
    for (clang::Stmt *statement : statements) {
      const clang::BinaryOperator *next = assignment(statement);
      const bool ends = next && pathOf(next->getLHS()) == path;
      watch.TraverseStmt(ends ? next->getRHS() : statement);
      if (!watch.isSafe())
        return;
      if (!ends)
        continue;
      watch.end();
      if (watch.isSafe())
        note(given, watch.uses());
      return;
    }
  }
  void note(const clang::BinaryOperator &given, const std::vector<const clang::Expr *> &uses) {
    places[given.getLHS()->IgnoreParens()] = &given;
    for (const clang::Expr *use : uses)
      places[use] = &given;
  }

  const ExternalEffects &effects_;
  clang::ASTContext &context_;
};

} // namespace

const clang::Stmt *ShortLived::at(const clang::FunctionDecl &function, const clang::Expr *place) {
  const auto [known, is_new] = of_.try_emplace(&function);
  if (is_new) {
    Collector collector(effects_, function.getASTContext());
    collector.TraverseStmt(function.getBody());
    known->second = std::move(collector.places);
  }
  const auto found = known->second.find(place);
  return found == known->second.end() ? nullptr : found->second;
}

} // namespace maquette::skeletonizer
