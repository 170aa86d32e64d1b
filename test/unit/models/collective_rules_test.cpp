// test/unit/models/collective_rules_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/collective_rules.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

using Op = CollectiveOperation;
using Algo = CollectiveAlgorithm;

TEST(CollectiveRules, TheFirstRuleThatAppliesWins) {
  CollectiveTables tables;
  tables[static_cast<std::size_t>(Op::Allreduce)] = {
      {.algorithm = Algo::RecursiveDoubling, .most_bytes = 100},
      {.algorithm = Algo::Rabenseifner, .least_ranks = 4, .power_of_two = true},
      {.algorithm = Algo::ReduceBroadcast},
  };
  const auto chosen = [&](const Situation &situation) { return choose(tables, Op::Allreduce, situation).algorithm; };
  EXPECT_EQ(chosen({.bytes = 100, .ranks = 8}), Algo::RecursiveDoubling);
  EXPECT_EQ(chosen({.bytes = 101, .ranks = 8}), Algo::Rabenseifner);
  EXPECT_EQ(chosen({.bytes = 101, .ranks = 6}), Algo::ReduceBroadcast);
  EXPECT_EQ(chosen({.bytes = 101, .ranks = 2}), Algo::ReduceBroadcast);
  EXPECT_EQ(chosen({.bytes = 101, .ranks = 8, .commutative = false}), Algo::ReduceBroadcast);
}

// Whatever the situation, what is chosen gives right results there.
TEST(CollectiveRules, TablesOfLibrariesServeEverywhere) {
  for (const char *library : {"mpich", "openmpi"})
    for (std::size_t i = 0; i < kCollectiveOperations; ++i)
      for (std::int64_t bytes : {0, 1, 700, 5000, 60000, 400000, 10000000})
        for (std::int64_t ranks : {1, 2, 7, 8, 12, 64, 1000, 8192, 100001})
          for (bool commutative : {false, true})
            for (bool uniform : {false, true}) {
              const Situation situation{bytes, ranks, commutative, uniform};
              const auto operation = static_cast<Op>(i);
              const CollectiveRule &rule = choose(collectiveTables(library), operation, situation);
              EXPECT_TRUE(serves(operation, rule.algorithm, situation))
                  << library << ' ' << nameOf(operation) << ' ' << nameOf(rule.algorithm) << ' ' << bytes << ' '
                  << ranks;
            }
}

// Open MPI sends 1 MiB to 3 ranks as a pipeline of 128 KiB: 3 < 1.6134e-6 * 2^20 + 2.1102 = 3.8.
TEST(CollectiveRules, OpenMpiComparesRanksWithBytes) {
  const CollectiveRule &few = choose(collectiveTables("openmpi"), Op::Bcast, {.bytes = 1 << 20, .ranks = 3});
  EXPECT_EQ(few.algorithm, Algo::Pipeline);
  EXPECT_EQ(few.segment, 128 << 10);
  EXPECT_EQ(choose(collectiveTables("openmpi"), Op::Bcast, {.bytes = 1 << 20, .ranks = 8}).algorithm, Algo::Binary);
}

TEST(CollectiveRules, AForcedAlgorithmIsTakenWhereItServes) {
  CollectiveTables tables = collectiveTables("mpich");
  force(tables, Op::Allgather, Algo::NeighbourExchange, 0);
  EXPECT_EQ(choose(tables, Op::Allgather, {.bytes = 8, .ranks = 6}).algorithm, Algo::NeighbourExchange);
  EXPECT_EQ(choose(tables, Op::Allgather, {.bytes = 8, .ranks = 7}).algorithm, Algo::Bruck);
}

TEST(CollectiveRules, ATableComesFromToml) {
  const auto tables = parseCollectiveTables("base = 'openmpi'\n[[bcast]]\nmost_bytes = '4 KiB'\nalgorithm = 'chain'\n"
                                            "[[bcast]]\nleast_ranks = 5\nsegment = 512\nalgorithm = 'pipeline'\n",
                                            "t.toml");
  ASSERT_TRUE(tables);
  EXPECT_EQ(choose(*tables, Op::Bcast, {.bytes = 4096, .ranks = 9}).algorithm, Algo::Chain);
  EXPECT_EQ(choose(*tables, Op::Bcast, {.bytes = 4097, .ranks = 9}).segment, 512);
  EXPECT_EQ(choose(*tables, Op::Bcast, {.bytes = 4097, .ranks = 4}).algorithm, Algo::Binary);
}

TEST(CollectiveRules, AllErrorsOfATableAreReported) {
  const auto tables =
      parseCollectiveTables("[[allreduce]]\nalgorithm = 'rings'\n[[bcast]]\nmost = 4\nalgorithm = 'chain'\n"
                            "[[scan]]\nsegment = -1\nalgorithm = 'linear'\n[[gatter]]\n",
                            "t.toml");
  ASSERT_FALSE(tables);
  ASSERT_EQ(tables.error().diagnostics.size(), 4u);
  const std::string text = toText(tables.error());
  EXPECT_NE(text.find("t.toml:2:13: error: unknown algorithm 'rings' [maquette-config-unknown-value]"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("unknown key 'most' in a rule [maquette-config-unknown-key]"), std::string::npos) << text;
  EXPECT_NE(text.find("'segment' must be a whole number, 0 or more"), std::string::npos) << text;
  EXPECT_NE(text.find("unknown collective operation 'gatter'"), std::string::npos) << text;
}

} // namespace
} // namespace maquette::models
