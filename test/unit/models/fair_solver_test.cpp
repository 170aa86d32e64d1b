// test/unit/models/fair_solver_test.cpp - max-min fairness against the definition
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/fair_solver.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <map>

namespace maquette::models {
namespace {

/// A solver with equal links that remembers the rates.
struct Flows {
  explicit Flows(LinkId links, std::int64_t capacity = 1'000'000'000) : solver(links, {capacity, capacity, links}) {}
  void add(std::uint32_t name, std::vector<LinkId> links) {
    const auto added = solver.add(links, name);
    numbers[name] = added.flow;
    rates[name] = added.rate;
    routes[name] = std::move(links);
  }
  void remove(std::uint32_t name) {
    solver.decrease(numbers[name], 0);
    rates.erase(name);
    routes.erase(name);
  }
  void solve() {
    for (const auto &change : solver.solve())
      rates[change.owner] = change.rate;
  }
  /// Checks the definition: no link overfull, and every flow has a bottleneck, each within \p tolerance.
  void expectFair(double tolerance) {
    std::map<LinkId, double> load, highest;
    for (const auto &[name, route] : routes)
      for (LinkId link : route) {
        load[link] += static_cast<double>(rates[name]);
        highest[link] = std::max(highest[link], static_cast<double>(rates[name]));
      }
    for (const auto &[link, sum] : load)
      ASSERT_LE(sum, static_cast<double>(solver.capacity(link)) * (1 + tolerance)) << "link " << link;
    for (const auto &[name, route] : routes) {
      bool has_bottleneck = false;
      for (LinkId link : route)
        has_bottleneck |= load[link] >= static_cast<double>(solver.capacity(link)) * (1 - tolerance) &&
                          static_cast<double>(rates[name]) >= highest[link] * (1 - tolerance);
      ASSERT_TRUE(has_bottleneck) << "flow " << name;
    }
  }
  FairSolver solver;
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::map<std::uint32_t, std::int64_t> rates;
  std::map<std::uint32_t, std::vector<LinkId>> routes;
};

// Both links have three flows, so each gets C / 3, which is no whole number: 3333333333.3. What the first link gives two flows that cross the
// second, too, rounded down, would leave there 1 bit/s more for the last.
TEST(FairSolver, RoundingLeavesEqualSharesEqual) {
  Flows flows(2, 10'000'000'000);
  flows.add(1, {0});
  flows.add(2, {0, 1});
  flows.add(3, {0, 1});
  flows.add(4, {1});
  flows.solve();
  for (std::uint32_t flow : {1, 2, 3, 4})
    EXPECT_EQ(flows.rates[flow], 3'333'333'333) << flow;
}

TEST(FairSolver, AFlowAloneGetsTheLinkAtOnce) {
  Flows flows(3);
  flows.add(1, {0, 1});
  EXPECT_EQ(flows.rates[1], 1'000'000'000);
  EXPECT_FALSE(flows.solver.needsSolve());
}

// n flows on one link get b/n; when one leaves, b/(n-1).
TEST(FairSolver, FlowsShareALinkEqually) {
  Flows flows(1);
  for (std::uint32_t i = 0; i < 4; ++i)
    flows.add(i, {0});
  flows.solve();
  for (const auto &[name, rate] : flows.rates)
    EXPECT_EQ(rate, 250'000'000);
  flows.remove(2);
  ASSERT_TRUE(flows.solver.needsSolve());
  flows.solve();
  for (const auto &[name, rate] : flows.rates)
    EXPECT_EQ(rate, 333'333'333);
}

// Three flows on link 0 get b/3 each. The one that goes on over link 1 leaves 2b/3 there for flow 9.
TEST(FairSolver, WhatOneCannotUseGoesToOthers) {
  Flows flows(2);
  flows.add(0, {0});
  flows.add(1, {0});
  flows.add(2, {0, 1});
  flows.add(9, {1});
  flows.solve();
  EXPECT_EQ(flows.rates[2], 333'333'333);
  EXPECT_EQ(flows.rates[9], 666'666'667);
}

// Flow 9 has link 1 alone, then flow 2 comes: a held flow must give.
TEST(FairSolver, HeldFlowsGiveWay) {
  Flows flows(2);
  flows.add(9, {1});
  flows.add(2, {0, 1});
  flows.solve();
  EXPECT_EQ(flows.rates[9], 500'000'000);
  EXPECT_EQ(flows.rates[2], 500'000'000);
}

// Two equal flows and one other: a third each; the weight counts.
TEST(FairSolver, WeightsCountAsSoManyFlows) {
  Flows flows(2);
  flows.add(0, {0});
  flows.add(1, {0, 1});
  flows.solver.increase(flows.numbers[1]);
  flows.solve();
  EXPECT_EQ(flows.rates[0], 333'333'333);
  EXPECT_EQ(flows.rates[1], 333'333'333);
  flows.solver.decrease(flows.numbers[1], 0);
  flows.solve();
  EXPECT_EQ(flows.rates[1], 500'000'000);
}

// Random flows come and go; after every solution the definition holds within a few tolerances of 1/64, since a held
// flow may be off by one tolerance at each end.
TEST(FairSolver, StaysFairUnderChange) {
  constexpr LinkId kLinks = 30;
  const sim::Random random(3, 0);
  Flows flows(kLinks);
  std::uint64_t draw = 0;
  for (std::uint32_t step = 0; step < 2000; ++step) {
    if (flows.routes.size() > 40 && random.below(draw++, 2) == 0) {
      auto victim = flows.routes.begin();
      std::advance(victim, random.below(draw++, flows.routes.size()));
      flows.remove(victim->first);
    } else {
      std::vector<LinkId> route;
      LinkId link = static_cast<LinkId>(random.below(draw++, kLinks));
      for (std::uint64_t hops = 1 + random.below(draw++, 4); hops > 0; --hops) {
        route.push_back(link);
        link = (link + 1 + static_cast<LinkId>(random.below(draw++, 5))) % kLinks;
      }
      flows.add(step, route);
    }
    if (flows.solver.needsSolve())
      flows.solve();
    flows.expectFair(4.0 / 64);
  }
}

} // namespace
} // namespace maquette::models
