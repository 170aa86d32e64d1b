//===- skeletonizer/dataflow/lib/thrown.cpp - exceptions that the program catches and goes on after -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/thrown.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

/// What a piece of text names and may call, and whether it throws by itself.
class CallsVisitor : public clang::RecursiveASTVisitor<CallsVisitor> {
public:
  explicit CallsVisitor(const ProgramIndex &index) : index_(index) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *) { return throws = true; }
  bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr *cast) {
    throws |= cast->getType()->isRecordType(); // to a reference
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    return add(llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()));
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    return add(llvm::dyn_cast<clang::FunctionDecl>(member->getMemberDecl()));
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *made) { return add(made->getConstructor()); }
  bool VisitLambdaExpr(clang::LambdaExpr *lambda) { return add(lambda->getCallOperator()); }
  bool VisitCXXTryStmt(clang::CXXTryStmt *guarded) {
    tries.push_back(guarded);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    std::vector<FunctionId> kept;
    if (isKeptCallable(callee)) {
      append(index_.keptCallables(callee, kept));
      append(kept);
    } else if (!callee && !call->getCallee()->isTypeDependent()) {
      clang::QualType type = call->getCallee()->IgnoreParens()->getType();
      if (const auto *through = llvm::dyn_cast<clang::BinaryOperator>(call->getCallee()->IgnoreParens()))
        type = through->getRHS()->getType();
      if (const clang::QualType called = type->getPointeeType(); !called.isNull())
        append(index_.addressTaken(called));
    }
    return true;
  }

  std::set<FunctionId> callees;
  std::vector<const clang::CXXTryStmt *> tries;
  bool throws = false;

private:
  bool add(const clang::FunctionDecl *function) {
    if (!function)
      return true;
    throws |= libraryThrows(function);
    append(index_.targets(function));
    return true;
  }
  void append(const std::vector<FunctionId> &functions) { callees.insert(functions.begin(), functions.end()); }

  const ProgramIndex &index_;
};

/// Its last statement ends the program, or throws on.
bool ends(const clang::CXXCatchStmt *handler, bool in_main) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(handler->getHandlerBlock());
  const clang::Stmt *last = block && !block->body_empty() ? block->body_back() : nullptr;
  if (const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(last))
    last = expression->IgnoreImplicit();
  if (const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(last))
    if (const clang::FunctionDecl *callee = call->getDirectCallee())
      return callee->isNoReturn() || (callee->getIdentifier() && callee->getName() == "MPI_Abort");
  return last && (llvm::isa<clang::CXXThrowExpr>(last) || (in_main && llvm::isa<clang::ReturnStmt>(last)));
}

/// The last that main() does: nothing but calls and its result follows.
bool endsMain(const clang::FunctionDecl *function, const clang::CXXTryStmt *guarded) {
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(function->getBody());
  if (!function->isMain() || !body)
    return false;
  const auto at = std::find(body->body_begin(), body->body_end(), guarded);
  return at != body->body_end() && std::all_of(at + 1, body->body_end(), [](const clang::Stmt *after) {
           return llvm::isa<clang::Expr, clang::ReturnStmt>(after);
         });
}

} // namespace

bool libraryThrows(const clang::FunctionDecl *callee) {
  static const std::set<llvm::StringRef> kThrowing = {"at",
                                                      "value",
                                                      "any_cast",
                                                      "stoi",
                                                      "stol",
                                                      "stoul",
                                                      "stoll",
                                                      "stoull",
                                                      "stod",
                                                      "stof",
                                                      "stold",
                                                      "substr",
                                                      "reserve",
                                                      "visit",
                                                      "rethrow_exception",
                                                      "rethrow_if_nested",
                                                      "throw_with_nested"};
  if (!callee || !callee->getIdentifier() || !isStandardLibrary(callee))
    return false;
  const clang::RecordDecl *given = callee->getName() == "get" && callee->getNumParams() == 1
                                       ? callee->getParamDecl(0)->getType().getNonReferenceType()->getAsRecordDecl()
                                       : nullptr;
  return kThrowing.count(callee->getName()) != 0 || (given && given->getName() == "variant");
}

bool ThrownExceptions::catchesAll(const clang::CXXTryStmt *guarded) const {
  return guarded->getNumHandlers() > 0 && !guarded->getHandler(guarded->getNumHandlers() - 1)->getExceptionDecl();
}

ThrownExceptions::ThrownExceptions(const ProgramIndex &index)
    : throws_(index.functions().size(), 0), guarded_(index.functions().size(), 0) {
  sim::IdVector<FunctionId, std::set<FunctionId>> callees(index.functions().size());
  std::vector<FunctionId> work;
  const auto guard = [&](const std::set<FunctionId> &functions) {
    for (const FunctionId function : functions)
      if (!std::exchange(guarded_[function], 1))
        work.push_back(function);
  };
  for (FunctionId id : callees.ids()) {
    const clang::FunctionDecl *function = index.functions()[id].declaration;
    CallsVisitor visitor(index);
    visitor.TraverseDecl(const_cast<clang::FunctionDecl *>(function));
    callees[id] = std::move(visitor.callees);
    throws_[id] = visitor.throws;
    for (const clang::CXXTryStmt *tried : visitor.tries) {
      bool goes_on = false;
      for (unsigned k = 0; k < tried->getNumHandlers(); ++k)
        goes_on |= !ends(tried->getHandler(k), function->isMain());
      if (!goes_on || endsMain(function, tried))
        continue;
      go_on_.insert(tried);
      CallsVisitor inside(index);
      inside.TraverseStmt(const_cast<clang::CompoundStmt *>(tried->getTryBlock()));
      guard(inside.callees);
    }
  }
  while (!work.empty()) {
    const FunctionId function = work.back();
    work.pop_back();
    guard(callees[function]);
  }
  for (bool changed = !go_on_.empty(); changed;) {
    changed = false;
    for (FunctionId caller : callees.ids())
      if (!throws_[caller] && std::any_of(callees[caller].begin(), callees[caller].end(),
                                          [&](FunctionId callee) { return throws_[callee] != 0; }))
        throws_[caller] = 1, changed = true;
  }
}

} // namespace maquette::skeletonizer
