// test/unit/models/fifo_solver_test.cpp - rates by age against the definition
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/network/fifo_solver.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <map>

namespace maquette::models {
namespace {

constexpr std::int64_t kCapacity = 1000;

// After each of 1,500 random changes the rates are those of giving, oldest first, the least that is left on a route.
TEST(FifoSolver, MatchesTheDefinitionUnderChange) {
  constexpr std::int64_t kLinks = 20;
  const sim::Random random(5, 0);
  FifoSolver solver(kLinks, {kCapacity, kCapacity, kLinks});
  struct Flow {
    std::uint32_t number;
    std::vector<LinkId> links;
    std::int64_t rate;
  };
  std::map<std::uint32_t, Flow> flows; // By age.
  std::uint64_t draw = 0;
  for (std::uint32_t step = 0; step < 1500; ++step) {
    if (flows.size() > 25 && random.below(draw++, 2) == 0) {
      auto victim = flows.begin();
      std::advance(victim, random.below(draw++, flows.size()));
      solver.decrease(victim->second.number, 1);
      flows.erase(victim);
    } else {
      std::vector<LinkId> links;
      for (std::uint64_t i = 0, first = random.below(draw++, kLinks); i < 1 + random.below(draw++, 4); ++i)
        links.emplace_back((first + 3 * i) % kLinks);
      const auto added = solver.add(links, step);
      flows[step] = {added.flow, links, added.rate};
    }
    for (const auto &change : solver.solve())
      flows.at(change.owner).rate = change.rate;
    std::map<LinkId, std::int64_t> taken;
    for (const auto &[age, flow] : flows) {
      std::int64_t rate = kCapacity;
      for (LinkId link : flow.links)
        rate = std::min(rate, kCapacity - taken[link]);
      ASSERT_EQ(flow.rate, rate) << "step " << step << " flow " << age;
      for (LinkId link : flow.links)
        taken[link] += rate;
    }
  }
}

} // namespace
} // namespace maquette::models
