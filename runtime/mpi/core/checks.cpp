//===- runtime/mpi/core/checks.cpp - what real libraries leave hidden ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/checks.h"

#include <iterator>
#include <utility>

namespace maquette::mpi {

void Findings::add(std::uint16_t call, const void *site, std::string what, std::int32_t rank) {
  Count &count = counts_[{call, site, std::move(what)}];
  ++count.count;
  count.ranks.insert(rank);
  if (count.ranks.size() > kMostRanks)
    count.ranks.erase(std::prev(count.ranks.end()));
}

std::vector<Findings::Finding> Findings::all() const {
  std::vector<Finding> findings;
  for (const auto &[place, count] : counts_)
    findings.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place), count.count, count.ranks});
  return findings;
}

} // namespace maquette::mpi
