//===- models/lib/collective_text.cpp - decision tables from TOML -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/text_file.h"
#include "maquette/models/collective_rules.h"
#include "maquette/sim/toml.h"
#include "maquette/sim/units.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {

namespace {

constexpr std::string_view kRuleKeys[] = {"algorithm",      "most_bytes",   "least_bytes_per_rank", "least_ranks",
                                          "most_ranks",     "power_of_two", "commutative",          "segment",
                                          "ranks_per_byte", "ranks_offset"};

class TableReader {
public:
  TableReader(std::string_view text, const std::string &filename) : text_(text), filename_(filename) {}
  sim::Result<CollectiveTables> read();

private:
  void error(const toml::node &node, std::string what, const char *tag, std::string fix) {
    const auto begin = node.source().begin;
    errors_.diagnostics.push_back(
        {fmt::format("{}:{}:{}", filename_, begin.line, begin.column), std::move(what), tag, "", std::move(fix)});
  }
  void readBase(const toml::node &node, CollectiveTables &tables);
  void readOperation(CollectiveOperation operation, const toml::node &node, CollectiveTables &tables);
  std::optional<CollectiveRule> readRule(CollectiveOperation operation, const toml::table &table);
  void readAlgorithm(CollectiveOperation operation, const toml::table &table, CollectiveRule &rule);
  void whole(const toml::table &table, std::string_view key, std::int64_t &out);
  void flag(const toml::table &table, std::string_view key, bool &out);
  void number(const toml::table &table, std::string_view key, double &out);

