//===- skeletonizer/edits/lib/expression_edits.cpp - what is left of an expression -===//
// SPDX-License-Identifier: Apache-2.0
#include "expression_edits.h"

#include "predictions.h"
#include "type_names.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace maquette::skeletonizer {
namespace {

bool isMpi(const clang::FunctionDecl *callee) {
  if (!callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  return name.starts_with("MPI_") || name.starts_with("PMPI_") || name.starts_with("shmem_") ||
         name.starts_with("pshmem_");
}

bool isBuiltinObject(clang::QualType type) { return type->isScalarType(); }

/// The variable whose value \p node is.
const clang::DeclRefExpr *variableRead(const clang::Stmt *node) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
  return cast && cast->getCastKind() == clang::CK_LValueToRValue
             ? llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens())
             : nullptr;
}

std::string joined(const std::vector<std::string> &parts, const std::string &last) {
  std::string result = "(";
  for (const std::string &part : parts)
    result += part + ", ";
  return result + last + ")";
}

} // namespace

std::string ExpressionEditor::typeText(clang::QualType type) const { return spelled(type, with_.facts.context()); }

std::optional<std::string> ExpressionEditor::dummyReference(const clang::Expr *argument, clang::QualType parameter,
                                                            bool deduced) const {
  clang::QualType type = deduced ? argument->getType() : parameter.getNonReferenceType();
  if (with_.in_template || !argument->isLValue() ||
      parameter->isRValueReferenceType() != (deduced && parameter->isRValueReferenceType()))
    return std::nullopt;
  if (type->isArrayType() || type->isFunctionType() || type->isDependentType())
    return std::nullopt;
  std::string name = typeText(type);
  if (!hasName(name))
    return std::nullopt;
  return "maquette_phantom_reference<" + name + ">()";
}

std::optional<std::string> ExpressionEditor::dummy(const clang::Expr *argument, clang::QualType parameter,
                                                   const clang::FunctionDecl *callee) const {
  bool cxx = with_.facts.context().getLangOpts().CPlusPlus;
  bool deduced = callee->isTemplateInstantiation();
  if (parameter->isReferenceType())
    return dummyReference(argument, parameter, deduced);
  if (parameter->isFunctionPointerType())
    return deduced ? std::nullopt : std::optional<std::string>("0");
  if (parameter->isPointerType()) {
    if (!cxx || parameter->isVoidPointerType())
      return "MAQUETTE_PHANTOM";
    std::string name = typeText(parameter.getUnqualifiedType());
    if (with_.in_template || !hasName(name))
      return std::nullopt;
    return "static_cast<" + name + ">(MAQUETTE_PHANTOM)";
  }
  if (with_.in_template && (deduced || !parameter->isBuiltinType()))
    return std::nullopt;
  if (parameter->isArithmeticType() && cxx) {
    std::string zero = zeroText(parameter, cxx);
    bool exact = zero != "0" || parameter->isSpecificBuiltinType(clang::BuiltinType::Int);
    return exact ? zero : "static_cast<" + typeText(parameter.getCanonicalType().getUnqualifiedType()) + ">(0)";
  }
  if (with_.in_template)
    return "0";
  const std::optional<std::string> value = neutralValue(parameter);
  const bool declares = cxx && parameter->isRecordType() && llvm::isa<clang::CXXConstructorDecl>(callee);
  return value && declares ? "(" + *value + ")" : value; // T x(U()); is a function
}

void ExpressionEditor::replace(const clang::Expr *expression, const std::string &text, std::vector<Edit> &edits) {
  TextRange range = with_.source.range(expression);
  edits.push_back({range.begin, range.end, text});
}

std::string ExpressionEditor::rendered(const clang::Stmt *node) {
  std::vector<Edit> edits;
  keep(node, edits);
  TextRange range = with_.source.range(node);
  return applied(with_.source.at(range), edits, range.begin);
}

void ExpressionEditor::keepArgument(const clang::Expr *argument, clang::QualType parameter,
                                    const clang::FunctionDecl *callee, std::vector<Edit> &edits) {
  bool editable = with_.source.editable(argument);
  if (const PredictedValue *value = editable ? with_.facts.predicted(Role::Argument, argument) : nullptr) {
    std::vector<std::string> acts;
    reduce(argument, acts);
    replace(argument, acts.empty() ? predictionText(*value) : joined(acts, predictionText(*value)), edits);
    if (firstTime(argument))
      observe(*value, with_.source.range(argument), profiled_);
    return;
  }
  if (!editable || with_.facts.kept(Role::Argument, argument) || isConstantText(argument))
    return keep(argument, edits);
  std::optional<std::string> text = dummy(argument, parameter, callee);
  if (!text)
    return keep(argument, edits);
  std::vector<std::string> acts;
  reduce(argument, acts);
  replace(argument, acts.empty() ? *text : joined(acts, *text), edits);
  ++phantom_count_;
}

