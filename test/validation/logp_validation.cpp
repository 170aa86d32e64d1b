// test/validation/logp_validation.cpp - the LogGP model against closed forms
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace maquette::models {
namespace {

using sim::Bytes;
using sim::SimDuration;
using sim::SimTime;

/// The parameters of the LogGOPSim publication: L = 2500 ns, g = 1000 ns, G = 6 ns per byte; o = 1500 ns is the
/// processor's.
Machine logGopsMachine(std::int64_t nodes) {
  Machine machine = test::machineWith(nodes, "model = \"logp\"\nlatency = \"2500 ns\"\nmessage_gap = \"1000 ns\"\n"
                                             "bandwidth = \"166666667 B/s\"\n");
  return machine;
}
constexpr SimDuration kOverhead = SimDuration::ns(1500);
constexpr SimDuration kLatency = SimDuration::ns(2500);
constexpr SimDuration kGap = SimDuration::ns(1000);

/// Dissemination: in round i, rank r sends one byte to r + 2^i and waits for the one of r - 2^i.
class Dissemination : public TransferListener {
public:
  explicit Dissemination(int ranks) : ranks_(ranks), rank_(static_cast<std::size_t>(ranks)) {
    while ((1 << rounds_) < ranks)
      ++rounds_;
    network_ = std::move(*makeNetwork(logGopsMachine(ranks), 1, engine_, *this));
  }
  SimTime run() {
    for (int r = 0; r < ranks_; ++r)
      send(r, SimTime());
    engine_.run();
    SimTime last;
    for (const Rank &rank : rank_)
      last = std::max(last, rank.clock);
    return last;
  }
  void transferInjected(std::uint64_t) override {}
  void transferDelivered(std::uint64_t cookie) override {
    const auto to = static_cast<int>(cookie % static_cast<std::uint64_t>(ranks_));
    const std::uint64_t round = cookie / static_cast<std::uint64_t>(ranks_);
    rank_[static_cast<std::size_t>(to)].arrival[round] = engine_.now();
    advance(to);
  }
  Transfer transferOf(std::uint64_t cookie) const override {
    const auto ranks = static_cast<std::uint64_t>(ranks_);
    const auto to = static_cast<int>(cookie % ranks);
    return {NodeId{(to + ranks_ - (1 << cookie / ranks)) % ranks_},
            NodeId{to},
            Bytes{1},
            SimTime(),
            cookie,
            NotifyInjected::No};
  }

private:
  struct Rank {
    SimTime clock; ///< When the processor is free.
    std::uint64_t round = 0;
    std::array<std::optional<SimTime>, 8> arrival;
  };
  void send(int r, SimTime from) {
    Rank &rank = rank_[static_cast<std::size_t>(r)];
    rank.clock = from + kOverhead;
    const int to = (r + (1 << rank.round)) % ranks_;
    network_->start({NodeId{r}, NodeId{to}, Bytes{1}, rank.clock, rank.round * static_cast<std::uint64_t>(ranks_) + to,
                     NotifyInjected::No});
  }
  /// Receives what has come, round after round.
  void advance(int r) {
    Rank &rank = rank_[static_cast<std::size_t>(r)];
    while (rank.round < rounds_ && rank.arrival[rank.round]) {
      rank.clock = std::max(rank.clock, *rank.arrival[rank.round]) + kOverhead;
      if (++rank.round < rounds_)
        send(r, rank.clock);
    }
  }

  int ranks_;
  std::uint64_t rounds_ = 0;
  sim::Engine engine_;
  std::unique_ptr<NetworkModel> network_;
  std::vector<Rank> rank_;
};

// Each of log2(16) = 4 rounds takes o + L + o, and a round is longer than g, so the gap never waits: 4 (2500 + 2 *
// 1500) ns.
TEST(LogPValidation, DisseminationOn16RanksTakes22000Nanoseconds) {
  EXPECT_EQ(Dissemination(16).run(), SimTime() + SimDuration::ns(22'000));
}

// One root sends one byte to each of n others: the last leaves after (n - 1) g and arrives L later.
TEST(LogPValidation, FlatBroadcastIsBoundByTheGap) {
  constexpr int kOthers = 15;
  test::NetworkHarness harness(logGopsMachine(kOthers + 1));
  for (int to = 1; to <= kOthers; ++to)
    harness.send(static_cast<std::uint64_t>(to), 0, to, 1);
  harness.run();
  EXPECT_EQ(harness.lastDelivered(), ((kOthers - 1) * kGap + kLatency).ps());
}

// n others send s bytes each to one root at once: the first takes L + (s-1) G, every further one g + (s-1) G more.
TEST(LogPValidation, FlatGatherIsBoundByTheReceiver) {
  constexpr int kOthers = 15;
  const SimDuration bytes_time = sim::transferTime(Bytes{999}, sim::BitRate::bytesPerSecond(166'666'667));
  test::NetworkHarness harness(logGopsMachine(kOthers + 1));
  for (int from = 1; from <= kOthers; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, 0, 1000);
  harness.run();
  EXPECT_EQ(harness.lastDelivered(), (kLatency + bytes_time + (kOthers - 1) * (kGap + bytes_time)).ps());
}

} // namespace
} // namespace maquette::models
