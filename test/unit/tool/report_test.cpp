// test/unit/tool/report_test.cpp - results for people
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/report.h"
#include "maquette/formats/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SecondsText, ScalesForPeople) {
  EXPECT_EQ(secondsText(0), "0 s");
  EXPECT_EQ(secondsText(1.234e-3), "1.23 ms");
  EXPECT_EQ(secondsText(0.9999999), "1 s");
  EXPECT_EQ(secondsText(42), "42 s");
  EXPECT_EQ(secondsText(12.34), "12.3 s");
  EXPECT_EQ(secondsText(123.4e-6), "123 us");
  EXPECT_EQ(secondsText(2.5e-9), "2.5 ns");
  EXPECT_EQ(secondsText(3e-12), "3 ps");
  EXPECT_EQ(secondsText(86400), "86,400 s");
}

TEST(BytesText, UsesPowersOf1024) {
  EXPECT_EQ(bytesText(17), "17 B");
  EXPECT_EQ(bytesText(1024), "1 KiB");
  EXPECT_EQ(bytesText(1536.0 * 1024), "1.5 MiB");
  EXPECT_EQ(bytesText(1000), "1000 B");
}

TEST(CountText, GroupsThousands) {
  EXPECT_EQ(countText(999), "999");
  EXPECT_EQ(countText(1048576), "1,048,576");
  EXPECT_EQ(countText(2.5e15), "2.5e+15");
}

TEST(ShareText, ShowsThatSomethingIsNotNothing) {
  EXPECT_EQ(shareText(0), "0.0 %");
  EXPECT_EQ(shareText(1e-5), "<0.1 %");
  EXPECT_EQ(shareText(0.1234), "12.3 %");
}

RunResult sample() {
  RunResult result;
  result.ranks = 1048576;
  result.mode = "skeleton";
  result.machine = "torus";
  result.program = "app<x>";
  result.predicted_seconds = 2;
  result.compute_seconds = 1;
  result.mpi_seconds = 0.5;
  result.wait_seconds = 0.25;
  result.imbalance = 0.125;
  result.calls["MPI_Send"] = {10, 2048, 0.1, 0.05};
  result.calls["MPI_Allreduce"] = {5, 40, 0.4, 0.2};
  result.hottest_links = {{"node 0 -> node 1 (+x)", 0.75, 4096}};
  result.regions["solve#1"] = {9, 2.5, 0.5, 8, "n"};
  result.predicted_values["more#2"] = {3, 0.5, 0.125, 1};
  result.extrapolated_share = 0.2;
  result.messages = 1000000;
  result.events = 2000000;
  result.host.seconds = 4;
  result.host.peak_rss_bytes = 1 << 30;
  result.host.bytes_per_rank = 1024;
  return result;
}

TEST(Summary, AnswersWhatAUserAsks) {
  const std::string text = toSummary(sample());
  EXPECT_THAT(text, HasSubstr("Predicted time: 2 s\n"));
  EXPECT_THAT(text, HasSubstr("app<x>, 1,048,576 ranks on torus, skeleton mode"));
  EXPECT_THAT(text, HasSubstr("computing                      1 s  50.0 %"));
  EXPECT_THAT(text, HasSubstr("Imbalance: the busiest rank computes 1.12 times as long as the mean."));
  EXPECT_THAT(text, HasSubstr("node 0 -> node 1 (+x)  4 KiB  75.0 %"));
  EXPECT_THAT(text, HasSubstr("20.0 % of predicted compute time is extrapolated, farthest by 8x in `n` of solve#1."));
  EXPECT_THAT(text, HasSubstr("more#2"));
  EXPECT_THAT(text, HasSubstr("+-12.5 %"));
  EXPECT_THAT(text, HasSubstr("4 us per message, 500,000 events/s, peak memory 1 GiB, 1 KiB per rank"));
}

// Where ranks make threads, the main thread's waiting for them is no idleness.
TEST(Summary, TellsThreadsApart) {
  RunResult result = sample();
  EXPECT_THAT(toSummary(result), Not(HasSubstr("threads")));
  result.thread_wait_seconds = 0.375;
  result.thread_compute_seconds = 0.75;
  const std::string text = toSummary(result);
  EXPECT_THAT(text, HasSubstr("waiting for its threads     375 ms  18.8 %"));
  EXPECT_THAT(text, HasSubstr("idle after its end          125 ms   6.2 %"));
  EXPECT_THAT(text, HasSubstr("Other threads of the rank compute 750 ms in total, at the same time."));
}

