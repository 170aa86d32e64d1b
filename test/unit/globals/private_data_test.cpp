// private_data_test.cpp - a rank's copy of the program's globals
// SPDX-License-Identifier: Apache-2.0
#include "private_data.h"

#include "maquette/runtime/rank.h"

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

TEST(PrivateData, AnImageLoadedLateIsInitializedOnceAndShared) {
  static int initialized;
  initialized = 0;
  const maquette_initialization initialization = {[](int, char **, char **) { ++initialized; }, 65535};
  Program early;
  Program late;
  late.image.initializers_begin = &initialization;
  late.image.initializers_end = &initialization + 1;
  PrivateData data;
  data.add(early.image);
  ASSERT_TRUE(data.prepare(2));
  data.select(data.begin(0));
  data.add(late.image);
  data.select(data.begin(1));
  data.runInitializers(0, nullptr, nullptr);
  EXPECT_EQ(initialized, 1);
  EXPECT_EQ(late.delta, 0);
  EXPECT_NE(early.delta, 0);
}

TEST(PrivateData, ExitsRunLatestFirstWithThoseRegisteredMeanwhile) {
  static PrivateData *data;
  static std::string order;
  PrivateData local;
  data = &local;
  order.clear();
  local.atExit(5, [](void *) { order += "a"; }, nullptr);
  local.atExit(5,
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
