//===- skeletonizer/dataflow/lib/build_flow.cpp - locals whose definitions are followed in the order of execution
//-===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

namespace maquette::skeletonizer {

void mergeInto(FlowState &state, const FlowState &other) {
  for (const auto &[local, definitions] : other)
    state[local].insert(definitions.begin(), definitions.end());
}

/// The pointers that main is given, and the texts they point to: memory of their own.
void Flow::commandLine(const clang::FunctionDecl &main) {
  for (const clang::ParmVarDecl *parameter : main.parameters())
    if (parameter->getType()->isPointerType()) {
      const std::string name = "given to main as " + parameter->getNameAsString();
      const NodeId pointers = context_.shared.objects.hiddenState(name);
      context_.graph().pointers.address.push_back({context_.variable(parameter), pointers});
      context_.graph().pointers.address.push_back({pointers, context_.shared.objects.hiddenState("texts " + name)});
    }
}

/// Locals whose every use is a plain read or write get flow-sensitive definitions; parameters start with one from the
/// callers.
void Flow::parameterDefinitions() {
  std::set<const clang::VarDecl *> candidates, excluded;
  const clang::FunctionDecl *declaration = context_.function->declaration;
  if (declaration->isMain())
    commandLine(*declaration);
  for (const clang::ParmVarDecl *parameter : declaration->parameters())
    if ((isScalar(parameter->getType()) || parameter->getType()->isPointerType()) &&
        !parameter->getType()->isReferenceType())
      candidates.insert(parameter->getCanonicalDecl());
  findFlowVariables(declaration->getBody(), candidates, excluded);
  if (has_goto)
    return;
  for (const clang::VarDecl *candidate : candidates)
    if (!excluded.count(candidate) && !context_.shared.index.captured(candidate))
      followed.insert(candidate);
  for (const clang::ParmVarDecl *parameter : declaration->parameters())
    if (followed.count(parameter->getCanonicalDecl())) {
      // The object itself is also defined by assignments in the body; this node stands for what callers pass.
      const NodeId passed = context_.memo(parameter->getCanonicalDecl(), Slot::Parameter, NodeKind::Other);
      context_.graph().parameter_definitions.push_back({passed, context_.variable(parameter)});
      state[parameter->getCanonicalDecl()] = {passed};
    }
}

/// The variable that an assignment gives, where it is used as an object and not as a value: x of (x += 2) *= 3, of
/// &++x, of f(x = 1) by reference.
static const clang::VarDecl *assignedObject(const clang::Expr *used) {
  for (bool assigned = false;;) {
    used = used->IgnoreParens();
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(used);
        binary && binary->isGLValue() && binary->getOpcode() == clang::BO_Comma)
      used = binary->getRHS();
    else if (binary && binary->isGLValue() && binary->isAssignmentOp())
      used = binary->getLHS(), assigned = true;
    else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(used);
             unary && unary->isGLValue() && unary->isIncrementDecrementOp())
      used = unary->getSubExpr(), assigned = true;
    else if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(used); reference && assigned)
      return llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    else
      return nullptr;
  }
}

/// Of an operand it needs the value, or nothing.
static bool takesNoObject(const clang::Stmt *statement) {
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(statement))
    return cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ToVoid;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
      binary && binary->getOpcode() == clang::BO_Comma)
    return true; // what takes its object says so
  return llvm::isa<clang::ParenExpr, clang::FullExpr>(statement) ||
         !llvm::isa<clang::Expr, clang::ReturnStmt>(statement);
}

void Flow::findFlowVariables(const clang::Stmt *statement, std::set<const clang::VarDecl *> &candidates,
                             std::set<const clang::VarDecl *> &excluded) {
  if (!statement)
    return;
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::CXXTryStmt>(statement))
    has_goto = true;
  if (auto *called = llvm::dyn_cast<clang::CallExpr>(statement); called && called->getDirectCallee())
    has_goto |= called->getDirectCallee()->hasAttr<clang::ReturnsTwiceAttr>(); // setjmp
  if (auto *jump = llvm::dyn_cast<clang::GotoStmt>(statement))
    jumps_to[jump->getLabel()].push_back(jump);
  if (llvm::isa<clang::IndirectGotoStmt>(statement)) // to any of them
    jumps_to[nullptr].push_back(statement);
  auto isName = [](const clang::Expr *e) { return llvm::isa<clang::DeclRefExpr>(e->IgnoreParens()); };
  if (auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl *declaration : declarations->decls())
      if (auto *local = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        const clang::QualType type = local->getType();
        if (local->hasLocalStorage() && (isScalar(type) || type->isPointerType()) && !type->isReferenceType())
          candidates.insert(local->getCanonicalDecl());
        findFlowVariables(local->getInit(), candidates, excluded);
        if (const clang::VarDecl *object = local->getInit() ? assignedObject(local->getInit()) : nullptr)
          excluded.insert(object->getCanonicalDecl());
      }
    return;
  }
  if (auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement))
    if (cast->getCastKind() == clang::CK_LValueToRValue && isName(cast->getSubExpr()))
      return;
  if (auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    if (unary->isIncrementDecrementOp() && isName(unary->getSubExpr()))
      return;
  if (auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement))
    if (binary->isAssignmentOp() && isName(binary->getLHS()))
      return findFlowVariables(binary->getRHS(), candidates, excluded);
  if (auto *called = llvm::dyn_cast<clang::CallExpr>(statement);
      called && usesBuffersAtOnce(called->getDirectCallee())) {
    for (const clang::Expr *argument : called->arguments())
      if (!addressedScalar(argument))
        findFlowVariables(argument, candidates, excluded);
    return;
  }
  if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
    for (const clang::LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        if (auto *local = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()))
          excluded.insert(local->getCanonicalDecl());
    return;
  }
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (auto *local = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      excluded.insert(local->getCanonicalDecl());
  for (const clang::Stmt *child : statement->children()) {
    const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    if (const clang::VarDecl *object = operand && !takesNoObject(statement) ? assignedObject(operand) : nullptr)
      excluded.insert(object->getCanonicalDecl());
    findFlowVariables(child, candidates, excluded);
  }
}

} // namespace maquette::skeletonizer
