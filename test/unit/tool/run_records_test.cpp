// test/unit/tool/run_records_test.cpp - configuration and result as JSON, files written whole
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/files.h"
#include "maquette/formats/run_config.h"
#include "maquette/formats/run_result.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace maquette::runtime {
namespace {

TEST(RunConfig, ComesBackAsItWas) {
  RunConfig config;
  config.mode = Mode::Profile;
  config.ranks = 1048576;
  config.machine = "/m.toml";
  config.overrides = {"network.latency=1 us"};
  config.oversubscribe = true;
  config.profiles = {"p", "q"};
  config.seed = 18446744073709551615u;
  config.noise = Noise::None;
  config.caches = Caches::Shared;
  config.stack = StackStrategy::Copied;
  config.stack_bytes = 65536;
  config.result_file = "r";
  config.profile_output = "o";
  config.call_trace = "t";
  config.gather.stats = config.progress = true;
  const sim::Result<RunConfig> again = runConfigFromJson(toJson(config));
  ASSERT_TRUE(again);
  EXPECT_EQ(toJson(*again), toJson(config));
  EXPECT_EQ(again->mode, Mode::Profile);
  EXPECT_EQ(again->noise, Noise::None);
  EXPECT_EQ(again->caches, Caches::Shared);
  EXPECT_EQ(again->stack, StackStrategy::Copied);
  EXPECT_EQ(again->seed, 18446744073709551615u);
}

TEST(RunConfig, RefusesOtherText) {
  EXPECT_FALSE(runConfigFromJson(""));
  EXPECT_FALSE(runConfigFromJson("{\"ranks\": 4}"));
  EXPECT_FALSE(runConfigFromJson("{\"format\": \"maquette-run-config\", \"ranks\": 0}"));
  EXPECT_FALSE(runConfigFromJson("{\"format\": \"maquette-run-config\", \"ranks\": 4, \"corrections\": \"-stael\"}"));
  EXPECT_FALSE(runConfigFromJson("{\"format\": \"maquette-run-config\", \"ranks\": \"four\"}"));
}

RunResult sample() {
  RunResult result;
  result.ranks = 8;
  result.mode = "skeleton";
  result.predicted_seconds = 1.25;
  result.calls["MPI_Send"] = {4, 1024, 0.5, 0.25};
  result.hottest_links = {{"node 0 -> node 1 (+x)", 0.75, 4096}};
  result.regions["solve#1"] = {9, 2.5, 0.5, 8};
  result.predicted_values["more#2"] = {3, 0.5, 0.125, 1};
  result.host.memory["stacks"] = 123;
  result.warnings = {"w"};
  result.failures = {{"deadlock", "rank 0 waits", 0}};
  result.exit_status = 3;
  return result;
}

TEST(RunResult, ComesBackAsItWas) {
  const sim::Result<RunResult> again = runResultFromJson(toJson(sample()));
  ASSERT_TRUE(again);
  EXPECT_EQ(toJson(*again), toJson(sample()));
  EXPECT_EQ(again->calls.at("MPI_Send").bytes, 1024u);
  EXPECT_EQ(again->failures.at(0).message, "rank 0 waits");
}

TEST(RunResult, SaysWhatItIsNot) {
  EXPECT_EQ(sim::toText(runResultFromJson("[]").error()),
            "error: not a result of `maquette run` [maquette-run-result]\n"
            "  fix: give a file written by `maquette run --json`\n");
}

class Files : public testing::Test {
protected:
  Files() {
    std::string pattern = testing::TempDir() + "maquette-files-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Files() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(Files, AppearWholeAndLeaveNothingBeside) {
  const std::string path = folder_ + "/a b.json";
  ASSERT_TRUE(writeFileAtomically(path, "one"));
  ASSERT_TRUE(writeFileAtomically(path, "two"));
  EXPECT_EQ(*readFile(path), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Files, SayThatAFolderIsMissing) {
  EXPECT_EQ(sim::toText(writeFileAtomically("/nonexistent/x.json", "").error()),
            "/nonexistent/x.json: error: cannot be written: No such file or directory [maquette-output-unwritable]\n"
            "  fix: give a file in a folder that exists and that you can write to\n");
  EXPECT_FALSE(checkWritable("/nonexistent/x.json"));
  EXPECT_FALSE(checkWritable(folder_));
}

TEST_F(Files, SayThatTheDiskIsFull) {
  EXPECT_EQ(sim::toText(writeFileAtomically("/dev/full", "x").error()),
            "/dev/full: error: cannot be written: No space left on device [maquette-output-unwritable]\n"
            "  fix: free some space there, or give a file on another disk\n");
}

TEST_F(Files, CheckingLeavesNothingBehind) {
  ASSERT_TRUE(checkWritable(folder_ + "/new.json"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

} // namespace
} // namespace maquette::runtime
