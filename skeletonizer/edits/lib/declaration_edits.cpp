//===- skeletonizer/edits/lib/declaration_edits.cpp - what is left of a declaration -===//
// SPDX-License-Identifier: Apache-2.0
#include "declaration_edits.h"

#include "predictions.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace maquette::skeletonizer {
namespace {

/// `Type x;`: Clang gives it an initializer that has no text.
bool isImplicit(const clang::Expr *init) {
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(plain(init));
  return construct && construct->getParenOrBraceRange().isInvalid() && !construct->isListInitialization() &&
         (construct->getNumArgs() == 0 || llvm::isa<clang::CXXDefaultArgExpr>(construct->getArg(0)));
}

bool isLambda(const clang::Expr *init) { return llvm::isa<clang::LambdaExpr>(plain(init)); }

/// Where `long unsigned const` ends in `long unsigned const *a, b;`.
std::optional<unsigned> specifiersEnd(const SourceText &source, const clang::VarDecl *variable) {
  clang::TypeLoc location = variable->getTypeSourceInfo()->getTypeLoc();
  for (;;) {
    location = location.getUnqualifiedLoc();
    if (auto pointer = location.getAs<clang::PointerTypeLoc>())
      location = pointer.getPointeeLoc();
    else if (auto reference = location.getAs<clang::ReferenceTypeLoc>())
      location = reference.getPointeeLoc();
    else if (auto array = location.getAs<clang::ArrayTypeLoc>())
      location = array.getElementLoc();
    else if (auto function = location.getAs<clang::FunctionTypeLoc>())
      location = function.getReturnLoc();
    else if (auto paren = location.getAs<clang::ParenTypeLoc>())
      location = paren.getInnerLoc();
    else
      break;
  }
  if (location.getBeginLoc().isInvalid())
    return std::nullopt;
  unsigned end = source.range(location.getSourceRange()).end;
  for (;;) {
    unsigned next = source.skipBlanks(end);
    llvm::StringRef word = source.all().substr(next).take_while([](char c) { return isalnum(c) || c == '_'; });
    if (word != "const" && word != "volatile" && word != "unsigned" && word != "signed" && word != "int" &&
        word != "long" && word != "static" && word != "register")
      return end;
    end = next + word.size();
  }
}

} // namespace

std::optional<std::string> rebuiltDeclaration(const SourceText &source, const std::vector<const clang::VarDecl *> &all,
                                              const std::vector<const clang::VarDecl *> &stays,
                                              const std::vector<Edit> &edits) {
  std::optional<unsigned> specifiers_end = specifiersEnd(source, all.front());
  if (!specifiers_end)
    return std::nullopt;
  std::string text = source.at({source.range(all.front()->getSourceRange()).begin, *specifiers_end}).str();
  unsigned begin = *specifiers_end;
  bool any = false;
  for (const clang::VarDecl *variable : all) {
    unsigned end = source.range(variable->getSourceRange()).end;
    if (std::find(stays.begin(), stays.end(), variable) != stays.end()) {
      unsigned start = source.skipBlanks(begin);
      text += any ? ", " : " ";
      text += applied(source.at({start, end}), edits, start);
      any = true;
    }
    begin = source.skipBlanks(end) + 1; // after the comma
  }
  return text;
}

