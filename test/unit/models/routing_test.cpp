// test/unit/models/routing_test.cpp - which way messages go, and that nobody waits in a circle
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/routing/routing.h"

#include "models/lib/topology/topology_types.h"
#include "test/support/every_topology.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace maquette::models {
namespace {

/// Queues that the test fills.
class FakeQueues final : public LinkQueues {
public:
  std::int64_t queued(LinkId link) const override {
    const auto found = queues.find(link);
    return found == queues.end() ? 0 : found->second;
  }
  std::int64_t queuedIn(LinkId link, int phase) const override { return phase == own_phase ? queued(link) : 0; }
  std::map<LinkId, std::int64_t> queues;
  int own_phase = 0; ///< That all of them wait in.
};

/// Each queue as long as a hash of its link says, so that adaptive routing decides this way and that.
class MixedQueues final : public LinkQueues {
public:
  std::int64_t queued(LinkId link) const override { return link.value() * 7 % 5; }
};

/// Waiting relations between channels: a packet that holds the first asks for the second.
using Channel = std::pair<LinkId, int>;
using Waits = std::map<Channel, std::set<Channel>>;

/// From which link on phases are at least so high.
struct Begin {
  std::size_t from;
  int phase;
};

void addWaits(const Topology &topology, const Route &route, Begin begin, int channels, Waits &waits) {
  std::vector<std::uint8_t> phases;
  phasesOf(topology, route.links(), phases, begin.from, begin.phase);
  for (std::size_t i = 1; i + 1 < route.links().size(); ++i) {
    ASSERT_LT(phases[i], channels);
    if (i + 2 < route.links().size())
      waits[{route.links()[i], phases[i]}].insert({route.links()[i + 1], phases[i + 1]});
  }
}

/// Removes channels that wait for nobody until none is left; what stays is a circle.
bool hasCircle(Waits waits) {
  for (bool removed = true; removed;) {
    removed = false;
    for (auto &[channel, next] : waits)
      removed |= std::erase_if(next, [&](const Channel &to) { return waits.find(to) == waits.end(); }) > 0;
    removed |= std::erase_if(waits, [](const auto &entry) { return entry.second.empty(); }) > 0;
  }
  return !waits.empty();
}

class EveryRouting : public testing::TestWithParam<test::NamedTopology> {};
INSTANTIATE_TEST_SUITE_P(Small, EveryRouting, testing::ValuesIn(test::kEveryTopology), test::nameOf);

TEST_P(EveryRouting, IsFreeOfDeadlock) {
  const auto topology = GetParam().make();
  const TopologyType *const type = findTopologyType(GetParam().type);
  ASSERT_NE(type, nullptr);
  const MixedQueues queues;
  const NodeId end{topology->nodeCount()};
  for (const RoutingName &name : routingNames()) {
    if ((type->routings & name.use) == 0)
      continue;
    const auto routing = makeRouting(name.name, *topology, 1);
    Waits waits;
    Route route;
    for (int draw = 0; draw < 3; ++draw)
      for (NodeId from; from < end; ++from)
        for (NodeId to; to < end; ++to) {
          if (from == to)
            continue;
          if (routing->decides() == Routing::Decides::Never) {
            routing->route(from, to, queues, route);
            addWaits(*topology, route, {1, 0}, routing->phases(), waits);
            continue;
          }
          topology->route(from, to, route);
          Begin begin{1, routing->firstPhases().minimal};
          addWaits(*topology, route, begin, routing->phases(), waits);
          const std::size_t last = routing->decides() == Routing::Decides::InGroup ? route.links().size() - 2 : 1;
          for (std::size_t at = 1; at <= last; ++at)
            if (routing->reconsider(to, at, queues, route)) {
              begin = {at, routing->firstPhases().detour};
              break;
            }
          addWaits(*topology, route, begin, routing->phases(), waits);
        }
    EXPECT_FALSE(hasCircle(waits)) << name.name;
  }
}

// The check itself: one channel for a whole ring has a circle.
TEST(Routing, ARingOfOneChannelHasACircle) {
  Waits waits;
  for (int link = 0; link < 5; ++link)
    waits[{LinkId{link}, 0}].insert({LinkId{(link + 1) % 5}, 0});
  EXPECT_TRUE(hasCircle(waits));
}

// Four spines: over all pairs between two leaves each is taken, and each pair keeps its way.
TEST(Routing, EqualCostSpreadsOverAllWays) {
  const auto clos = makeFatTree({8, 2}, {1, 4});
  const auto routing = makeRouting("ecmp", *clos, 3);
  const FakeQueues queues;
  std::map<LinkId, int> uses;
  Route route, again;
  for (NodeId from; from < NodeId{8}; ++from)
    for (NodeId to{8}; to < NodeId{16}; ++to) {
      routing->route(from, to, queues, route);
      routing->route(from, to, queues, again);
      EXPECT_TRUE(std::equal(route.links().begin(), route.links().end(), again.links().begin()));
      ++uses[route.links()[1]];
    }
  EXPECT_EQ(uses.size(), 4u);
  for (const auto &[link, count] : uses)
    EXPECT_GT(count, 4) << clos->linkName(link);
}

// On an idle network the minimal way; when the first link's queue times one hop is above that of the detour times two,
// the detour. Routers of a row of 4 with a node each: the direct link 0 -> 1, or through 2 or 3.
TEST(Routing, UgalLeavesALongQueue) {
  const auto row = makeHyperX({4}, 1);
  FakeQueues queues;
  for (const char *name : {"ugal-l", "ugal-g"}) {
    const auto routing = makeRouting(name, *row, 1);
    Route route;
    queues.queues.clear();
    routing->route(NodeId{0}, NodeId{1}, queues, route);
    EXPECT_EQ(route.links().size(), 3u);
    queues.queues[route.links()[1]] = 100;
    std::set<std::size_t> lengths;
    for (int draw = 0; draw < 20; ++draw) {
      routing->route(NodeId{0}, NodeId{1}, queues, route);
      lengths.insert(route.links().size());
    }
    // A detour drawn at either end is the minimal way itself.
    EXPECT_EQ(lengths, (std::set<std::size_t>{3, 4})) << name;
  }
}

/// 72 nodes, p = 2, a = 4, h = 2; the minimal way from the first node to the last, and queues that the test fills.
struct SmallDragonfly {
  static constexpr NodeId kFirst{0}, kLast{71};
  SmallDragonfly() { topology->route(kFirst, kLast, minimal); }
  std::unique_ptr<Routing> routing(const char *name) const { return makeRouting(name, *topology, 1); }
  /// Of so many ways from the first node to the last, those that \p is true of.
  template <class Is> int count(Routing &routing, int draws, Is is) {
    int count = 0;
    Route route;
    for (int draw = 0; draw < draws; ++draw) {
      routing.route(kFirst, kLast, queues, route);
      count += is(route) ? 1 : 0;
    }
    return count;
  }
  std::unique_ptr<Topology> topology = makeDragonfly(72, 2, 4, 2);
  FakeQueues queues;
  Route minimal;
};

// Where both ways begin with the same link, UGAL-L asks whose channels the queue is in: those of minimal ways, which it
// leaves then, or those of detours, from which it stays away. Group 0 of a dragonfly has one way to router 1, behind
// which lies the global link to the destination's group and, for one detour in seven, that to another.
TEST(Routing, UgalTellsWhoWaitsAtASharedLink) {
  SmallDragonfly fly;
  const auto routing = fly.routing("ugal-l");
  fly.queues.queues[fly.minimal.links()[1]] = 1000;
  const auto sharing = [&](int phase) {
    fly.queues.own_phase = phase;
    return fly.count(*routing, 100, [&](const Route &route) {
      return route.links()[1] == fly.minimal.links()[1] && route.links()[2] != fly.minimal.links()[2];
    });
  };
  EXPECT_GT(sharing(routing->firstPhases().minimal), 0);
  EXPECT_EQ(sharing(routing->firstPhases().detour), 0);
}

// UGAL-L sees only the first link, UGAL-G the second one too.
TEST(Routing, GlobalViewSeesQueuesFurtherOn) {
  SmallDragonfly fly;
  ASSERT_GE(fly.minimal.links().size(), 4u);
  fly.queues.queues[fly.minimal.links()[2]] = 1000;
  const auto diverts = [&](const char *name) {
    return fly.count(*fly.routing(name), 50,
                     [&](const Route &route) { return route.links()[2] != fly.minimal.links()[2]; });
  };
  EXPECT_EQ(diverts("ugal-l"), 0);
  EXPECT_GT(diverts("ugal-g"), 30);
}

// The source's router sees no queue, the next one of its group a long one on its global link: progressive routing
// leaves the minimal way there.
TEST(Routing, ProgressiveDecidesAgainInTheGroup) {
  SmallDragonfly fly;
  const auto routing = fly.routing("par");
  ASSERT_TRUE(fly.topology->groupRouterAfter(fly.minimal.links()[1]));
  ASSERT_FALSE(fly.topology->groupRouterAfter(fly.minimal.links()[2]));
  fly.queues.queues[fly.minimal.links()[2]] = 1000;
  int diverted = 0;
  Route route;
  for (int draw = 0; draw < 50; ++draw) {
    fly.topology->route(fly.kFirst, fly.kLast, route);
    ASSERT_FALSE(routing->reconsider(fly.kLast, 1, fly.queues, route));
    if (!routing->reconsider(fly.kLast, 2, fly.queues, route))
      continue;
    ++diverted;
    EXPECT_EQ(route.links()[1], fly.minimal.links()[1]);
    EXPECT_NE(route.links()[2], fly.minimal.links()[2]);
    EXPECT_EQ(route.links().back(), Topology::ejection(fly.kLast));
  }
  EXPECT_GT(diverted, 30);
}

} // namespace
} // namespace maquette::models
