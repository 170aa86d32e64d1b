//===- models/lib/topology/graph.cpp - routers and links from a file -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace maquette::models {
namespace {

/// Links of router r, sorted by the router they lead to, follow the interfaces from first_[r] on. distance_ holds the
/// hops between all pairs of routers.
class GraphTopology final : public Topology {
public:
  explicit GraphTopology(const Graph &graph) : router_of_(graph.router_of), routers_(graph.routers) {
    std::vector<std::pair<RouterId, RouterId>> links;
    for (const Graph::LinkPair &pair : graph.link_pairs) {
      links.emplace_back(pair.a, pair.b);
      links.emplace_back(pair.b, pair.a);
    }
    std::sort(links.begin(), links.end());
    first_.assign(static_cast<std::size_t>(routers_) + 1, 0);
    for (const auto &[from, to] : links) {
      ++first_[from.index() + 1];
      to_.push_back(to);
    }
    for (std::size_t r = 0; r < static_cast<std::size_t>(routers_); ++r)
      first_[r + 1] += first_[r];
    distance_.resize(static_cast<std::size_t>(routers_ * routers_), kFar);
    for (RouterId root; root < RouterId{routers_}; ++root)
      measureFrom(root);
    for (std::uint16_t distance : distance_)
      longest_ = std::max<int>(longest_, distance);
  }

  std::int64_t nodeCount() const override { return static_cast<std::int64_t>(router_of_.size()); }
  std::int64_t linkCount() const override { return 2 * nodeCount() + static_cast<std::int64_t>(to_.size()); }
  std::int64_t routerCount() const override { return routers_; }
  RouterId routerOf(NodeId node) const override { return router_of_[node.index()]; }
  std::uint64_t staticChoice(NodeId, NodeId destination) const override {
    return static_cast<std::uint64_t>(destination.value());
  }

  /// Among links that lead nearer, \p choice picks one at each router.
  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    while (from != to) {
      const std::size_t r = from.index();
      std::uint64_t nearer = 0;
      for (std::size_t i = first_[r]; i < first_[r + 1]; ++i)
        nearer += leadsNearer(i, from, to) ? 1 : 0;
      std::uint64_t left = choice % nearer;
      std::size_t taken = first_[r];
      while (!leadsNearer(taken, from, to) || left-- != 0)
        ++taken;
      route.add(LinkId{2 * nodeCount() + static_cast<std::int64_t>(taken)});
      from = to_[taken];
    }
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    return 2 + distance(routerOf(source), routerOf(destination));
  }
  std::int64_t rank(LinkId) const override { return 0; }
  int phases() const override { return std::max(1, longest_); }
  int diameter() const override { return 2 + longest_; }

  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return interfaceName(link);
    const auto index = static_cast<std::size_t>(link.value() - 2 * nodeCount());
    const auto after = std::upper_bound(first_.begin(), first_.end(), index);
    return "router " + std::to_string(after - first_.begin() - 1) + " -> router " + std::to_string(to_[index].value());
  }

private:
  static constexpr std::uint16_t kFar = 0xffff;
  std::uint16_t distance(RouterId a, RouterId b) const {
    return distance_[a.index() * static_cast<std::size_t>(routers_) + b.index()];
  }
  bool leadsNearer(std::size_t index, RouterId from, RouterId to) const {
    return distance(to_[index], to) < distance(from, to);
  }
  /// Breadth first.
  void measureFrom(RouterId root) {
    std::uint16_t *const hops = &distance_[root.index() * static_cast<std::size_t>(routers_)];
    std::vector<RouterId> reached{root};
    hops[root.index()] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::size_t at = reached[next].index();
      for (std::size_t i = first_[at]; i < first_[at + 1]; ++i)
        if (hops[to_[i].index()] == kFar) {
          hops[to_[i].index()] = static_cast<std::uint16_t>(hops[at] + 1);
          reached.push_back(to_[i]);
        }
    }
  }

  std::vector<RouterId> router_of_;
  std::int64_t routers_;
  std::vector<std::size_t> first_;
  std::vector<RouterId> to_;
  std::vector<std::uint16_t> distance_;
  int longest_ = 0;
};

