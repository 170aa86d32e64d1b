// test/unit/models/fair_solver_test.cpp - max-min fairness against the definition
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/network/fair_solver.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <map>

namespace maquette::models {
namespace {

/// A solver with equal links that remembers the rates.
struct Flows {
  explicit Flows(std::int64_t links, std::int64_t capacity = 1'000'000'000)
      : solver(links, {capacity, capacity, links}) {}
  void add(std::uint32_t name, const std::vector<std::uint64_t> &numbers_of_links) {
    std::vector<LinkId> links;
    for (std::uint64_t link : numbers_of_links)
      links.emplace_back(link);
    const auto added = solver.add(links, name);
    numbers[name] = added.flow;
    rates[name] = added.rate;
    weights[name] = 1;
    routes[name] = std::move(links);
  }
  void increase(std::uint32_t name) {
    solver.increase(numbers[name]);
    ++weights[name];
  }
  void decrease(std::uint32_t name) {
    solver.decrease(numbers[name], 0);
    if (--weights[name] > 0)
      return;
    weights.erase(name);
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
        load[link] += static_cast<double>(rates[name]) * weights[name];
        highest[link] = std::max(highest[link], static_cast<double>(rates[name]));
      }
    for (const auto &[link, sum] : load)
      ASSERT_LE(sum, static_cast<double>(solver.capacity(link)) * (1 + tolerance)) << "link " << link.value();
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
  std::map<std::uint32_t, int> weights;
  std::map<std::uint32_t, std::vector<LinkId>> routes;
};

// Both links have three flows, so each gets C / 3, which is no whole number: 3333333333.3. What the first link gives
// two flows that cross the second, too, rounded down, would leave there 1 bit/s more for the last.
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
  flows.decrease(2);
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
  constexpr std::uint64_t kLinks = 30;
  const sim::Random random(3, 0);
  Flows flows(kLinks);
  std::uint64_t draw = 0;
  for (std::uint32_t step = 0; step < 2000; ++step) {
    if (flows.routes.size() > 40 && random.below(draw++, 2) == 0) {
      auto victim = flows.routes.begin();
      std::advance(victim, random.below(draw++, flows.routes.size()));
      flows.decrease(victim->first);
    } else {
      std::vector<std::uint64_t> route;
      std::uint64_t link = random.below(draw++, kLinks);
      for (std::uint64_t hops = 1 + random.below(draw++, 4); hops > 0; --hops) {
        route.push_back(link);
        link = (link + 1 + random.below(draw++, 5)) % kLinks;
      }
      flows.add(step, route);
    }
    if (flows.solver.needsSolve())
      flows.solve();
    flows.expectFair(4.0 / 64);
  }
}

// 1,000 share a link: one more, or less, is a thousandth. They are solved again when that has come to 1/64, which
// is 16.
TEST(FairSolver, FewAmongManyChangeNothingAtOnce) {
  Flows flows(2);
  for (std::uint32_t name = 0; name < 1000; ++name)
    flows.add(name, {0});
  flows.solve();
  ASSERT_EQ(flows.rates[999], 1'000'000);
  std::uint32_t name = 1000;
  for (flows.solver.beginInstant(); !flows.solver.needsSolve(); flows.solver.beginInstant()) {
    flows.add(name, {1, 0});
    if (!flows.solver.needsSolve()) {
      EXPECT_EQ(flows.rates[name], 1'000'000);
    }
    ++name;
  }
  EXPECT_EQ(name, 1016u);
  flows.solve();
  EXPECT_EQ(flows.rates[0], 984'252); // 1e9 / 1016
  EXPECT_EQ(flows.rates[1015], 984'252);
  while (!flows.solver.needsSolve())
    flows.decrease(--name);
  EXPECT_EQ(name, 1000u);
  flows.solve();
  EXPECT_EQ(flows.rates[0], 1'000'000);
}

TEST(FairSolver, AFlowAmongManyGrowsAtTheirRate) {
  Flows flows(1);
  for (std::uint32_t name = 0; name < 10; ++name) {
    flows.add(name, {0});
    for (int more = 1; more < 100; ++more)
      flows.increase(name);
  }
  flows.solve();
  flows.solver.beginInstant();
  flows.increase(3);
  EXPECT_FALSE(flows.solver.needsSolve());
  EXPECT_EQ(flows.solver.flows(LinkId{0}), 1001);
  for (int more = 1; more < 16; ++more)
    flows.increase(3);
  EXPECT_TRUE(flows.solver.needsSolve());
  flows.solve();
  EXPECT_EQ(flows.rates[3], 984'252);
  EXPECT_EQ(flows.rates[9], 984'252);
}

// What comes at one instant with others that have to be solved is solved with them, in whatever order it came.
TEST(FairSolver, OfOneInstantTheOrderDoesNotMatter) {
  std::map<std::uint32_t, std::int64_t> rates[2];
  for (const bool turned : {false, true}) {
    Flows flows(4);
    for (std::uint32_t name = 0; name < 500; ++name)
      flows.add(name, {0, name % 2 == 0 ? 1u : 2u});
    flows.solve();
    flows.solver.beginInstant();
    for (std::uint32_t i = 0; i < 20; ++i) {
      const std::uint32_t name = 500 + (turned ? 19 - i : i);
      flows.add(name, name % 3 == 0 ? std::vector<std::uint64_t>{0, 3} : std::vector<std::uint64_t>{3, 2, 0});
    }
    ASSERT_TRUE(flows.solver.needsSolve());
    flows.solve();
    flows.expectFair(1.0 / 64);
    rates[turned] = flows.rates;
  }
  EXPECT_EQ(rates[0], rates[1]);
}

/// A link of which 1,000 flows have a thousandth each; \p names begins with the first of them.
void crowd(Flows &flows, std::uint64_t link, std::uint32_t names) {
  for (std::uint32_t i = 0; i < 1000; ++i)
    flows.add(names + i, {link});
}

/// Link 0 has 100 flows, and 14 more that come at a rate of link 3's: its load is 14/1000 more than it can carry.
void overfill(Flows &flows) {
  for (std::uint32_t name = 0; name < 100; ++name)
    flows.add(name, {0});
  crowd(flows, 3, 3000);
  flows.solve();
  flows.solver.beginInstant();
  flows.add(200, {0, 3});
  for (int more = 1; more < 14; ++more)
    flows.increase(200);
  ASSERT_FALSE(flows.solver.needsSolve());
}

// Of two that come together only one fits on link 0. Links 1 and 2 give way to both.
TEST(FairSolver, WhoComesWithOneThatDoesNotFitIsSolvedToo) {
  std::map<std::uint32_t, std::int64_t> rates[2];
  for (const bool turned : {false, true}) {
    Flows flows(4);
    crowd(flows, 1, 1000);
    crowd(flows, 2, 2000);
    overfill(flows);
    flows.solver.beginInstant();
    for (const bool second : {turned, !turned})
      flows.add(300 + second, {0, second ? 2u : 1u});
    ASSERT_TRUE(flows.solver.needsSolve());
    flows.solve();
    EXPECT_EQ(flows.rates[1000], 999'001); // 1e9 / 1001
    EXPECT_EQ(flows.rates[2000], 999'001);
    rates[turned] = flows.rates;
  }
  EXPECT_EQ(rates[0], rates[1]);
}

// A flow that crosses an overfull link is solved for another one's sake: the overfull link stays as it is.
TEST(FairSolver, AnOverfullLinkWaitsForItsOwnTurn) {
  Flows flows(5);
  flows.add(400, {0, 4});
  for (std::uint32_t name = 500; name < 700; ++name)
    flows.add(name, {4});
  overfill(flows);
  const std::int64_t before = flows.rates[0];
  ASSERT_EQ(flows.rates[400], 4'975'124); // 1e9 / 201
  flows.solver.beginInstant();
  for (std::uint32_t name = 700; name < 704; ++name)
    flows.add(name, {4});
  ASSERT_TRUE(flows.solver.needsSolve());
  flows.solve();
  EXPECT_EQ(flows.rates[400], 4'878'049); // 1e9 / 205
  EXPECT_EQ(flows.rates[0], before);
  flows.expectFair(4.0 / 64);
}

// The same as StaysFairUnderChange where so many share a link that one of them changes little.
TEST(FairSolver, StaysFairAmongMany) {
  constexpr std::uint64_t kLinks = 6;
  const sim::Random random(5, 0);
  Flows flows(kLinks);
  std::uint64_t draw = 0;
  std::size_t solved = 0;
  for (std::uint32_t step = 0; step < 6000; ++step) {
    const auto any = [&] {
      return std::next(flows.routes.begin(), static_cast<std::ptrdiff_t>(random.below(draw++, flows.routes.size())))
          ->first;
    };
    flows.solver.beginInstant();
    const std::uint64_t what = flows.routes.size() > 400 ? random.below(draw++, 4) : 0;
    if (what > 1)
      flows.decrease(any());
    else if (what == 1)
      flows.increase(any());
    else {
      const std::uint64_t first = random.below(draw++, kLinks);
      flows.add(step, {first, (first + 1 + random.below(draw++, kLinks - 1)) % kLinks});
    }
    if (flows.solver.needsSolve()) {
      flows.solve();
      ++solved;
    }
    if (step % 20 == 0)
      flows.expectFair(4.0 / 64);
  }
  EXPECT_LT(solved, 3000u);
}

} // namespace
} // namespace maquette::models
