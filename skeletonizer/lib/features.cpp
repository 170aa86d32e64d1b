//===- skeletonizer/lib/features.cpp - what the cost of removed code depends on -===//
// SPDX-License-Identifier: Apache-2.0
#include "features.h"

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
    return !llvm::StringSwitch<bool>(callee->getName()).Cases("memcpy", "memset", "memmove", "calloc", "memcmp", true).Default(false);
  if (callee->getIdentifier() && callee->getName().starts_with("MPI_"))
    return true; // It costs no computation.
  const clang::SourceManager &sources = callee->getASTContext().getSourceManager();
  if (!sources.isInSystemHeader(callee->getLocation()))
    return false;
  if (!callee->isInStdNamespace() && !llvm::isa<clang::CXXMethodDecl>(callee))
    return !callee->getIdentifier() || !llvm::StringSwitch<bool>(callee->getName())
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

const clang::Stmt *bodyOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return counted->getBody();
  if (const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(loop))
    return ranged->getBody();
  if (const auto *plain_loop = llvm::dyn_cast<clang::WhileStmt>(loop))
    return plain_loop->getBody();
  if (const auto *late = llvm::dyn_cast<clang::DoStmt>(loop))
    return late->getBody();
  return nullptr;
}

/// One operand: nothing in it binds weaker than a member access.
bool isOperand(llvm::StringRef text) {
  if (text.starts_with("(") && text.ends_with(")")) {
    int depth = 0;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0)
        return false;
    }
    return true;
  }
  text.consume_back(".size()");
  return llvm::all_of(text, [](char c) { return isalnum(c) || llvm::StringRef("_:.>-[]").contains(c); }) &&
         text.count('-') == text.count("->");
}

/// "p->" or "s."; "(&s)" and an arrow make "s.".
std::string accessTo(const std::string &object, bool arrow) {
  if (arrow && object.starts_with("(&") && object.ends_with(")"))
    return object.substr(2, object.size() - 3) + ".";
  return object.empty() ? "" : object + (arrow ? "->" : ".");
}

/// `i` of `for (i = ...; ...)` and its first value.
std::pair<const clang::VarDecl *, const clang::Expr *> induction(const clang::ForStmt *loop) {
  const clang::Stmt *init = loop->getInit();
  if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
    const auto *variable = declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
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

std::string operandText(const std::string &text) { return isOperand(text) ? text : "(" + text + ")"; }

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
  if (&variable->getASTContext() != &facts_.context())
    return false;
  const clang::SourceManager &sources = facts_.context().getSourceManager();
  return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(variable->getLocation()), start_);
}

bool FeatureFinder::available(const clang::ValueDecl *declaration) const {
  return facts_.decisions().valueAvailable(availabilityName(declaration));
}

/// Everything in \p node that is not plainly read may be written.
void FeatureFinder::noteWrites(const clang::Stmt *node, bool read) {
  if (!node)
    return;
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node); cast && cast->getCastKind() == clang::CK_LValueToRValue)
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

std::optional<FeatureFinder::Value> FeatureFinder::variableValue(const clang::DeclRefExpr *reference, const Bindings &bindings,
                                                                 int call_depth) {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable)
    return std::nullopt;
  const auto *canonical = variable->getCanonicalDecl();
  if (auto bound = bindings.find(canonical); bound != bindings.end())
    return bound->second;
  bool local = variable->isLocalVarDeclOrParm() && !variable->isStaticLocal();
  bool unwritten = written_.count(canonical) == 0;
  std::optional<std::string> name = nameOf(reference, call_depth);
  if (name && unwritten && declaredBefore(variable) && available(variable))
    return Value{*name, {canonical}, std::nullopt, 0};
  bool inlined = local && !llvm::isa<clang::ParmVarDecl>(variable) && unwritten && variable->getInit() &&
                 variable->getType()->isIntegerType() && !(call_depth == 0 && declaredBefore(variable));
  return inlined ? value(variable->getInit(), bindings, call_depth) : std::nullopt;
}

