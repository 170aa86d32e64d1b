// test/unit/runtime/op_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "objects/op.h"

#include <gtest/gtest.h>

#include <cstring>

namespace maquette::mpi {
namespace {

template <class T> T reduced(MPI_Op op, MPI_Datatype type, T a, T b) {
  Reduction(op, type).apply(reinterpret_cast<const char *>(&a), reinterpret_cast<char *>(&b), typeOf(type)->size);
  return b;
}

TEST(Op, ArithmeticOnBasicTypes) {
  EXPECT_EQ(reduced(MPI_SUM, MPI_INT, 3, 4), 7);
  EXPECT_EQ(reduced(MPI_PROD, MPI_DOUBLE, 3.0, 0.5), 1.5);
  EXPECT_EQ(reduced(MPI_MAX, MPI_LONG, -3l, -4l), -3l);
  EXPECT_EQ(reduced(MPI_MIN, MPI_UNSIGNED, 3u, ~0u), 3u);
  EXPECT_EQ(reduced(MPI_LXOR, MPI_INT, 5, 0), 1);
  EXPECT_EQ(reduced(MPI_BAND, MPI_INT, 6, 3), 2);
}

// Of equal values the smaller index wins.
TEST(Op, LocationsOfExtremes) {
  struct Pair {
    int value, index;
  };
  EXPECT_EQ(reduced(MPI_MAXLOC, MPI_2INT, Pair{5, 9}, Pair{5, 2}).index, 2);
  EXPECT_EQ(reduced(MPI_MINLOC, MPI_2INT, Pair{4, 9}, Pair{5, 2}).index, 9);
}

TEST(Op, UndefinedCombinationsAreRefused) {
  EXPECT_FALSE(Reduction::valid(MPI_BAND, *typeOf(MPI_DOUBLE)));
  EXPECT_FALSE(Reduction::valid(MPI_MAXLOC, *typeOf(MPI_INT)));
  EXPECT_FALSE(Reduction::valid(MPI_SUM, *typeOf(MPI_BYTE)));
  EXPECT_FALSE(Reduction::valid(MPI_MAX, *typeOf(MPI_C_DOUBLE_COMPLEX)));
  EXPECT_TRUE(Reduction::valid(MPI_SUM, *typeOf(MPI_C_DOUBLE_COMPLEX)));
}

TEST(Op, PhantomContentsChangeNothing) {
  int target = 4;
  const Reduction sum(MPI_SUM, MPI_INT);
  sum.apply(nullptr, reinterpret_cast<char *>(&target), sizeof target);
  EXPECT_EQ(target, 4);
  sum.apply(reinterpret_cast<const char *>(&target), nullptr, sizeof target);
}

} // namespace
} // namespace maquette::mpi
