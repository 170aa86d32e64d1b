// test/unit/runtime/file_view_test.cpp - places in views
// SPDX-License-Identifier: Apache-2.0
#include "io/file_view.h"

#include <gtest/gtest.h>

namespace maquette::mpi {
namespace {

using Pieces = std::vector<std::pair<std::int64_t, std::int64_t>>;

Pieces piecesOf(const FileView &view, std::int64_t begin, std::int64_t bytes) {
  Pieces result;
  for (const FilePiece &piece : view.pieces(begin, bytes))
    result.emplace_back(piece.offset, piece.bytes);
  return result;
}

/// Two ints, a hole of one, one int, a hole of two: data at 0..7 and 12..15 of every 24 bytes.
MPI_Datatype holed(TypeTable &types) {
  const MPI_Datatype inner =
      types.make({MPI_COMBINER_INDEXED, {2, 2, 1, 0, 3}, {}, {MPI_INT}}, {{2, 1}, {0, 12}, {MPI_INT, MPI_INT}});
  const std::pair<std::int64_t, std::int64_t> bounds{0, 24};
  return types.make({MPI_COMBINER_RESIZED, {}, {0, 24}, {inner}}, {{1}, {0}, {inner}}, &bounds);
}

TEST(FileView, WithoutHolesIsOnePiece) {
  FileView view;
  view.displacement = 100;
  EXPECT_EQ(piecesOf(view, 5, 1000), (Pieces{{105, 1000}}));
  EXPECT_EQ(view.offsetOf(7), 107);
  EXPECT_EQ(view.placeOf(107), 7);
  EXPECT_EQ(view.placeOf(50), 0);
  EXPECT_EQ(piecesOf(view, 5, 0), Pieces{});
}

TEST(FileView, SkipsHolesAndGoesOnInTheNextCopy) {
  TypeTable types;
  FileView view;
  view.displacement = 10;
  view.etype = MPI_INT;
  view.filetype = holed(types);
  // Data bytes 4..15: 4..7, 12..15 of the first copy, 0..3 of the second; the latter begins at 24.
  EXPECT_EQ(piecesOf(view, 4, 12), (Pieces{{14, 4}, {22, 4}, {34, 4}}));
  // Inside a run: data byte 6 is byte 6 of the copy.
  EXPECT_EQ(piecesOf(view, 6, 4), (Pieces{{16, 2}, {22, 2}}));
  EXPECT_EQ(view.offsetOf(12), 34);
}

TEST(FileView, CountsDataBeforeAnOffset) {
  TypeTable types;
  FileView view;
  view.filetype = holed(types);
  const std::pair<std::int64_t, std::int64_t> expected[] = {{0, 0},   {5, 5},   {8, 8},   {11, 8}, {13, 9},
                                                            {16, 12}, {24, 12}, {30, 18}, {48, 24}};
  for (const auto &[offset, place] : expected)
    EXPECT_EQ(view.placeOf(offset), place) << offset;
  for (std::int64_t place = 0; place < 60; ++place)
    EXPECT_EQ(view.placeOf(view.offsetOf(place)), place);
}

} // namespace
} // namespace maquette::mpi
