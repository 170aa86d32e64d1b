//===- runtime/profile/lib/rank_histories.cpp - what each rank has asked a predictor ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/rank_histories.h"

#include <algorithm>

namespace maquette::runtime {

RankHistories::RankHistories(std::int64_t ranks, std::uint64_t seed) : records_(static_cast<std::size_t>(ranks)) {
  std::uint64_t start = seed * 0xD1342543DE82EF95u;
  for (Record &record : records_) {
    record.random = start;
    start += kRandomStep;
  }
}

void RankHistories::prepare(std::size_t regions, std::uint32_t stepped) {
  stepped_regions_ = stepped;
  steps_.resize(stepped * records_.size());
  region_words_ = (std::max<std::size_t>(regions, 1) - 1) / kRegionsInWord;
  executed_.resize(region_words_ * records_.size());
}

bool RankHistories::isFirst(std::int64_t rank, std::uint32_t region) {
  std::uint64_t &word = region < kRegionsInWord
                            ? records_[static_cast<std::size_t>(rank)].executed
                            : executed_[static_cast<std::size_t>(rank) * region_words_ + region / kRegionsInWord - 1];
  const std::uint64_t bit = std::uint64_t{1} << region % kRegionsInWord;
  const bool first = (word & bit) == 0;
  word |= bit;
  return first;
}

std::uint32_t RankHistories::nextOccurrence(std::int64_t rank, std::uint32_t group) {
  Record &record = records_[static_cast<std::size_t>(rank)];
  if (record.first.group == kNoGroup)
    record.first.group = group;
  if (record.first.group == group)
    return record.first.count++;
  if (!record.others)
    record.others = std::make_unique<std::vector<Occurrence>>();
  std::vector<Occurrence> &counts = *record.others;
  auto place =
      std::lower_bound(counts.begin(), counts.end(), group,
                       [](const Occurrence &occurrence, std::uint32_t wanted) { return occurrence.group < wanted; });
  if (place == counts.end() || place->group != group) {
    const auto index = place - counts.begin();
    counts.reserve(counts.size() + (counts.size() < 4 ? 1 : counts.size())); // Few groups a rank is the rule.
    place = counts.insert(counts.begin() + index, {group, 0});
  }
  return place->count++;
}

} // namespace maquette::runtime
