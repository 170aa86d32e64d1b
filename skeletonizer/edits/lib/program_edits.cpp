//===- skeletonizer/edits/lib/program_edits.cpp - the whole program in both output trees -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/program_edits.h"

#include "declaration_edits.h"
#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_text.h"
#include "program_interface.h"
#include "program_survey.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <memory>

namespace maquette::skeletonizer {
namespace {

SourceText sourceOf(const clang::Decl *declaration) {
  const clang::SourceManager &sources = declaration->getASTContext().getSourceManager();
  return SourceText(declaration->getASTContext(),
                    sources.getFileID(sources.getExpansionLoc(declaration->getLocation())));
}

/// A file that is included with other macros each time: what one reading of it names is not what the others do.
bool isSeveral(const FunctionText &text) {
  return text.usrs.size() > 1 && !text.definitions.front()->getTemplateInstantiationPattern();
}

using VariableGroup = std::vector<const VariableText *>;

/// File-scope variables by the declaration that they are declarators of.
std::map<std::pair<std::string, unsigned>, VariableGroup> variableGroups(const ProgramSurvey &survey) {
  std::map<std::pair<std::string, unsigned>, VariableGroup> groups;
  for (const auto &[key, text] : survey.variables)
    groups[{key.file, key.begin}].push_back(&text);
  return groups;
}

std::vector<const clang::VarDecl *> definitions(const VariableGroup &group) {
  std::vector<const clang::VarDecl *> result;
  for (const VariableText *text : group)
    result.push_back(text->definition);
  return result;
}

/// \p specifiers name a type and no earlier declarator: commas between angle brackets are the type's.
bool isOneType(llvm::StringRef specifiers) {
  int depth = 0;
  for (char c : specifiers) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (c == '{' || (c == ',' && depth <= 0))
      return false;
  }
  return true;
}

/// The text of the declaration, if any of its variables can be taken out of it.
std::optional<TextRange> removalOf(const VariableGroup &group) {
  std::vector<const clang::VarDecl *> all = definitions(group);
  SourceText source = sourceOf(all.front());
  unsigned begin = source.range(all.front()->getSourceRange()).begin;
  unsigned semicolon = source.skipBlanks(source.range(all.back()->getSourceRange()).end);
  const clang::SourceManager &sources = all.front()->getASTContext().getSourceManager();
  llvm::StringRef specifiers = source.all().slice(begin, sources.getFileOffset(all.front()->getLocation()));
  bool whole = semicolon < source.all().size() && source.all()[semicolon] == ';' && isOneType(specifiers) &&
               source.balancedDirectives({begin, semicolon});
  if (!whole || (all.size() > 1 && !rebuiltDeclaration(source, all, {all.front()}, {})))
    return std::nullopt;
  return TextRange{begin, semicolon + 1};
}

class ProgramEditor {
public:
  ProgramEditor(const Program &program, const Decisions &decisions, const Overrides &overrides,
                const std::function<bool(const std::string &)> &editable, const Withdrawals &withdrawn)
      : program_(program), decisions_(decisions), withdrawn_(withdrawn), survey_(survey(program, editable)),
        index_(program) {
    view_.overrides = &overrides;
    view_.definition_of = [this](const clang::FunctionDecl *function) -> const clang::FunctionDecl * {
      const FunctionId found = index_.find(function);
      return found == kNoFunction ? nullptr : index_.functions()[found].declaration;
    };
  }

