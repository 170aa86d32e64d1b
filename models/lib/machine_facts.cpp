//===- models/lib/machine_facts.cpp -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine_facts.h"

#include "lib/network/model_types.h"
#include "lib/routing/routing.h"
#include "maquette/models/topology.h"
#include "maquette/sim/random.h"

#include <algorithm>

#include <fmt/format.h>

namespace maquette::models {
namespace {

using sim::toText;

constexpr std::uint64_t kSampledPairs = 4096;
constexpr std::size_t kMostRows = 9; ///< Of latencies that are shown.

double bytesPerSecond(sim::BitRate rate) { return static_cast<double>(rate.bitsPerSecond()) / 8; }

/// \p many times a rate, which may be more than a rate can hold.
std::string textOf(sim::BitRate rate, std::int64_t many) {
  const double bits = static_cast<double>(rate.bitsPerSecond()) * static_cast<double>(many);
  return bits < 9e18 ? toText(sim::BitRate::bps(rate.bitsPerSecond() * many))
                     : fmt::format("{:.4g} Tb/s", bits * 1e-12);
}

class Facts {
public:
  explicit Facts(const Machine &machine)
      : machine_(machine), network_(machine.network), topology_(makeTopology(machine)), ports_(machine.ports()) {}

  MachineFacts find() {
    addSizes();
    if (topology_ != nullptr) {
      addDistances();
      const ModelType *const model = findModelType(network_.model);
      if (model != nullptr && model->topology == TopologyUse::Routes) {
        addTaper();
        addBisection();
        addRouting();
      }
    } else {
      add("latency_seconds", network_.latency.value.seconds(),
          fmt::format("latency: {} between any two nodes", toText(network_.latency.value)));
    }
    addWarnings();
    return std::move(found_);
  }

private:
  void add(const char *key, double number, std::string text) { found_.facts.push_back({key, number, std::move(text)}); }
  void warn(std::string text) { found_.warnings.push_back(std::move(text)); }

  /// Of a node's way into the network.
  sim::BitRate injection() const {
    const bool is_link = topology_ != nullptr && topology_->nicIsLink();
    return is_link ? std::min(network_.bandwidth.value, network_.link_bandwidth.value) : network_.bandwidth.value;
  }

  void addSizes() {
    const NodeParameters &node = machine_.node;
    const std::int64_t nodes = node.count.value, rails = network_.rails.value;
    std::string parts = node.sockets.value > 1 ? fmt::format(" in {} sockets", node.sockets.value) : "";
    if (rails > 1)
      parts += fmt::format(", on {} rails", rails);
    add("nodes", static_cast<double>(nodes),
        fmt::format("nodes: {} of {} core{}{}", nodes, node.cores.value, node.cores.value == 1 ? "" : "s", parts));
    add("injection_bytes_per_second", bytesPerSecond(injection()) * static_cast<double>(rails),
        fmt::format("injection: {} per node, {} in total", textOf(injection(), rails),
                    textOf(injection(), rails * nodes)));
    if (network_.message_gap.value > sim::SimDuration())
      add("message_rate_per_second", static_cast<double>(rails) / network_.message_gap.value.seconds(),
          fmt::format("message rate: {:.3g} per second and node",
                      static_cast<double>(rails) / network_.message_gap.value.seconds()));
  }

  void addDistances() {
    const std::int64_t nodes = machine_.node.count.value;
    add("diameter_hops", topology_->diameter(), fmt::format("diameter: {} hops", topology_->diameter()));
    if (nodes < 2)
      return;
    std::vector<std::int64_t> pairs(static_cast<std::size_t>(topology_->diameter()) + 1);
    std::int64_t sum = 0;
    const sim::Random random(1, static_cast<std::uint64_t>(nodes));
    for (std::uint64_t i = 0; i < kSampledPairs; ++i) {
      const std::uint64_t from = random.below(2 * i, static_cast<std::uint64_t>(nodes));
      const std::uint64_t other = random.below(2 * i + 1, static_cast<std::uint64_t>(nodes - 1));
      const NodeId source{from}, destination{other + (other >= from ? 1 : 0)};
      const int hops = topology_->hops(ports_.of(source, 0), ports_.of(destination, 0));
      sum += hops;
      ++pairs[static_cast<std::size_t>(hops)];
    }
    const double mean = static_cast<double>(sum) / static_cast<double>(kSampledPairs);
    add("mean_hops", mean, fmt::format("mean distance: {:.2f} hops, over {} random pairs", mean, kSampledPairs));
    const bool alike = network_.link_latency.value == sim::SimDuration();
    add("farthest_latency_seconds", latencyOf(topology_->diameter()).seconds(),
        alike ? "latency: " + toText(network_.latency.value) + " at any distance"
              : "latency by hops:" + latencies(pairs));
  }
  /// \p pairs of nodes by their hops; many hops in ranges.
  std::string latencies(const std::vector<std::int64_t> &pairs) const {
    std::string text;
    const std::size_t step = (pairs.size() + kMostRows - 1) / kMostRows;
    for (std::size_t first = 0; first < pairs.size(); first += step) {
      const std::size_t last = std::min(first + step, pairs.size()) - 1;
      std::int64_t count = 0;
      for (std::size_t hops = first; hops <= last; ++hops)
        count += pairs[hops];
      if (count == 0)
        continue;
      const auto shown = [&](std::size_t hops) { return toText(latencyOf(static_cast<std::int64_t>(hops))); };
      text += first == last ? fmt::format(" {}: {}", first, shown(first))
                            : fmt::format(" {}-{}: {} to {}", first, last, shown(first), shown(last));
      text += fmt::format(" ({:.1f} %)", 100.0 * static_cast<double>(count) / static_cast<double>(kSampledPairs));
    }
    return text;
  }
  sim::SimDuration latencyOf(std::int64_t hops) const {
    return network_.latency.value + network_.link_latency.value * hops;
  }