// A program without regions: nothing is said of how sure its computing is, or how even.
TEST(Summary, SaysNothingOfComputingWhereThereIsNone) {
  RunResult result = sample();
  result.compute_seconds = 0;
  result.regions.clear();
  const std::string text = toSummary(result);
  EXPECT_THAT(text, Not(HasSubstr("predicted compute time")));
  EXPECT_THAT(text, Not(HasSubstr("Imbalance")));
  EXPECT_THAT(text, HasSubstr("more#2"));
}

// The busiest of 2^20 ranks computes 400 ms and the mean is 1 us: no percentage, but 4e5 times the mean.
TEST(Summary, GivesALargeImbalanceAsARatio) {
  RunResult result = sample();
  result.compute_seconds = 1e-6;
  result.imbalance = 399999;
  EXPECT_THAT(toSummary(result), HasSubstr("Imbalance: the busiest rank computes 4e+05 times as long as the mean."));
}

// Of 2 s the busiest rank computes 650 * 1 us, below a thousandth: the ratio would only mislead.
TEST(Summary, GivesNoImbalanceWhereHardlyAnythingIsComputed) {
  RunResult result = sample();
  result.compute_seconds = 1e-6;
  result.imbalance = 649;
  EXPECT_THAT(toSummary(result), HasSubstr("Imbalance: not shown, because there is almost no computing."));
}

// 2 GiB over 2^20 ranks are 2 KiB a rank.
TEST(Summary, TellsMemoryByCategoryAndRank) {
  RunResult result = sample();
  result.switches = 3000;
  result.host.peak_rss_bytes = std::uint64_t{4} << 30;
  result.host.memory = {{"program", 1 << 30}, {"stacks", std::uint64_t{2} << 30}};
  const std::string text = toSummary(result);
  EXPECT_THAT(text, HasSubstr("2,000,000 events, 3,000 switches"));
  EXPECT_THAT(text, HasSubstr("program  1 GiB       -             25.0 %"));
  EXPECT_THAT(text, HasSubstr("stacks   2 GiB   2 KiB             50.0 %"));
}

TEST(Summary, PutsTheCostliestCallFirst) {
  const std::string text = toSummary(sample());
  EXPECT_LT(text.find("MPI_Allreduce"), text.find("MPI_Send"));
}

TEST(Summary, SaysWhyAProgramFailed) {
  RunResult result = sample();
  result.failures = {{"deadlock", "rank 0 waits for rank 1", 0}};
  const std::string text = toSummary(result);
  EXPECT_EQ(text.find("The simulated program failed\n  rank 0 waits for rank 1\n"), 0u);
}

TEST(FilledPage, PutsValuesInAndDoesNotSearchThem) {
  EXPECT_EQ(filledPage("a @x@ b @y@", {{"x", "@y@"}, {"y", "1"}}), "a @y@ b 1");
  EXPECT_EQ(filledPage("me@here and @x@", {{"x", "1"}}), "me@here and 1");
  EXPECT_EQ(filledPage("ends with @", {{"x", "1"}}), "ends with @");
}

TEST(Html, IsOneFileThatNeedsNothingElse) {
  const std::string html = toHtml(sample());
  EXPECT_EQ(html.find("<!DOCTYPE html>"), 0u);
  EXPECT_THAT(html, HasSubstr("app&lt;x&gt;"));
  EXPECT_THAT(html, HasSubstr("<svg"));
  EXPECT_THAT(html, HasSubstr("MPI_Allreduce"));
  EXPECT_THAT(html, Not(HasSubstr("http")));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("<x>")));
}

TEST(Summary, SaysWhatTheNetworkIsBoundBy) {
  RunResult result = sample();
  result.nic_utilisation = 0.9;
  result.link_utilisation = 0.3;
  EXPECT_EQ(boundText(result), "Bound by NICs: the busiest NIC is busy 90.0 % of the time, "
                               "the busiest link between switches 30.0 %.");
  result.link_utilisation = 0.95;
  EXPECT_THAT(boundText(result), HasSubstr("Bound by links between switches"));
  result.nic_utilisation = 18.4;
  EXPECT_EQ(boundText(result), "Not bound: messages of this network model do not delay each other. The busiest NIC or "
                               "link carried 18.4 times its capacity. The models logp and flow-fair include "
                               "contention.");
  result.nic_utilisation = result.link_utilisation = 0.2;
  EXPECT_THAT(boundText(result), HasSubstr("Not bound by a link"));
  EXPECT_THAT(boundText(result), HasSubstr("The rest is latency, overhead and waiting."));
  EXPECT_THAT(boundText(result), Not(HasSubstr("bursts")));
  result.window_seconds = 1e-6;
  result.congestion_share = 0.7;
  EXPECT_THAT(boundText(result),
              HasSubstr("Messages come in bursts and delay each other: 70.0 % of their time is congestion."));
  result.mpi_seconds = 0.01;
  EXPECT_THAT(boundText(result), HasSubstr("Bound by computing: 0.5 % of the time is in MPI"));
  result.nic_utilisation = result.link_utilisation = 0;
  EXPECT_THAT(boundText(result), HasSubstr("No data went between nodes"));
  result.messages = 0;
  EXPECT_EQ(boundText(result), "There are no messages: the network does not matter.");
}

