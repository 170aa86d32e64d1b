//===- skeletonizer/features/lib/features.cpp - what the cost of removed code depends on -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/features/features.h"

#include "call_lengths.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

/// A library function that costs no more than a few hundred cycles whatever it is given.
bool isCheap(const clang::FunctionDecl *callee) {
  if (callee->getBuiltinID() != 0 && callee->getIdentifier())
    return !llvm::StringSwitch<bool>(callee->getName())
                .Cases("memcpy", "memset", "memmove", "calloc", "memcmp", true)
                .Default(false);
  if (callee->getIdentifier() && callee->getName().starts_with("MPI_"))
    return true; // It costs no computation.
  const clang::SourceManager &sources = callee->getASTContext().getSourceManager();
  if (!sources.isInSystemHeader(callee->getLocation()))
    return false;
  if (!callee->isInStdNamespace() && !llvm::isa<clang::CXXMethodDecl>(callee))
    return !callee->getIdentifier() ||
           !llvm::StringSwitch<bool>(callee->getName())
                .Cases("memcpy", "memset", "memmove", "qsort", "calloc", "fread", "fwrite", true)
                .Default(false);
  if (!callee->getIdentifier())
    return !llvm::isa<clang::CXXConstructorDecl>(callee) && callee->getOverloadedOperator() != clang::OO_Equal;
  return llvm::StringSwitch<bool>(callee->getName())
      .Cases("size", "begin", "end", "data", "empty", "at", "front", "back", "push_back", "pop_back", true)
      .Cases("max", "min", "abs", "sqrt", "pow", "exp", "log", "sin", "cos", "fabs", true)
      .Cases("swap", "move", "forward", "get", "first", "second", "c_str", "setw", "setprecision", "endl", true)
      .Cases("flush", "width", "precision", "setf", "to_string", "make_pair", "emplace_back", "clear", true)
      .Default(false);
}

const clang::FunctionDecl *calleeOf(const clang::Stmt *node) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(node))
    return call->getDirectCallee();
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(node))
    return construct->getConstructor();
  return nullptr;
}

/// `i` of `for (i = ...; ...)` and its first value.
std::pair<const clang::VarDecl *, const clang::Expr *> induction(const clang::ForStmt *loop) {
  const clang::Stmt *init = loop->getInit();
  if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
    const auto *variable =
        declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
    return {variable, variable ? variable->getInit() : nullptr};
  }
  const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
  if (!assignment || assignment->getOpcode() != clang::BO_Assign)
    return {};
  const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
  return {target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr, assignment->getRHS()};
}

bool names(const clang::Expr *expression, const clang::VarDecl *variable) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference && reference->getDecl() == variable;
}

} // namespace

bool FeatureFinder::callTakesTime(const clang::Stmt *call) {
  const clang::FunctionDecl *callee = calleeOf(call);
  if (!callee)
    return true;
  const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(callee);
  if (constructor && (constructor->isTrivial() || (constructor->isDefaultConstructor() && constructor->isImplicit())))
    return false;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const clang::FunctionDecl *definition = method && method->isVirtual() ? nullptr : definition_of_(callee);
  if (!definition)
    return !isCheap(callee);
  // One without loops that calls only such ones is an accessor.
  auto [known, added] = takes_time_.try_emplace(definition, true);
  if (added) {
    bool takes = takesTime(definition->getBody());
    takes_time_[definition] = takes;
    return takes;
  }
  return known->second;
}

bool FeatureFinder::takesTime(const clang::Stmt *node) {
  if (!node)
    return false;
  if (bodyOf(node))
    return true;
  if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(node) && callTakesTime(node))
    return true;
  if (const auto *made = llvm::dyn_cast<clang::CXXNewExpr>(node); made && made->isArray() && made->hasInitializer())
    return true;
  if (llvm::isa<clang::LambdaExpr, clang::CXXThrowExpr>(node))
    return false;
  for (const clang::Stmt *child : node->children())
    if (takesTime(child))
      return true;
  return false;
}

bool FeatureFinder::declaredBefore(const clang::VarDecl *variable) const {
  if (&variable->getASTContext() != &queries_.context())
    return false;
  const clang::SourceManager &sources = queries_.context().getSourceManager();
  return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(variable->getLocation()), start_);
}

bool FeatureFinder::available(const clang::ValueDecl *declaration) const {
  return (!names_ || names_->count(declaration->getNameAsString())) &&
         queries_.decisions().valueAvailable(availabilityName(declaration));
}

