// test/unit/traces/waits_test.cpp - which writes a PE of OpenSHMEM waited for
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/waits.h"

#include <gtest/gtest.h>

#include <map>

namespace maquette::traces {
namespace {

/// A trace in memory.
class Given final : public Trace {
public:
  explicit Given(std::int64_t ranks) { summary_.ranks = ranks; }
  /// \p values: by the names of arguments.
  void add(std::int64_t rank, std::string_view call, std::int64_t enter_ps, std::int64_t leave_ps,
           const std::map<std::string, std::int64_t> &values, std::vector<std::int64_t> addresses = {}) {
    Event event;
    event.call = *findCall(call);
    event.enter_ps = enter_ps;
    event.leave_ps = leave_ps;
    const CallInfo &info = allCalls()[event.call];
    for (const auto &[name, value] : values)
      event.set(*info.find(name), value);
    if (!addresses.empty())
      event.set(*info.find("addresses"), std::move(addresses));
    events_[rank].push_back(std::move(event));
  }
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    return std::unique_ptr<EventReader>(std::make_unique<Reader>(events_.count(rank) != 0 ? events_.at(rank) : kNone));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>{};
  }

private:
  struct Reader final : EventReader {
    explicit Reader(const std::vector<Event> &given) : events(given) {}
    sim::Result<bool> next(Event &event) override {
      if (at == events.size())
        return false;
      event = events[at++];
      return true;
    }
    std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }
    const std::vector<Event> &events;
    std::size_t at = 0;
  };
  inline static const std::vector<Event> kNone;
  TraceSummary summary_;
  std::map<std::int64_t, std::vector<Event>> events_;
};

/// The arrays \p argument of the calls \p call of a rank, one behind the other.
std::vector<std::vector<std::int64_t>> arrays(const Trace &trace, std::int64_t rank, std::string_view call,
                                              std::string_view argument) {
  std::vector<std::vector<std::int64_t>> found;
  const auto reader = trace.open(rank);
  for (Event event; *(*reader)->next(event);)
    if (const std::size_t place = allCalls()[event.call].find(argument).value_or(kMostArguments);
        event.call == *findCall(call))
      found.push_back(event.given[place] ? event.array(place) : std::vector<std::int64_t>());
  return found;
}

using Arrays = std::vector<std::vector<std::int64_t>>;

class Waits : public ::testing::Test {
protected:
  Waits() {
    for (const std::int64_t rank : {0, 1, 2})
      trace_.add(rank, "shmem_init", 0, 1, {});
  }
  std::unique_ptr<Trace> filled() { return std::move(*withWaits(trace_)); }
  void put(std::int64_t rank, std::int64_t ps, std::int64_t address, std::int64_t bytes, std::int64_t pe) {
    trace_.add(rank, "shmem_put", ps, ps + 1, {{"address", address}, {"bytes", bytes}, {"pe", pe}});
  }
  void wait(std::int64_t rank, std::int64_t until_ps, std::vector<std::int64_t> addresses) {
    trace_.add(rank, "shmem_wait_until", until_ps - 1, until_ps, {{"element", 8}}, std::move(addresses));
  }

  Given trace_{3};
};

TEST_F(Waits, AWaitIsForTheWritesThatHadBegunWhenItEnded) {
  put(1, 10, 64, 8, 0);
  put(1, 30, 64, 8, 0);
  put(2, 20, 64, 8, 0);
  wait(0, 15, {64});
  wait(0, 20, {64}); // The write at 20 may depend on its end.
  wait(0, 21, {64});
  wait(0, 40, {64});
  const auto trace = filled();
  EXPECT_EQ(arrays(*trace, 0, "shmem_wait_until", "writes"), (Arrays{{0, 1}, {0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(arrays(*trace, 1, "shmem_put", "cells"), (Arrays{{0}, {0}}));
}

TEST_F(Waits, AWriteThatTouchesNoVariableThatSomebodyWaitsForHasNoCell) {
  wait(0, 50, {64});
  put(1, 10, 64, 8, 2);  // Of another PE.
  put(1, 11, 56, 8, 0);  // Ends before it.
  put(1, 12, 72, 80, 0); // Begins behind it.
  put(1, 13, 56, 9, 0);  // Its first byte.
  put(1, 14, 71, 1, 0);  // Its last.
  const auto trace = filled();
  EXPECT_EQ(arrays(*trace, 1, "shmem_put", "cells"), (Arrays{{}, {}, {}, {0}, {0}}));
  EXPECT_EQ(arrays(*trace, 0, "shmem_wait_until", "writes"), (Arrays{{0, 2}}));
}

TEST_F(Waits, ABlockMayHoldSeveralVariables) {
  wait(0, 50, {64, 200});
  wait(0, 60, {100});
  put(1, 10, 0, 1000, 0);
  put(2, 55, 100, 8, 0);
  const auto trace = filled();
  EXPECT_EQ(arrays(*trace, 1, "shmem_put", "cells"), (Arrays{{0, 1, 2}}));
  EXPECT_EQ(arrays(*trace, 0, "shmem_wait_until", "writes"), (Arrays{{0, 1, 2, 1}, {1, 2}}));
}

TEST_F(Waits, AStridedPutWritesItsElementsOnly) {
  wait(0, 50, {16, 24});
  trace_.add(1, "shmem_iput", 10, 11,
             {{"address", 0}, {"to_stride", 2}, {"from_stride", 1}, {"count", 4}, {"element", 8}, {"pe", 0}});
  const auto trace = filled();
  EXPECT_EQ(arrays(*trace, 1, "shmem_iput", "cells"), (Arrays{{0}})); // At 0, 16, 32 and 48: not at 24.
}

TEST_F(Waits, ASignalIsAWrite) {
  wait(0, 50, {512});
  trace_.add(1, "shmem_put_signal", 10, 11, {{"address", 0}, {"bytes", 16}, {"signal", 512}, {"pe", 0}});
  EXPECT_EQ(arrays(*filled(), 1, "shmem_put_signal", "cells"), (Arrays{{0}}));
}

TEST_F(Waits, ARankWhoseBeginIsCutOffBeginsBeforeItsFirstCall) {
  trace_ = Given(2);
  put(0, 10, 64, 8, 1);
  wait(1, 20, {64});
  const auto trace = filled();
  for (const std::int64_t rank : {0, 1}) {
    const auto reader = trace->open(rank);
    Event event;
    ASSERT_TRUE(*(*reader)->next(event));
    const CallInfo &info = allCalls()[event.call];
    EXPECT_EQ(info.name, "shmem_init");
    EXPECT_EQ(event.values[*info.find("most_cells")], 1);
    ASSERT_TRUE(*(*reader)->next(event));
    EXPECT_FALSE(*(*reader)->next(event));
  }
}

TEST_F(Waits, RanksWithoutCallsBeginWithTheOthers) {
  trace_ = Given(3);
  put(1, 10, 64, 8, 2);
  const auto trace = filled();
  for (const std::int64_t rank : {0, 2}) {
    const auto reader = trace->open(rank);
    Event event;
    ASSERT_TRUE(*(*reader)->next(event));
    EXPECT_EQ(allCalls()[event.call].name, "shmem_init");
    EXPECT_FALSE(*(*reader)->next(event));
  }
}

TEST(WaitsOfMpi, ATraceWithoutOpenShmemIsLeftAsItIs) {
  Given trace(1);
  trace.add(0, "MPI_Init", 0, 1, {});
  const auto filled = withWaits(trace);
  ASSERT_TRUE(filled);
  EXPECT_EQ(*filled, nullptr);
}

} // namespace
} // namespace maquette::traces