/// Reads a graph's lines and remembers what is wrong with them.
class GraphReader {
public:
  GraphReader(std::string_view text, const std::string &filename) : text_(text), filename_(filename) {}

  sim::Result<Graph> read() {
    for (std::size_t start = 0; start < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      ++number_;
      readLine(text_.substr(start, end - start));
      start = end + 1;
    }
    if (errors_.diagnostics.empty())
      checkWhole();
    if (!errors_.diagnostics.empty())
      return errors_;
    return std::move(graph_);
  }

private:
  static std::string_view nextWord(std::string_view &rest) {
    const std::size_t begin = rest.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos)
      return rest = {};
    const std::size_t end = std::min(rest.find_first_of(" \t\r", begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return word;
  }
  static std::optional<std::int64_t> number(std::string_view word) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() && value >= 0 ? std::optional(value) : std::nullopt;
  }
  void fault(std::string what, std::string fix) {
    errors_.diagnostics.push_back(
        {filename_ + (number_ > 0 ? ":" + std::to_string(number_) : ""), std::move(what), "maquette-graph", "", fix});
  }

  void readLine(std::string_view line) {
    std::string_view rest = line.substr(0, line.find('#'));
    const std::string_view kind = nextWord(rest);
    if (kind.empty())
      return;
    const auto first = number(nextWord(rest)), second = number(nextWord(rest));
    if ((kind != "node" && kind != "link") || !first || !second || !nextWord(rest).empty()) {
      fault("'" + std::string(line) + "' is neither a node nor a link",
            "write node NUMBER ROUTER or link ROUTER ROUTER");
      return;
    }
    const std::int64_t highest = kind == "node" ? *second : std::max(*first, *second);
    if (highest >= kMostGraphRouters) {
      fault("there is no room for router " + std::to_string(highest),
            "number routers from 0 to " + std::to_string(kMostGraphRouters - 1));
      return;
    }
    graph_.routers = std::max(graph_.routers, highest + 1);
    if (kind == "link")
      graph_.link_pairs.push_back({RouterId{*first}, RouterId{*second}});
    else
      addNode(*first, RouterId{*second});
  }

  void addNode(std::int64_t node, RouterId router) {
    if (node != static_cast<std::int64_t>(graph_.router_of.size())) {
      fault("node " + std::to_string(node) + " is listed where node " + std::to_string(graph_.router_of.size()) +
                " is expected",
            "number the nodes from 0, in order");
      return;
    }
    graph_.router_of.push_back(router);
  }

  /// Every router must be reached from the first.
  void checkWhole() {
    number_ = 0;
    if (graph_.router_of.empty())
      return fault("there are no nodes", "add lines like: node 0 0");
    std::vector<RouterId> leader(static_cast<std::size_t>(graph_.routers));
    for (std::size_t r = 0; r < leader.size(); ++r)
      leader[r] = RouterId{r};
    const auto find = [&](RouterId r) {
      while (leader[r.index()] != r)
        r = leader[r.index()] = leader[leader[r.index()].index()];
      return r;
    };
    for (const Graph::LinkPair &pair : graph_.link_pairs)
      leader[find(pair.a).index()] = find(pair.b);
    for (RouterId r{1}; r < RouterId{graph_.routers}; ++r)
      if (find(r) != find(RouterId{}))
        return fault("no route leads from router 0 to router " + std::to_string(r.value()),
                     "add links until all are connected");
  }

  std::string_view text_;
  std::string filename_;
  std::size_t number_ = 0; ///< Of the line.
  Graph graph_;
  sim::Error errors_;
};

} // namespace

sim::Result<Graph> parseGraph(std::string_view text, const std::string &filename) {
  return GraphReader(text, filename).read();
}

std::unique_ptr<Topology> makeGraph(const Graph &graph) { return std::make_unique<GraphTopology>(graph); }

} // namespace maquette::models
