// test/unit/runtime/datatype_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "objects/datatype.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace maquette::mpi {
namespace {

MPI_Datatype vectorOf(TypeTable &table, int count, int length, int stride, MPI_Datatype type) {
  TypeMap map;
  for (int i = 0; i < count; ++i) {
    map.lengths.push_back(length);
    map.displacements.push_back(i * stride * typeOf(type)->extent());
    map.types.push_back(type);
  }
  return table.make({MPI_COMBINER_VECTOR, {count, length, stride}, {}, {type}}, map);
}

TEST(Datatype, PredefinedTypesHaveTheSizesOfC) {
  EXPECT_EQ(typeOf(MPI_INT)->size, sizeof(int));
  EXPECT_EQ(typeOf(MPI_LONG_DOUBLE)->size, sizeof(long double));
  EXPECT_EQ(typeOf(MPI_PACKED)->size, 1);
  EXPECT_EQ(typeOf(MPI_DATATYPE_NULL)->size, 0); // What describes no data may be named with it.
}

// A double and an int: 12 bytes of data in 16 bytes of memory.
TEST(Datatype, PairsLeaveOutThePadding) {
  EXPECT_EQ(typeOf(MPI_DOUBLE_INT)->size, 12);
  EXPECT_EQ(typeOf(MPI_DOUBLE_INT)->extent(), 16);
  EXPECT_FALSE(typeOf(MPI_DOUBLE_INT)->contiguous);
}

// extent = ((count - 1) * stride + length) elements.
TEST(Datatype, VectorIsOneStridedRun) {
  TypeTable table;
  const Datatype &type = *typeOf(vectorOf(table, 1000, 2, 5, MPI_INT));
  EXPECT_EQ(type.size, 1000 * 2 * 4);
  EXPECT_EQ(type.extent(), (999 * 5 + 2) * 4);
  ASSERT_EQ(type.runs.size(), 1u);
  EXPECT_EQ(type.runs[0].count, 1000);
  EXPECT_EQ(type.runs[0].stride, 20);
}

TEST(Datatype, VectorWithoutGapsIsContiguous) {
  TypeTable table;
  EXPECT_TRUE(typeOf(vectorOf(table, 4, 3, 3, MPI_INT))->contiguous);
}

TEST(Datatype, HandlesOfEqualTypesShareOneObject) {
  TypeTable table;
  const MPI_Datatype first = vectorOf(table, 4, 1, 2, MPI_INT);
  const MPI_Datatype second = vectorOf(table, 4, 1, 2, MPI_INT);
  EXPECT_NE(first, second);
  EXPECT_EQ(typeOf(first), typeOf(second));
  EXPECT_NE(typeOf(first), typeOf(vectorOf(table, 4, 1, 3, MPI_INT)));
  EXPECT_EQ(table.size(), 2u);
  table.release(first);
  EXPECT_EQ(table.size(), 2u);
  table.release(second);
  EXPECT_EQ(table.size(), 1u);
}

// Blocks at 0, -12 and -24 of two ints each: from -24 to 8.
TEST(Datatype, NegativeStridesReachDown) {
  TypeTable table;
  const Datatype &type =
      *typeOf(table.make({MPI_COMBINER_HVECTOR, {3, 2}, {-12}, {MPI_INT}}, {{2}, {0}, {MPI_INT}, 3, -12}));
  EXPECT_EQ(type.lb, -24);
  EXPECT_EQ(type.extent(), 32);
  EXPECT_EQ(type.size, 24);
}

// An int at 4, between a lower bound of -8 and an upper bound of 32.
TEST(Datatype, MarkersOverruleTheBoundsOfData) {
  TypeTable table;
  const MPI_Datatype marked = table.make({MPI_COMBINER_STRUCT, {3, 1, 1, 1}, {-8, 4, 32}, {MPI_LB, MPI_INT, MPI_UB}},
                                         {{1, 1, 1}, {-8, 4, 32}, {MPI_LB, MPI_INT, MPI_UB}});
  EXPECT_EQ(typeOf(marked)->lb, -8);
  EXPECT_EQ(typeOf(marked)->extent(), 40);
  EXPECT_EQ(typeOf(marked)->true_lb, 4);
  EXPECT_EQ(typeOf(marked)->size, 4);
}

// 2^30 blocks are one run, made at once.
TEST(Datatype, RepetitionsTakeNoRoom) {
  TypeTable table;
  const std::int64_t count = std::int64_t{1} << 30;
  const Datatype &type =
      *typeOf(table.make({MPI_COMBINER_HVECTOR, {1}, {12}, {MPI_INT}}, {{1}, {0}, {MPI_INT}, count, 12}));
  ASSERT_EQ(type.runs.size(), 1u);
  EXPECT_EQ(type.size, 4 * count);
}

TEST(Datatype, APartOutlivesItsHandle) {
  TypeTable table;
  const MPI_Datatype inner = vectorOf(table, 2, 1, 2, MPI_INT);
  const MPI_Datatype outer = vectorOf(table, 2, 1, 3, inner);
  table.release(inner);
  EXPECT_EQ(table.size(), 2u);
  table.release(outer);
  EXPECT_EQ(table.size(), 0u);
}

TEST(Datatype, PackAndUnpackAreInverse) {
  TypeTable table;
  const Datatype &type = *typeOf(vectorOf(table, 3, 2, 4, MPI_INT));
  std::array<int, 24> source{}, target{};
  std::iota(source.begin(), source.end(), 0);
  std::array<int, 12> packed{};
  pack(type, 2, source.data(), reinterpret_cast<char *>(packed.data()));
  // The second element begins at the extent, (2 * 4 + 2) ints.
  EXPECT_EQ(packed, (std::array<int, 12>{0, 1, 4, 5, 8, 9, 10, 11, 14, 15, 18, 19}));
  unpack(type, reinterpret_cast<const char *>(packed.data()), sizeof packed, target.data());
  EXPECT_EQ(target[5], 5);
  EXPECT_EQ(target[2], 0);
  EXPECT_EQ(target[19], 19);
}

TEST(Datatype, UnpackStopsInsideAnElement) {
  TypeTable table;
  const Datatype &type = *typeOf(vectorOf(table, 2, 1, 2, MPI_INT));
  const int packed = 7;
  std::array<int, 3> target{1, 1, 1};
  unpack(type, reinterpret_cast<const char *>(&packed), sizeof packed, target.data());
  EXPECT_EQ(target, (std::array<int, 3>{7, 1, 1}));
}

// {char, double}: 9 bytes of data; 17 bytes are one element and a char; 4 more bytes end inside a double.
TEST(Datatype, CountsBasicElements) {
  TypeTable table;
  const Datatype &type = *typeOf(table.make({MPI_COMBINER_STRUCT, {2, 1, 1}, {0, 8}, {MPI_CHAR, MPI_DOUBLE}},
                                            {{1, 1}, {0, 8}, {MPI_CHAR, MPI_DOUBLE}}));
  EXPECT_EQ(type.extent(), 16);
  EXPECT_EQ(elementsIn(type, 18), 4);
  EXPECT_EQ(elementsIn(type, 10), 3);
  EXPECT_EQ(elementsIn(type, 14), -1);
}

} // namespace
} // namespace maquette::mpi