void ExpressionEditor::keepCall(const clang::Expr *call, const clang::FunctionDecl *callee,
                                llvm::ArrayRef<const clang::Expr *> arguments, std::vector<Edit> &edits) {
  const bool transfers = callee && with_.facts.decisions().transfersData(with_.facts.key(call));
  bool decided =
      callee && with_.facts.kept(Role::Call, call) && (isMpi(callee) || transfers || with_.is_program_function(callee));
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const bool named = callee && i < callee->getNumParams();
    if (!llvm::isa<clang::CXXDefaultArgExpr>(arguments[i]) && decided &&
        (named || (callee->isVariadic() && !isMpi(callee))))
      keepArgument(arguments[i], named ? callee->getParamDecl(i)->getType() : arguments[i]->getType(), callee, edits);
    else
      keep(arguments[i], edits);
  }
}

/// An allocation whose contents nobody needs becomes phantom memory; what frees it must accept phantom memory.
bool ExpressionEditor::keepAllocation(const clang::Expr *call, std::vector<Edit> &edits) {
  if (!with_.source.editable(call))
    return false;
  if (const auto *deleted = llvm::dyn_cast<clang::CXXDeleteExpr>(call)) {
    if (with_.in_template || !isBuiltinObject(deleted->getDestroyedType()))
      return false;
    replace(call, "maquette_phantom_free(" + rendered(deleted->getArgument()) + ")", edits);
    return true;
  }
  bool phantom = with_.facts.kept(Role::Call, call) && !with_.facts.kept(Role::Contents, call);
  if (const auto *made = llvm::dyn_cast<clang::CXXNewExpr>(call)) {
    if (!phantom || with_.in_template || !made->isArray() || !made->getArraySize() || made->getNumPlacementArgs() ||
        !isBuiltinObject(made->getAllocatedType()))
      return false;
    std::string type = typeText(made->getAllocatedType());
    if (!hasName(type))
      return false;
    replace(call,
            "static_cast<" + type + " *>(maquette_phantom_allocate((" + rendered(*made->getArraySize()) +
                ") * sizeof(" + type + ")))",
            edits);
    ++phantom_count_;
    return true;
  }
  const auto *plain_call = llvm::dyn_cast<clang::CallExpr>(call);
  const clang::FunctionDecl *callee = plain_call ? plain_call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || with_.is_program_function(callee))
    return false;
  llvm::StringRef name = callee->getName();
  unsigned count = plain_call->getNumArgs();
  if (name == "free" && count == 1) {
    replace(call, "maquette_phantom_free(" + rendered(plain_call->getArg(0)) + ")", edits);
    return true;
  }
  if (name == "posix_memalign" && phantom && count == 3) {
    replace(call,
            "(*(" + rendered(plain_call->getArg(0)) + ") = maquette_phantom_allocate(" +
                rendered(plain_call->getArg(2)) + "), 0)",
            edits);
    ++phantom_count_;
    return true;
  }
  int size = llvm::StringSwitch<int>(name).Case("malloc", 0).Cases("calloc", "realloc", "aligned_alloc", 1).Default(-1);
  if (size < 0 || !phantom || static_cast<int>(count) != size + 1)
    return false;
  std::string text = rendered(plain_call->getArg(size));
  if (name == "calloc")
    text = "(size_t)(" + rendered(plain_call->getArg(0)) + ") * (" + text + ")";
  replace(call, "maquette_phantom_allocate(" + text + ")", edits);
  ++phantom_count_;
  return true;
}

