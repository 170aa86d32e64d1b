// test/validation/simgrid/cross_check.cpp - flow-fair against SimGrid's flow model on the same platform
// SPDX-License-Identifier: Apache-2.0
//
// Builds each of our topologies in SimGrid, link for link and route for route, starts the same messages on both, and
// compares when each arrives. SimGrid's model is CM02 with its overheads off: max-min fair shares, factors of 1, no
// cross traffic, no bound by windows. With a latency it favours flows with a short round trip, which flow-fair does
// not; so where flows share links there is no latency in either.
#include "test/support/network_harness.h"

#include "maquette/models/topology.h"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

namespace sg4 = simgrid::s4u;
using maquette::models::Machine;

constexpr double kTolerance = 0.02;

struct Message {
  int from;
  int to;
  std::int64_t bytes;
  std::int64_t start_ps;
};

/// Seconds at which each message arrives.
std::vector<double> inMaquette(const Machine &machine, const std::vector<Message> &messages) {
  maquette::test::NetworkHarness harness(machine);
  for (std::size_t i = 0; i < messages.size(); ++i)
    harness.send(i, messages[i].from, messages[i].to, messages[i].bytes,
                 maquette::sim::SimTime::fromPs(messages[i].start_ps));
  harness.run();
  std::vector<double> arrivals;
  for (std::size_t i = 0; i < messages.size(); ++i)
    arrivals.push_back(static_cast<double>(harness.delivered(i)) * 1e-12);
  return arrivals;
}

/// The same links and routes. The latency between the interfaces is that of the sending one.
void buildPlatform(const Machine &machine, const std::vector<Message> &messages, std::vector<sg4::Host *> &hosts) {
  namespace models = maquette::models;
  const auto topology = models::makeTopology(machine);
  sg4::NetZone *const zone = sg4::create_full_zone("network");
  std::vector<sg4::Link *> links;
  for (models::LinkId link; link < models::LinkId{topology->linkCount()}; ++link) {
    const models::NetworkParameters &network = machine.network;
    const bool at_node = topology->isNic(link), cable = !at_node || topology->nicIsLink();
    std::int64_t rate =
        at_node ? network.bandwidth.value.bitsPerSecond() : network.link_bandwidth.value.bitsPerSecond();
    if (at_node && cable)
      rate = std::min(rate, network.link_bandwidth.value.bitsPerSecond());
    double latency = cable ? network.link_latency.value.seconds() : 0;
    if (at_node && models::Topology::isInjection(link))
      latency += network.latency.value.seconds();
    links.push_back(zone->create_link("link" + std::to_string(link.value()), static_cast<double>(rate) / 8));
    links.back()->set_latency(latency)->seal();
  }
  for (std::int64_t node = 0; node < machine.node.count.value; ++node)
    hosts.push_back(zone->create_host("node" + std::to_string(node), 1e9));
  models::Route route;
  std::vector<bool> known(hosts.size() * hosts.size());
  for (const Message &message : messages) {
    const std::size_t pair =
        static_cast<std::size_t>(message.from) * hosts.size() + static_cast<std::size_t>(message.to);
    if (known[pair])
      continue;
    known[pair] = true;
    topology->route(models::NodeId{message.from}, models::NodeId{message.to}, route);
    std::vector<sg4::LinkInRoute> way;
    for (models::LinkId link : route.links())
      way.emplace_back(links[link.index()]);
    zone->add_route(hosts[static_cast<std::size_t>(message.from)]->get_netpoint(),
                    hosts[static_cast<std::size_t>(message.to)]->get_netpoint(), nullptr, nullptr, way, false);
  }
  zone->seal();
}