  /// Of a tree: what comes from below for each link up, by level.
  void addTaper() {
    std::vector<std::int64_t> down = network_.shape.list("down"), up = network_.shape.list("up");
    if (network_.topology == "clos") {
      down = {network_.shape.count("nodes_per_leaf"), 0};
      up = {1, network_.shape.count("spines")};
    } else if (network_.topology != "fat-tree") {
      return;
    }
    double worst = 0;
    std::string text;
    for (std::size_t level = 0; level + 1 < down.size(); ++level) {
      const double taper =
          static_cast<double>(down[level]) / static_cast<double>(up[level + 1] * network_.parallel_links.value);
      worst = std::max(worst, taper);
      text += fmt::format("{} {:.2f} : 1 above level {}", text.empty() ? "taper:" : ",", taper, level + 1);
    }
    if (worst > 0)
      add("largest_taper", worst, text);
  }

  void addBisection() {
    const std::optional<std::int64_t> links = topology_->bisectionLinks();
    if (!links)
      return add("bisection_known", 0, fmt::format("bisection: unknown for topology '{}'", network_.topology));
    const double bisection = bytesPerSecond(network_.link_bandwidth.value) * static_cast<double>(*links);
    const double half = bytesPerSecond(injection()) * static_cast<double>(ports_.count()) / 2;
    const double ratio = half / bisection;
    add("bisection_bytes_per_second", bisection,
        fmt::format("bisection: {} links, {} each way", *links, textOf(network_.link_bandwidth.value, *links)));
    add("injection_to_bisection", ratio,
        fmt::format("injection to bisection: {:.2f} : 1 ({})", ratio,
                    ratio > 1.005 ? "half of the nodes can send more than the bisection carries"
                                  : "the bisection carries all that half of the nodes can send"));
  }

  void addRouting() {
    const int phases = makeRouting(network_.routing, *topology_, network_.routing_seed)->phases();
    add("virtual_channels_needed", phases,
        fmt::format("routing: {}; deadlock-free with {} virtual channel{}", network_.routing, phases,
                    phases == 1 ? "" : "s"));
  }

  void addWarnings() {
    const NodeParameters &node = machine_.node;
    if (topology_ != nullptr && network_.link_bandwidth.value > network_.bandwidth.value)
      warn(fmt::format("links of {} are faster than the NIC of {}: {}", toText(network_.link_bandwidth.value),
                       toText(network_.bandwidth.value),
                       topology_->nicIsLink() ? "a node never fills a link" : "one message never fills a link"));
    if (network_.latency.value + network_.link_latency.value == sim::SimDuration())
      warn("the network latency is zero");
    if (node.memory_latency.value > network_.latency.value + network_.link_latency.value &&
        network_.latency.value > sim::SimDuration())
      warn(fmt::format("the latency inside a node, {}, is longer than between nodes, {}",
                       toText(node.memory_latency.value),
                       toText(network_.latency.value + network_.link_latency.value)));
    if (network_.topology == "fat-tree")
      warnOfWideTree();
    if (network_.model == "packet")
      warnOfSmallBuffers();
  }

  /// Room is held from when a packet begins to cross until its tail has left the other end.
  void warnOfSmallBuffers() {
    const double under_way = bytesPerSecond(network_.link_bandwidth.value) * network_.link_latency.value.seconds();
    const double needed = under_way + static_cast<double>(network_.packet_size.value.count);
    if (static_cast<double>(network_.buffer_size.value.count) < needed)
      warn(fmt::format(
          "buffers of {} are too small to fill a link, which needs {}: one virtual channel uses {:.1f} % of it",
          toText(network_.buffer_size.value), toText(sim::Bytes{static_cast<std::int64_t>(needed)}),
          100.0 * static_cast<double>(network_.buffer_size.value.count) / needed));
  }

  /// More links up than nodes below can fill.
  void warnOfWideTree() {
    const std::vector<std::int64_t> down = network_.shape.list("down"), up = network_.shape.list("up");
    std::int64_t below = 1, copies = 1;
    for (std::size_t level = 0; level + 1 < down.size(); ++level) {
      below *= down[level];
      copies *= up[level + 1] * (level == 0 ? network_.parallel_links.value : 1);
      if (copies > below)
        warn(fmt::format("above level {} the tree has {} links for {} nodes: some links are never used", level + 1,
                         copies, below));
    }
  }

  const Machine &machine_;
  const NetworkParameters &network_;
  std::unique_ptr<Topology> topology_;
  Ports ports_;
  MachineFacts found_;
};

} // namespace

MachineFacts factsOf(const Machine &machine) { return Facts(machine).find(); }

} // namespace maquette::models