/// The record of \p member: a function that is called may stand in another unit, and know more of it than its name.
bool FeatureFinder::isDefinedHere(const clang::ValueDecl *member) const {
  const auto *record = llvm::dyn_cast<clang::RecordDecl>(member->getDeclContext());
  const clang::ASTContext &context = queries_.context();
  if (!record || &record->getASTContext() == &context ||
      !record->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return true;
  const clang::TypedefNameDecl *alias = record->getTypedefNameForAnonDecl();
  const clang::IdentifierInfo *name = alias ? alias->getIdentifier() : record->getIdentifier();
  if (!name)
    return true; // part of another
  for (const clang::NamedDecl *found : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name->getName())))
    if (const auto *type = llvm::dyn_cast<clang::TypeDecl>(found);
        type && !context.getTypeDeclType(type)->isIncompleteType())
      return true;
  return false;
}

/// Everything in \p node that is not plainly read may be written.
void FeatureFinder::noteWrites(const clang::Stmt *node, bool read) {
  if (!node)
    return;
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
      cast && cast->getCastKind() == clang::CK_LValueToRValue)
    return noteWrites(cast->getSubExpr(), true);
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
    if (!read)
      written_.insert(reference->getDecl()->getCanonicalDecl());
    return;
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(node)) {
    if (!read)
      written_.insert(member->getMemberDecl()->getCanonicalDecl());
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
    return noteWrites(member->getBase(), read || (method ? method->isConst() : !member->isArrow()));
  }
  if (const auto *range_loop = llvm::dyn_cast<clang::CXXForRangeStmt>(node))
    return noteWrites(range_loop->getBody(), false);
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(node)) {
    noteWrites(subscript->getBase(), read);
    return noteWrites(subscript->getIdx(), false);
  }
  const auto *element = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node);
  if (element && element->getOperator() == clang::OO_Subscript && element->getNumArgs() == 2) {
    noteWrites(element->getArg(0), true); // The size stays.
    return noteWrites(element->getArg(1), false);
  }
  bool pass_on = read && llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(node);
  for (const clang::Stmt *child : node->children())
    noteWrites(child, pass_on);
}

/// From the smaller to the larger, whichever way it runs; nothing for a loop that does not count.
std::optional<FeatureFinder::LoopBounds> FeatureFinder::boundsOf(const clang::ForStmt *loop) {
  const clang::Expr *condition_expression = loop ? loop->getCond() : nullptr;
  const auto *condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      condition_expression ? condition_expression->IgnoreParenImpCasts() : nullptr);
  if (!condition || !(condition->isRelationalOp() || condition->getOpcode() == clang::BO_NE))
    return std::nullopt;
  auto [variable, first] = induction(loop);
  if (!variable || !first)
    return std::nullopt;
  clang::BinaryOperatorKind operation = condition->getOpcode();
  const clang::Expr *bound = condition->getRHS();
  if (!names(condition->getLHS(), variable)) {
    if (!names(condition->getRHS(), variable))
      return std::nullopt;
    bound = condition->getLHS();
    operation = clang::BinaryOperator::reverseComparisonOp(operation);
  }
  const bool inclusive = operation == clang::BO_LE || operation == clang::BO_GE;
  const bool down = operation == clang::BO_GT || operation == clang::BO_GE;
  return down ? LoopBounds{variable, bound, first, inclusive} : LoopBounds{variable, first, bound, inclusive};
}

std::optional<FeatureFinder::Value> FeatureFinder::tripCount(const clang::Stmt *loop, const Bindings &bindings,
                                                             int call_depth) {
  if (const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    const auto *record = ranged->getRangeInit()->getType()->getAsCXXRecordDecl();
    if (!record || !record->isInStdNamespace() || record->getName() == "initializer_list")
      return std::nullopt;
    return sizeOf(ranged->getRangeInit(), bindings, call_depth);
  }
  const std::optional<LoopBounds> bounds = boundsOf(llvm::dyn_cast<clang::ForStmt>(loop));
  if (!bounds)
    return std::nullopt;
  std::optional<Value> from = value(bounds->from, bindings, call_depth);
  std::optional<Value> to = value(bounds->to, bindings, call_depth);
  if (!from || !to)
    return std::nullopt;
  if (from->constant && to->constant)
    return constantValue(*to->constant - *from->constant);
  std::optional<Value> difference = combined(clang::BO_Sub, *to, *from);
  return bounds->inclusive && difference ? combined(clang::BO_Add, *difference, constantValue(1)) : difference;
}