/// The number of a vector's elements stays without the elements.
bool ExpressionEditor::countElements(const clang::Expr *call, std::vector<Edit> &edits) {
  if (!with_.facts.decisions().phantomContainer(with_.facts.key(call)))
    return false;
  std::vector<std::string> acts;
  auto reduceFrom = [&](unsigned first, llvm::ArrayRef<const clang::Expr *> arguments) {
    for (const clang::Expr *argument : arguments.drop_front(std::min<std::size_t>(first, arguments.size())))
      if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
        reduce(argument, acts);
  };
  auto withActs = [&](const std::string &text) { return acts.empty() ? text : joined(acts, text); };
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(call)) {
    llvm::ArrayRef<const clang::Expr *> arguments(construct->getArgs(), construct->getNumArgs());
    if (arguments.empty() || !construct->getConstructor()->getParamDecl(0)->getType()->isIntegerType())
      return false;
    const std::string count = rendered(arguments.front());
    reduceFrom(1, arguments);
    unsigned end = 0;
    for (const clang::Expr *argument : arguments)
      if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
        end = with_.source.range(argument).end;
    edits.push_back(
        {with_.source.range(arguments.front()).begin, end, withActs("maquette_phantom_elements(" + count + ")")});
    ++phantom_count_;
    return true;
  }
  const auto *member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const auto *member =
      member_call ? llvm::dyn_cast<clang::MemberExpr>(member_call->getCallee()->IgnoreParens()) : nullptr;
  if (!member)
    return false;
  const clang::Expr *object = member_call->getImplicitObjectArgument();
  std::string vector = object->getBeginLoc().isInvalid() || object->isImplicitCXXThis() ? "*this" : rendered(object);
  const auto *arrow = llvm::dyn_cast<clang::CXXOperatorCallExpr>(object->IgnoreParenImpCasts());
  if (arrow && arrow->getOperator() == clang::OO_Arrow)
    vector = "*(" + rendered(arrow->getArg(0)) + ").operator->()";
  else if (member->isArrow() && vector != "*this")
    vector = "*(" + vector + ")";
  llvm::StringRef name = member_call->getMethodDecl()->getName();
  llvm::ArrayRef<const clang::Expr *> arguments(member_call->getArgs(), member_call->getNumArgs());
  const bool sets = name == "resize" || name == "assign";
  std::string text = sets ? "maquette_phantom_resize(" + vector + ", " + rendered(arguments.front()) + ")"
                          : "maquette_phantom_grow(" + vector + (name == "reserve" ? ", 0)" : ", 1)");
  reduceFrom(sets ? 1 : 0, arguments);
  replace(call, withActs(text), edits);
  ++phantom_count_;
  return true;
}

void ExpressionEditor::keepCondition(const clang::Expr *condition, std::vector<Edit> &edits) {
  const PredictedValue *value =
      with_.source.editable(condition) ? with_.facts.predicted(Role::Condition, condition) : nullptr;
  const auto *logical = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!value && logical && logical->isLogicalOp()) {
    keepCondition(logical->getLHS(), edits);
    return keepCondition(logical->getRHS(), edits);
  }
  if (!value)
    return keep(condition, edits);
  std::vector<std::string> acts;
  for (const clang::Stmt *child : condition->children())
    if (child)
      reduce(child, acts);
  replace(condition, acts.empty() ? conditionText(*value) : joined(acts, conditionText(*value)), edits);
  if (firstTime(condition))
    observeCondition(*value, with_.source.range(condition), profiled_);
}

void ExpressionEditor::predictAssignment(const clang::Expr *assignment, const PredictedValue &value,
                                         std::vector<Edit> &edits, bool is_statement) {
  std::vector<std::string> acts;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(assignment);
  if (binary)
    reduce(binary->getRHS(), acts);
  std::string text = rendered(assigned(assignment)) + " = " + predictionText(value);
  if (!acts.empty() || !is_statement)
    text = joined(acts, text);
  replace(assignment, text, edits);
  if (!firstTime(assignment))
    return;
  bool simple = binary && binary->getOpcode() == clang::BO_Assign && with_.source.editable(binary->getRHS());
  if (simple)
    observe(value, with_.source.range(binary->getRHS()), profiled_);
  else if (is_statement)
    observeStatement(value, with_.source.range(assignment), profiled_);
  else
    observe(value, with_.source.range(assignment), profiled_);
}

void ExpressionEditor::keepStatement(const clang::Expr *expression, std::vector<Edit> &edits) {
  const clang::Expr *inner = plain(expression);
  if (isAssignment(inner) && !with_.source.beginsInMacro(inner)) {
    const PredictedValue *value =
        with_.source.editable(inner) ? with_.facts.predicted(Role::Definition, inner) : nullptr;
    if (value)
      return predictAssignment(inner, *value, edits, /*is_statement=*/true);
    const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(assigned(inner)->IgnoreParens());
    if (target) {
      mentions_.addWrite(target->getDecl());
      if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(inner))
        keep(binary->getRHS(), edits);
      return;
    }
  }
  keep(expression, edits);
}

void ExpressionEditor::keepChildren(const clang::Stmt *node, std::vector<Edit> &edits) {
  for (const clang::Stmt *child : node->children())
    keep(child, edits);
}

