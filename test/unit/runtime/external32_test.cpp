// test/unit/runtime/external32_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "objects/external32.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace maquette::mpi {
namespace {

TEST(External32, IntegersAreBigEndian) {
  const int number = 0x01020304;
  std::array<char, 4> external{};
  toExternal(*typeOf(MPI_INT), 1, reinterpret_cast<const char *>(&number), external.data());
  EXPECT_EQ(external, (std::array<char, 4>{1, 2, 3, 4}));
}

// MPI 3.1, table 13.2: a long has 4 bytes there, so -2 must keep its sign on the way back.
TEST(External32, LongsAreFourBytesWithSign) {
  EXPECT_EQ(externalSize(*typeOf(MPI_LONG)), 4);
  const long number = -2;
  std::array<char, 4> external{};
  toExternal(*typeOf(MPI_LONG), 1, reinterpret_cast<const char *>(&number), external.data());
  long back = 0;
  fromExternal(*typeOf(MPI_LONG), 1, external.data(), reinterpret_cast<char *>(&back));
  EXPECT_EQ(back, -2);
}

// binary128 of 1.0: sign 0, exponent 16383 = 0x3fff, fraction 0.
TEST(External32, LongDoublesAreBinary128) {
  EXPECT_EQ(externalSize(*typeOf(MPI_LONG_DOUBLE)), 16);
  const long double number = 1.0L;
  std::array<unsigned char, 16> external{};
  toExternal(*typeOf(MPI_LONG_DOUBLE), 1, reinterpret_cast<const char *>(&number),
             reinterpret_cast<char *>(external.data()));
  EXPECT_EQ(external[0], 0x3f);
  EXPECT_EQ(external[1], 0xff);
  long double back = 0;
  fromExternal(*typeOf(MPI_LONG_DOUBLE), 1, reinterpret_cast<const char *>(external.data()),
               reinterpret_cast<char *>(&back));
  EXPECT_EQ(back, 1.0L);
}

// A double of 8 bytes and an int of 4, packed without padding.
TEST(External32, PairsAreConvertedPartByPart) {
  EXPECT_EQ(externalSize(*typeOf(MPI_DOUBLE_INT)), 12);
  const double value = 2.5;
  const int index = 7;
  std::array<char, 12> packed{}, external{}, back{};
  std::memcpy(packed.data(), &value, sizeof value);
  std::memcpy(packed.data() + sizeof value, &index, sizeof index);
  toExternal(*typeOf(MPI_DOUBLE_INT), 1, packed.data(), external.data());
  EXPECT_EQ(external[11], 7);
  fromExternal(*typeOf(MPI_DOUBLE_INT), 1, external.data(), back.data());
  EXPECT_EQ(back, packed);
}

} // namespace
} // namespace maquette::mpi
