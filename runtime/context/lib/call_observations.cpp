//===- runtime/context/lib/call_observations.cpp - what is counted on request ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/call_observations.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>
#include <vector>

namespace maquette::runtime {

void CallObservations::message(const Place &place, std::int32_t source, std::int32_t destination, std::int64_t bytes) {
  if (matrix_)
    pairs_[static_cast<std::uint64_t>(source) << 32 | static_cast<std::uint32_t>(destination)].add(bytes);
  if (sizes_)
    classes_[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(bytes)))].add(bytes);
  if (sites_)
    places_[place].bytes += static_cast<std::uint64_t>(bytes);
}

void CallObservations::called(const Place &place, std::int64_t time_ps) {
  if (!sites_)
    return;
  Use &use = places_[place];
  ++use.count;
  use.time_ps += time_ps;
}

void CallObservations::waited(const Place &place, std::int64_t time_ps) {
  if (sites_)
    places_[place].wait_ps += time_ps;
}

void CallObservations::fillMatrix(RunResult &result) const {
  for (const auto &[pair, amount] : pairs_)
    result.matrix.push_back({static_cast<std::int64_t>(pair >> 32), static_cast<std::int64_t>(pair & 0xffffffff),
                             amount.messages, amount.bytes});
  std::sort(result.matrix.begin(), result.matrix.end(), [](const PairTraffic &a, const PairTraffic &b) {
    return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
  });
}

void CallObservations::fillSizes(RunResult &result) const {
  for (std::size_t bits = 0; bits < classes_.size(); ++bits)
    if (classes_[bits].messages > 0)
      result.message_sizes.push_back(
          {bits == 0 ? 0 : std::uint64_t{1} << (bits - 1), classes_[bits].messages, classes_[bits].bytes});
}

void CallObservations::fill(RunResult &result, const std::function<std::string(std::uint16_t)> &nameOf,
                            const std::function<std::string(const void *)> &textOf) const {
  fillMatrix(result);
  fillSizes(result);
  // Inlined copies of one line are one place.
  std::map<std::pair<std::string, std::string>, Use> by_text;
  for (const auto &[place, use] : places_) {
    Use &sum = by_text[{nameOf(place.call), textOf(place.site)}];
    sum.count += use.count;
    sum.bytes += use.bytes;
    sum.time_ps += use.time_ps;
    sum.wait_ps += use.wait_ps;
  }
  const double ranks = static_cast<double>(result.ranks);
  for (const auto &[place, use] : by_text)
    result.call_sites.push_back({place.first, place.second, use.count, use.bytes,
                                 static_cast<double>(use.time_ps) * 1e-12 / ranks,
                                 static_cast<double>(use.wait_ps) * 1e-12 / ranks});
  std::stable_sort(result.call_sites.begin(), result.call_sites.end(),
                   [](const CallSiteUse &a, const CallSiteUse &b) { return a.seconds > b.seconds; });
}

} // namespace maquette::runtime
