//===- runtime/trace_formats/lib/goal/text.cpp - reads GOAL schedules as text -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include "maquette/traces/goal_form.h"
#include "maquette/traces/task_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace maquette::traces::goal {
namespace {

constexpr std::int64_t kMostNumber = std::numeric_limits<std::int64_t>::max() / kPicosecondsPerNanosecond;
constexpr std::int64_t kMostTag = std::numeric_limits<std::int32_t>::max(), kMostCore = 255;

using Words = std::vector<std::string_view>;

/// Lines with their words, without remarks. A brace or a colon is a word of its own.
class Lines {
public:
  explicit Lines(const std::string &path) : file_(path) {}

  /// False behind the last.
  bool next() {
    if (!std::getline(file_, line_))
      return false;
    end_ += line_.size() + 1;
    ++number_;
    split();
    return true;
  }
  void seek(std::uint64_t offset, std::uint64_t number) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    end_ = offset;
    number_ = number;
    in_remark_ = false;
  }
  const Words &words() const { return words_; }
  std::uint64_t number() const { return number_; }
  std::uint64_t end() const { return end_; }

private:
  void split() {
    words_.clear();
    const std::string_view text = line_;
    for (std::size_t at = 0; at < text.size();) {
      if (in_remark_) {
        const std::size_t close = text.find("*/", at);
        in_remark_ = close == std::string_view::npos;
        at = in_remark_ ? text.size() : close + 2;
      } else if (text.substr(at, 2) == "//") {
        return;
      } else if (text.substr(at, 2) == "/*") {
        in_remark_ = true;
        at += 2;
      } else if (std::string_view(" \t\r").find(text[at]) != std::string_view::npos) {
        ++at;
      } else {
        const bool alone = std::string_view("{}:").find(text[at]) != std::string_view::npos;
        const std::size_t end = alone ? at + 1 : std::min(text.find_first_of(" \t\r{}:/", at + 1), text.size());
        words_.push_back(text.substr(at, end - at));
        at = end;
      }
    }
  }

  std::ifstream file_;
  std::string line_;
  Words words_;
  std::uint64_t number_ = 0, end_ = 0;
  bool in_remark_ = false;
};

/// Nothing for what is no number from \p least to \p most.
std::optional<std::int64_t> numberIn(std::string_view word, std::int64_t least, std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool good = error == std::errc() && end == word.data() + word.size() && number >= least && number <= most;
  return good ? std::optional(number) : std::nullopt;
}

/// Of one rank, from its first line to its brace.
class Schedule {
public:
  Schedule(Lines &lines, std::int64_t ranks) : lines_(lines), ranks_(ranks) {}

  /// What is wrong with the line at hand; empty: nothing.
  std::string read() {
    while (lines_.next()) {
      const Words &words = lines_.words();
      if (words.empty())
        continue;
      if (words.size() == 1 && words[0] == "}")
        return finish();
      if (std::string what = readLine(words); !what.empty())
        return what;
    }
    return "the schedule ends without a }";
  }
  TaskGraph &tasks() { return tasks_; }

private:
  struct Wait {
    std::string task, other;
    bool for_begin;
    std::uint64_t line;
  };

  std::string readLine(const Words &words) {
    if (words.size() == 3 && (words[1] == "requires" || words[1] == "irequires")) {
      waits_.push_back({std::string(words[0]), std::string(words[2]), words[1] == "irequires", lines_.number()});
      return {};
    }
    const bool has_label = words.size() > 1 && words[1] == ":";
    if (has_label && !labels_.try_emplace(std::string(words[0]), static_cast<std::uint32_t>(tasks_.size())).second)
      return fmt::format("there are two operations {}", words[0]);
    return readOperation(Words(words.begin() + (has_label ? 2 : 0), words.end()));
  }

  std::string readOperation(const Words &words) {
    Task task;
    const bool computes = !words.empty() && words[0] == "calc", receives = !words.empty() && words[0] == "recv";
    if (!computes && !receives && (words.empty() || words[0] != "send"))
      return "is no operation: send, recv, calc, requires or irequires";
    std::string_view size = words.size() > 1 ? words[1] : std::string_view();
    std::size_t next = 2;
    if (!computes && size.ends_with('b'))
      size.remove_suffix(1);
    else if (!computes && words.size() > 2 && words[2] == "b")
      ++next;
    const std::optional<std::int64_t> amount = numberIn(size, 0, kMostNumber);
    if (!amount)
      return computes ? "the time is no number of nanoseconds" : "the size is no number of bytes";
    (computes ? task.computing : task.bytes) = computes ? *amount * kPicosecondsPerNanosecond : *amount;
    if (!computes) {
      task.kind = receives ? TaskKind::Receive : TaskKind::Send;
      const std::string_view preposition = receives ? "from" : "to";
      const std::optional<std::int64_t> peer =
          words.size() > next + 1 ? numberIn(words[next + 1], receives ? kAnySource : 0, ranks_ - 1) : std::nullopt;
      if (!peer || words[next] != preposition)
        return fmt::format("lacks \"{} RANK\", a rank from 0 to {}", preposition, ranks_ - 1);
      task.peer = static_cast<std::int32_t>(*peer);
      next += 2;
    }
    for (; next < words.size(); next += 2)
      if (std::string what = readOption(words, next, task); !what.empty())
        return what;
    tasks_.add(task);
    return {};
  }

