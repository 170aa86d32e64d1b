//===- runtime/trace_formats/lib/ti/trace.cpp - reads SimGrid's time-independent traces -----===//
// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include "actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace maquette::traces::ti {
namespace {

/// Longer lines are of another format.
constexpr std::size_t kMostLine = std::size_t{1} << 24;
constexpr std::int64_t kMostRanks = std::int64_t{1} << 24;

bool isComment(const Words &words) { return words.empty() || words.front().starts_with("#"); }

bool isLineOfActions(const Words &words) { return words.size() >= 2 && rankOf(words[0]) && isAction(words[1]); }

/// The first line that says something; empty where there is none.
std::string firstLine(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  while (file.good() && line.size() < kMostLine && std::getline(file, line))
    if (!isComment(wordsOf(line)))
      return line;
  return {};
}

/// Without blanks around it: names of files have blanks, too.
std::string nameOf(const std::string &line) {
  const Words words = wordsOf(line);
  const char *const begin = words.front().data();
  return {begin, words.back().data() + words.back().size()};
}

/// A name in the trace is relative to its folder, or to that where one works.
std::string fileNamed(const std::string &name, const std::string &trace) {
  std::error_code error;
  const std::filesystem::path beside = std::filesystem::path(trace).parent_path() / name;
  return std::filesystem::exists(beside, error) ? beside.string() : name;
}

class Reader final : public EventReader {
public:
  Reader(std::string path, std::int64_t rank, std::int64_t ranks)
      : path_(std::move(path)), rank_(rank), file_(path_), actions_(rank, ranks) {}

  sim::Result<bool> next(Event &event) override {
    std::optional<Event> made;
    for (std::string line; std::getline(file_, line);) {
      const std::uint64_t offset = offset_;
      offset_ += line.size() + 1;
      ++line_;
      const Words words = wordsOf(line);
      if (isComment(words))
        continue;
      const std::optional<std::int64_t> rank = rankOf(words.front());
      const bool names_action = words.size() > 1 && isAction(words[1]);
      if (rank ? words.size() < 2 : names_action)
        return wrong("is no action: rank, name and arguments");
      if (!rank || *rank != rank_)
        continue; // Of another rank, or a remark.
      if (const std::optional<std::string> what = actions_.take(words, made))
        return wrong(*what);
      if (!made)
        continue;
      event = std::move(*made);
      event.record = line_;
      event.offset = offset;
      return true;
    }
    return false;
  }
  std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }

private:
  sim::Diagnostic wrong(const std::string &what) const {
    return {fmt::format("{}:{}", path_, line_), what, "maquette-trace-record", "",
            "see SimGrid's documentation of time-independent traces"};
  }

  std::string path_;
  std::int64_t rank_;
  std::ifstream file_;
  Actions actions_;
  std::uint64_t line_ = 0, offset_ = 0;
};

class TiTrace final : public Trace {
public:
  TiTrace(std::vector<std::string> files, std::int64_t ranks)
      : files_(std::move(files)), summary_{.format = "ti", .version = "1", .ranks = ranks, .from_start = true} {}
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    const std::string &path = files_.size() == 1 ? files_.front() : files_[static_cast<std::size_t>(rank)];
    if (std::error_code error; !std::filesystem::is_regular_file(path, error))
      return sim::Diagnostic{path, fmt::format("there is no such file: it has the actions of rank {}", rank),
                             "maquette-trace-format", "", "copy it beside the file that names it"};
    return std::unique_ptr<EventReader>(std::make_unique<Reader>(path, rank, summary_.ranks));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>{};
  }

private:
  std::vector<std::string> files_; ///< One, or one for each rank.
  TraceSummary summary_;
};

/// Of a file with the actions of all.
std::int64_t ranksIn(const std::string &path) {
  std::ifstream file(path);
  std::int64_t ranks = 0;
  for (std::string line; std::getline(file, line);)
    if (const Words words = wordsOf(line); !isComment(words))
      ranks = std::max(ranks, rankOf(words.front()).value_or(-1) + 1);
  return ranks;
}

std::vector<std::string> filesIn(const std::string &path) {
  std::ifstream file(path);
  std::vector<std::string> files;
  for (std::string line; std::getline(file, line);)
    if (const Words words = wordsOf(line); !isComment(words))
      files.push_back(fileNamed(nameOf(line), path));
  return files;
}

} // namespace

bool isTi(const std::string &path) {
  const std::string line = firstLine(path);
  const Words words = wordsOf(line);
  if (isLineOfActions(words))
    return true;
  return !words.empty() && isLineOfActions(wordsOf(firstLine(fileNamed(nameOf(line), path))));
}

sim::Result<std::unique_ptr<Trace>> openTi(const std::string &path) {
  const std::string line = firstLine(path);
  const bool has_actions = isLineOfActions(wordsOf(line));
  std::vector<std::string> files = has_actions ? std::vector<std::string>{path} : filesIn(path);
  const std::int64_t ranks = has_actions ? ranksIn(path) : std::ssize(files);
  if (ranks < 1 || ranks > kMostRanks)
    return sim::Diagnostic{path, "holds no actions of ranks and no names of files with them", "maquette-trace-format",
                           "", "give the file that smpirun -trace-ti wrote"};
  return std::unique_ptr<Trace>(std::make_unique<TiTrace>(std::move(files), ranks));
}

} // namespace maquette::traces::ti
