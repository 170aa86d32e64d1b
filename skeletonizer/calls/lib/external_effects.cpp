//===- skeletonizer/calls/lib/external_effects.cpp - what library functions do -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/calls/external_effects.h"

#include "effect_lists.h"
#include "maquette/sim/toml.h"

#include <algorithm>

namespace maquette::skeletonizer {

namespace {

const std::unordered_map<std::string_view, Effect> kEffects = {{"pure", Effect::Pure},
                                                               {"output", Effect::Output},
                                                               {"clock", Effect::Clock},
                                                               {"random", Effect::Random},
                                                               {"allocates", Effect::Allocate},
                                                               {"allocates_zeroed", Effect::AllocateZero},
                                                               {"reallocates", Effect::Reallocate},
                                                               {"allocates_into", Effect::AllocateInto},
                                                               {"frees", Effect::Free},
                                                               {"ends", Effect::NoReturn},
                                                               {"copies", Effect::Copy}};
const std::unordered_map<std::string_view, ContainerEffect> kMembers = {{"query_size", ContainerEffect::QuerySize},
                                                                        {"access", ContainerEffect::Access},
                                                                        {"change_size", ContainerEffect::ChangeSize},
                                                                        {"change_both", ContainerEffect::ChangeBoth}};
const std::unordered_map<std::string_view, Trait> kTraits = {{"makes_folders", Trait::MakesFolders},
                                                             {"starts_threads", Trait::StartsThreads},
                                                             {"synchronizes", Trait::Synchronizes},
                                                             {"sleeps", Trait::Sleeps},
                                                             {"uses_files", Trait::UsesFiles}};
constexpr std::string_view kStd = "std::";
constexpr const char *kKeys =
    "the keys are pure, output, clock, random, allocates, allocates_zeroed, reallocates, allocates_into, frees, ends, "
    "copies, makes_folders, starts_threads, synchronizes, sleeps and uses_files, each a list of names, and the tables "
    "arguments, transfers, states and members";

/// "{s,d}gemm_" is "sgemm_" and "dgemm_". A name without braces, or with one that is not closed, is itself.
std::vector<std::string> expanded(const std::string &pattern) {
  const std::size_t open = pattern.find('{'), close = pattern.find('}', open);
  if (open == std::string::npos || close == std::string::npos)
    return {pattern};
  std::vector<std::string> out;
  for (std::size_t begin = open + 1; begin <= close;) {
    const std::size_t end = std::min(pattern.find(',', begin), close);
    for (const std::string &one :
         expanded(pattern.substr(0, open) + pattern.substr(begin, end - begin) + pattern.substr(close + 1)))
      out.push_back(one);
    begin = end + 1;
  }
  return out;
}

/// The entries of one document, and what is wrong with it.
class EffectReader {
public:
  struct Entry {
    std::string group, key;
    std::vector<std::string> names;
  };

  explicit EffectReader(std::string_view text) {
    const toml::parse_result document = toml::parse(text);
    if (!document)
      fail(document.error().source(), std::string(document.error().description()), "see https://toml.io");
    else if (const toml::node *effects = document.table().get("effects"))
      readEffects(*effects);
  }

  std::vector<EffectProblem> problems;
  std::vector<Entry> entries;

private:
  void fail(const toml::source_region &where, std::string what, std::string fix) {
    problems.push_back({where.begin.line, std::move(what), std::move(fix)});
  }

  void readEffects(const toml::node &effects) {
    const toml::table *table = effects.as_table();
    if (!table)
      return fail(effects.source(), "'effects' is not a table", "write [effects]");
    for (auto &&[key, value] : *table)
      if (const toml::table *group = value.as_table())
        readGroup(std::string(key.str()), *group, key.source());
      else
        readNames("", std::string(key.str()), value, key.source());
  }

  void readGroup(const std::string &group, const toml::table &table, const toml::source_region &where) {
    if (group != "arguments" && group != "transfers" && group != "states" && group != "members")
      return fail(where, "unknown key '" + group + "'", kKeys);
    for (auto &&[key, value] : table)
      if (const toml::table *state = value.as_table(); state && group == "states") {
        for (auto &&[inner, names] : *state)
          readNames("states." + std::string(key.str()), std::string(inner.str()), names, inner.source());
      } else {
        readNames(group, std::string(key.str()), value, key.source());
      }
  }

  void readNames(const std::string &group, const std::string &key, const toml::node &value,
                 const toml::source_region &where) {
    if (!known(group, key))
      return fail(where, "unknown key '" + key + "'", hint(group));
    const toml::array *names = value.as_array();
    Entry entry{group, key, {}};
    for (std::size_t i = 0; names && i < names->size(); ++i)
      if (const std::optional<std::string> name = names->at(i).value<std::string>(); name && !name->empty()) {
        for (std::string &one : expanded(*name))
          entry.names.push_back(std::move(one));
      } else {
        names = nullptr;
      }
    if (!names)
      return fail(where, "'" + key + "' is not a list of names", "write " + key + " = [\"name\", \"other_name\"]");
    entries.push_back(std::move(entry));
  }

