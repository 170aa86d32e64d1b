//===- skeletonizer/decide/lib/min_cut.cpp - the cheapest set of edges to cut -===//
// SPDX-License-Identifier: Apache-2.0
#include "min_cut.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/strong_components.hpp>

#include <deque>
#include <map>
#include <utility>

namespace maquette::skeletonizer {

namespace {
using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS, boost::no_property,
    boost::property<boost::edge_capacity_t, double,
                    boost::property<boost::edge_residual_capacity_t, double,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;
} // namespace

/// Nodes that hang together by uncuttable edges, and all that the source reaches by such, are on one side: they become
/// one node each. Returns the number of nodes left; \p group holds each node's. What is left of the source's is group
/// 0.
int MinCut::contract(int source, std::vector<int> &group) const {
  using Plain = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Plain uncuttable(nodes_);
  for (const Edge &edge : edges_)
    if (edge.capacity >= kUncuttable)
      boost::add_edge(edge.from, edge.to, uncuttable);
  std::vector<char> fixed(nodes_, 0);
  std::vector<int> work{source};
  fixed[source] = 1;
  while (!work.empty()) {
    const int at = work.back();
    work.pop_back();
    for (auto [e, end] = boost::out_edges(at, uncuttable); e != end; ++e)
      if (const int to = static_cast<int>(boost::target(*e, uncuttable)); !std::exchange(fixed[to], 1))
        work.push_back(to);
  }
  std::vector<int> component(nodes_), number(nodes_, -1);
  boost::strong_components(
      uncuttable, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, uncuttable)));
  int count = 1;
  group.assign(nodes_, 0);
  for (int node = 0; node < nodes_; ++node)
    if (!fixed[node]) {
      if (number[component[node]] < 0)
        number[component[node]] = count++;
      group[node] = number[component[node]];
    }
  return count;
}

std::vector<char> MinCut::sourceSide(int source, int sink) const {
  std::vector<int> group;
  MinCut small(contract(source, group));
  std::map<std::pair<int, int>, double> joined;
  for (const Edge &edge : edges_)
    if (group[edge.from] != group[edge.to])
      joined[{group[edge.from], group[edge.to]}] += edge.capacity;
  for (const auto &[ends, capacity] : joined)
    small.edge(ends.first, ends.second, capacity);
  std::vector<char> side(nodes_, 1);
  if (group[sink] == 0)
    return side;
  const std::vector<char> sides = small.sideByFlow(0, group[sink]);
  for (int node = 0; node < nodes_; ++node)
    side[node] = sides[group[node]];
  return side;
}

std::vector<char> MinCut::sideByFlow(int source, int sink) const {
  FlowGraph graph(nodes_);
  auto capacity = boost::get(boost::edge_capacity, graph);
  auto residual = boost::get(boost::edge_residual_capacity, graph);
  auto reverse = boost::get(boost::edge_reverse, graph);
  for (const Edge &edge : edges_) {
    const auto forward = boost::add_edge(edge.from, edge.to, graph).first;
    const auto backward = boost::add_edge(edge.to, edge.from, graph).first;
    capacity[forward] = edge.capacity;
    capacity[backward] = 0;
    reverse[forward] = backward;
    reverse[backward] = forward;
  }
  std::vector<boost::default_color_type> colour(nodes_);
  std::vector<long> distance(nodes_);
  std::vector<Traits::edge_descriptor> predecessor(nodes_);
  const auto index = boost::get(boost::vertex_index, graph);
  boost::boykov_kolmogorov_max_flow(graph, capacity, residual, reverse,
                                    boost::make_iterator_property_map(predecessor.begin(), index),
                                    boost::make_iterator_property_map(colour.begin(), index),
                                    boost::make_iterator_property_map(distance.begin(), index), index, source, sink);
  // The source's side: what residual capacity still reaches.
  std::vector<char> side(nodes_, 0);
  std::deque<int> work{source};
  side[source] = 1;
  while (!work.empty()) {
    const int at = work.front();
    work.pop_front();
    for (auto [e, end] = boost::out_edges(at, graph); e != end; ++e) {
      const int to = static_cast<int>(boost::target(*e, graph));
      if (residual[*e] > 1e-9 && !side[to]) {
        side[to] = 1;
        work.push_back(to);
      }
    }
  }
  return side;
}

} // namespace maquette::skeletonizer
