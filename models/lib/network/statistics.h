//===- models/lib/network/statistics.h - the busiest links ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Picks the links with the largest busy time out of very many, without naming the others.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_STATISTICS_H
#define MAQUETTE_MODELS_LIB_NETWORK_STATISTICS_H

#include "maquette/models/topology.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace maquette::models {

/// Busiest first; equal ones by number of the link.
template <class BytesOf, class RateOf, class NameOf>
std::vector<LinkStatistics> busiest(std::size_t count, LinkId links, BytesOf bytes_of, RateOf rate_of, NameOf name_of) {
  using Candidate = std::pair<sim::SimDuration, LinkId>;
  // A heap with the least busy of the best on top.
  const auto busier = [](const Candidate &a, const Candidate &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  std::vector<Candidate> best;
  for (LinkId link = 0; link < links && count > 0; ++link) {
    const auto bytes = static_cast<std::int64_t>(bytes_of(link));
    if (bytes == 0)
      continue;
    const Candidate candidate{sim::transferTime(sim::Bytes{bytes}, rate_of(link)), link};
    if (best.size() == count && !busier(candidate, best.front()))
      continue;
    if (best.size() == count) {
      std::pop_heap(best.begin(), best.end(), busier);
      best.pop_back();
    }
    best.push_back(candidate);
    std::push_heap(best.begin(), best.end(), busier);
  }
  std::sort(best.begin(), best.end(), busier);
  std::vector<LinkStatistics> result;
  for (const auto &[busy, link] : best)
    result.push_back({name_of(link), bytes_of(link), busy});
  return result;
}

} // namespace maquette::models

#endif