  ProgramEdits run() {
    editFunctions();
    connectExtents();
    findNeeded();
    for (const auto &[key, text] : survey_.functions) {
      auto edited = edited_.find(key);
      if (edited != edited_.end() && (!canGo(text) || isNeeded(text)))
        take(key, edited->second);
      else
        finishDead(key, text);
    }
    removeVariables();
    markUnusedFields();
    dropThreads();
    for (const std::string &file : withdrawn_.files) {
      result_.edits.skeleton.erase(file);
      result_.edits.profiled.erase(file);
    }
    result_.model_id = modelIdOf(result_);
    includeInterface(program_, extents_of_, result_);
    result_.notes.insert(result_.notes.end(), program_.notes.begin(), program_.notes.end());
    result_.notes.insert(result_.notes.end(), decisions_.notes_.begin(), decisions_.notes_.end());
    return std::move(result_);
  }

private:
  /// Of instantiations the one with most parameters (an empty pack shows nothing of what is done with its elements),
  /// and of those the first by name: their order among the template's is nobody's choice.
  const clang::FunctionDecl *liveDefinition(const FunctionText &text) const {
    const clang::FunctionDecl *live = nullptr;
    std::string name;
    for (const clang::FunctionDecl *definition : text.definitions) {
      const std::string usr = usrOf(definition);
      if (definition->isDependentContext() || !(definition->isMain() || decisions_.liveFunction(usr)))
        continue;
      const bool more = !live || definition->getNumParams() > live->getNumParams();
      if (more || (definition->getNumParams() == live->getNumParams() && usr < name)) {
        live = definition;
        name = usr;
      }
    }
    return live;
  }

  void editFunctions() {
    for (const auto &[key, text] : survey_.functions)
      if (const clang::FunctionDecl *live = liveDefinition(text))
        edit(key, text, live);
  }

  /// Once it is known which region fills an array that bounds loops of another, both are written again.
  void connectExtents() {
    std::vector<RegionBounds> bounds;
    for (const auto &[key, edits] : edited_)
      bounds.insert(bounds.end(), edits.bounds.begin(), edits.bounds.end());
    view_.extents = Extents(bounds);
    if (view_.extents.empty())
      return;
    edited_.clear();
    names_.clear();
    result_.notes.clear();
    editFunctions();
  }

  DecisionQueries &factsOf(const clang::ASTContext &context) {
    std::unique_ptr<DecisionQueries> &facts = queries_[&context];
    if (!facts)
      facts = std::make_unique<DecisionQueries>(decisions_, context);
    return *facts;
  }

  void edit(const SourceKey &key, const FunctionText &text, const clang::FunctionDecl *function) {
    if (withdrawn_.keepsText(key))
      return;
    const clang::Stmt *body = function->getBody();
    SourceText source = sourceOf(function);
    bool in_file = body && source.contains(body) && !body->getBeginLoc().isMacroID() && !body->getEndLoc().isMacroID();
    if (!in_file) {
      result_.notes.push_back(function->getQualifiedNameAsString() +
                              ": the skeleton keeps all of it, because a macro defines it");
      return;
    }
    const std::set<std::string> common = isSeveral(text) ? commonNames(text.definitions) : std::set<std::string>{};
    view_.names = isSeveral(text) ? &common : nullptr;
    FunctionEdits edits = editFunction(function, factsOf(function->getASTContext()), source, view_, names_);
    view_.names = nullptr;
    names_ = std::move(edits.names);
    edited_.emplace(key, std::move(edits));
  }

  void take(const SourceKey &key, FunctionEdits &edits) {
    const std::string &file = key.file;
    const clang::FunctionDecl *function = survey_.functions[key].definitions.front();
    result_.functions.push_back({function->getQualifiedNameAsString(), file, key,
                                 sourceOf(function).lineNumber(key.begin), FunctionState::Live});
    auto append = [](auto &to, auto &from) { to.insert(to.end(), from.begin(), from.end()); };
    if (!edits.skeleton.empty())
      append(result_.edits.skeleton[file], edits.skeleton);
    if (!edits.profiled.empty())
      append(result_.edits.profiled[file], edits.profiled);
    append(result_.statements[file], edits.statements);
    append(result_.regions[file], edits.regions);
    append(result_.values[file], edits.values);
    append(result_.notes, edits.notes);
    extents_of_[file].insert(edits.extents.begin(), edits.extents.end());
  }

