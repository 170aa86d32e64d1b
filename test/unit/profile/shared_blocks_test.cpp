//===- test/unit/profile/shared_blocks_test.cpp -----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/shared_blocks.h"

#include <gtest/gtest.h>

#include <memory>

namespace maquette::runtime {
namespace {

constexpr std::size_t kBytes = 8192;
const char kTable = 0, kElsewhere = 0; ///< Their addresses stand for calls.

class SharedBlocksTest : public testing::Test {
protected:
  SharedBlocks make(const std::vector<std::string> &texts, std::int64_t ranks = 2) {
    std::vector<ShareRule> rules;
    for (const std::string &text : texts)
      rules.push_back(*parseShareRule(text));
    return SharedBlocks(
        rules, ranks,
        [](const void *address) {
          return SharedBlocks::Place{"/src/" + std::string(address == &kTable ? "table.c" : "other.c"), 31};
        },
        [this](std::size_t, std::size_t bytes) {
          memory_.push_back(std::make_unique<char[]>(bytes));
          return memory_.back().get();
        });
  }
  std::vector<std::unique_ptr<char[]>> memory_;
};

TEST_F(SharedBlocksTest, TheNthBlockOfEachRankIsOne) {
  SharedBlocks blocks = make({"4 KiB"});
  void *const first = blocks.allocate(0, kBytes, 16, &kTable);
  void *const second = blocks.allocate(0, kBytes, 16, &kTable);
  EXPECT_NE(first, second);
  EXPECT_EQ(blocks.allocate(1, kBytes, 16, &kTable), first);
  EXPECT_EQ(blocks.allocate(1, kBytes, 16, &kTable), second);
  EXPECT_EQ(blocks.bytes(), 2 * kBytes);
  EXPECT_EQ(blocks.savedBytes(), 2 * kBytes);
}

TEST_F(SharedBlocksTest, WhatARankGaveBackItGetsAgain) {
  SharedBlocks blocks = make({"4 KiB"});
  void *const first = blocks.allocate(0, kBytes, 16, &kTable);
  EXPECT_TRUE(blocks.release(0, first));
  EXPECT_EQ(blocks.allocate(0, kBytes, 16, &kTable), first);
  EXPECT_EQ(blocks.bytes(), kBytes);
  EXPECT_EQ(blocks.savedBytes(), 0u);
}

TEST_F(SharedBlocksTest, OtherSizesAndSmallBlocksAreOthers) {
  SharedBlocks blocks = make({"1 B"});
  void *const first = blocks.allocate(0, kBytes, 16, &kTable);
  EXPECT_NE(blocks.allocate(1, 2 * kBytes, 16, &kTable), first);
  EXPECT_EQ(blocks.allocate(1, 4095, 16, &kTable), nullptr);
}

TEST_F(SharedBlocksTest, APlaceNamesTheEndOfAPath) {
  SharedBlocks blocks = make({"table.c:31", "able.c:31", "table.c:32"});
  EXPECT_EQ(blocks.allocate(0, kBytes, 16, &kElsewhere), nullptr);
  EXPECT_NE(blocks.allocate(0, kBytes, 16, &kTable), nullptr);
  EXPECT_EQ(blocks.unusedRules(), (std::vector<std::string>{"able.c:31", "table.c:32"}));
}

TEST_F(SharedBlocksTest, OtherMemoryIsNotKnown) {
  SharedBlocks blocks = make({"4 KiB"});
  const char other = 0;
  EXPECT_FALSE(blocks.release(0, &other));
  EXPECT_EQ(blocks.sizeOf(&other), std::nullopt);
  EXPECT_EQ(blocks.sizeOf(blocks.allocate(0, kBytes, 16, &kTable)), kBytes);
}

TEST(ShareRule, IsASizeOrAPlace) {
  EXPECT_EQ(parseShareRule("16 MiB")->least, 16u << 20);
  EXPECT_EQ(parseShareRule("src/table.c:31")->file, "src/table.c");
  for (const char *text : {"", "much", "0 B", "table.c:", ":31", "table.c:0", "table.c:x", "table.c:3x"})
    EXPECT_EQ(toText(parseShareRule(text).error()),
              "--share " + std::string(text) +
                  ": error: is neither a size nor FILE:LINE [maquette-share]\n"
                  "  fix: give the smallest size of shared blocks, for example \"16 "
                  "MiB\", or the line that allocates them, for example table.c:31\n")
        << text;
}

} // namespace
} // namespace maquette::runtime