bool ExpressionEditor::staysAsItIs(const clang::Stmt *node) {
  if (node->getBeginLoc().isValid() && (!with_.source.contains(node) || with_.source.beginsInMacro(node))) {
    mentions_.addAll(node);
  } else if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
    mentions_.addTemplateArguments(reference);
    mentions_.add(reference->getDecl());
  } else if (const auto *label = llvm::dyn_cast<clang::AddrLabelExpr>(node)) {
    mentions_.add(label->getLabel());
  } else if (const clang::DeclRefExpr *variable = variableRead(node)) {
    mentions_.addTemplateArguments(variable);
    mentions_.addRead(variable->getDecl());
  } else if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::StmtExpr>(node)) {
    mentions_.addAll(node);
  } else {
    return false;
  }
  return true;
}

void ExpressionEditor::mentionNames(const clang::Stmt *node) {
  if (const auto *written = llvm::dyn_cast<clang::ExplicitCastExpr>(node))
    mentions_.addAll(written->getTypeInfoAsWritten());
  else if (const auto *object = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(node))
    mentions_.addAll(object->getTypeSourceInfo());
  else if (const auto *allocated = llvm::dyn_cast<clang::CXXNewExpr>(node))
    mentions_.addAll(allocated->getAllocatedTypeSourceInfo());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(node)) {
    mentions_.addTemplateArguments(member);
    mentions_.add(member->getMemberDecl());
  }
}

void ExpressionEditor::keepLambda(const clang::LambdaExpr *lambda, std::vector<Edit> &edits) {
  const clang::Expr *const *init = lambda->capture_init_begin();
  for (const clang::LambdaCapture &capture : lambda->captures()) {
    if (capture.capturesVariable() && capture.isExplicit()) { // what [&] captures is what the body names
      mentions_.add(capture.getCapturedVar());
      keep(*init, edits);
    }
    ++init;
  }
  with_.edit_lambda(lambda, edits);
}

bool ExpressionEditor::replacedWhole(const clang::Expr *expression, std::vector<Edit> &edits) {
  const PredictedValue *value = isAssignment(expression) && with_.source.editable(expression)
                                    ? with_.facts.predicted(Role::Definition, expression)
                                    : nullptr;
  if (value) {
    predictAssignment(expression, *value, edits, /*is_statement=*/false);
    return true;
  }
  if (llvm::isa<clang::CallExpr, clang::CXXNewExpr, clang::CXXDeleteExpr>(expression) &&
      keepAllocation(expression, edits))
    return true;
  return llvm::isa<clang::CXXMemberCallExpr, clang::CXXConstructExpr>(expression) && countElements(expression, edits);
}

void ExpressionEditor::keep(const clang::Stmt *node, std::vector<Edit> &edits) {
  if (!node || staysAsItIs(node))
    return;
  if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(node))
    return keepLambda(lambda, edits);
  mentionNames(node);
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(node); expression && replacedWhole(expression, edits))
    return;
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(node)) {
    keepCondition(choice->getCond(), edits);
    keep(choice->getTrueExpr(), edits);
    return keep(choice->getFalseExpr(), edits);
  }
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(node); binary && binary->isLogicalOp()) {
    keepCondition(binary->getLHS(), edits);
    return keep(binary->getRHS(), edits);
  }
  if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node)) {
    const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    if (call->getOperator() != clang::OO_Call || !method || method->isStatic() || method->isTemplateInstantiation())
      return keepChildren(node, edits);
    keep(call->getCallee(), edits);
    keep(call->getArg(0), edits);
    return keepCall(call, method, llvm::ArrayRef(call->getArgs(), call->getNumArgs()).drop_front(), edits);
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(node)) {
    keep(call->getCallee(), edits);
    return keepCall(call, call->getDirectCallee(), {call->getArgs(), call->getNumArgs()}, edits);
  }
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) {
    mentions_.add(construct->getConstructor());
    const bool plain_arguments =
        !construct->isListInitialization() && !construct->getConstructor()->isCopyOrMoveConstructor();
    return keepCall(construct, plain_arguments ? construct->getConstructor() : nullptr,
                    {construct->getArgs(), construct->getNumArgs()}, edits);
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(node)) {
    for (const clang::Expr *item : list->inits())
      keepItem(item, edits);
    return;
  }
  keepChildren(node, edits);
}

void ExpressionEditor::keepItem(const clang::Expr *item, std::vector<Edit> &edits) {
  if (!item || !with_.source.editable(item) || !with_.facts.decisions().unneededItem(with_.facts.key(item)))
    return keep(item, edits);
  std::vector<std::string> acts;
  reduce(item, acts);
  const std::string zero =
      with_.in_template ? "0" : zeroText(item->getType(), with_.facts.context().getLangOpts().CPlusPlus);
  replace(item, acts.empty() ? zero : joined(acts, zero), edits);
}

