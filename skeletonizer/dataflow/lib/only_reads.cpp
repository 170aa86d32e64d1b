//===- skeletonizer/dataflow/lib/only_reads.cpp - expressions that change nothing -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

namespace maquette::skeletonizer {

namespace {

constexpr int kDeepestCall = 4; ///< Calls in calls: deeper ones are taken to change something.

/// A function's own variable, or a part of one: what is behind a pointer is not.
bool isOwn(const clang::Expr *target) {
  target = target->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(target))
    return !member->isArrow() && isOwn(member->getBase());
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target)) {
    const clang::Expr *array = element->getBase()->IgnoreParenImpCasts();
    return array->getType()->isArrayType() && isOwn(array);
  }
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(target);
  const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const bool captured = named && named->refersToEnclosingVariableOrCapture(); // another function's
  return variable && variable->hasLocalStorage() && !captured && !variable->getType()->isReferenceType();
}

/// Its destructor may do anything.
bool runsCodeAtEnd(const clang::VarDecl &variable) {
  return variable.getType().isDestructedType() != clang::QualType::DK_none;
}

/// Whether evaluating an expression changes nothing that anybody else sees: no memory, no stream, no end of the
/// program.
class ReadsOnly {
public:
  ReadsOnly(const ProgramIndex &index, const ExternalEffects &effects) : index_(index), effects_(effects) {}

  bool expression(const clang::Stmt *node) {
    if (!node)
      return true;
    if (auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(node); made && !made->getConstructor()->isTrivial())
      return false;
    if (llvm::isa<clang::CXXNewExpr, clang::CXXDeleteExpr, clang::CXXBindTemporaryExpr, clang::StmtExpr,
                  clang::CXXThrowExpr, clang::LambdaExpr, clang::AtomicExpr>(node))
      return false;
    if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(node);
        binary && binary->isAssignmentOp() && !changesOwn(binary->getLHS()))
      return false;
    if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(node);
        unary && unary->isIncrementDecrementOp() && !changesOwn(unary->getSubExpr()))
      return false;
    if (auto *called = llvm::dyn_cast<clang::CallExpr>(node); called && !call(*called))
      return false;
    for (const clang::Stmt *child : node->children())
      if (!expression(child))
        return false;
    return true;
  }

  bool function(const clang::FunctionDecl &called) {
    if (llvm::any_of(called.parameters(), [](const clang::ParmVarDecl *given) { return runsCodeAtEnd(*given); }))
      return false;
    ++depth_;
    const bool reads = body(called.getBody());
    --depth_;
    return reads;
  }

private:
  /// In a function that the expression calls.
  bool changesOwn(const clang::Expr *target) const { return depth_ > 0 && isOwn(target); }

  /// It writes to own variables only.
  bool readsClock(const clang::CallExpr &expression) const {
    return llvm::all_of(expression.arguments(), [&](const clang::Expr *argument) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenImpCasts());
      return !argument->getType()->isPointerType() ||
             argument->isNullPointerConstant(*ast_, clang::Expr::NPC_ValueDependentIsNotNull) ||
             (address && address->getOpcode() == clang::UO_AddrOf && changesOwn(address->getSubExpr()));
    });
  }

  /// v.size(), v[i]; not m[key], which may put an element there, nor ++ of an iterator.
  bool readsContainer(const clang::FunctionDecl &callee, const std::string &name) const {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
    if (!method || !isStandardLibrary(method))
      return false;
    const ContainerEffect effect = effects_.ofMember(name);
    const bool inserts = name == "operator[]" && method->getParent()->getName().contains("map");
    return effect == ContainerEffect::QuerySize || (effect == ContainerEffect::Access && !inserts);
  }

  bool call(const clang::CallExpr &expression) {
    const clang::FunctionDecl *callee = expression.getDirectCallee();
    if (!callee)
      return false;
    const std::vector<FunctionId> targets = index_.targets(callee);
    ast_ = &callee->getASTContext();
    if (targets.empty() && effects_.of(effectName(*callee)) == Effect::Clock)
      return readsClock(expression);
    if (targets.empty())
      return effects_.of(effectName(*callee)) == Effect::Pure || readsContainer(*callee, callee->getNameAsString());
    if (depth_ == kDeepestCall)
      return false;
    return llvm::all_of(targets, [&](FunctionId target) { return function(*index_.functions()[target].declaration); });
  }

  bool body(const clang::Stmt *node) {
    if (!node || llvm::isa<clang::NullStmt>(node))
      return node != nullptr;
    if (auto *given = llvm::dyn_cast<clang::ReturnStmt>(node))
      return expression(given->getRetValue());
    if (auto *choice = llvm::dyn_cast<clang::IfStmt>(node))
      return !choice->getInit() && !choice->getConditionVariable() && expression(choice->getCond()) &&
             body(choice->getThen()) && (!choice->getElse() || body(choice->getElse()));
    if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(node)) {
      for (const clang::Decl *declaration : declarations->decls()) {
        auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
        if (!local || !local->hasLocalStorage() || runsCodeAtEnd(*local) || !expression(local->getInit()))
          return false;
      }
      return true;
    }
    if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(node)) {
      for (const clang::Stmt *child : block->body())
        if (!body(child))
          return false;
      return true;
    }
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt, clang::SwitchCase>(node))
      return llvm::all_of(node->children(), [&](const clang::Stmt *child) { return !child || body(child); });
    return llvm::isa<clang::BreakStmt, clang::ContinueStmt>(node) || (llvm::isa<clang::Expr>(node) && expression(node));
  }

  const ProgramIndex &index_;
  const ExternalEffects &effects_;
  clang::ASTContext *ast_ = nullptr; ///< Of the call looked at last.
  int depth_ = 0;
};

} // namespace

bool onlyReads(const clang::Expr *expression, const ProgramIndex &index, const ExternalEffects &effects) {
  return ReadsOnly(index, effects).expression(expression);
}

bool SharedContext::changesNothing(FunctionId function) {
  const auto [known, is_new] = changes_nothing_.try_emplace(function, false);
  if (is_new)
    known->second = ReadsOnly(index, effects).function(*index.functions()[function].declaration);
  return known->second;
}

bool isNumber(const clang::Expr *expression) {
  return expression->isPRValue() && isScalar(expression->getType()) &&
         isScalar(expression->IgnoreImpCasts()->getType());
}

bool onlyCounts(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParenImpCasts();
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e))
    return (binary->isAdditiveOp() || binary->isMultiplicativeOp() || binary->isComparisonOp()) &&
           onlyCounts(binary->getLHS()) && onlyCounts(binary->getRHS());
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(e))
    return onlyCounts(cast->getSubExpr());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return e->getType()->isIntegerType() &&
           (member->isArrow() ? llvm::isa<clang::DeclRefExpr, clang::CXXThisExpr>(member->getBase()->IgnoreImpCasts())
                              : llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(member->getBase()->IgnoreImpCasts()));
  return e->getType()->isIntegerType() && llvm::isa<clang::DeclRefExpr, clang::IntegerLiteral,
                                                    clang::CXXBoolLiteralExpr, clang::UnaryExprOrTypeTraitExpr>(e);
}

} // namespace maquette::skeletonizer
