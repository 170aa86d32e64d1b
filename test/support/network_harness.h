// test/support/network_harness.h - a network model with an engine, and machines written in one line
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_SUPPORT_NETWORK_HARNESS_H
#define MAQUETTE_TEST_SUPPORT_NETWORK_HARNESS_H

#include "maquette/models/registry.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

namespace maquette::test {

/// A machine of \p nodes nodes with one core each and no latency in it, whose [network] table is \p network.
inline models::Machine machineWith(std::int64_t nodes, const std::string &network) {
  const std::string text =
      "name = \"m\"\n[node]\nsource = \"test\"\ncores = 1\ncount = " + std::to_string(nodes) +
      "\nmemory_bandwidth = \"10 GB/s\"\nmemory_latency = \"100 ns\"\n[network]\nsource = \"test\"\n" + network;
  auto machine = models::parseMachine(text, "m.toml");
  EXPECT_TRUE(machine) << (machine ? "" : sim::toText(machine.error()));
  return machine ? *machine : models::Machine{};
}

/// Starts transfers and remembers when each ended.
class NetworkHarness : public models::TransferListener {
public:
  explicit NetworkHarness(const models::Machine &machine, std::int64_t ranks_per_node = 1) {
    auto made = models::makeNetwork(machine, ranks_per_node, engine_, *this);
    EXPECT_TRUE(made);
    network_ = std::move(*made);
  }
  struct Core {
    int node;
    std::uint16_t core;
  };
  void send(std::uint64_t cookie, int from, int to, std::int64_t bytes, sim::SimTime start = sim::SimTime()) {
    sendFrom(cookie, {from, 0}, to, bytes, start);
  }
  void sendFrom(std::uint64_t cookie, Core from, int to, std::int64_t bytes, sim::SimTime start = sim::SimTime()) {
    transfers_[cookie] = {models::NodeId{from.node},   models::NodeId{to}, sim::Bytes{bytes}, start, cookie,
                          models::NotifyInjected::Yes, from.core};
    const models::Started started = network_->start(transfers_[cookie]);
    if (started.injected)
      injected_[cookie] = *started.injected;
    if (started.delivered)
      delivered_[cookie] = *started.delivered;
  }
  void transferInjected(std::uint64_t cookie) override { injected_[cookie] = engine_.now(); }
  void transferDelivered(std::uint64_t cookie) override { delivered_[cookie] = engine_.now(); }
  models::Transfer transferOf(std::uint64_t cookie) const override { return transfers_.at(cookie); }
  void run() { engine_.run(); }
  std::int64_t injected(std::uint64_t cookie) { return injected_.at(cookie).ps(); }
  std::int64_t delivered(std::uint64_t cookie) { return delivered_.at(cookie).ps(); }
  /// When the last of all arrived.
  std::int64_t lastDelivered() const {
    std::int64_t last = 0;
    for (const auto &[cookie, when] : delivered_)
      last = std::max(last, when.ps());
    return last;
  }
  std::size_t deliveredCount() const { return delivered_.size(); }
  sim::Engine &engine() { return engine_; }
  models::NetworkModel &network() { return *network_; }

private:
  sim::Engine engine_;
  std::unique_ptr<models::NetworkModel> network_;
  std::map<std::uint64_t, models::Transfer> transfers_;
  std::map<std::uint64_t, sim::SimTime> injected_;
  std::map<std::uint64_t, sim::SimTime> delivered_;
};

} // namespace maquette::test

#endif
