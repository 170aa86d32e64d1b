//===- maquette/models/network_observer.h - use of links over time ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collects more than sums about a network: the use of links in time windows, and by label how much longer transfers
/// took than alone. A network that was created with an observer reports to it.
///
/// Windows   always kWindows of equal length, from time 0. If the run goes beyond the last one, neighbours are merged
///           and all become twice as long.
///
/// Memory    512 B for each of the first kMostLinks links that are used; 32 B for each transfer in flight.
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
  Wide beyond_ps = 0; ///< The part above the time alone, due to other transfers.
};

class NetworkObserver final : public LinkRecorder {
public:
  static constexpr std::size_t kWindows = 64;
  static constexpr std::size_t kMostLinks = 1 << 16;

  void crossed(LinkId link, sim::SimTime begin, sim::SimTime end, std::int64_t bytes) override;
  /// A transfer took \p time; alone it would have taken \p alone.
  void delivered(std::uint16_t label, sim::SimDuration time, sim::SimDuration alone);

  sim::SimDuration windowLength() const { return length_; }
  /// Bytes that crossed \p link in each of the kWindows windows; empty if none did or the link is not recorded.
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
