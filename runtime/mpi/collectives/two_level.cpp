//===- runtime/mpi/collectives/two_level.cpp - collectives by node ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/two_level.h"

#include "collectives/fold.h"

#include <span>

namespace maquette::mpi {

namespace {

/// Some ranks of the communicator among whom a part of the work is done.
struct Members {
  std::span<const int> ranks;
  int place = 0; ///< Of the calling rank.

  int size() const { return static_cast<int>(ranks.size()); }
  int at(std::int64_t index) const { return ranks[static_cast<std::size_t>(index % size())]; }
};

CollectiveTask binomialBroadcast(Collective &c, Members members, char *data, std::int64_t bytes, int root) {
  const std::int64_t size = members.size();
  const std::int64_t place = (members.place - root + size) % size;
  std::int64_t mask = 1;
  for (; mask < size; mask *= 2)
    if ((place & mask) != 0) {
      co_await c.receive(members.at(place - mask + root), data, bytes);
      break;
    }
  for (mask /= 2; mask > 0; mask /= 2)
    if (place + mask < size)
      co_await c.send(members.at(place + mask + root), data, bytes);
}

/// To the first member.
CollectiveTask binomialReduce(Collective &c, Members members, char *data, char *other, std::int64_t bytes) {
  for (int mask = 1; mask < members.size(); mask *= 2) {
    if ((members.place & mask) != 0) {
      co_await c.send(members.at(members.place - mask), data, bytes);
      co_return;
    }
    if (members.place + mask >= members.size())
      continue;
    co_await c.receive(members.at(members.place + mask), other, bytes);
    c.reduction.apply(other, data, bytes);
  }
}

CollectiveTask doubling(Collective &c, Members members, char *data, char *other, std::int64_t bytes) {
  const int place = members.place;
  const Fold fold(place, members.size());
  if (fold.handsOver(place))
    co_await c.send(members.at(place + 1), data, bytes);
  if (fold.takesOver(place)) {
    co_await c.receive(members.at(place - 1), other, bytes);
    c.reduction.apply(other, data, bytes);
  }
  for (int distance = 1; fold.place >= 0 && distance < fold.power; distance *= 2) {
    const int partner = members.at(fold.rankAt(fold.place ^ distance));
    co_await c.exchange(partner, data, bytes, partner, other, bytes);
    c.reduction.apply(other, data, bytes);
  }
  if (fold.takesOver(place))
    co_await c.send(members.at(place - 1), data, bytes);
  if (fold.handsOver(place))
    co_await c.receive(members.at(place + 1), data, bytes);
}

Members nodeOf(const NodeMap &map, int rank) {
  const int node = map.node_of[static_cast<std::size_t>(rank)];
  const int begin = map.begins[static_cast<std::size_t>(node)], end = map.begins[static_cast<std::size_t>(node) + 1];
  return {std::span(map.ranks).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)),
          map.place_of[static_cast<std::size_t>(rank)]};
}

} // namespace

CollectiveTask twoLevelBroadcast(Collective &c, char *data, std::int64_t bytes, int root) {
  const NodeMap &map = c.nodeMap();
  const int root_node = map.node_of[static_cast<std::size_t>(root)],
            my_node = map.node_of[static_cast<std::size_t>(c.rank())];
  // The root speaks for its node.
  std::vector<int> leaders = map.leaders;
  leaders[static_cast<std::size_t>(root_node)] = root;
  const Members node = nodeOf(map, c.rank());
  const int leader = leaders[static_cast<std::size_t>(my_node)];
  if (c.rank() == leader)
    co_await binomialBroadcast(c, {leaders, my_node}, data, bytes, root_node);
  co_await binomialBroadcast(c, node, data, bytes, map.place_of[static_cast<std::size_t>(leader)]);
}

CollectiveTask twoLevelAllreduce(Collective &c, char *data, std::int64_t bytes) {
  const NodeMap &map = c.nodeMap();
  const int my_node = map.node_of[static_cast<std::size_t>(c.rank())];
  const Members node = nodeOf(map, c.rank());
  Block other(c, bytes, data == nullptr);
  co_await binomialReduce(c, node, data, other.data(), bytes);
  if (node.place == 0)
    co_await doubling(c, {map.leaders, my_node}, data, other.data(), bytes);
  co_await binomialBroadcast(c, node, data, bytes, 0);
}

} // namespace maquette::mpi
