//===- runtime/tools/jobs_file.cpp -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "jobs_file.h"

#include "maquette/models/traffic.h"
#include "maquette/sim/toml.h"
#include "maquette/sim/units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace maquette::tool {
namespace {

constexpr std::string_view kProgramKeys[] = {"name", "ranks", "arguments"};
constexpr std::string_view kTrafficKeys[] = {"name", "traffic", "nodes", "message", "interval", "shift"};
constexpr std::int64_t kMostJobs = 1000;

class Reader {
public:
  explicit Reader(const std::string &filename) : filename_(filename) {}
  sim::Result<std::vector<runtime::Job>> read(std::string_view text);

private:
  void readJob(const toml::table &table);
  void readRanks(const toml::table &table, runtime::Job &job);
  void readTraffic(const toml::table &table, runtime::Job &job);
  void checkKeys(const toml::table &table, std::span<const std::string_view> known);
  void error(const toml::node &node, std::string what, std::string fix) {
    errors_.diagnostics.push_back(
        {fmt::format("{}:{}:{}", filename_, node.source().begin.line, node.source().begin.column), std::move(what),
         "maquette-jobs", "", std::move(fix)});
  }
  /// A whole number from \p least; left as it is when the key is missing, unless \p needed.
  void count(const toml::table &table, std::string_view key, bool needed, std::int64_t least, std::int64_t &out);
  /// A text that \p parse understands.
  template <class Parse> void quantity(const toml::table &table, std::string_view key, Parse parse);

  std::string filename_;
  std::vector<runtime::Job> jobs_;
  std::set<std::string> names_;
  sim::Error errors_;
};

void Reader::checkKeys(const toml::table &table, std::span<const std::string_view> known) {
  for (const auto &[key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end())
      continue;
    if (key.str() == "program") {
      error(value, "a job cannot have its own program",
            "all jobs run the program of the command line; describe the load of another application as 'traffic'");
      continue;
    }
    const std::string_view near = sim::nearestWord(key.str(), known.data(), known.size());
    error(value, fmt::format("unknown key '{}' in a job", key.str()),
          fmt::format("{}Known: {}.", near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                      fmt::join(known, ", ")));
  }
}

void Reader::count(const toml::table &table, std::string_view key, bool needed, std::int64_t least, std::int64_t &out) {
  const toml::node *const node = table.get(key);
  if (node == nullptr) {
    if (needed)
      error(table, fmt::format("a job has no '{}'", key), fmt::format("add it; its value is {} or more", least));
    return;
  }
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < least || *value > std::int64_t{1} << 30)
    error(*node, fmt::format("'{}' must be a whole number, {} or more", key, least), "correct the number");
  else
    out = *value;
}

template <class Parse> void Reader::quantity(const toml::table &table, std::string_view key, Parse parse) {
  const toml::node *const node = table.get(key);
  const auto text = node == nullptr ? std::nullopt : node->value_exact<std::string_view>();
  if (!text)
    error(node == nullptr ? table : *node, fmt::format("'{}' of traffic is missing or not text", key),
          "write message = \"64 KiB\" and interval = \"100 us\"");
  else if (const auto problem = parse(*text))
    error(*node, fmt::format("'{}': {}", key, *problem), "write message = \"64 KiB\" and interval = \"100 us\"");
}

void Reader::readRanks(const toml::table &table, runtime::Job &job) {
  checkKeys(table, kProgramKeys);
  count(table, "ranks", true, 1, job.ranks);
  const toml::node *const arguments = table.get("arguments");
  if (arguments == nullptr)
    return;
  const toml::array *const list = arguments->as_array();
  if (list == nullptr) {
    error(*arguments, "'arguments' must be a list of text in quotes", "write arguments = [\"-x\", \"20\"]");
    return;
  }
  for (const toml::node &argument : *list)
    if (const auto text = argument.value_exact<std::string>())
      job.arguments.push_back(*text);
    else
      error(argument, "an argument must be text", "write it in quotes");
}

void Reader::readTraffic(const toml::table &table, runtime::Job &job) {
  using Problem = std::optional<std::string>;
  checkKeys(table, kTrafficKeys);
  job.traffic = table["traffic"].value_or(std::string());
  const auto patterns = models::trafficPatterns();
  if (std::find(patterns.begin(), patterns.end(), job.traffic) == patterns.end())
    error(*table.get("traffic"), fmt::format("unknown traffic '{}'", job.traffic),
          fmt::format("use one of: {}", fmt::join(patterns, ", ")));
  count(table, "nodes", true, 2, job.nodes);
  if (const toml::node *const shift = table.get("shift"); shift != nullptr && job.traffic != "shift")
    error(*shift, fmt::format("'shift' has no effect on traffic '{}'", job.traffic), "remove it");
  count(table, "shift", false, 1, job.shift);
  if (job.nodes > 0 && job.shift % job.nodes == 0)
    error(*table.get("traffic"), "every node would send to itself",
          "choose a 'shift' that is not a multiple of 'nodes'");
  quantity(table, "message", [&](std::string_view text) -> Problem {
    const auto size = sim::parseBytes(text);
    if (!size || size->count == 0)
      return fmt::format("'{}' is not a size above 0", text);
    job.message_bytes = size->count;
    return std::nullopt;
  });
  quantity(table, "interval", [&](std::string_view text) -> Problem {
    const auto span = sim::parseDuration(text);
    if (!span || span->ps() <= 0)
      return fmt::format("'{}' is not a time above 0", text);
    job.interval_ps = span->ps();
    return std::nullopt;
  });
}

void Reader::readJob(const toml::table &table) {
  runtime::Job job;
  const toml::node *const name = table.get("name");
  if (name != nullptr && !name->is_string())
    error(*name, "'name' must be text", "write it in quotes");
  job.name = table["name"].value_or("job " + std::to_string(jobs_.size() + 1));
  if (!names_.insert(job.name).second)
    error(name == nullptr ? table : *name, fmt::format("two jobs have the name '{}'", job.name),
          "give each job a different name");
  if (table.contains("traffic"))
    readTraffic(table, job);
  else
    readRanks(table, job);
  jobs_.push_back(std::move(job));
}

sim::Result<std::vector<runtime::Job>> Reader::read(std::string_view text) {
  const toml::parse_result parsed = toml::parse(text, filename_);
  if (!parsed)
    return sim::Diagnostic{fmt::format("{}:{}", filename_, parsed.error().source().begin.line),
                           std::string(parsed.error().description()), "maquette-jobs", "",
                           "see docs/guide/several-jobs.md"};
  bool programs = false;
  for (const auto &[key, value] : parsed.table())
    if (key.str() != "job" || !value.is_array_of_tables())
      error(value, fmt::format("unknown key '{}'", key.str()), "a jobs file contains only [[job]] tables");
    else
      for (const toml::node &job : *value.as_array())
        readJob(*job.as_table());
  for (const runtime::Job &job : jobs_)
    programs |= job.traffic.empty();
  if (errors_.diagnostics.empty() && (!programs || jobs_.size() > kMostJobs))
    errors_.diagnostics.push_back({filename_, programs ? "there are too many jobs" : "no job has ranks",
                                   "maquette-jobs", "",
                                   programs ? "give 1000 jobs or fewer" : "add a [[job]] table with 'ranks'"});
  if (!errors_.diagnostics.empty())
    return errors_;
  return jobs_;
}

} // namespace

sim::Result<std::vector<runtime::Job>> parseJobs(std::string_view text, const std::string &filename) {
  return Reader(filename).read(text);
}

} // namespace maquette::tool
