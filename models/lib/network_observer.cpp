//===- models/lib/network_observer.cpp --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/network_observer.h"

#include <algorithm>

namespace maquette::models {

void NetworkObserver::doubleLength() {
  length_ = length_ + length_;
  for (Row &row : rows_) {
    for (std::size_t i = 0; i < kWindows / 2; ++i)
      row[i] = row[2 * i] + row[2 * i + 1];
    std::fill(row.begin() + kWindows / 2, row.end(), 0);
  }
}

void NetworkObserver::crossed(LinkId link, sim::SimTime begin, sim::SimTime end, std::int64_t bytes) {
  if (bytes == 0 || begin < sim::SimTime() || end < begin)
    return; // Beyond the largest time there is.
  while (end.ps() / static_cast<std::int64_t>(kWindows) >= length_.ps())
    doubleLength();
  auto found = row_of_.find(link);
  if (found == row_of_.end()) {
    if (rows_.size() == kMostLinks)
      return;
    found = row_of_.emplace(link, rows_.size()).first;
    rows_.emplace_back();
  }
  Row &row = rows_[found->second];
  const std::int64_t first = begin.ps() / length_.ps(), last = end.ps() / length_.ps();
  // Each window gets what was there at its end, less what was at its begin: no byte is lost to rounding.
  std::int64_t told = 0;
  __extension__ using Wide = __int128;
  for (std::int64_t window = first; window < last; ++window) {
    const Wide passed = Wide{(window + 1) * length_.ps() - begin.ps()} * bytes / (end - begin).ps();
    row[static_cast<std::size_t>(window)] += static_cast<std::uint64_t>(static_cast<std::int64_t>(passed) - told);
    told = static_cast<std::int64_t>(passed);
  }
  row[static_cast<std::size_t>(last)] += static_cast<std::uint64_t>(bytes - told);
}

void NetworkObserver::delivered(std::uint16_t label, sim::SimDuration time, sim::SimDuration alone) {
  if (label >= sums_.size())
    sums_.resize(std::size_t{label} + 1);
  TransferSums &sums = sums_[label];
  ++sums.count;
  sums.time_ps += time.ps();
  sums.beyond_ps += std::max<std::int64_t>(0, (time - alone).ps());
}

std::vector<std::uint64_t> NetworkObserver::windowsOf(LinkId link) const {
  const auto found = row_of_.find(link);
  if (found == row_of_.end())
    return {};
  const Row &row = rows_[found->second];
  return {row.begin(), row.end()};
}

} // namespace maquette::models
