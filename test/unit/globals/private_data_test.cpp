// private_data_test.cpp - a rank's copy of the program's globals
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/private_data.h"

#include "maquette/context/rank.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace maquette::runtime {

/// No rank runs here: the C interface is not under test.
Rank *currentRank() { return nullptr; }

namespace {

/// A made-up executable: 16 bytes of data, of which the last 8 point to the first, and 64 zero bytes behind.
struct Program {
  alignas(64) char memory[128] = {};
  ptrdiff_t delta = 0;
  char *slot = memory + 8;
  maquette_image image{};

  Program() {
    memory[0] = 42;
    char *target = memory;
    std::memcpy(memory + 8, &target, sizeof target);
    image.span_begin = image.data_begin = memory;
    image.data_end = image.zero_begin = memory + 16;
    image.zero_end = image.span_end = memory + 80;
    image.alignment = 64;
    image.delta = &delta;
    image.relocations_begin = &slot;
    image.relocations_end = &slot + 1;
  }
  char *seen(char *address) const { return address + delta; }
};

TEST(PrivateData, ACopyStartsWithTheInitialValues) {
  Program program;
  PrivateData data;
  data.add(program.image);
  ASSERT_TRUE(data.prepare(3));
  char *copy = data.begin(2);
  data.select(copy);
  EXPECT_EQ(program.seen(program.memory)[0], 42);
  EXPECT_EQ(program.seen(program.memory + 20)[0], 0);
  EXPECT_EQ(program.delta % 64, 0);
}

TEST(PrivateData, RanksDoNotSeeEachOthersWrites) {
  Program program;
  PrivateData data;
  data.add(program.image);
  ASSERT_TRUE(data.prepare(2));
  char *first = data.begin(0);
  char *second = data.begin(1);
  data.select(first);
  program.seen(program.memory)[0] = 7;
  program.seen(program.memory + 79)[0] = 8;
  data.select(second);
  EXPECT_EQ(program.seen(program.memory)[0], 42);
  EXPECT_EQ(program.seen(program.memory + 79)[0], 0);
  data.select(nullptr);
  EXPECT_EQ(program.delta, 0);
  EXPECT_EQ(program.memory[0], 42);
}

TEST(PrivateData, PointersIntoTheDataPointIntoTheCopy) {
  Program program;
  PrivateData data;
  data.add(program.image);
  ASSERT_TRUE(data.prepare(1));
  data.select(data.begin(0));
  char *pointer;
  std::memcpy(&pointer, program.seen(program.memory + 8), sizeof pointer);
  EXPECT_EQ(pointer, program.seen(program.memory));
}

TEST(PrivateData, AnExternFindsTheImageThatDefinesIt) {
  Program home;
  Program user;
  const ptrdiff_t none = 0;
  maquette_extern externs[] = {{home.memory + 4, &none}, {reinterpret_cast<char *>(&home.slot), &none}};
  user.image.externs_begin = externs;
  user.image.externs_end = externs + 2;
  PrivateData data;
  data.add(user.image);
  data.add(home.image);
  EXPECT_EQ(externs[0].delta, &home.delta);
  EXPECT_EQ(externs[1].delta, &none);
}

TEST(PrivateData, AnImageLoadedLateHasACopyForEachRank) {
  static int initialized;
  initialized = 0;
  const maquette_initialization initialization = {[](int, char **, char **) { ++initialized; }, 65535};
  Program early;
  Program late;
  char *const far = early.memory + 4; // A slot of the late image points into the early one.
  std::memcpy(late.memory + 8, &far, sizeof far);
  late.image.initializers_begin = &initialization;
  late.image.initializers_end = &initialization + 1;
  PrivateData data;
  data.add(early.image);
  ASSERT_TRUE(data.prepare(3));
  char *const copies[] = {data.begin(0), data.begin(1), data.begin(2)};
  data.select(copies[1]);
  data.add(late.image, 1);
  EXPECT_EQ(initialized, 1);
  late.seen(late.memory)[0] = 7;
  for (int rank : {2, 1, 0}) {
    data.select(copies[rank]);
    EXPECT_EQ(late.seen(late.memory)[0], rank == 1 ? 7 : 42) << rank;
    EXPECT_EQ(data.own(late.memory), late.seen(late.memory)) << rank;
    EXPECT_EQ(late.delta % 64, 0) << rank;
    char *pointer;
    std::memcpy(&pointer, late.seen(late.memory + 8), sizeof pointer);
    EXPECT_EQ(pointer, early.seen(far)) << rank;
  }
  data.select(nullptr);
  EXPECT_EQ(late.delta, 0);
  EXPECT_EQ(late.memory[0], 42);
}

// A made-up image belongs to no object that a rank could be told to have loaded.
TEST(PrivateData, SaysWhatWasInitializedInOneRankOnly) {
  const maquette_initialization initializations[2] = {{[](int, char **, char **) {}, 1},
                                                      {[](int, char **, char **) {}, 2}};
  Program early;
  Program late;
  late.image.initializers_begin = initializations;
  late.image.initializers_end = initializations + 2;
  PrivateData data;
  data.add(early.image);
  ASSERT_TRUE(data.prepare(2));
  data.select(data.begin(0));
  EXPECT_TRUE(data.warnings().empty());
  data.add(late.image, 0);
  ASSERT_EQ(data.warnings().size(), 1u);
  EXPECT_NE(data.warnings()[0].find("its constructors ran on one rank only [maquette-shared-object]"),
            std::string::npos);
}

TEST(PrivateData, ExitsRunLatestFirstWithThoseRegisteredMeanwhile) {
  static PrivateData *data;
  static std::string order;
  PrivateData local;
  data = &local;
  order.clear();
  local.atExit(5, [](void *) { order += "a"; }, nullptr);
  local.atExit(
      5,
      [](void *) {
        order += "b";
        data->atExit(5, [](void *) { order += "c"; }, nullptr);
      },
      nullptr);
  local.atExit(6, [](void *) { order += "x"; }, nullptr);
  local.runExits(5);
  EXPECT_EQ(order, "bca");
}

} // namespace
} // namespace maquette::runtime
