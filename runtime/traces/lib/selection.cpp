//===- runtime/traces/lib/selection.cpp - a part of a trace -----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/selection.h"

#include <algorithm>
#include <charconv>

namespace maquette::traces {
namespace {

bool makesHandles(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  return std::any_of(info.arguments.begin(), info.arguments.end(), [](const Argument &argument) {
    const bool is_handle = argument.type == ArgumentType::Comm || argument.type == ArgumentType::Datatype ||
                           argument.type == ArgumentType::Group || argument.type == ArgumentType::Op ||
                           argument.type == ArgumentType::Window || argument.type == ArgumentType::File;
    return is_handle && argument.kind.ends_with("Out");
  });
}

class SelectedReader final : public EventReader {
public:
  SelectedReader(std::unique_ptr<EventReader> reader, const Selection &selection)
      : reader_(std::move(reader)), selection_(selection) {}

  sim::Result<bool> next(Event &event) override {
    for (;;) {
      sim::Result<bool> more = reader_->next(event);
      if (!more || !*more)
        return more;
      if (event.enter_ps > selection_.end_ps)
        return false;
      if (event.leave_ps >= selection_.begin_ps || makesHandles(event))
        return true;
    }
  }
  std::optional<std::int64_t> datatypeSize(std::int64_t datatype) const override {
    return reader_->datatypeSize(datatype);
  }

private:
  std::unique_ptr<EventReader> reader_;
  const Selection &selection_;
};

class NoReader final : public EventReader {
public:
  sim::Result<bool> next(Event &) override { return false; }
  std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }
};

class SelectedTrace final : public Trace {
public:
  SelectedTrace(const Trace &trace, Selection selection) : trace_(trace), selection_(std::move(selection)) {}

  const TraceSummary &summary() const override { return trace_.summary(); }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    if (!selection_.has(rank))
      return std::unique_ptr<EventReader>(std::make_unique<NoReader>());
    sim::Result<std::unique_ptr<EventReader>> reader = trace_.open(rank);
    if (!reader)
      return reader.error();
    return std::unique_ptr<EventReader>(std::make_unique<SelectedReader>(std::move(*reader), selection_));
  }
  /// What the trace says of itself is of all of it.
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>{};
  }

private:
  const Trace &trace_;
  Selection selection_;
};

sim::Diagnostic noList(const std::string &text) {
  return {text, "is no list of ranks", "maquette-trace-options", "",
          "write numbers and ranges, as in 0-63,128, or with a step, as in 0-1023:16"};
}

} // namespace

bool Selection::has(std::int64_t rank) const {
  return ranks.empty() ||
         std::any_of(ranks.begin(), ranks.end(), [rank](const Range &range) { return range.has(rank); });
}

sim::Result<std::vector<Selection::Range>> readRankList(const std::string &text) {
  std::vector<Selection::Range> ranges;
  const char *next = text.data(), *const end = next + text.size();
  const auto readNumber = [&](std::int64_t &number) {
    const auto [behind, error] = std::from_chars(next, end, number);
    next = behind;
    return error == std::errc() && number >= 0;
  };
  for (;;) {
    Selection::Range range{};
    if (!readNumber(range.first))
      return noList(text);
    range.last = range.first;
    if (next != end && *next == '-') {
      ++next;
      if (!readNumber(range.last))
        return noList(text);
      if (next != end && *next == ':') {
        ++next;
        if (!readNumber(range.step) || range.step == 0)
          return noList(text);
      }
    }
    if (range.last < range.first)
      return noList(text);
    ranges.push_back(range);
    if (next == end)
      return ranges;
    if (*next++ != ',')
      return noList(text);
  }
}

std::unique_ptr<Trace> select(const Trace &trace, Selection selection) {
  return std::make_unique<SelectedTrace>(trace, std::move(selection));
}

} // namespace maquette::traces
