// test/bench/flow_bench.cpp - a halo exchange of 8 KiB on a torus under each network model, per message
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/registry.h"
#include "maquette/sim/random.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace maquette::models {
namespace {

class Counter final : public TransferListener {
public:
  void transferInjected(std::uint64_t) override {}
  void transferDelivered(std::uint64_t) override { ++delivered_; }
  Transfer transferOf(std::uint64_t cookie) const override { return transfers_[cookie]; }
  /// Names the transfer.
  Transfer keep(Transfer transfer) {
    transfer.cookie = transfers_.size();
    transfers_.push_back(transfer);
    return transfer;
  }
  std::int64_t delivered() const { return delivered_; }

private:
  std::int64_t delivered_ = 0;
  std::vector<Transfer> transfers_;
};

/// A cubic torus of side^3 nodes of one core.
sim::Result<Machine> torusMachine(const std::string &model, std::int64_t side) {
  const std::string size = std::to_string(side);
  return parseMachine("name = \"bench\"\n[node]\nsource = \"bench\"\ncount = " + std::to_string(side * side * side) +
                          "\ncores = 1\nmemory_bandwidth = \"10 GB/s\"\nmemory_latency = \"300 ns\"\n"
                          "[network]\nsource = \"bench\"\nmodel = \"" +
                          model + "\"\ntopology = \"torus\"\ndimensions = [" + size + ", " + size + ", " + size +
                          "]\nlatency = \"1 us\"\nbandwidth = \"10 GB/s\"\nlink_bandwidth = \"5 GB/s\"\n",
                      "bench.toml");
}

/// All nodes start within \p state.range(1) ns of each other; 0 is lockstep.
void halo(benchmark::State &state, const char *model) {
  const std::int64_t side = state.range(0), nodes = side * side * side;
  const auto machine = torusMachine(model, side);
  if (!machine) {
    state.SkipWithError("bad machine");
    return;
  }
  const sim::Random random(1, 0);
  std::int64_t messages = 0;
  for (auto _ : state) {
    sim::Engine engine;
    Counter counter;
    const auto network = makeNetwork(*machine, 1, engine, counter);
    for (std::int64_t node = 0; node < nodes; ++node) {
      const auto draw = static_cast<std::uint64_t>(node);
      const auto offset =
          static_cast<std::int64_t>(random.below(draw, static_cast<std::uint64_t>(state.range(1)) * 1000 + 1));
      const std::int64_t strides[] = {1, side, side * side};
      for (std::int64_t stride : strides)
        for (std::int64_t step : {std::int64_t{1}, side - 1}) {
          const std::int64_t x = node / stride % side, to = node + ((x + step) % side - x) * stride;
          (*network)->start(counter.keep(
              {NodeId{node}, NodeId{to}, sim::Bytes{8192}, sim::SimTime::fromPs(offset), 0, NotifyInjected::No}));
        }
    }
    engine.run();
    messages += counter.delivered();
  }
  state.SetItemsProcessed(messages);
}
BENCHMARK_CAPTURE(halo, logp, "logp")->Args({16, 0})->Args({16, 1000})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, flow_fair, "flow-fair")->Args({16, 0})->Args({16, 1000})->Unit(benchmark::kMillisecond);

} // namespace
} // namespace maquette::models
