// test/unit/traces/given_trace.h - a trace in memory
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_UNIT_TRACES_GIVEN_TRACE_H
#define MAQUETTE_TEST_UNIT_TRACES_GIVEN_TRACE_H

#include "maquette/traces/trace.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace maquette::traces {

using Value = std::variant<std::int64_t, std::vector<std::int64_t>>;
using Arguments = std::initializer_list<std::pair<std::string_view, Value>>;

/// A call with some of its arguments.
inline Event call(std::string_view name, Arguments arguments, std::vector<Received> received = {}) {
  Event event;
  event.call = *findCall(name);
  for (const auto &[argument, value] : arguments) {
    const std::optional<std::size_t> place = allCalls()[event.call].find(argument);
    EXPECT_TRUE(place) << argument;
    std::visit([&](const auto &each) { event.set(*place, each); }, value);
  }
  event.received = std::move(received);
  return event;
}

/// A trace of these events.
class Given final : public Trace {
public:
  explicit Given(std::vector<std::vector<Event>> ranks) : ranks_(std::move(ranks)) {
    summary_.ranks = static_cast<std::int64_t>(ranks_.size());
  }
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    return std::unique_ptr<EventReader>(std::make_unique<Reader>(ranks_[static_cast<std::size_t>(rank)]));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>{};
  }

private:
  class Reader final : public EventReader {
  public:
    explicit Reader(const std::vector<Event> &events) : events_(events) {}
    sim::Result<bool> next(Event &event) override {
      if (next_ == events_.size())
        return false;
      event = events_[next_++];
      return true;
    }
    std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }

  private:
    const std::vector<Event> &events_;
    std::size_t next_ = 0;
  };

  std::vector<std::vector<Event>> ranks_;
  TraceSummary summary_;
};

} // namespace maquette::traces

#endif