std::vector<double> inSimGrid(sg4::Engine &engine, const Machine &machine, const std::vector<Message> &messages) {
  std::vector<sg4::Host *> hosts;
  buildPlatform(machine, messages, hosts);
  std::vector<double> arrivals(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i)
    sg4::Actor::create("message" + std::to_string(i), hosts[static_cast<std::size_t>(messages[i].from)], [&, i] {
      const Message &message = messages[i];
      sg4::this_actor::sleep_until(static_cast<double>(message.start_ps) * 1e-12);
      sg4::Comm::sendto(hosts[static_cast<std::size_t>(message.from)], hosts[static_cast<std::size_t>(message.to)],
                        static_cast<std::uint64_t>(message.bytes));
      arrivals[i] = sg4::Engine::get_clock();
    });
  engine.run();
  return arrivals;
}

std::string networkTable(const std::string &topology, bool latency) {
  return "model = \"flow-fair\"\n" + topology + "bandwidth = \"10 GB/s\"\nlink_bandwidth = \"4 GB/s\"\nlatency = \"" +
         (latency ? "1 us" : "0 ns") + "\"\n" + (latency ? "link_latency = \"100 ns\"\n" : "");
}

/// 0 and far, one after the other; sizes grow.
std::vector<Message> pingPong() {
  std::vector<Message> messages;
  std::int64_t when = 0;
  for (std::int64_t bytes = 1; bytes <= 4'000'000; bytes *= 16, when += 100'000'000'000)
    messages.push_back({0, 37, bytes, when});
  return messages;
}
/// Six neighbours of each of 4 x 4 x 4, 200 ns apart.
std::vector<Message> halo() {
  std::vector<Message> messages;
  for (int node = 0; node < 64; ++node) {
    std::int64_t start = 0;
    for (int stride : {1, 4, 16})
      for (int step : {1, 3}) {
        const int x = node / stride % 4;
        messages.push_back({node, node + ((x + step) % 4 - x) * stride, 8192, start += 200'000});
      }
  }
  return messages;
}
/// 64 nodes, all pairs at once.
std::vector<Message> allToAll() {
  std::vector<Message> messages;
  for (int from = 0; from < 64; ++from)
    for (int to = 0; to < 64; ++to)
      if (from != to)
        messages.push_back({from, to, 10'000, 0});
  return messages;
}

/// Compares when the last and, on average, each message arrives.
bool agree(const std::string &name, const std::vector<double> &ours, const std::vector<double> &theirs) {
  double sum_ours = 0, sum_theirs = 0, last_ours = 0, last_theirs = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    sum_ours += ours[i];
    sum_theirs += theirs[i];
    last_ours = std::max(last_ours, ours[i]);
    last_theirs = std::max(last_theirs, theirs[i]);
  }
  const double mean_error = sum_ours / sum_theirs - 1, last_error = last_ours / last_theirs - 1;
  std::printf("%s: last %.9f s, SimGrid %.9f s (%+.3f %%); mean %+.3f %%\n", name.c_str(), last_ours, last_theirs,
              100 * last_error, 100 * mean_error);
  return std::abs(mean_error) <= kTolerance && std::abs(last_error) <= kTolerance;
}

} // namespace

/// usage: simgrid_cross_check TOPOLOGY PATTERN; SimGrid has one platform a process.
int main(int argc, char **argv) {
  sg4::Engine engine(&argc, argv);
  if (argc != 3)
    return 2;
  for (const char *setting : {"network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1",
                              "network/weight-S:0", "network/TCP-gamma:0", "network/crosstraffic:0"})
    sg4::Engine::set_config(setting);
  const std::string topology = argv[1], pattern = argv[2];
  const std::string shape = topology == "torus" ? "topology = \"torus\"\ndimensions = [4, 4, 4]\n"
                                                : "topology = \"fat-tree\"\ndown = [8, 8]\nup = [1, 4]\n";
  const Machine machine = maquette::test::machineWith(64, networkTable(shape, pattern == "ping-pong"));
  const std::vector<Message> messages = pattern == "ping-pong" ? pingPong() : pattern == "halo" ? halo() : allToAll();
  const std::vector<double> theirs = inSimGrid(engine, machine, messages);
  return agree(topology + " " + pattern, inMaquette(machine, messages), theirs) ? 0 : 1;
}