  /// What the remaining text needs, by USR: from what cannot go over what its text references.
  void findNeeded() {
    pending_.insert(survey_.always.begin(), survey_.always.end());
    std::multimap<std::string, const std::set<std::string> *> texts;
    for (const auto &[key, text] : survey_.functions) {
      auto edited = edited_.find(key);
      for (const std::string &usr : text.usrs) {
        texts.emplace(usr, &text.signature);
        if (edited != edited_.end())
          texts.emplace(usr, &edited->second.referenced.globals());
        if (edited == edited_.end() || isSeveral(text))
          texts.emplace(usr, &text.referenced);
      }
      const bool live_as_it_is = edited == edited_.end() && liveDefinition(text);
      if (!canGo(text) || live_as_it_is)
        pending_.insert(text.usrs.begin(), text.usrs.end());
    }
    for (const auto &[key, text] : survey_.variables) {
      texts.emplace(text.usr, &text.referenced);
      const clang::Expr *init = text.definition->getInit();
      if (!text.removable || mustStay(text.definition) ||
          (init && factsOf(text.definition->getASTContext()).touched(init))) // making it does what others need
        pending_.insert(text.usr);
    }
    for (const auto &[place, group] : variableGroups(survey_))
      if (!removalOf(group))
        for (const VariableText *text : group)
          pending_.insert(text->usr);
    while (!pending_.empty()) {
      std::string usr = *pending_.begin();
      pending_.erase(pending_.begin());
      if (!needed_.insert(usr).second)
        continue;
      auto [first, last] = texts.equal_range(usr);
      for (auto text = first; text != last; ++text)
        pending_.insert(text->second->begin(), text->second->end());
    }
  }

  /// Files of other languages may call anything that is not static.
  bool canGo(const FunctionText &text) const {
    return text.removable && !mustStay(text.definitions.front()) &&
           (!program_.has_other_languages || text.definitions.front()->getStorageClass() == clang::SC_Static);
  }

  /// What would go without it did not compile, or an attribute names it.
  bool mustStay(const clang::NamedDecl *declaration) const {
    const clang::ASTContext &context = declaration->getASTContext();
    return withdrawn_.names.count(declaration->getNameAsString()) ||
           withdrawn_.files.count(keyOf(clang::SourceRange(declaration->getLocation()), context).file) ||
           (!survey_.aliased.empty() &&
            survey_.aliased.count(
                clang::ASTNameGenerator(const_cast<clang::ASTContext &>(context)).getName(declaration)));
  }

  bool isNeeded(const FunctionText &text) const {
    return std::any_of(text.usrs.begin(), text.usrs.end(),
                       [&](const std::string &usr) { return needed_.count(usr) != 0; });
  }

  void finishDead(const SourceKey &key, const FunctionText &text) {
    const clang::FunctionDecl *function = text.definitions.front();
    SourceText source = sourceOf(function);
    const bool live_as_it_is = liveDefinition(text) != nullptr && !edited_.count(key);
    const bool gone = !live_as_it_is && !isNeeded(text) && canGo(text);
    FunctionState state = live_as_it_is ? FunctionState::Live : gone ? FunctionState::Removed : FunctionState::Left;
    result_.functions.push_back(
        {function->getQualifiedNameAsString(), key.file, key, source.lineNumber(key.begin), state});
    if ((!live_as_it_is || withdrawn_.keepsText(key)) && function->getBody() && source.contains(function->getBody()))
      recordAll(function->getBody(), live_as_it_is ? StatementState::Kept : StatementState::Removed, source,
                result_.statements[key.file]);
    if (!gone)
      return;
    remove(key.file, source, {key.begin, key.end});
    for (const std::string &usr : text.usrs)
      for (const clang::FunctionDecl *prototype : survey_.prototypes[usr])
        removePrototype(prototype);
  }

  /// Also the comment right above and, between two blank lines, one of them.
  void remove(const std::string &file, const SourceText &source, TextRange range) {
    range = source.withBlankLine(source.wholeLines(source.withComment(source.withSpecifierMacros(range))));
    result_.edits.skeleton[file].push_back({range.begin, range.end, ""});
  }