TEST(WhatIf, SaysWhatChangedAndWhyNothingDid) {
  const RunResult base = sample();
  RunResult other = base;
  other.warnings.push_back("one rail carried them");
  ReportSection section = whatIfSection({"network.rails=2"}, base, other);
  EXPECT_EQ(section.title, "What if network.rails=2");
  ASSERT_EQ(section.lines.size(), 2u);
  EXPECT_EQ(section.lines[0], "Nothing changed. " + boundText(base));
  EXPECT_EQ(section.lines[1], "With the change: one rail carried them.");
  other.predicted_seconds = base.predicted_seconds / 2;
  section = whatIfSection({"network.bandwidth=2x", "network.latency=0.5x"}, base, other);
  EXPECT_EQ(section.lines.size(), 1u);
  EXPECT_EQ(section.rows[0][0].text, "predicted time");
  EXPECT_EQ(section.rows[0][3].text, "-50.0 %");
  EXPECT_EQ(section.rows[1][0].text, "computing (mean)");
  other.mode = "direct";
  other.compute_seconds = base.compute_seconds + base.predicted_seconds / 10;
  EXPECT_EQ(whatIfSection({"network.latency=2x"}, base, other).lines.size(), 1u);
  section = whatIfSection({"network.latency=2x"}, other, base);
  ASSERT_FALSE(section.lines.empty());
  EXPECT_THAT(section.lines[0], HasSubstr("Each run measured its computing again"));
  section = whatIfSection({"network.bandwidth=2x", "network.latency=0.5x"}, base, other);
  EXPECT_THAT(toHtml(base, {section}), HasSubstr("What if network.bandwidth=2x, network.latency=0.5x"));
}

RunResult observed() {
  RunResult result = sample();
  result.window_seconds = 0.5;
  result.congestion_share = 0.25;
  result.calls["MPI_Send"].network_seconds = 4;
  result.calls["MPI_Send"].congestion_seconds = 1.6;
  result.hottest_links[0].windows = {0, 0.5, 1};
  return result;
}

TEST(Summary, ShowsCongestionByCallOnceItWasObserved) {
  EXPECT_THAT(toSummary(sample()), Not(HasSubstr("congestion")));
  EXPECT_THAT(toSummary(observed()), testing::ContainsRegex("MPI_Send .* 40.0 %\n"));
}

// Three windows: an empty one, which is not drawn, a half and a full one.
TEST(Html, HasAHeatMapOfLinksOnceTheyWereObserved) {
  EXPECT_THAT(toHtml(sample()), Not(HasSubstr("class=\"heat\"")));
  const std::string html = toHtml(observed());
  EXPECT_THAT(html, HasSubstr("Use of the busiest links over time, 500 ms per column"));
  EXPECT_THAT(html, HasSubstr("fill-opacity=\"0.50\""));
  EXPECT_THAT(html, HasSubstr("fill-opacity=\"1.00\"><title>100.0 % from 1 s</title></rect>"));
  EXPECT_THAT(html, Not(HasSubstr("fill-opacity=\"0.00\"")));
}

TEST(Summary, ComparesJobsTogetherAndAlone) {
  RunResult result = sample();
  JobUse solver, noise;
  solver.name = "solver";
  solver.ranks = 64;
  solver.nodes = 16;
  solver.seconds = 3;
  solver.alone_seconds = 2;
  noise.name = "noise";
  noise.traffic = "uniform";
  noise.nodes = 8;
  noise.message_seconds = 2e-6;
  noise.alone_message_seconds = 1e-6;
  result.jobs = {solver, noise};
  const std::string text = toSummary(result);
  EXPECT_THAT(text, testing::ContainsRegex("solver +64 +16 +2 s +3 s +1.500x\n"));
  EXPECT_THAT(text, testing::ContainsRegex("noise .uniform traffic, time of a message. +8 +1 us +2 us +2.000x\n"));
}

} // namespace
} // namespace maquette::runtime