/// What a macro writes: nothing smaller can be taken out.
void ExpressionEditor::keepWhole(const clang::Expr *expression, std::vector<std::string> &acts) {
  mentions_.addAll(expression);
  acts.push_back(with_.source.spelling(expression).str());
}

/// \p expression is what runs where \p condition holds, and where it does not. Null: nothing.
void ExpressionEditor::reduceChoice(const clang::Expr *expression, const clang::Expr *condition,
                                    const clang::Expr *then, const clang::Expr *otherwise,
                                    std::vector<std::string> &acts) {
  const auto by_macro = [this](const clang::Expr *branch) {
    return branch && with_.facts.touched(branch) && !with_.source.editable(branch);
  };
  if (by_macro(then) || by_macro(otherwise))
    return keepWhole(expression, acts);
  const auto acted = [this](const clang::Expr *branch) {
    std::vector<std::string> inside;
    reduce(branch, inside);
    for (std::string &act : inside)
      act = "(void)(" + act + ")";
    return inside.empty() ? "(void)0" : inside.size() == 1 ? inside.front() : "(" + llvm::join(inside, ", ") + ")";
  };
  const std::string first = acted(then), second = acted(otherwise);
  if (first == "(void)0" && first == second)
    return reduce(condition, acts);
  if (!with_.source.editable(condition))
    return keepWhole(expression, acts);
  acts.push_back("(" + rendered(condition) + ") ? " + first + " : " + second);
}

void ExpressionEditor::reduce(const clang::Stmt *node, std::vector<std::string> &acts) {
  if (!node || !with_.facts.touched(node) || llvm::isa<clang::LambdaExpr>(node))
    return;
  const auto *expression = llvm::dyn_cast<clang::Expr>(node);
  if (expression && with_.source.editable(expression)) {
    const clang::Expr *inner = plain(expression);
    if (llvm::isa<clang::StmtExpr>(inner)) {
      acts.push_back("(void)(" + rendered(inner) + ")");
      return;
    }
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(inner))
      return reduceChoice(inner, choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr(), acts);
    if (const auto *logical = llvm::dyn_cast<clang::BinaryOperator>(inner); logical && logical->isLogicalOp()) {
      const bool both = logical->getOpcode() == clang::BO_LAnd;
      return reduceChoice(inner, logical->getLHS(), both ? logical->getRHS() : nullptr,
                          both ? nullptr : logical->getRHS(), acts);
    }
    const PredictedValue *value = isAssignment(inner) ? with_.facts.predicted(Role::Definition, inner) : nullptr;
    // The constructor alone would make another object, and destroy it.
    const auto *made = llvm::dyn_cast<clang::CXXNewExpr>(inner);
    const bool constructs = made && made->getConstructExpr() && with_.facts.performed(made->getConstructExpr());
    if (value || constructs || with_.facts.performed(inner)) {
      std::vector<Edit> edits;
      keepStatement(inner, edits);
      TextRange range = with_.source.range(inner);
      std::string act = applied(with_.source.at(range), edits, range.begin);
      const auto *called = llvm::dyn_cast<clang::CallExpr>(inner);
      if (const auto *through = llvm::dyn_cast<clang::CXXOperatorCallExpr>(inner);
          through && through->getOperator() == clang::OO_Arrow)
        act = llvm::StringRef(act).rtrim("->").str() + ".operator->()"; // p-> alone says too little
      // T(a); would be a declaration of a.
      const bool declares = llvm::isa<clang::CXXConstructExpr, clang::CXXFunctionalCastExpr>(inner) &&
                            !llvm::StringRef(act).starts_with("{");
      const bool unused = called && called->hasUnusedResultAttr(with_.facts.context());
      acts.push_back(unused || declares ? "(void)" + act : act);
      return;
    }
  } else if (expression) {
    return keepWhole(expression, acts);
  }
  unsigned written_to = 0; // Of the macro that has written a child: its text is there once for all that it wrote.
  for (const clang::Stmt *child : node->children()) {
    const auto *part = llvm::dyn_cast_or_null<clang::Expr>(child);
    const bool by_macro = part && with_.facts.touched(part) && !with_.source.editable(part);
    const unsigned end = by_macro ? static_cast<unsigned>(with_.source.range(part).end) : 0;
    if (by_macro && end == written_to)
      continue;
    written_to = end;
    reduce(child, acts);
  }
}

} // namespace maquette::skeletonizer