  std::string_view text_;
  std::string filename_;
  sim::Error errors_;
};

/// A number of bytes or ranks: an integer, or a size with its unit.
void TableReader::whole(const toml::table &table, std::string_view key, std::int64_t &out) {
  const toml::node *const node = table.get(key);
  if (node == nullptr)
    return;
  std::optional<std::int64_t> value = node->value_exact<std::int64_t>();
  if (const auto text = node->value_exact<std::string>())
    if (const sim::Result<sim::Bytes> bytes = sim::parseBytes(*text))
      value = bytes->count;
  if (value && *value >= 0)
    out = *value;
  else
    error(*node, fmt::format("'{}' must be a whole number, 0 or more, or a size like \"64 KiB\"", key),
          "maquette-config-type", "write a number, or a number with its unit in quotes");
}

void TableReader::flag(const toml::table &table, std::string_view key, bool &out) {
  const toml::node *const node = table.get(key);
  if (node == nullptr)
    return;
  if (const auto value = node->value_exact<bool>())
    out = *value;
  else
    error(*node, fmt::format("'{}' must be true or false", key), "maquette-config-type",
          "write true or false without quotes");
}

void TableReader::number(const toml::table &table, std::string_view key, double &out) {
  const toml::node *const node = table.get(key);
  if (node == nullptr)
    return;
  if (const auto value = node->value<double>())
    out = *value;
  else
    error(*node, fmt::format("'{}' must be a number", key), "maquette-config-type", "write it without quotes");
}

void TableReader::readAlgorithm(CollectiveOperation operation, const toml::table &table, CollectiveRule &rule) {
  const toml::node *const node = table.get("algorithm");
  std::vector<std::string_view> names;
  for (CollectiveAlgorithm algorithm : algorithmsOf(operation)) {
    names.push_back(nameOf(algorithm));
    if (node != nullptr && node->value_or(std::string_view()) == names.back()) {
      rule.algorithm = algorithm;
      return;
    }
  }
  const std::string fix = fmt::format("algorithms of {}: {}", nameOf(operation), fmt::join(names, ", "));
  if (node == nullptr)
    error(table, "a rule has no 'algorithm'", "maquette-config-missing-key", fix);
  else
    error(*node, fmt::format("unknown algorithm '{}'", node->value_or(std::string())), "maquette-config-unknown-value",
          fix);
}

std::optional<CollectiveRule> TableReader::readRule(CollectiveOperation operation, const toml::table &table) {
  const std::size_t before = errors_.diagnostics.size();
  for (auto &&[key, value] : table)
    if (std::find(std::begin(kRuleKeys), std::end(kRuleKeys), key.str()) == std::end(kRuleKeys))
      error(value, fmt::format("unknown key '{}' in a rule", key.str()), "maquette-config-unknown-key",
            fmt::format("Known keys: {}.", fmt::join(kRuleKeys, ", ")));
  CollectiveRule rule;
  readAlgorithm(operation, table, rule);
  whole(table, "most_bytes", rule.most_bytes);
  whole(table, "least_bytes_per_rank", rule.least_bytes_per_rank);
  whole(table, "least_ranks", rule.least_ranks);
  whole(table, "most_ranks", rule.most_ranks);
  whole(table, "segment", rule.segment);
  flag(table, "power_of_two", rule.power_of_two);
  flag(table, "commutative", rule.commutative);
  number(table, "ranks_per_byte", rule.ranks_per_byte);
  number(table, "ranks_offset", rule.ranks_offset);
  return errors_.diagnostics.size() == before ? std::optional(rule) : std::nullopt;
}

void TableReader::readOperation(CollectiveOperation operation, const toml::node &node, CollectiveTables &tables) {
  const toml::array *const array = node.as_array();
  if (array == nullptr) {
    error(node, fmt::format("'{}' is not an array of rules", nameOf(operation)), "maquette-config-type",
          fmt::format("write each rule below its own line [[{}]]", nameOf(operation)));
    return;
  }
  std::vector<CollectiveRule> rules;
  for (const toml::node &element : *array)
    if (const toml::table *const table = element.as_table()) {
      if (const auto rule = readRule(operation, *table))
        rules.push_back(*rule);
    } else {
      error(element, "a rule is not a table", "maquette-config-type",
            fmt::format("write each rule below its own line [[{}]]", nameOf(operation)));
    }
  // The library decides where none of them applies.
  std::vector<CollectiveRule> &all = tables[static_cast<std::size_t>(operation)];
  all.insert(all.begin(), rules.begin(), rules.end());
}

void TableReader::readBase(const toml::node &node, CollectiveTables &tables) {
  const std::string base = node.value_or(std::string());
  if (base == "mpich" || base == "openmpi")
    tables = collectiveTables(base);
  else
    error(node, fmt::format("unknown library '{}'", base), "maquette-config-unknown-value", "use mpich or openmpi");
}

sim::Result<CollectiveTables> TableReader::read() {
  const toml::parse_result parsed = toml::parse(text_, filename_);
  if (!parsed) {
    const auto begin = parsed.error().source().begin;
    return sim::Diagnostic{fmt::format("{}:{}:{}", filename_, begin.line, begin.column),
                           std::string(parsed.error().description()), "maquette-config-syntax", "",
                           "decision tables are TOML: docs/models/collectives.md"};
  }
  CollectiveTables tables = collectiveTables("mpich");
  if (const toml::node *const base = parsed.table().get("base"))
    readBase(*base, tables);
  for (auto &&[key, node] : parsed.table()) {
    bool known = key.str() == "base";
    for (std::size_t i = 0; i < kCollectiveOperations; ++i) {
      const auto operation = static_cast<CollectiveOperation>(i);
      if (nameOf(operation) != key.str())
        continue;
      known = true;
      readOperation(operation, node, tables);
    }
    if (!known)
      error(node, fmt::format("unknown collective operation '{}'", key.str()), "maquette-config-unknown-key",
            "use one of those in docs/models/collectives.md");
  }
  if (!errors_.diagnostics.empty())
    return errors_;
  return tables;
}

} // namespace

sim::Result<CollectiveTables> parseCollectiveTables(std::string_view text, const std::string &filename) {
  return TableReader(text, filename).read();
}

sim::Result<CollectiveTables> loadCollectiveTables(const std::string &path) {
  std::string text;
  if (const std::string why = readTextFile(path, text); !why.empty())
    return sim::Diagnostic{path, "cannot read the decision tables: " + why, "maquette-machine-file", "",
                           "'collectives' in a machine file is mpich, openmpi or a TOML file"};
  return parseCollectiveTables(text, path);
}

} // namespace maquette::models
