//===- skeletonizer/check/lib/withdraw.cpp - what to take back for errors ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/check/withdraw.h"

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace maquette::skeletonizer {
namespace {

/// The last part of a qualified name.
std::string unqualified(llvm::StringRef name) {
  const std::size_t colons = name.rfind("::");
  return (colons == llvm::StringRef::npos ? name : name.drop_front(colons + 2)).str();
}

/// What a message of the compiler quotes.
std::set<std::string> quotedNames(llvm::StringRef message) {
  std::set<std::string> names;
  while (true) {
    const auto [before, quote] = message.split('\'');
    const auto [name, rest] = quote.split('\'');
    if (name.empty())
      return names;
    names.insert(unqualified(name.split('(').first));
    message = rest;
  }
}

bool covers(const SourceKey &text, const CheckPlace &place) {
  return text.file == place.file && text.begin <= place.offset && place.offset <= text.end;
}

/// Takes back step by step for one error.
class Withdrawer {
public:
  Withdrawer(const CheckError &error, const ProgramEdits &edits, Withdrawals &withdrawn,
             std::vector<WithdrawnEdit> &added)
      : error_(error), edits_(edits), withdrawn_(withdrawn), added_(added) {
    places_.insert(error.place);
    places_.insert(error.notes.begin(), error.notes.end());
  }

  /// True if it took anything back.
  bool take(WithdrawalStep step) {
    const std::size_t before = withdrawn_.size();
    switch (step) {
    case WithdrawalStep::Names:
      takeNames();
      break;
    case WithdrawalStep::Region:
      for (const CheckPlace &place : places_)
        takeRegion(place);
      break;
    case WithdrawalStep::Function:
      for (const CheckPlace &place : places_)
        takeFunction(place);
      break;
    case WithdrawalStep::Functions:
      for (const CheckPlace &place : places_)
        functionAt(place) ? takeFunctions(place) : takeDeclarations(place);
      break;
    case WithdrawalStep::File:
      for (const CheckPlace &place : places_)
        takeFile(place.file);
      break;
    case WithdrawalStep::Unit:
      takeFile(error_.unit);
      for (const std::string &file : error_.read)
        takeFile(file);
      break;
    case WithdrawalStep::All:
      for (const auto *tree : {&edits_.edits.skeleton, &edits_.edits.profiled})
        for (const auto &[file, edits] : *tree)
          takeFile(file);
      break;
    }
    return withdrawn_.size() > before;
  }

private:
  void say(const std::string &what, const std::string &file, unsigned line) {
    added_.push_back({what, file, line, error_.message});
  }

  bool isEdited(const std::string &file) const {
    return edits_.edits.skeleton.count(file) || edits_.edits.profiled.count(file);
  }

  void takeName(const std::string &name, const CheckPlace &place) {
    if (withdrawn_.names.insert(name).second)
      say("declaration " + name, place.file, place.line);
  }

  void takeNames() {
    const std::set<std::string> quoted = quotedNames(error_.message);
    for (const FunctionRecord &function : edits_.functions)
      if (function.state == FunctionState::Removed && quoted.count(unqualified(function.name)))
        takeName(unqualified(function.name), {function.file, function.place.begin, function.line});
    for (const std::string &variable : edits_.removed_variables)
      if (quoted.count(unqualified(variable)))
        takeName(unqualified(variable), error_.place);
  }

  const FunctionRecord *functionAt(const CheckPlace &place) const {
    for (const FunctionRecord &function : edits_.functions)
      if (covers(function.place, place))
        return &function;
    return nullptr;
  }

  /// The innermost statement there; null in text that is not edited any more.
  const StatementRecord *statementAt(const CheckPlace &place) const {
    const auto records = edits_.statements.find(place.file);
    const FunctionRecord *function = functionAt(place);
    if (records == edits_.statements.end() || !function || withdrawn_.keepsText(function->place))
      return nullptr;
    const StatementRecord *best = nullptr;
    for (const StatementRecord &record : records->second)
      if (covers({place.file, record.begin, record.end}, place) &&
          (!best || record.end - record.begin < best->end - best->begin))
        best = &record;
    return best;
  }

  /// The smallest region on that line: it begins before its first statement, with the directives of that.
  std::string regionAt(const CheckPlace &place) const {
    const auto records = edits_.regions.find(place.file);
    const RegionRecord *best = nullptr;
    if (records != edits_.regions.end())
      for (const RegionRecord &record : records->second)
        if (record.line <= place.line && place.line <= record.end_line &&
            (!best || record.end_line - record.line < best->end_line - best->line))
          best = &record;
    return best ? best->id : std::string();
  }

  /// A region is several statements, and does not end before the last of them stays.
  void takeRegion(const CheckPlace &place) {
    const StatementRecord *found = statementAt(place);
    const std::string region = found && !found->region.empty() ? found->region : regionAt(place);
    const auto records = edits_.statements.find(place.file);
    if (records == edits_.statements.end())
      return;
    bool any = false;
    for (const StatementRecord &record : records->second)
      any |= !region.empty() && record.region == region && takeStatement(place.file, record);
    if (any)
      return say("region " + region, place.file, place.line);
    if (found && takeStatement(place.file, *found))
      say("statement", place.file, found->line);
  }

  bool takeStatement(const std::string &file, const StatementRecord &record) {
    return withdrawn_.statements.insert({file, record.begin, record.end}).second;
  }

  bool takeFunction(const FunctionRecord &function) {
    return !withdrawn_.keepsText(function.place) && withdrawn_.functions.insert(function.place).second;
  }

  void takeFunction(const CheckPlace &place) {
    if (const FunctionRecord *function = functionAt(place); function && takeFunction(*function))
      say("function " + function->name, function->file, function->line);
  }

  void takeFunctions(const CheckPlace &place) {
    bool any = false;
    for (const FunctionRecord &function : edits_.functions)
      if (function.file == place.file)
        any |= takeFunction(function);
    if (any)
      say("all functions of the file", place.file, place.line);
  }

  void takeDeclarations(const CheckPlace &place) {
    for (const FunctionRecord &function : edits_.functions)
      if (function.file == place.file && function.state == FunctionState::Removed)
        takeName(unqualified(function.name), {function.file, function.place.begin, function.line});
    if (isEdited(place.file))
      for (const std::string &variable : edits_.removed_variables)
        takeName(unqualified(variable), place);
  }

  void takeFile(const std::string &file) {
    if (isEdited(file) && withdrawn_.files.insert(file).second)
      say("file", file, file == error_.place.file ? error_.place.line : 0);
  }

  const CheckError &error_;
  const ProgramEdits &edits_;
  Withdrawals &withdrawn_;
  std::vector<WithdrawnEdit> &added_;
  std::set<CheckPlace> places_;
};

} // namespace

std::vector<WithdrawnEdit> withdraw(const std::vector<CheckError> &errors, const ProgramEdits &edits,
                                    WithdrawalStep from, Withdrawals &withdrawn) {
  std::vector<WithdrawnEdit> added;
  std::set<std::pair<CheckPlace, std::string>> done;
  const Withdrawals before = withdrawn;
  for (const CheckError &error : errors) {
    if (!done.emplace(error.place, error.message).second) // Another unit that reads the same header.
      continue;
    // What another error took back may mend this one, but that is not known yet.
    Withdrawals alone = before;
    std::vector<WithdrawnEdit> said;
    for (int step = static_cast<int>(from); step <= static_cast<int>(WithdrawalStep::All); ++step)
      if (Withdrawer(error, edits, alone, said).take(static_cast<WithdrawalStep>(step)))
        break;
    const std::size_t size = withdrawn.size();
    withdrawn.names.merge(alone.names);
    withdrawn.statements.merge(alone.statements);
    withdrawn.functions.merge(alone.functions);
    withdrawn.files.merge(alone.files);
    if (withdrawn.size() > size)
      added.insert(added.end(), said.begin(), said.end());
  }
  return added;
}

} // namespace maquette::skeletonizer