/// As the region's function can name it: as it is written there, or, from a called function, what can be named from anywhere.
std::optional<std::string> FeatureFinder::nameOf(const clang::DeclRefExpr *reference, int call_depth) const {
  const auto *variable = llvm::cast<clang::VarDecl>(reference->getDecl());
  const clang::NestedNameSpecifier *qualifier = reference->getQualifier();
  if (call_depth == 0 && !qualifier)
    return variable->getNameAsString();
  if (variable->isLocalVarDeclOrParm())
    return std::nullopt;
  // A class between may be a template's instance, or private.
  std::string name = variable->getNameAsString();
  const clang::DeclContext *scope = variable->getDeclContext();
  for (; !scope->isTranslationUnit(); scope = scope->getParent()) {
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (!space && !llvm::isa<clang::LinkageSpecDecl>(scope))
      return std::nullopt;
    if (space && !space->isAnonymousNamespace())
      name = space->getNameAsString() + "::" + name;
  }
  return name;
}

/// The object a member is read from: a variable, `*this`, or a member of such an object.
std::optional<FeatureFinder::Value> FeatureFinder::object(const clang::Expr *expression, const Bindings &bindings,
                                                          int call_depth) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *self = llvm::dyn_cast<clang::CXXThisExpr>(expression))
    return call_depth == 0 ? std::optional<Value>(Value{self->isImplicit() ? "" : "this", {}, std::nullopt}) : std::nullopt;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable)
      return std::nullopt;
    if (auto bound = bindings.find(variable->getCanonicalDecl()); bound != bindings.end())
      return bound->second;
    std::optional<std::string> name = nameOf(reference, call_depth);
    bool pointer = variable->getType()->isPointerType() || variable->getType()->isReferenceType();
    if (!declaredBefore(variable) || !name || (variable->getType()->isPointerType() && !available(variable)) ||
        (pointer && written_.count(variable->getCanonicalDecl())))
      return std::nullopt;
    return Value{*name, {variable->getCanonicalDecl()}, std::nullopt, 0};
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (member->getType()->isPointerType())
      return memberValue(member, bindings, call_depth);
    std::optional<Value> base = object(member->getBase(), bindings, call_depth);
    if (!base)
      return std::nullopt;
    std::string access = accessTo(base->text, member->isArrow());
    return Value{access + member->getMemberDecl()->getNameAsString(), base->mentions, std::nullopt, 0};
  }
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(expression); address && address->getOpcode() == clang::UO_AddrOf) {
    std::optional<Value> base = object(address->getSubExpr(), bindings, call_depth);
    if (base && !base->text.empty())
      return Value{"(&" + base->text + ")", base->mentions, std::nullopt, 0};
  }
  return std::nullopt;
}

std::optional<FeatureFinder::Value> FeatureFinder::memberValue(const clang::MemberExpr *member, const Bindings &bindings,
                                                               int call_depth) {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  const bool reachable = field && (call_depth == 0 || field->getAccess() == clang::AS_public || field->getAccess() == clang::AS_none);
  if (!reachable || field->getName().empty() || !available(field) || written_.count(field->getCanonicalDecl()))
    return std::nullopt;
  std::optional<Value> base = object(member->getBase(), bindings, call_depth);
  if (!base)
    return std::nullopt;
  std::string access = accessTo(base->text, member->isArrow());
  return Value{access + field->getNameAsString(), base->mentions, std::nullopt, 0};
}

