//===- models/lib/storage/extents.cpp ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/extents.h"

#include <algorithm>

namespace maquette::models {

bool Extents::allocate(std::uint64_t file, std::int64_t end) {
  std::vector<Extent> &extents = of_file_[file];
  const std::int64_t have = extents.empty() ? 0 : extents.back().offset + extents.back().bytes;
  if (end <= have)
    return false;
  const std::int64_t more = (end - have + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  if (!extents.empty() && extents.back().address + extents.back().bytes == used_)
    extents.back().bytes += more;
  else
    extents.push_back({have, used_, more});
  used_ += more;
  return true;
}

std::vector<Extents::Piece> Extents::find(std::uint64_t file, std::int64_t offset, std::int64_t bytes) const {
  const std::vector<Extent> &extents = of_file_.at(file);
  std::vector<Piece> pieces;
  auto extent = std::upper_bound(extents.begin(), extents.end(), offset,
                                 [](std::int64_t at, const Extent &e) { return at < e.offset; });
  for (--extent; bytes > 0; ++extent) {
    const std::int64_t inside = offset - extent->offset, here = std::min(bytes, extent->bytes - inside);
    pieces.push_back({extent->address + inside, here});
    offset += here;
    bytes -= here;
  }
  return pieces;
}

std::size_t Extents::memoryBytes() const {
  std::size_t bytes = 0;
  for (const auto &[file, extents] : of_file_)
    bytes += sizeof file + sizeof(std::vector<Extent>) + extents.capacity() * sizeof(Extent);
  return bytes;
}

} // namespace maquette::models