void FeatureFinder::visitCall(const clang::CallExpr *call, const Product &outer, const Bindings &bindings,
                              int call_depth) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? definition_of_(callee) : nullptr;
  if (!definition || call_depth >= kCallDepth || !entered_.insert(definition).second)
    return;
  noteWrites(definition->getBody(), false);
  Bindings inner;
  bool is_operator = llvm::isa<clang::CXXOperatorCallExpr>(call);
  for (unsigned i = 0; !is_operator && i < definition->getNumParams() && i < call->getNumArgs(); ++i) {
    const clang::ParmVarDecl *parameter = definition->getParamDecl(i);
    const clang::Expr *argument = call->getArg(i);
    std::optional<Value> passed = argument->getType()->isArithmeticType() ? value(argument, bindings, call_depth)
                                                                          : object(argument, bindings, call_depth);
    if (written_.count(parameter->getCanonicalDecl()) && argument->getType()->isArithmeticType())
      passed.reset();
    inner[parameter->getCanonicalDecl()] = passed;
  }
  visit(definition->getBody(), outer, inner, call_depth + 1);
  entered_.erase(definition);
}

void FeatureFinder::visit(const clang::Stmt *node, const Product &outer, const Bindings &bindings, int call_depth) {
  if (!node)
    return;
  if (const clang::Stmt *body = bodyOf(node)) {
    Product inner = outer;
    inner.partial = inner.partial || skipsTrips(body);
    std::optional<Value> count = tripCount(node, bindings, call_depth);
    missed_trips_ |= !count;
    if (count && !count->constant) {
      inner.factors.push_back(*count);
      inner.loops.push_back(call_depth == 0 ? llvm::dyn_cast<clang::ForStmt>(node) : nullptr);
      add(inner);
    } else if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(node); counted && !count) {
      noteUnknownBound(counted->getCond());
    }
    return visit(body, inner, bindings, call_depth);
  }
  if (const clang::Expr *length = lengthOfCall(node))
    if (const std::optional<Value> elements = value(length, bindings, call_depth); elements && !elements->constant) {
      lengths_.push_back(outer);
      lengths_.back().factors.push_back(*elements);
    }
  if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(node))
    return visitIf(choice, outer, bindings, call_depth);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(node))
    visitCall(call, outer, bindings, call_depth);
  noteFilling(node, outer);
  Product inside = outer;
  inside.partial = inside.partial || llvm::isa<clang::SwitchStmt>(node);
  for (const clang::Stmt *child : node->children())
    visit(child, inside, bindings, call_depth);
}

void FeatureFinder::add(const Product &product) { products_.push_back(product); }

/// "(double)n * m"; with guards "g && h ? (double)n * m : 0.0", or 1.0 if there is no count.
Feature FeatureFinder::written(const Product &product) {
  Feature feature;
  auto joined = [&feature](const std::vector<Value> &values, const char *between) {
    std::string text;
    for (const Value &value : values) {
      text += (text.empty() ? "" : between) + operandText(value.full());
      feature.referenced.insert(value.referenced.begin(), value.referenced.end());
    }
    return text;
  };
  std::string guard = joined(product.guards, " && ");
  std::string size = product.factors.empty() ? "1.0" : "(double)" + joined(product.factors, " * ");
  feature.text = guard.empty() ? size : guard + " ? " + size + " : 0.0";
  return feature;
}

std::vector<Feature> FeatureFinder::find(const std::vector<const clang::Stmt *> &run) {
  products_.clear();
  lengths_.clear();
  written_.clear();
  entered_.clear();
  filled_.clear();
  unknown_bounds_.clear();
  fillings_.clear();
  missed_trips_ = false;
  if (run.empty())
    return {};
  start_ = queries_.context().getSourceManager().getExpansionLoc(run.front()->getBeginLoc());
  for (const clang::Stmt *statement : run)
    noteWrites(statement, false);
  for (const clang::Stmt *statement : run)
    visit(statement, {}, {}, 0);
  if (products_.empty())
    products_ = std::move(lengths_);
  std::stable_sort(products_.begin(), products_.end(),
                   [](const Product &a, const Product &b) { return a.factors.size() > b.factors.size(); });
  std::vector<Feature> features;
  std::set<std::vector<std::string>> seen;
  for (const Product &product : products_) {
    std::vector<std::string> texts;
    for (const std::vector<Value> *part : {&product.factors, &product.guards})
      for (const Value &value : *part)
        texts.push_back(value.full());
    std::sort(texts.begin(), texts.end());
    if (!seen.insert(texts).second || features.size() >= kMaxFeatures)
      continue;
    features.push_back(written(product));
    addFillings(product, features);
  }
  return features;
}

} // namespace maquette::skeletonizer
