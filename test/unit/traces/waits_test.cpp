// test/unit/traces/waits_test.cpp - which writes a PE of OpenSHMEM waited for
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/waits.h"
#include "test/unit/traces/given_trace.h"

#include <gtest/gtest.h>

#include <optional>

namespace maquette::traces {
namespace {

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
    for (const std::size_t rank : {0, 1, 2})
      add(rank, 0, 1, call("shmem_init", {}));
  }
  std::unique_ptr<Trace> filled() {
    trace_.emplace(events_);
    return std::move(*withWaits(*trace_));
  }
  void add(std::size_t rank, std::int64_t enter_ps, std::int64_t leave_ps, Event event) {
    event.enter_ps = enter_ps;
    event.leave_ps = leave_ps;
    events_[rank].push_back(std::move(event));
  }
  void put(std::size_t rank, std::int64_t ps, std::int64_t address, std::int64_t bytes, std::int64_t pe) {
    add(rank, ps, ps + 1, call("shmem_put", {{"address", address}, {"bytes", bytes}, {"pe", pe}}));
  }
  void wait(std::size_t rank, std::int64_t until_ps, std::vector<std::int64_t> addresses) {
    add(rank, until_ps - 1, until_ps,
        call("shmem_wait_until", {{"element", std::int64_t{8}}, {"addresses", std::move(addresses)}}));
  }

  std::vector<std::vector<Event>> events_ = std::vector<std::vector<Event>>(3); ///< By rank.
  std::optional<Given> trace_;
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
  const std::int64_t zero = 0, two = 2, four = 4, eight = 8;
  add(1, 10, 11,
      call("shmem_iput", {{"address", zero}, {"to_stride", two}, {"count", four}, {"element", eight}, {"pe", zero}}));
  const auto trace = filled();
  EXPECT_EQ(arrays(*trace, 1, "shmem_iput", "cells"), (Arrays{{0}})); // At 0, 16, 32 and 48: not at 24.
}

TEST_F(Waits, ASignalIsAWrite) {
  wait(0, 50, {512});
  const std::int64_t zero = 0, bytes = 16, signal = 512;
  add(1, 10, 11, call("shmem_put_signal", {{"address", zero}, {"bytes", bytes}, {"signal", signal}, {"pe", zero}}));
  EXPECT_EQ(arrays(*filled(), 1, "shmem_put_signal", "cells"), (Arrays{{0}}));
}

TEST_F(Waits, ARankWhoseBeginIsCutOffBeginsBeforeItsFirstCall) {
  events_.assign(2, {});
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
  events_.assign(3, {});
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
  const Given trace({{call("MPI_Init", {})}});
  const auto filled = withWaits(trace);
  ASSERT_TRUE(filled);
  EXPECT_EQ(*filled, nullptr);
}

} // namespace
} // namespace maquette::traces