/// A constant may be an argument of a template, and where that is substituted no trace of its name is left in the tree.
bool DeclarationEditor::mayBeTemplateArgument(const clang::VarDecl *variable) const {
  if (variable->isConstexpr())
    return true;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  const bool constant = queries_.context().getLangOpts().CPlusPlus && variable->getType().isConstQualified() &&
                        variable->getType()->isIntegralOrEnumerationType() && variable->getInit() &&
                        isConstantText(variable->getInit());
  if (!constant || !function || !function->getBody() || !source_.contains(function->getBody()))
    return false;
  const auto inWord = [](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  const llvm::StringRef text = source_.at(source_.range(function->getBody()));
  const llvm::StringRef name = variable->getName();
  for (size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    const llvm::StringRef before = text.take_front(at), after = text.drop_front(at + name.size());
    const bool whole = (before.empty() || !inWord(before.back())) && (after.empty() || !inWord(after.front()));
    if (whole && (before.rtrim().ends_with("<") || after.ltrim().starts_with(">")))
      return true;
  }
  return false;
}

DeclarationEditor::Verdict DeclarationEditor::verdict(const clang::VarDecl *variable) const {
  const clang::Expr *init = variable->getInit();
  bool wanted = wanted_.has(variable);
  if (!wanted && mayBeTemplateArgument(variable))
    return Verdict::Keep;
  const bool made = !variable->getType()->isReferenceType() ||
                    (init && llvm::isa<clang::MaterializeTemporaryExpr>(init->IgnoreParens()));
  const bool ends = made && variable->getType().getNonReferenceType().isDestructedType() !=
                                clang::QualType::DK_none; // all that it may be for
  if (!wanted && !ends && init && init->getBeginLoc().isValid() && hasNoEffect(init))
    return Verdict::Remove;
  if (init && init->getBeginLoc().isValid()) {
    bool constructs = llvm::isa<clang::CXXConstructExpr>(plain(init)) && queries_.performed(plain(init));
    // What is predicted is kept too, but for its operands.
    if (wanted && queries_.predicted(Role::Definition, init) && source_.editable(init))
      return Verdict::Predict;
    if (queries_.kept(Role::Definition, init) || constructs)
      return Verdict::Keep;
  }
  if (!wanted)
    return Verdict::Remove;
  if (!init || isImplicit(init) || isConstantText(init) || isLambda(init))
    return Verdict::Keep;
  return droppedInitializer(variable) ? Verdict::DropInitializer : Verdict::Keep;
}

std::optional<TextRange> DeclarationEditor::initializerRange(const clang::VarDecl *variable) const {
  TextRange whole = source_.range(variable->getSourceRange());
  const clang::SourceManager &sources = queries_.context().getSourceManager();
  if (variable->getLocation().isMacroID() || variable->getEndLoc().isMacroID())
    return std::nullopt;
  unsigned name_end = sources.getFileOffset(variable->getLocation()) + variable->getName().size();
  if (variable->getInitStyle() != clang::VarDecl::CInit) {
    if (variable->getType()->isArrayType())
      return std::nullopt;
    return TextRange{name_end, whole.end};
  }
  unsigned begin = source_.range(variable->getInit()).begin;
  llvm::StringRef before = source_.all().slice(name_end, begin).rtrim();
  if (!before.consume_back("="))
    return std::nullopt;
  return TextRange{name_end + static_cast<unsigned>(before.rtrim().size()), whole.end};
}

std::optional<std::string> DeclarationEditor::neutralInitializer(const clang::VarDecl *variable) const {
  clang::QualType type = variable->getType();
  bool cxx = queries_.context().getLangOpts().CPlusPlus;
  bool deduced = type->getContainedAutoType() != nullptr;
  if (variable->isConstexpr() || llvm::isa<clang::DecompositionDecl>(variable))
    return std::nullopt;
  if (type->isReferenceType()) {
    std::string name = expressions_.typeText(type.getNonReferenceType());
    bool nameable = !in_template_ && variable->getInit()->isLValue() && !type->isRValueReferenceType() &&
                    name.find('(') == std::string::npos && !type.getNonReferenceType()->isArrayType();
    return nameable ? std::optional<std::string>(" = maquette_phantom_reference<" + name + ">()") : std::nullopt;
  }
  if (type->isScalarType()) {
    if (in_template_)
      return deduced ? std::nullopt : std::optional<std::string>("{}");
    if (deduced)
      return type->isArithmeticType()
                 ? std::optional<std::string>(" = static_cast<" + expressions_.typeText(type.getUnqualifiedType()) +
                                              ">(0)")
                 : std::nullopt;
    std::optional<std::string> value = expressions_.neutralValue(type);
    return value ? std::optional<std::string>(" = " + *value) : std::nullopt;
  }
  if (deduced || (cxx && type.isConstQualified()))
    return std::nullopt;
  if (type->isArrayType()) {
    const auto *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    bool sized = variable->getTypeSourceInfo() && !variable->getTypeSourceInfo()->getType()->isIncompleteArrayType();
    return sized && (!record || record->hasTrivialDefaultConstructor()) ? std::optional<std::string>("") : std::nullopt;
  }
  if (!type->isRecordType())
    return std::nullopt;
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  bool constructible = !cxx || (record && record->hasDefinition() && record->hasDefaultConstructor());
  return constructible ? std::optional<std::string>("") : std::nullopt;
}

std::optional<Edit> DeclarationEditor::droppedInitializer(const clang::VarDecl *variable) const {
  std::optional<TextRange> range = initializerRange(variable);
  std::optional<std::string> text = range ? neutralInitializer(variable) : std::nullopt;
  if (!text)
    return std::nullopt;
  return Edit{range->begin, range->end, *text};
}

/// The object goes: what its constructor would have been given may still act.
void DeclarationEditor::reduceInitializer(const clang::Expr *init, std::vector<std::string> &acts) {
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(plain(init));
  if (!construct)
    return expressions_.reduce(init, acts);
  for (const clang::Expr *argument : construct->arguments())
    expressions_.reduce(argument, acts);
}

/// All that set it went.
void DeclarationEditor::initializeNeutrally(const clang::VarDecl *variable, std::vector<Edit> &edits) const {
  std::optional<std::string> value = expressions_.neutralValue(variable->getType());
  if (!value || variable->getEndLoc().isMacroID())
    return;
  unsigned end = source_.range(variable->getSourceRange()).end;
  edits.push_back({end, end, *value == "{}" ? "{}" : " = " + *value});
}

/// As it is, and as it is written.
void DeclarationEditor::mentionType(const clang::VarDecl *variable) {
  expressions_.referenced().addAll(variable->getType());
  expressions_.referenced().addAll(variable->getTypeSourceInfo());
}

void DeclarationEditor::editVariable(const clang::VarDecl *variable, Verdict verdict, DeclarationOutcome &outcome,
                                     std::vector<Edit> &edits) {
  const clang::Expr *init = variable->getInit();
  switch (verdict) {
  case Verdict::Keep:
    mentionType(variable);
    if (std::optional<TextRange> range = init && !wanted_.has(variable) && mayBeTemplateArgument(variable)
                                             ? initializerRange(variable)
                                             : std::nullopt)
      edits.push_back({range->begin, range->begin, " __attribute__((unused))"});
    if (init)
      expressions_.keep(init, edits);
    else if (variable->hasLocalStorage() && variable->getType()->isScalarType() && wanted_.neverSet(variable))
      initializeNeutrally(variable, edits);
    break;
  case Verdict::Predict: {
    const PredictedValue *value = queries_.predicted(Role::Definition, init);
    mentionType(variable);
    TextRange range = source_.range(init);
    edits.push_back({range.begin, range.end, predictionText(*value)});
    if (expressions_.firstTime(init))
      observe(*value, range, expressions_.profiled());
    outcome.predicted = true;
    expressions_.reduce(init, outcome.acts);
    break;
  }
  case Verdict::DropInitializer:
    mentionType(variable);
    edits.push_back(*droppedInitializer(variable));
    outcome.computed = true;
    reduceInitializer(init, outcome.acts);
    break;
  case Verdict::Remove:
    outcome.computed |= init && !isConstantText(init);
    if (init)
      reduceInitializer(init, outcome.acts);
    break;
  }
}

DeclarationOutcome DeclarationEditor::edit(const clang::DeclStmt *statement) {
  DeclarationOutcome outcome;
  std::vector<const clang::VarDecl *> stays, variables;
  std::vector<Edit> edits;
  bool only_variables = true;
  for (const clang::Decl *declaration : statement->decls())
    only_variables &= llvm::isa<clang::VarDecl>(declaration);
  bool several = !statement->isSingleDecl();
  const bool in_macro = source_.beginsInMacro(statement) && !source_.editable(statement);
  const bool expands = in_template_ && source_.expandsPack(statement);
  if (expands && only_variables && !in_macro && !queries_.touched(statement) &&
      llvm::none_of(statement->decls(), [&](const clang::Decl *declaration) { return wanted_.has(declaration); })) {
    outcome.stays = false;
    outcome.computed = true;
    return outcome;
  }
  if (!only_variables)
    expressions_.referenced().addAll(statement); // a class may be declared there
  if (!only_variables || in_macro || expands ||
      (several && !specifiersEnd(source_, llvm::cast<clang::VarDecl>(*statement->decl_begin())))) {
    for (const clang::Decl *declaration : statement->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        mentionType(variable);
        expressions_.referenced().addAll(variable->getInit());
        outcome.variables.push_back(variable);
      }
    return outcome;
  }
  for (const clang::Decl *declaration : statement->decls()) {
    const auto *variable = llvm::cast<clang::VarDecl>(declaration);
    variables.push_back(variable);
    Verdict decided = verdict(variable);
    editVariable(variable, decided, outcome, edits);
    if (decided != Verdict::Remove)
      stays.push_back(variable);
  }
  outcome.stays = !stays.empty();
  outcome.variables = stays;
  bool all = stays.size() == static_cast<size_t>(std::distance(statement->decl_begin(), statement->decl_end()));
  outcome.changed = !edits.empty() || !all;
  if (!outcome.stays || !outcome.changed)
    return outcome;
  if (all) {
    TextRange range = source_.range(statement);
    outcome.text = llvm::StringRef(applied(source_.at(range), edits, range.begin)).rtrim("; \t\n").str();
  } else {
    outcome.text = *rebuiltDeclaration(source_, variables, stays, edits);
  }
  return outcome;
}

} // namespace maquette::skeletonizer
