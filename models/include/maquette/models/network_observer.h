//===- maquette/models/network_observer.h - what goes on in a network -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collects what people want to see of a network beyond sums: the use of links by time windows, and how much longer
/// transfers took than alone, by their labels. A network made with an observer tells it.
///
/// Windows   always kWindows of equal length, from time 0. When the run goes beyond the last, neighbours are joined and
/// all
///           become twice as long.
/// Memory    512 B for each link that is used, up to kMostLinks, the first that are; 32 B for each transfer under way.
#ifndef MAQUETTE_MODELS_NETWORK_OBSERVER_H
#define MAQUETTE_MODELS_NETWORK_OBSERVER_H

#include "maquette/models/network_model.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace maquette::models {

/// Transfers with one label.
struct TransferSums {
  __extension__ typedef __int128 Wide;
  std::uint64_t count = 0;
  Wide time_ps = 0;   ///< From start to delivery.
  Wide beyond_ps = 0; ///< The part of it beyond the time alone: others were in the way.
};

class NetworkObserver final : public LinkRecorder {
public:
  static constexpr std::size_t kWindows = 64;
  static constexpr std::size_t kMostLinks = 1 << 16;

  void crossed(LinkId link, sim::SimTime begin, sim::SimTime end, std::int64_t bytes) override;
  /// A transfer took \p time; alone it would have taken \p alone.
  void delivered(std::uint16_t label, sim::SimDuration time, sim::SimDuration alone);

  sim::SimDuration windowLength() const { return length_; }
  /// Bytes that crossed \p link in each window, kWindows of them; empty when none did or it is not among the kept ones.
  std::vector<std::uint64_t> windowsOf(LinkId link) const;
  /// By label; labels without transfers have a count of 0.
  const std::vector<TransferSums> &sums() const { return sums_; }

private:
  using Row = std::array<std::uint64_t, kWindows>;
  void doubleLength();

  sim::SimDuration length_ = sim::SimDuration::ns(1);
  std::unordered_map<LinkId, std::size_t> row_of_;
  std::vector<Row> rows_;
  std::vector<TransferSums> sums_;
};

} // namespace maquette::models

#endif