std::string FeatureFinder::Value::full() const {
  if (offset == 0 || constant)
    return text;
  return operandText(text) + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

std::optional<FeatureFinder::Value> FeatureFinder::combined(clang::BinaryOperatorKind operation, const Value &left,
                                                            const Value &right) {
  bool sum = operation == clang::BO_Add || operation == clang::BO_Sub;
  if (sum && right.constant) {
    Value result = left;
    result.offset += operation == clang::BO_Sub ? -*right.constant : *right.constant;
    return result;
  }
  if (operation == clang::BO_Add && left.constant)
    return combined(operation, right, left);
  Value result;
  result.text = operandText(left.full()) + " " + clang::BinaryOperator::getOpcodeStr(operation).str() + " " + operandText(right.full());
  result.mentions = left.mentions;
  result.mentions.insert(right.mentions.begin(), right.mentions.end());
  return result;
}

/// Of a container that is a variable or a field. A std::vector that the skeleton does not have is as large as it was made.
std::optional<FeatureFinder::Value> FeatureFinder::sizeOf(const clang::Expr *container, const Bindings &bindings, int call_depth) {
  container = container->IgnoreParenImpCasts();
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(container);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(container);
  const clang::ValueDecl *declared = named ? named->getDecl() : member ? member->getMemberDecl() : nullptr;
  if (!declared || written_.count(declared->getCanonicalDecl()))
    return std::nullopt;
  std::optional<Value> held = object(container, bindings, call_depth);
  if (held && !held->text.empty() && facts_.decisions().valueAvailable(sizeName(availabilityName(declared))))
    return Value{held->text + ".size()", held->mentions, std::nullopt, 0};
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
  const clang::Expr *first = variable && variable->isLocalVarDecl() && variable->getInit() ? variable->getInit()->IgnoreImplicit() : nullptr;
  const auto *made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(first);
  if (!made || made->isListInitialization() || made->getNumArgs() == 0 || !made->getArg(0)->getType()->isIntegerType())
    return std::nullopt;
  return value(made->getArg(0), bindings, call_depth);
}

std::optional<FeatureFinder::Value> FeatureFinder::value(const clang::Expr *expression, const Bindings &bindings,
                                                         int call_depth) {
  if (!expression || expression->isValueDependent() || !expression->getType()->isArithmeticType())
    return std::nullopt;
  clang::Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, facts_.context()))
    return constantValue(constant.Val.getInt().getSExtValue());
  expression = expression->IgnoreParenCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    return variableValue(reference, bindings, call_depth);
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return memberValue(member, bindings, call_depth);
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return elementValue(element, bindings, call_depth);
  if (const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    const clang::CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->getIdentifier() || method->getName() != "size" || !method->getParent()->isInStdNamespace())
      return std::nullopt;
    return sizeOf(call->getImplicitObjectArgument(), bindings, call_depth);
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary || !(binary->isAdditiveOp() || binary->isMultiplicativeOp()))
    return std::nullopt;
  std::optional<Value> left = value(binary->getLHS(), bindings, call_depth);
  std::optional<Value> right = left ? value(binary->getRHS(), bindings, call_depth) : std::nullopt;
  if (!right || (binary->getOpcode() == clang::BO_Div && !right->constant))
    return std::nullopt;
  if (binary->getOpcode() == clang::BO_Rem)
    return remainder(binary, *left, *right);
  return combined(binary->getOpcode(), *left, *right);
}

/// From the smaller to the larger, whichever way it runs; nothing for a loop that does not count.
std::optional<FeatureFinder::LoopBounds> FeatureFinder::boundsOf(const clang::ForStmt *loop) {
  const clang::Expr *condition_expression = loop ? loop->getCond() : nullptr;
  const auto *condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition_expression ? condition_expression->IgnoreParenImpCasts() : nullptr);
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

std::optional<FeatureFinder::Value> FeatureFinder::tripCount(const clang::Stmt *loop, const Bindings &bindings, int call_depth) {
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

void FeatureFinder::visitCall(const clang::CallExpr *call, const Product &outer, const Bindings &bindings, int call_depth) {
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
      feature.mentions.insert(value.mentions.begin(), value.mentions.end());
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
  start_ = facts_.context().getSourceManager().getExpansionLoc(run.front()->getBeginLoc());
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
