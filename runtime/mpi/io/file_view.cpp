//===- runtime/mpi/io/file_view.cpp - which bytes of a file a rank sees --------===//
// SPDX-License-Identifier: Apache-2.0
#include "io/file_view.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

void append(std::vector<FilePiece> &pieces, std::int64_t offset, std::int64_t bytes) {
  if (bytes <= 0)
    return;
  if (!pieces.empty() && pieces.back().offset + pieces.back().bytes == offset)
    pieces.back().bytes += bytes;
  else
    pieces.push_back({offset, bytes});
}

/// Appends what is left of one copy of the type at \p base after \p skip bytes of its data, at most \p bytes.
void appendTile(std::vector<FilePiece> &pieces, const Datatype &type, std::int64_t base, std::int64_t skip,
                std::int64_t &bytes) {
  for (const Run &run : type.runs) {
    const std::int64_t whole = run.length * run.count;
    if (skip >= whole) {
      skip -= whole;
      continue;
    }
    for (std::int64_t i = skip / run.length; i < run.count && bytes > 0; ++i) {
      const std::int64_t inside = i == skip / run.length ? skip % run.length : 0;
      const std::int64_t length = std::min(run.length - inside, bytes);
      append(pieces, base + run.offset + i * run.stride + inside, length);
      bytes -= length;
    }
    skip = 0;
    if (bytes == 0)
      return;
  }
}

} // namespace

std::vector<FilePiece> FileView::pieces(std::int64_t begin, std::int64_t bytes) const {
  const Datatype &type = *typeOf(filetype);
  std::vector<FilePiece> result;
  if (type.size == 0 || bytes <= 0)
    return result;
  if (type.contiguous) {
    append(result, displacement + begin, bytes);
    return result;
  }
  for (std::int64_t tile = begin / type.size, skip = begin % type.size; bytes > 0; ++tile, skip = 0)
    appendTile(result, type, displacement + tile * type.extent(), skip, bytes);
  return result;
}

std::int64_t FileView::offsetOf(std::int64_t place) const {
  const std::vector<FilePiece> one = pieces(place, 1);
  return one.empty() ? displacement : one.front().offset;
}

std::int64_t FileView::placeOf(std::int64_t offset) const {
  const Datatype &type = *typeOf(filetype);
  const std::int64_t inside = offset - displacement;
  if (inside <= 0 || type.size == 0)
    return 0;
  if (type.contiguous)
    return inside;
  // Whole copies end before the byte; of the last ones count what lies before it. Copies may reach past their extent.
  const std::int64_t tiles = type.extent() > 0 ? std::max<std::int64_t>(0, (inside - type.true_ub) / type.extent()) : 0;
  std::int64_t place = tiles * type.size;
  for (std::int64_t base = tiles * type.extent(); base + type.true_lb < inside && type.extent() > 0;
       base += type.extent())
    for (const Run &run : type.runs)
      for (std::int64_t i = 0; i < run.count; ++i)
        place += std::clamp<std::int64_t>(inside - (base + run.offset + i * run.stride), 0, run.length);
  return place;
}

} // namespace maquette::mpi
