// test/unit/sim/units_test.cpp - sizes and rates and their text
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/units.h"

#include <gtest/gtest.h>

namespace maquette::sim {
namespace {

// 200 Gb/s = 25 GB/s, so one byte takes 1/25e9 s = 40 ps.
TEST(TransferTime, IsExactWhenRateDividesTheTick) {
  EXPECT_EQ(transferTime(Bytes{1}, BitRate::gbps(200)), SimDuration::ps(40));
}

// 8 bit / 7e12 bit/s = 1.142... ps.
TEST(TransferTime, RoundsUp) { EXPECT_EQ(transferTime(Bytes{1}, BitRate::gbps(7000)), SimDuration::ps(2)); }

// 1 TB at 1 Gb/s = 8000 s: needs 83 bits before the division.
TEST(TransferTime, DoesNotOverflowForATerabyte) {
  EXPECT_EQ(transferTime(Bytes{1'000'000'000'000}, BitRate::gbps(1)), SimDuration::s(8000));
}

TEST(ParseUnits, ReadsWhatPeopleWrite) {
  EXPECT_EQ(*parseDuration("1.2 us"), SimDuration::ns(1200));
  EXPECT_EQ(*parseDuration(" 5ns "), SimDuration::ns(5));
  EXPECT_EQ(*parseBytes("64 KiB"), Bytes{65536});
  EXPECT_EQ(*parseBytes("0 B"), Bytes{0});
  EXPECT_EQ(*parseBitRate("200 Gb/s"), BitRate::gbps(200));
  EXPECT_EQ(*parseBitRate("25 GB/s"), BitRate::gbps(200));
  EXPECT_EQ(parseFlops("3.2 Tflop/s")->per_second, 3'200'000'000'000);
}

// 0.0015 ns = 1.5 ps -> 2 ps.
TEST(ParseUnits, RoundsToTheNearestUnit) { EXPECT_EQ(*parseDuration("0.0015 ns"), SimDuration::ps(2)); }

TEST(ParseUnits, SaysWhatIsMissing) {
  const auto result = parseBitRate("25");
  ASSERT_FALSE(result);
  EXPECT_EQ(toText(result.error()),
            "error: '25' has no unit; expected a data rate [maquette-config-unit]\n"
            "  fix: write it like \"25 GB/s\". Units: b/s, kb/s, Mb/s, Gb/s, Tb/s, B/s, kB/s, KB/s, MB/s, GB/s, TB/s, "
            "KiB/s, MiB/s, GiB/s, TiB/s.\n");
}

TEST(ParseUnits, SaysWhatIsWrongWithANumber) {
  EXPECT_EQ(parseDuration("99999999999999999999 s").error().diagnostics[0].what,
            "'99999999999999999999 s' has more than 18 digits");
  EXPECT_EQ(parseDuration("1,5 us").error().diagnostics[0].fix, "write a point, not a comma");
  EXPECT_EQ(parseDuration(".").error().diagnostics[0].what, "'.' is not a time");
}

TEST(ParseUnits, TellsAnotherQuantityFromAnUnknownUnit) {
  EXPECT_EQ(parseDuration("4 GB").error().diagnostics[0].what, "'4 GB' is a size; expected a time");
  const auto unknown = parseBitRate("25 GBs/s");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().diagnostics[0].what, "unknown unit 'GBs/s' in '25 GBs/s'; expected a data rate");
  EXPECT_EQ(unknown.error().diagnostics[0].fix.substr(0, 20), "did you mean 'GB/s'?");
}

TEST(ParseUnits, RefusesWhatCannotBe) {
  EXPECT_EQ(parseBytes("-1 B").error().diagnostics[0].what, "'-1 B' is negative; a size cannot be");
  EXPECT_EQ(parseDuration("fast").error().diagnostics[0].what, "'fast' is not a time");
  EXPECT_EQ(parseDuration("0.0001 ps").error().diagnostics[0].what,
            "'0.0001 ps' is smaller than the smallest time, 1 ps");
  EXPECT_EQ(parseBytes("99999999 TiB").error().diagnostics[0].what, "'99999999 TiB' is too large for a size");
  EXPECT_FALSE(parseBytes("4" + std::string(60, '0') + " B"));
}

TEST(ToText, PicksTheUnit) {
  EXPECT_EQ(toText(SimDuration::ps(163'840)), "163.84 ns");
  EXPECT_EQ(toText(Bytes{65536}), "64 KiB");
  EXPECT_EQ(toText(BitRate::gbps(200)), "200 Gb/s");
}

TEST(NearestWord, FindsTyposAndNothingElse) {
  const std::string_view words[] = {"bandwidth", "latency"};
  EXPECT_EQ(nearestWord("bandwith", words, 2), "bandwidth");
  EXPECT_EQ(nearestWord("Latency", words, 2), "latency");
  EXPECT_EQ(nearestWord("colour", words, 2), "");
}

TEST(NearestWord, FindsWordsInWords) {
  const std::string_view words[] = {"torus", "ugal-l", "q"};
  EXPECT_EQ(nearestWord("3d-torus", words, 3), "torus");
  EXPECT_EQ(nearestWord("ugal", words, 3), "ugal-l");
  EXPECT_EQ(nearestWord("x", words, 3), "");
}

} // namespace
} // namespace maquette::sim