  static bool known(const std::string &group, const std::string &key) {
    if (group == "arguments")
      return !key.empty() && key.find_first_not_of("idoxp") == std::string::npos;
    if (group == "transfers")
      return key.find_first_of("wr") != std::string::npos && key.find_first_not_of("wrfi") == std::string::npos;
    if (group == "members")
      return kMembers.count(key) != 0;
    if (!group.empty())
      return group != "states" && (key == "changed_by" || key == "set_by" || key == "read_by");
    return kTraits.count(key) != 0 || kEffects.count(key) != 0;
  }

  static std::string hint(const std::string &group) {
    if (group == "arguments")
      return "write one letter per argument; the last also holds for all further arguments: i read, d read with "
             "everything it points to, o written, x read and written, p passed on to a function that it calls; for "
             "example iixo = [\"solve_\"]";
    if (group == "transfers")
      return "write one letter per argument; the last also holds for all further arguments: w data written to a file, "
             "r data read from one, f the file, i a number; for example wiif = [\"fwrite\"]";
    if (group == "members")
      return "the keys are query_size, access, change_size and change_both";
    return group.empty() ? kKeys : "write [effects.states.NAME] with changed_by, set_by and read_by";
  }
};

} // namespace

ExternalEffects::ExternalEffects() {
  for (const std::string_view list : kEffectLists)
    add(list);
}

std::vector<EffectProblem> ExternalEffects::add(std::string_view text) {
  EffectReader reader(text);
  if (!reader.problems.empty())
    return reader.problems;
  for (const EffectReader::Entry &entry : reader.entries)
    for (const std::string &name : entry.names) {
      if (entry.group == "arguments") {
        effects_.erase(name);
        roles_[name] = entry.key;
      } else if (entry.group == "transfers") {
        transfers_[name] = entry.key;
      } else if (entry.group == "members") {
        members_[name] = kMembers.at(entry.key);
      } else if (!entry.group.empty()) {
        states_[name] = {entry.group.substr(std::string_view("states.").size()), entry.key != "read_by",
                         entry.key != "set_by"};
      } else if (const auto trait = kTraits.find(entry.key); trait != kTraits.end()) {
        traits_.insert({name, trait->second});
      } else {
        roles_.erase(name);
        effects_[name] = kEffects.at(entry.key);
      }
    }
  return {};
}

/// "sqrtf", "sqrtl" and "__builtin_sqrt" are "sqrt".
std::string ExternalEffects::stem(const std::string &name) const {
  static const std::string kBuiltin = "__builtin_";
  const auto pure = [&](const std::string &candidate) {
    const auto found = effects_.find(candidate);
    return found != effects_.end() && found->second == Effect::Pure;
  };
  std::string out = name.rfind(kBuiltin, 0) == 0 ? name.substr(kBuiltin.size()) : name;
  if (!pure(out) && out.size() > 1 && (out.back() == 'f' || out.back() == 'l') && pure(out.substr(0, out.size() - 1)))
    out.pop_back();
  return pure(out) ? out : name;
}

/// Of a function of C++'s library that is C's as well, C's name.
static std::string withoutStd(const std::string &function) {
  return function.starts_with(kStd) ? function.substr(kStd.size()) : function;
}

Effect ExternalEffects::of(const std::string &function) const {
  if (function.starts_with(kStd) && !effects_.count(function) && !roles_.count(function))
    return of(withoutStd(function));
  auto found = effects_.find(function);
  if (found == effects_.end() && !roles_.count(function))
    found = effects_.find(stem(function));
  return found == effects_.end() ? Effect::Unknown : found->second;
}

std::string ExternalEffects::argumentRoles(const std::string &function, unsigned argument_count) const {
  if (function == "std::transform")
    return argument_count == 4 ? "iioi" : "iiioi";
  if (argument_count == 3 && (function == "std::move" || function == "std::remove")) // the algorithms
    return function == "std::move" ? "iio" : "xxi";
  auto found = roles_.find(function);
  if (found == roles_.end())
    found = roles_.find(withoutStd(function));
  return found == roles_.end() ? std::string() : found->second;
}

std::string ExternalEffects::transferRoles(const std::string &function) const {
  auto found = transfers_.find(function);
  if (found == transfers_.end())
    found = transfers_.find(withoutStd(function));
  return found == transfers_.end() ? std::string() : found->second;
}

std::string ExternalEffects::hiddenState(const std::string &name, bool &changes, bool &reads) const {
  const auto found = states_.find(name);
  changes = found != states_.end() && found->second.changes;
  reads = found != states_.end() && found->second.reads;
  return found == states_.end() ? std::string() : found->second.name;
}

ContainerEffect ExternalEffects::ofMember(const std::string &member) const {
  const auto found = members_.find(member);
  return found == members_.end() ? ContainerEffect::Unknown : found->second;
}

} // namespace maquette::skeletonizer
