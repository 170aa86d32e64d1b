// test/unit/models/registry_test.cpp - machines by name, and every machine file of the library
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include "maquette/models/registry.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

const std::vector<std::string> kLibrary = {MAQUETTE_MACHINES};

TEST(FindMachine, FindsByName) {
  const auto path = findMachine("test-small", {"/nowhere", MAQUETTE_MACHINES});
  ASSERT_TRUE(path);
  EXPECT_EQ(*path, std::string(MAQUETTE_MACHINES) + "/test-small.toml");
}

TEST(FindMachine, UnknownNameListsWhatThereIs) {
  const auto path = findMachine("test-smal", kLibrary);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().diagnostics[0].what, "unknown machine 'test-smal'");
  EXPECT_EQ(path.error().diagnostics[0].fix.substr(0, 27), "did you mean 'test-small'? ");
}

TEST(FindMachine, MissingPathIsAnError) {
  const auto path = findMachine("no/such.toml", kLibrary);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().diagnostics[0].what, "no machine file 'no/such.toml'");
}

TEST(MachineLibrary, EveryMachineCanBeIdeal) {
  const std::vector<std::string> names = listMachines(kLibrary);
  ASSERT_FALSE(names.empty());
  for (const std::string &name : names) {
    const auto machine = loadMachine(*findMachine(name, kLibrary), {"network.model=ideal"});
    ASSERT_TRUE(machine) << sim::toText(machine.error());
    test::NetworkHarness harness(*machine);
    const Started between =
        harness.network().start({NodeId{0}, NodeId{1}, sim::Bytes{1 << 30}, sim::SimTime::fromPs(7)});
    EXPECT_EQ(between.delivered, sim::SimTime::fromPs(7)) << name;
    const Started inside =
        harness.network().start({NodeId{0}, NodeId{0}, sim::Bytes{1 << 30}, sim::SimTime::fromPs(7)});
    EXPECT_EQ(inside.delivered, sim::SimTime::fromPs(7)) << name;
  }
}

TEST(MachineLibrary, EveryFileIsValidAndCarriesAMessage) {
  const std::vector<std::string> names = listMachines(kLibrary);
  EXPECT_GE(names.size(), 4u);
  for (const std::string &name : names) {
    const auto machine = loadMachine(*findMachine(name, kLibrary));
    ASSERT_TRUE(machine) << sim::toText(machine.error());
    test::NetworkHarness harness(*machine);
    harness.send(1, 0, static_cast<int>(machine->node.count.value - 1), 1000);
    harness.run();
    EXPECT_GE(harness.delivered(1), harness.network().minimumLatency().ps()) << name;
  }
}

TEST(MakeNetwork, UnknownModelIsAnError) {
  Machine machine = defaultMachine();
  machine.network.model = "none";
  sim::Engine engine;
  test::NetworkHarness listener(defaultMachine());
  const auto made = makeNetwork(machine, 1, engine, listener);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().diagnostics[0].fix,
            "known: buses, flow-fair, flow-fifo, hops, infiniband, logp, packet, smp-sim, ideal.");
}

// 2^30 nodes of 2^16 cores with some bytes each: more than addresses.
TEST(MakeNetwork, MoreThanTheHostHasIsAnError) {
  Machine machine = defaultMachine();
  machine.node.count.value = 1 << 30;
  machine.node.cores.value = 1 << 16;
  sim::Engine engine;
  test::NetworkHarness listener(defaultMachine());
  const auto made = makeNetwork(machine, 1, engine, listener);
  ASSERT_FALSE(made);
  EXPECT_EQ(sim::toText(made.error()),
            "error: the host has no memory for the network of 'default' [maquette-run-memory]\n"
            "  fix: describe a smaller machine: 'count' and 'cores' of its nodes\n");
}

} // namespace
} // namespace maquette::models
