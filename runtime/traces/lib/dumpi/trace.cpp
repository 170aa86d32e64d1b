//===- runtime/traces/lib/dumpi/trace.cpp - a trace of DUMPI: its files and what they say together ---===//
// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include "maquette/formats/files.h"
#include "reader.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <sstream>

namespace maquette::traces::dumpi {
namespace {

constexpr std::int64_t kMostRanks = std::int64_t{1} << 31;

class DumpiTrace final : public Trace {
public:
  DumpiTrace(std::string prefix, TraceSummary summary) : prefix_(std::move(prefix)), summary_(std::move(summary)) {}

  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    return Reader::open(fileOf(rank), rank);
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t rank) const override {
    sim::Result<File> file = File::open(fileOf(rank));
    if (!file)
      return file.error();
    return file->callCounts();
  }
  std::string fileOf(std::int64_t rank) const { return fmt::format("{}-{:04}.bin", prefix_, rank); }

private:
  std::string prefix_; ///< With the folder.
  TraceSummary summary_;
};

/// "key=value" on each line.
std::map<std::string, std::string> pairsOf(const std::string &text) {
  std::map<std::string, std::string> pairs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t equals = line.find('='); equals != std::string::npos) {
      if (!line.empty() && line.back() == '\r')
        line.pop_back();
      pairs[line.substr(0, equals)] = line.substr(equals + 1);
    }
  return pairs;
}

std::optional<std::int64_t> integer(const std::string &text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

sim::Result<std::unique_ptr<Trace>> openDumpi(const std::string &path) {
  const sim::Result<std::string> text = runtime::readFile(path);
  if (!text)
    return text.error();
  std::map<std::string, std::string> pairs = pairsOf(*text);
  const std::optional<std::int64_t> ranks = integer(pairs["numprocs"]);
  if (!ranks || *ranks < 1 || *ranks > kMostRanks)
    return sim::Diagnostic{path, fmt::format("'numprocs={}' is no number of ranks", pairs["numprocs"]),
                           "maquette-trace-format", "", "give the .meta file that DUMPI wrote"};
  const std::filesystem::path file(path);
  const std::string name = pairs["fileprefix"].empty() ? file.stem().string() : pairs["fileprefix"];
  TraceSummary summary{
      "dumpi", {}, *ranks, pairs["hostname"], pairs["username"], integer(pairs["startime"]).value_or(0)};
  summary.from_start = pairs["fromstart"] == "1"; // Of those that Maquette wrote.
  auto trace = std::make_unique<DumpiTrace>((file.parent_path() / name).string(), summary);
  const sim::Result<File> first = File::open(trace->fileOf(0));
  if (!first)
    return first.error();
  summary.version = fmt::format("{}", fmt::join(first->header.version, "."));
  return std::unique_ptr<Trace>(std::make_unique<DumpiTrace>((file.parent_path() / name).string(), std::move(summary)));
}

} // namespace maquette::traces::dumpi