  void removePrototype(const clang::FunctionDecl *prototype) {
    SourceKey key = keyOf(prototype->getSourceRange(), prototype->getASTContext());
    SourceText source = sourceOf(prototype);
    unsigned semicolon = source.skipBlanks(key.end);
    llvm::StringRef before = source.all().slice(
        key.begin, prototype->getASTContext().getSourceManager().getFileOffset(prototype->getLocation()));
    bool alone = semicolon < source.all().size() && source.all()[semicolon] == ';' && !before.contains(',') &&
                 !before.contains('(');
    if (!alone || !removed_prototypes_.insert(key).second)
      return;
    remove(key.file, source, {key.begin, semicolon + 1});
  }

  /// File-scope variables nothing references: declarator by declarator.
  void removeVariables() {
    for (const auto &[place, group] : variableGroups(survey_))
      editVariables(place.first, group);
  }

  void editVariables(const std::string &file, const VariableGroup &group) {
    std::vector<const clang::VarDecl *> all = definitions(group), stays;
    for (const VariableText *text : group)
      if (!text->removable || needed_.count(text->usr))
        stays.push_back(text->definition);
    std::optional<TextRange> whole = stays.size() == all.size() ? std::nullopt : removalOf(group);
    if (!whole)
      return;
    SourceText source = sourceOf(all.front());
    if (stays.empty()) {
      remove(file, source, *whole);
    } else if (std::optional<std::string> text = rebuiltDeclaration(source, all, stays, {})) {
      result_.edits.skeleton[file].push_back({whole->begin, source.range(all.back()->getSourceRange()).end, *text});
    } else {
      return;
    }
    for (const clang::VarDecl *variable : all)
      if (std::find(stays.begin(), stays.end(), variable) == stays.end())
        result_.removed_variables.push_back(variable->getQualifiedNameAsString());
  }

  /// Clang warns of private fields that a class never reads; the original may have read them in what went.
  void markUnusedFields() {
    std::set<std::string> before = survey_.always;
    for (const auto &[key, text] : survey_.functions)
      before.insert(text.referenced.begin(), text.referenced.end());
    for (const auto &[key, usr] : survey_.private_fields)
      if (!needed_.count(usr) && before.count(usr))
        result_.edits.skeleton[key.file].push_back({key.end, key.end, " __attribute__((unused))"});
  }

  /// What the skeleton still computes, one thread does: a directive that stays could name a variable that went.
  void dropThreads() {
    std::set<std::string> done;
    for (const auto &[key, text] : survey_.functions) {
      auto edits = result_.edits.skeleton.find(key.file);
      if (edits == result_.edits.skeleton.end() || !done.insert(key.file).second)
        continue;
      SourceText source = sourceOf(text.definitions.front());
      for (const auto &[directive, text_after] : source.pragmas("omp"))
        for (const unsigned begin :
             {directive.begin, source.skipBlanks(directive.begin)}) { // Something may stand before it by now.
          if (std::any_of(edits->second.begin(), edits->second.end(), [begin, end = directive.end](const Edit &edit) {
                return edit.begin < end && edit.end > begin;
              }))
            continue;
          edits->second.push_back({begin, directive.end, ""});
          break;
        }
    }
  }

  const Program &program_;
  const Decisions &decisions_;
  const Withdrawals &withdrawn_;
  ProgramSurvey survey_;
  ProgramIndex index_;
  ProgramView view_;
  std::map<const clang::ASTContext *, std::unique_ptr<DecisionQueries>> queries_;
  std::map<SourceKey, FunctionEdits> edited_;
  std::map<std::string, std::set<std::string>> extents_of_; ///< By file.
  std::set<SourceKey> removed_prototypes_;
  std::set<std::string> pending_, needed_;
  RegionNames names_;
  ProgramEdits result_;
};

} // namespace

ProgramEdits editProgram(const Program &program, const Decisions &decisions, const Overrides &overrides,
                         const std::function<bool(const std::string &)> &editable, const Withdrawals &withdrawn) {
  return ProgramEditor(program, decisions, overrides, editable, withdrawn).run();
}

} // namespace maquette::skeletonizer
