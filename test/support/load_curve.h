// test/support/load_curve.h - accepted against offered load of a network under a traffic pattern
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_SUPPORT_LOAD_CURVE_H
#define MAQUETTE_TEST_SUPPORT_LOAD_CURVE_H

#include "maquette/models/registry.h"
#include "maquette/sim/random.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace maquette::test {

/// The number of the node that a message goes to, from that of its source and a random number of its own.
using Pattern = std::function<int(int, std::uint64_t)>;

inline Pattern uniformTraffic(std::int64_t nodes) {
  return [nodes](int from, std::uint64_t bits) {
    return static_cast<int>((from + 1 + static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(nodes - 1))) %
                            nodes);
  };
}
/// Everybody sends \p distance nodes ahead, to a random node of the block of \p block nodes there.
inline Pattern shiftedTraffic(std::int64_t nodes, std::int64_t distance, std::int64_t block = 1) {
  return [=](int from, std::uint64_t bits) {
    const std::int64_t there = (from + distance) % nodes / block * block;
    return static_cast<int>(block == 1 ? (from + distance) % nodes
                                       : there + static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(block)));
  };
}

/// Each node offers messages of one size at random times of the given rate, without waiting for anything. What arrives
/// between the end of the warm-up and the end, per node and time, is accepted. Loads are shares of \p rate.
class LoadCurve final : public models::TransferListener {
public:
  struct Times {
    sim::SimDuration warm_up;
    sim::SimDuration end;
  };
  LoadCurve(const models::Machine &machine, Pattern pattern, sim::Bytes size, sim::BitRate rate, Times times)
      : nodes_(static_cast<int>(machine.node.count.value)), pattern_(std::move(pattern)), size_(size), times_(times),
        whole_(sim::transferTime(size, rate)), network_(std::move(*models::makeNetwork(machine, 1, engine_, *this))) {}

  double accepted(double offered) {
    mean_gap_ = static_cast<double>(whole_.ps()) / offered;
    for (int node = 0; node < nodes_; ++node)
      offerLater(node, 0);
    engine_.run();
    const double span = static_cast<double>((times_.end - times_.warm_up).ps());
    return static_cast<double>(arrived_) * static_cast<double>(whole_.ps()) / span / nodes_;
  }
  void transferInjected(std::uint64_t) override {}
  void transferDelivered(std::uint64_t) override {
    const sim::SimTime now = engine_.now();
    if (now >= sim::SimTime() + times_.end)
      engine_.stop();
    else if (now >= sim::SimTime() + times_.warm_up)
      ++arrived_;
  }

private:
  static constexpr unsigned kNodeBits = 32;
  void offerLater(int node, std::uint64_t count) {
    const sim::Random random(count, static_cast<std::uint64_t>(node));
    const double gap = mean_gap_ * 2 * random.uniform(0); // Uniform in [0, 2 mean).
    const sim::SimTime when = engine_.now() + sim::SimDuration::ps(static_cast<std::int64_t>(gap));
    if (when < sim::SimTime() + times_.end)
      engine_.schedule(when, offer, this, count << kNodeBits | static_cast<std::uint32_t>(node));
  }
  static void offer(void *self, std::uint64_t argument) {
    auto *curve = static_cast<LoadCurve *>(self);
    const auto node = static_cast<int>(argument & 0xffffffffu);
    const std::uint64_t count = argument >> kNodeBits;
    const sim::Random random(count, static_cast<std::uint64_t>(node));
    const int to = curve->pattern_(node, random.bits(1));
    curve->network_->start(
        {models::NodeId{node}, models::NodeId{to}, curve->size_, curve->engine_.now(), 0, models::NotifyInjected::No});
    curve->offerLater(node, count + 1);
  }

  int nodes_;
  Pattern pattern_;
  sim::Bytes size_;
  Times times_;
  sim::SimDuration whole_; ///< Of a message at full rate.
  double mean_gap_ = 0;
  std::int64_t arrived_ = 0;
  sim::Engine engine_;
  std::unique_ptr<models::NetworkModel> network_;
};

} // namespace maquette::test

#endif
