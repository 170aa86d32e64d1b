//===- models/lib/network/network_model.cpp - the busiest links -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/network_model.h"

#include <algorithm>
#include <utility>

namespace maquette::models {

LinkStatistics NetworkModel::statisticsOf(LinkId link) const {
  const std::uint64_t bytes = linkBytes(link);
  return {linkName(link), bytes, sim::transferTime(sim::Bytes{static_cast<std::int64_t>(bytes)}, linkRate(link))};
}

/// Out of very many, without naming the others.
std::vector<LinkId> NetworkModel::busiestLinks(std::size_t count) const {
  using Candidate = std::pair<sim::SimDuration, LinkId>;
  // A heap with the least busy of the best on top.
  const auto busier = [](const Candidate &a, const Candidate &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  std::vector<Candidate> best;
  for (LinkId link; link < LinkId{linkCount()} && count > 0; ++link) {
    const auto bytes = static_cast<std::int64_t>(linkBytes(link));
    if (bytes == 0)
      continue;
    const Candidate candidate{sim::transferTime(sim::Bytes{bytes}, linkRate(link)), link};
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
  std::vector<LinkId> links;
  for (const auto &[busy, link] : best)
    links.push_back(link);
  return links;
}

} // namespace maquette::models
