// test/unit/tool/call_trace_test.cpp - damaged traces of MPI calls are errors and take no more memory than they hold
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/call_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

namespace maquette::runtime {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kHead = 0x0145434152545141;
constexpr std::uint64_t kEnd = 0x01444e4554514141;

template <class T> std::string bytesOf(const T &value) {
  return {reinterpret_cast<const char *>(&value), sizeof value};
}

std::string recordOf(std::int32_t rank, std::int64_t count) {
  CallRecord record;
  record.rank = rank;
  record.count = count;
  return bytesOf(record);
}

sim::Result<CallTrace> read(const std::string &bytes) {
  const std::string path = testing::TempDir() + "/call_trace_test";
  std::FILE *const file = std::fopen(path.c_str(), "wb");
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  sim::Result<CallTrace> trace = readCallTrace(path);
  std::remove(path.c_str());
  return trace;
}

// A place of over 4096 bytes is read in pieces.
TEST(CallTrace, IsReadWithLongPlaces) {
  const std::string place(10000, 'p');
  const auto trace = read(bytesOf(kHead) + recordOf(1, 7) + recordOf(-1, 1) +
                          bytesOf(static_cast<std::uint32_t>(place.size())) + place + bytesOf(kEnd));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->ranks.size(), 2u);
  EXPECT_EQ(trace->places, std::vector<std::string>{place});
}

TEST(CallTrace, ARankBeyondAllRunsIsDamage) {
  const auto trace = read(bytesOf(kHead) + recordOf(2147483647, 1) + recordOf(-1, 0) + bytesOf(kEnd));
  ASSERT_FALSE(trace);
  EXPECT_THAT(sim::toText(trace.error()), HasSubstr("is damaged [maquette-trace-file]"));
}

TEST(CallTrace, APlaceLongerThanTheFileIsAnError) {
  const auto trace = read(bytesOf(kHead) + recordOf(-1, 1) + bytesOf(std::uint32_t{0xffffffff}) + "short");
  ASSERT_FALSE(trace);
  EXPECT_THAT(sim::toText(trace.error()), HasSubstr("is incomplete"));
}

} // namespace
} // namespace maquette::runtime
