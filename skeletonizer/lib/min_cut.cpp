//===- skeletonizer/lib/min_cut.cpp - the cheapest set of edges to cut ------===//
// SPDX-License-Identifier: Apache-2.0
#include "min_cut.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <deque>

namespace maquette::skeletonizer {

namespace {
using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS, boost::no_property,
    boost::property<boost::edge_capacity_t, double,
                    boost::property<boost::edge_residual_capacity_t, double,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;
} // namespace

std::vector<char> MinCut::sourceSide(int source, int sink) const {
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