  static std::string readOption(const Words &words, std::size_t at, Task &task) {
    const std::string_view name = words[at], text = at + 1 < words.size() ? words[at + 1] : std::string_view();
    const bool is_tag = name == "tag" && task.kind != TaskKind::Compute;
    if (!is_tag && name != "cpu" && name != "nic")
      return fmt::format("{} is none of tag, cpu and nic", name);
    const bool may_be_any = is_tag && task.kind == TaskKind::Receive;
    const std::optional<std::int64_t> number = numberIn(text, may_be_any ? kAnyTag : 0, is_tag ? kMostTag : kMostCore);
    if (!number)
      return fmt::format("{} is no number of a {}", text.empty() ? "nothing" : text, name);
    if (is_tag)
      task.tag = static_cast<std::int32_t>(*number);
    else if (name == "cpu")
      task.core = static_cast<std::uint8_t>(*number);
    return {};
  }

  std::string finish() {
    for (const Wait &wait : waits_) {
      const auto task = labels_.find(wait.task), other = labels_.find(wait.other);
      if (task == labels_.end() || other == labels_.end())
        return fmt::format("line {} names an operation {} that is not there", wait.line,
                           task == labels_.end() ? wait.task : wait.other);
      tasks_.wait(task->second, other->second, wait.for_begin);
    }
    return tasks_.finish() ? "" : "operations of the rank wait for each other in a circle";
  }

  Lines &lines_;
  std::int64_t ranks_;
  TaskGraph tasks_;
  std::unordered_map<std::string, std::uint32_t> labels_;
  std::vector<Wait> waits_;
};

/// Where a rank's operations begin.
struct Place {
  std::uint64_t offset = 0, line = 0; ///< Line 0: nowhere.
};

class TextTrace final : public TaskTrace {
public:
  TextTrace(std::string path, std::vector<Place> places)
      : path_(std::move(path)), places_(std::move(places)),
        summary_{.format = "goal-text", .version = "1", .ranks = std::ssize(places_), .from_start = true} {}
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<TaskGraph> tasks(std::int64_t rank) const override {
    const Place &place = places_[static_cast<std::size_t>(rank)];
    Lines lines(path_);
    lines.seek(place.offset, place.line);
    Schedule schedule(lines, summary_.ranks);
    if (const std::string what = schedule.read(); !what.empty())
      return sim::Diagnostic{fmt::format("{}:{}: rank {}, byte {}", path_, lines.number(), rank, lines.end()), what,
                             "maquette-trace-record", "", "see LogGOPSim's description of GOAL schedules"};
    return std::move(schedule.tasks());
  }

private:
  std::string path_;
  std::vector<Place> places_; ///< By rank.
  TraceSummary summary_;
};

sim::Diagnostic wrong(const std::string &path, std::uint64_t line, const std::string &what) {
  return {fmt::format("{}:{}", path, line), what, "maquette-trace-format", "",
          "a schedule begins with num_ranks N, and each rank with rank R {"};
}

} // namespace

bool isText(const std::string &path) {
  Lines lines(path);
  for (int tried = 0; tried < 100 && lines.next(); ++tried)
    if (!lines.words().empty())
      return lines.words().size() == 2 && lines.words()[0] == "num_ranks";
  return false;
}

sim::Result<std::unique_ptr<Trace>> openText(const std::string &path) {
  Lines lines(path);
  std::vector<Place> places;
  std::error_code error;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, error)); // A rank takes some of them.
  while (lines.next()) {
    const Words &words = lines.words();
    if (words.size() == 2 && words[0] == "num_ranks") {
      const std::optional<std::int64_t> ranks = numberIn(words[1], 1, std::min(bytes, kMostRanks));
      if (!ranks || !places.empty())
        return wrong(path, lines.number(), "is no number of ranks that the file has room for, or the second");
      places.resize(static_cast<std::size_t>(*ranks));
    }
    if (words.empty() || words[0] != "rank")
      continue;
    const std::optional<std::int64_t> rank =
        words.size() == 3 && words[2] == "{" ? numberIn(words[1], 0, std::ssize(places) - 1) : std::nullopt;
    if (!rank || places[static_cast<std::size_t>(*rank)].line != 0)
      return wrong(path, lines.number(), fmt::format("begins none of {} ranks, or one again", places.size()));
    places[static_cast<std::size_t>(*rank)] = {lines.end(), lines.number()};
  }
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    if (places[rank].line == 0)
      return wrong(path, lines.number(), fmt::format("rank {} of {} has no schedule", rank, places.size()));
  if (places.empty())
    return wrong(path, lines.number(), "the number of ranks is missing");
  return std::unique_ptr<Trace>(std::make_unique<TextTrace>(path, std::move(places)));
}

} // namespace maquette::traces::goal
