// test/unit/profile/host_stops_test.cpp - a host that stands still is not the program's computing
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/host_stops.h"

#include "maquette/host/tick_clock.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace maquette::runtime {
namespace {

TEST(HostTimeLog, TellsHowMuchOfATimeWasInStops) {
  HostTimeLog log;
  EXPECT_EQ(log.within(0, 1000), 0);
  log.add(100, 200);
  log.add(400, 700);
  EXPECT_EQ(log.within(0, 100), 0);
  EXPECT_EQ(log.within(0, 1000), 400);
  EXPECT_EQ(log.within(150, 500), 150); // 200 - 150 + 500 - 400
  EXPECT_EQ(log.within(450, 460), 10);
  EXPECT_EQ(log.within(700, 900), 0);
  EXPECT_EQ(log.mostWithin(0, 1000), 300);
  EXPECT_EQ(log.mostWithin(150, 420), 50);
  EXPECT_EQ(log.mostWithin(200, 400), 0);
}

TEST(HostTimeLog, KeepsTheLatest) {
  HostTimeLog log;
  for (std::uint64_t i = 0; i < 5000; ++i)
    log.add(100 * i, 100 * i + 10);
  EXPECT_EQ(log.within(499'000, 500'000), 100);
}

// The monitor's clock jumps by 5 ms. With its processor time: the host stood still. Without: another program ran.
TEST(HostStop, IsAJumpThatWasChargedAsComputing) {
  EXPECT_TRUE(isHostStop(5e6, 5.3e6, 5.2e6));
  EXPECT_FALSE(isHostStop(5e6, 5.3e6, 0.3e6));
}

TEST(HostStopFile, IsSharedByThoseWhoMapIt) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("maquette-host-stops-" + std::to_string(::getpid()));
  EXPECT_EQ(HostStopFile(path, HostStopFile::Use::Read).log(), nullptr);
  const HostStopFile written(path, HostStopFile::Use::Write);
  const HostStopFile read(path, HostStopFile::Use::Read);
  std::filesystem::remove(path);
  ASSERT_NE(read.log(), nullptr);
  written.log()->stops.add(10, 30);
  EXPECT_EQ(read.log()->stops.within(0, 20), 10);
}

// Half of the time since the last reading was in a stop, a part of it after the moment that is asked for.
TEST(StolenTime, HoldsStops) {
  const TickClock clock = TickClock::calibrated();
  HostStopLog log;
  StolenTime stolen(clock, &log);
  const std::uint64_t begin = TickClock::now();
  const auto width = static_cast<std::uint64_t>(clock.toTicks(2e-3));
  while (TickClock::now() < begin + 4 * width) {
  }
  log.stops.add(begin + width, begin + 3 * width);
  const StolenTime::Ticks ticks = stolen.take(begin + 2 * width);
  EXPECT_GE(ticks.before, static_cast<double>(width));
  EXPECT_GE(ticks.after, static_cast<double>(width));
  EXPECT_EQ(log.stops.within(begin + 4 * width, begin + 5 * width), 0);
}

TEST(StolenTime, TellsForHowLongNobodyLooked) {
  const TickClock clock = TickClock::calibrated();
  HostStopLog log;
  log.absences.add(100, 200);
  log.absences.add(400, 700);
  log.stops.add(800, 900);
  EXPECT_EQ(StolenTime(clock, &log).unseen(0, 1000), 0); // It has not begun.
  log.looked = 950;
  EXPECT_EQ(StolenTime(clock, &log).unseen(0, 1000), 300);
  EXPECT_EQ(StolenTime(clock, &log).unseen(0, 2000), 1050); // It may stand still now.
  EXPECT_EQ(StolenTime(clock, &log).unseen(1200, 2000), 800);
  EXPECT_EQ(StolenTime(clock).unseen(0, 1000), 0);
}

} // namespace
} // namespace maquette::runtime
