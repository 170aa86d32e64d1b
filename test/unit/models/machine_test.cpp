// test/unit/models/machine_test.cpp - machine files, good and bad
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine.h"

#include <gtest/gtest.h>

#include <set>

namespace maquette::models {
namespace {

const char *const kGood = R"(name = "good"
[node]
count = { value = 6, source = "a" }
cores = { value = 2, source = "b" }
memory_bandwidth = { value = "10 GB/s", source = "c" }
memory_latency = { value = "80 ns", source = "d" }
[network]
source = "table"
model = "flow-fair"
topology = "torus"
dimensions = [3, 2]
latency = "1.2 us"
bandwidth = { value = "25 GB/s", source = "own" }
)";

/// kGood with one line replaced.
std::string with(const std::string &line, const std::string &replacement) {
  std::string text = kGood;
  const std::size_t at = text.find(line);
  EXPECT_NE(at, std::string::npos) << line;
  return text.replace(at, line.size(), replacement);
}

std::string errorsOf(const std::string &text, const std::vector<std::string> &overrides = {}) {
  const auto machine = parseMachine(text, "good.toml", overrides);
  EXPECT_FALSE(machine);
  return machine ? "" : sim::toText(machine.error());
}

TEST(ParseMachine, KeepsValuesAndTheirSources) {
  const auto machine = parseMachine(kGood, "good.toml");
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  EXPECT_EQ(machine->coreCount(), 12);
  EXPECT_EQ(machine->network.bandwidth.value, sim::BitRate::gbps(200));
  EXPECT_EQ(machine->network.bandwidth.source, "own");
  EXPECT_EQ(machine->network.latency.value, sim::SimDuration::ns(1200));
  EXPECT_EQ(machine->network.latency.source, "table");
  EXPECT_EQ(machine->network.link_bandwidth.value, sim::BitRate::gbps(200));
  EXPECT_EQ(machine->network.link_bandwidth.source, "default");
  EXPECT_EQ(machine->network.shape.list("dimensions"), (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(machine->mpi.eager_threshold.value, sim::Bytes{8192});
}

TEST(ParseMachine, TakesStepsOfMemory) {
  const std::string steps = "memory_steps = { value = [{ above = \"8 KiB\", latency = 20, bandwidth = 0.5 }, { above = "
                            "\"1 MiB\", bandwidth = 0.9 }], "
                            "source = \"e\" }\n[network]";
  const auto machine = parseMachine(with("[network]", steps), "good.toml");
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  const std::vector<MemoryStep> &found = machine->node.memory_steps.value;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].above, sim::Bytes{8192});
  EXPECT_EQ(found[0].latency, 20);
  EXPECT_EQ(found[0].bandwidth, 0.5);
  EXPECT_EQ(found[1].latency, 1);
  EXPECT_EQ(found[1].bandwidth, 0.9);
  const auto without = parseMachine(with("[network]", steps), "good.toml", {"node.memory_steps=[]"});
  ASSERT_TRUE(without) << sim::toText(without.error());
  EXPECT_TRUE(without->node.memory_steps.value.empty());
}

TEST(ParseMachine, RefusesStepsOfMemoryThatMakeNoSense) {
  const auto errors = [](const std::string &list) {
    return errorsOf(with("[network]", "memory_steps = { value = " + list + ", source = \"e\" }\n[network]"));
  };
  EXPECT_EQ(errors("[{ above = \"8 KiB\", bandwidth = 0 }]"),
            "good.toml:7:26: error: 'memory_steps' must be a list of steps by size, with factors of memory_latency and "
            "memory_bandwidth from 0 "
            "(bandwidth: 1e-06) to 1000000 [maquette-config-range]\n"
            "  memory_steps = { value = [{ above = \"8 KiB\", bandwidth = 0 }], source = \"e\" }\n"
            "                           ^\n"
            "  fix: write it like memory_steps = [{ above = \"8 KiB\", latency = 20.0, bandwidth = 0.5 }]\n");
  for (const char *list : {"[{ above = \"8 KiB\" }, { above = \"8 KiB\" }]", "[{ latency = 2 }]",
                           "[{ above = \"8 KiB\", latency = -1 }]", "[{ above = \"8 KiB\", width = 1 }]", "3", "[3]",
                           "[{ above = 8192 }]", "[{ above = \"8 KiB\", latency = nan }]"})
    EXPECT_NE(errors(list).find("'memory_steps' must be a list of steps by size"), std::string::npos) << list;
}

TEST(ParseMachine, RefusesStepsOfMemoryThatCannotBeTold) {
  const std::string text = with(
      "[network]",
      "memory_steps = { value = [{ above = \"8 KiB\", latency = 1e6, bandwidth = 1e6 }], source = \"e\" }\n[network]");
  EXPECT_TRUE(parseMachine(text, "good.toml"));
  for (const char *override : {"node.memory_latency=10 s", "node.memory_bandwidth=100 TB/s"})
    EXPECT_NE(errorsOf(text, {override}).find("a step of 'memory_steps' is too large [maquette-config-range]"),
              std::string::npos)
        << override;
}

TEST(ParseMachine, PartsOfANodeKnowNoStepsOfMemory) {
  const std::string text =
      with("[network]", "memory_steps = { value = [{ above = \"8 KiB\" }], source = \"e\" }\n[network]");
  const auto machine = parseMachine(text, "good.toml", {"node.sockets=2"});
  ASSERT_TRUE(machine) << sim::toText(machine.error()); // Left aside.
  EXPECT_TRUE(machine->node.memory_steps.value.empty());
  EXPECT_NE(errorsOf(text, {"node.sockets=2", "node.memory_steps=[]"})
                .find("'memory_steps' has no effect where transfers share parts of a node"),
            std::string::npos);
}

TEST(ParseMachine, OverridesWinOverTheFile) {
  const auto machine = parseMachine(kGood, "good.toml",
                                    {"network.bandwidth=50 GB/s", "network.dimensions=[2, 3]",
                                     "placement.mapping=cyclic", "network.latency=\"2 us\"", "node.cores=8"});
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  EXPECT_EQ(machine->network.bandwidth.value, sim::BitRate::gbps(400));
  EXPECT_EQ(machine->network.bandwidth.source, "--set");
  EXPECT_EQ(machine->network.shape.list("dimensions"), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(machine->network.latency.value, sim::SimDuration::us(2));
  EXPECT_EQ(machine->node.cores.value, 8);
  EXPECT_EQ(machine->placement.mapping, Mapping::Cyclic);
}

TEST(ParseMachine, UnknownKeyShowsThePlaceAndTheNearestName) {
  EXPECT_EQ(
      errorsOf(with("latency = \"1.2 us\"", "latency = \"1.2 us\"\nbandwith = \"1 GB/s\"")),
      "good.toml:13:1: error: unknown key 'bandwith' in 'network' [maquette-config-unknown-key]\n"
      "  bandwith = \"1 GB/s\"\n"
      "  ^\n"
      "  fix: did you mean 'bandwidth'? Known keys: source, model, topology, routing, routing_seed, latency, "
      "bandwidth, link_latency, link_bandwidth, buses, output_links, input_links, message_gap, rails, rail_layout, "
      "rail_choice, parallel_links, mtu, packet_overhead, packet_size, buffer_size, virtual_channels, arbitration, "
      "buffer_overhead, dimensions, open_dimensions, down, up, nodes_per_leaf, spines, "
      "nodes_per_router, routers_per_group, global_links_per_router, group_rows, leaves_per_group, "
      "spines_per_group, global_links_per_spine, q, graph_file.\n");
}

TEST(ParseMachine, WrongUnitShowsTheValue) {
  EXPECT_EQ(errorsOf(with("\"1.2 us\"", "\"1.2 GB\"")),
            "good.toml:12:11: error: 'latency': '1.2 GB' is a size; expected a time [maquette-config-unit]\n"
            "  latency = \"1.2 GB\"\n"
            "            ^\n"
            "  fix: write it like \"1.2 us\". Units: ps, ns, us, \u00b5s, ms, s, min.\n");
  EXPECT_NE(errorsOf(with("\"1.2 us\"", "5")).find("'latency': '5' has no unit; expected a time"), std::string::npos);
}

// Found by a fuzzer: toml++ takes both for impossible.
TEST(ParseMachine, CharactersThatBelongToNoKeyAreErrors) {
  EXPECT_NE(errorsOf("[[<").find("expected bare key starting character or string delimiter, saw '<'"),
            std::string::npos);
  EXPECT_NE(errorsOf("[[a\u00e9").find("[maquette-config-syntax]"), std::string::npos);
}

TEST(ParseMachine, MissingSourceIsAnError) {
  EXPECT_EQ(errorsOf(with("{ value = 6, source = \"a\" }", "6")),
            "good.toml:3:9: error: 'count' has no source [maquette-config-missing-source]\n"
            "  count = 6\n"
            "          ^\n"
            "  fix: write count = { value = ..., source = \"where the number comes from\" }, or a 'source' for all of "
            "'node'\n");
}

TEST(ParseMachine, ImpossibleShapeIsAnError) {
  EXPECT_EQ(errorsOf(with("[3, 2]", "[3, 3]")),
            "good.toml:11:14: error: 'dimensions' makes 3 x 3 = 9 nodes, but node.count is 6 [maquette-config-shape]\n"
            "  dimensions = [3, 3]\n"
            "               ^\n"
            "  fix: change one of them\n");
  EXPECT_NE(errorsOf(with("[3, 2]", "[1000000000, 1000000000]")).find("= too many nodes"), std::string::npos);
}

TEST(ParseMachine, FatTreeLevelsMustAgree) {
  const std::string tree = with("\"torus\"\ndimensions = [3, 2]", "\"fat-tree\"\ndown = [3, 2]\nup = [1]");
  EXPECT_NE(errorsOf(tree).find("'down' has 2 levels and 'up' has 1 [maquette-config-shape]"), std::string::npos);
}

// Groups of 2 nodes: 3 groups need 2 links from each, one router with one link has one.
TEST(ParseMachine, DragonflyGroupsMustReachEachOther) {
  const std::string text = with("\"torus\"\ndimensions = [3, 2]", "\"dragonfly\"\nnodes_per_router = 2\n"
                                                                  "routers_per_group = 1\nglobal_links_per_router = 1");
  EXPECT_NE(errorsOf(text).find("3 groups cannot all be connected: a group has 1 x 1 = 1 global links"),
            std::string::npos);
  EXPECT_NE(errorsOf(text, {"network.routers_per_group=2"})
                .find("6 nodes cannot be divided into two or more groups of 2 x 2 = 4 nodes"),
            std::string::npos);
}

TEST(ParseMachine, WhatHasNoEffectIsAnError) {
  EXPECT_NE(errorsOf(with("dimensions = [3, 2]", "dimensions = [3, 2]\ndown = [6]"))
                .find("'down' has no effect with topology 'torus' [maquette-config-no-effect]"),
            std::string::npos);
  EXPECT_EQ(errorsOf(with("latency = \"1.2 us\"", "latency = \"1.2 us\"\nmtu = \"1 KiB\"")),
            "good.toml:13:7: error: 'mtu' has no effect with model 'flow-fair' [maquette-config-no-effect]\n"
            "  mtu = \"1 KiB\"\n"
            "        ^\n"
            "  fix: remove it, or choose model 'infiniband'\n");
}

TEST(ParseMachine, RoutingMustFitTheTopology) {
  const std::string tree = with("\"torus\"\ndimensions = [3, 2]", "\"clos\"\nnodes_per_leaf = 3\nspines = 2");
  EXPECT_EQ(errorsOf(tree, {"network.routing=valiant"}),
            "--set network.routing=valiant: error: routing 'valiant' does not fit topology 'clos' "
            "[maquette-config-routing]\n  fix: use one of: minimal, ecmp\n");
  EXPECT_NE(errorsOf(kGood, {"network.routing=valliant"})
                .find("did you mean 'valiant'? Otherwise use one of: minimal, valiant,"),
            std::string::npos);
  EXPECT_TRUE(parseMachine(kGood, "good.toml", {"network.routing=dimension-order"}));
  EXPECT_TRUE(parseMachine(tree, "good.toml", {"network.routing=d-mod-k"}));
}

TEST(ParseMachine, RoutingHasNoEffectOnModelsWithoutLinks) {
  EXPECT_NE(errorsOf(kGood, {"network.model=logp", "network.routing=valiant"})
                .find("'routing' has no effect with model 'logp' [maquette-config-no-effect]"),
            std::string::npos);
  EXPECT_NE(errorsOf(with("flow-fair", "smp-sim")).find("'topology' has no effect with model 'smp-sim'"),
            std::string::npos);
}

// What an override leaves without an effect in the file could not be removed on the command line.
TEST(ParseMachine, KeysOfTheFileGiveWayToOverrides) {
  const auto tree =
      parseMachine(kGood, "good.toml", {"network.topology=clos", "network.nodes_per_leaf=3", "network.spines=2"});
  ASSERT_TRUE(tree) << sim::toText(tree.error());
  EXPECT_TRUE(tree->network.shape.list("dimensions").empty());
  const auto smp = parseMachine(
      with("latency = \"1.2 us\"", "latency = \"1.2 us\"\nmessage_gap = \"1 us\"\nrails = 2\nrail_choice = \"pair\""),
      "good.toml", {"network.model=smp-sim"});
  ASSERT_TRUE(smp) << sim::toText(smp.error());
  EXPECT_EQ(smp->network.topology, "");
  EXPECT_EQ(smp->network.rails.value, 1);
  EXPECT_EQ(smp->network.message_gap.value, sim::SimDuration());
  EXPECT_NE(errorsOf(kGood, {"network.topology=clos", "network.open_dimensions=[1]"})
                .find("--set network.open_dimensions=[1]: error: 'open_dimensions' has no effect with topology 'clos'"),
            std::string::npos);
}

TEST(ParseMachine, ShapesThatCannotBeBuilt) {
  const auto problem = [](const std::string &topology) {
    const auto machine = parseMachine(with("\"torus\"\ndimensions = [3, 2]", topology), "good.toml");
    EXPECT_FALSE(machine) << topology;
    const sim::Diagnostic first = machine ? sim::Diagnostic() : machine.error().diagnostics[0];
    EXPECT_EQ(first.tag, "maquette-config-shape") << topology;
    return first.what + "; " + first.fix;
  };
  EXPECT_EQ(problem("\"hypercube\""), "the number of nodes, 6, is not a power of two; change node.count");
  EXPECT_EQ(problem("\"gamma\""), "the number of nodes, 6, is not a power of two; change node.count");
  EXPECT_EQ(problem("\"clos\"\nnodes_per_leaf = 4\nspines = 1"),
            "6 nodes cannot be divided into leaves of 4 nodes; make node.count a multiple of nodes_per_leaf");
  EXPECT_EQ(problem("\"fat-tree\"\ndown = [3, 2]\nup = [2, 1]"),
            "'up' begins with 2: nodes with several parents are not supported; begin 'up' with 1");
  EXPECT_EQ(problem("\"hyperx\"\ndimensions = [2, 2]\nnodes_per_router = 2"),
            "'dimensions' makes 2 x 2 x 2 a router = 8 nodes, but node.count is 6; change one of them");
  EXPECT_EQ(problem("\"slim-fly\"\nq = 9\nnodes_per_router = 1"),
            "'q' is 9, which is not an odd prime below 1000; use 5, 7, 11, 13, 17, 19, ..");
  EXPECT_EQ(problem("\"torus\"\ndimensions = [3, 2]\nopen_dimensions = [3]"),
            "dimension 3 does not exist: there are 2 dimensions; dimensions are numbered from 1");
  EXPECT_EQ(problem("\"dragonfly\"\nnodes_per_router = 1\nrouters_per_group = 3\nglobal_links_per_router = 1\n"
                    "group_rows = 2"),
            "3 routers cannot be arranged in 2 rows; make routers_per_group a multiple of group_rows");
  EXPECT_EQ(
      problem("\"dragonfly-plus\"\nnodes_per_leaf = 1\nleaves_per_group = 2\nspines_per_group = 1\n"
              "global_links_per_spine = 1"),
      "3 groups cannot all be connected: a group has 1 x 1 = 1 global links; use fewer groups or more global links");
}

TEST(ParseMachine, AGraphMustBeThereAndHangTogether) {
  const std::string text = with("\"torus\"\ndimensions = [3, 2]", "\"graph\"\ngraph_file = \"none\"");
  EXPECT_NE(errorsOf(text).find("cannot read the graph 'none': No such file or directory [maquette-graph]"),
            std::string::npos);
}

TEST(ParseMachine, PacketsNeedRoomAndChannels) {
  EXPECT_EQ(errorsOf(kGood, {"network.model=packet", "network.virtual_channels=2"}),
            "--set network.virtual_channels=2: error: 2 virtual channels could deadlock: routing 'minimal' on topology "
            "'torus' needs 3 [maquette-config-deadlock]\n  fix: use that number, or remove the key\n");
  EXPECT_TRUE(parseMachine(kGood, "good.toml", {"network.model=packet", "network.virtual_channels=3"}));
  EXPECT_NE(errorsOf(kGood, {"network.model=packet", "network.buffer_size=1 KiB"})
                .find("packets of 2 KiB do not fit into buffers of 1 KiB [maquette-config-range]"),
            std::string::npos);
  EXPECT_NE(errorsOf(kGood, {"network.model=packet", "network.buffer_size=5 GiB", "network.packet_size=5 GiB"})
                .find("'buffer_size' is 5 GiB, but the maximum is 1 GiB [maquette-config-range]"),
            std::string::npos);
  EXPECT_NE(errorsOf(kGood, {"network.model=packet", "network.virtual_channels=2000"})
                .find("'virtual_channels' is 2000, but the maximum is 1024"),
            std::string::npos);
  EXPECT_NE(errorsOf(kGood, {"network.model=packet", "node.count=134217728", "network.dimensions=[512, 512, 512]",
                             "network.virtual_channels=512"})
                .find("1073741824 links with 512 virtual channels each need more buffers than model 'packet' supports "
                      "[maquette-config-range]"),
            std::string::npos);
}

// 2 links of 100,000 minutes are 139 days.
TEST(ParseMachine, DistancesMustBeWithinTime) {
  EXPECT_EQ(errorsOf(kGood, {"network.link_latency=100000 min"}),
            "--set network.link_latency=100000 min: error: a message over 2 links would take 1.2e+07 s, but "
            "simulated time ends at 106 days [maquette-time-range]\n  fix: check the unit\n");
}

TEST(ParseMachine, ReportsAllErrorsAtOnce) {
  const auto machine = parseMachine("name = \"x\"\n[node]\ncout = 3\n[network]\nmodel = \"logq\"\n", "x.toml");
  ASSERT_FALSE(machine);
  std::set<std::string> seen;
  for (const sim::Diagnostic &diagnostic : machine.error().diagnostics)
    seen.insert(diagnostic.what);
  for (const char *what :
       {"unknown key 'cout' in 'node'", "'cores' is missing in 'node'", "'memory_bandwidth' is missing in 'node'",
        "'memory_latency' is missing in 'node'", "unknown model 'logq'", "'latency' is missing in 'network'",
        "'bandwidth' is missing in 'network'"})
    EXPECT_EQ(seen.count(what), 1u) << what;
  EXPECT_EQ(seen.size(), 7u); // That 'count' is missing follows from the first.
}

TEST(ParseMachine, AMissingTableIsToldOnce) {
  EXPECT_EQ(errorsOf("name = \"x\"\n[netwrok]\nlatency = \"1 us\"\n"),
            "good.toml:2:2: error: unknown key 'netwrok' in the file [maquette-config-unknown-key]\n"
            "  [netwrok]\n"
            "   ^\n"
            "  fix: did you mean 'network'? Known keys: name, description, node, network, mpi, shmem, collectives, "
            "placement, storage, page_cache.\n"
            "good.toml: error: the table 'node' is missing [maquette-config-missing-key]\n"
            "  fix: add a line [node] and its keys below it; docs/reference/machine-files.md lists them\n");
}

TEST(ParseMachine, AnUnknownTopologyIsTheOnlyError) {
  EXPECT_EQ(errorsOf(with("\"torus\"", "\"3d-torus\"")),
            "good.toml:10:12: error: unknown topology '3d-torus' [maquette-config-unknown-value]\n"
            "  topology = \"3d-torus\"\n"
            "             ^\n"
            "  fix: did you mean 'torus'? Known: crossbar, torus, mesh, hypercube, fat-tree, clos, gamma, dragonfly, "
            "dragonfly-plus, "
            "hyperx, slim-fly, graph.\n");
}

TEST(ParseMachine, ValuesOfTheWrongKindSayWhichIsRight) {
  EXPECT_EQ(errorsOf(with("\"1.2 us\"", "[\"1.2 us\"]")),
            "good.toml:12:11: error: 'latency' must be text [maquette-config-type]\n"
            "  latency = [\"1.2 us\"]\n"
            "            ^\n"
            "  fix: write a number and its unit, in quotes\n");
  EXPECT_EQ(errorsOf(with("source = \"table\"", "source = 7")),
            "good.toml:8:10: error: 'source' must be text in quotes [maquette-config-type]\n"
            "  source = 7\n"
            "           ^\n"
            "  fix: write source = \"where the number comes from\"\n");
  EXPECT_NE(errorsOf(with("value = 6", "value = \"6\"")).find("fix: write only digits"), std::string::npos);
  EXPECT_NE(errorsOf(with("value = 6", "value = -6")).find("fix: give a larger number"), std::string::npos);
  EXPECT_NE(errorsOf(with("value = 2", "value = 65537"))
                .find("'cores' is 65537, but the maximum is 65536 [maquette-config-range]"),
            std::string::npos);
}

TEST(ParseMachine, WhatIsNoTextIsShownAsFarAsCanBe) {
  const std::string cut("name = \"a\0b\"\n", 13);
  EXPECT_NE(errorsOf(cut).find("\n  name = \"a?b\"\n           ^\n  fix: close the text with a quote on its line"),
            std::string::npos)
      << errorsOf(cut);
  EXPECT_NE(errorsOf("name = \"m\xe9ine\"\n").find("fix: save the file as UTF-8"), std::string::npos);
}

TEST(ParseMachine, SyntaxErrorHasAPlace) {
  const auto machine = parseMachine("name = \"x\"\nnode = [\n", "x.toml");
  ASSERT_FALSE(machine);
  EXPECT_EQ(machine.error().diagnostics[0].where.substr(0, 7), "x.toml:");
  EXPECT_EQ(machine.error().diagnostics[0].tag, "maquette-config-syntax");
}

TEST(ParseMachine, AFileWithoutANameGivesItsOwn) {
  const auto named = parseMachine(kGood, "folder/other.toml");
  ASSERT_TRUE(named) << sim::toText(named.error());
  EXPECT_EQ(named->name, "good");
  const auto unnamed = parseMachine(with("name = \"good\"\n", ""), "folder/other.toml");
  ASSERT_TRUE(unnamed) << sim::toText(unnamed.error());
  EXPECT_EQ(unnamed->name, "other");
}

TEST(ParseMachine, OverrideErrorsNameTheOption) {
  EXPECT_EQ(errorsOf(kGood, {"network.bandwith=1 GB/s"}).substr(0, 90),
            "--set network.bandwith=1 GB/s: error: unknown key 'bandwith' in 'network' [maquette-config");
  EXPECT_EQ(errorsOf(kGood, {"network.bandwidth=1 us"}).substr(0, 70),
            "--set network.bandwidth=1 us: error: 'bandwidth': '1 us' is a time; ex");
  EXPECT_NE(errorsOf(kGood, {"bandwidth"}).find("an override must be table.key=value [maquette-config-override]"),
            std::string::npos);
}

Machine sixByTwo(Mapping mapping) {
  Machine machine = *parseMachine(kGood, "good.toml");
  machine.placement.mapping = mapping;
  return machine;
}

TEST(NodeOf, BlockFillsNodesInTurn) {
  const Machine machine = sixByTwo(Mapping::Block);
  EXPECT_EQ(machine.nodeOf(0, 12), NodeId{0});
  EXPECT_EQ(machine.nodeOf(1, 12), NodeId{0});
  EXPECT_EQ(machine.nodeOf(11, 12), NodeId{5});
  // 13 ranks on 12 cores: three a node.
  EXPECT_EQ(machine.ranksPerNode(13), 3);
  EXPECT_EQ(machine.nodeOf(12, 13), NodeId{4});
}

TEST(NodeOf, CyclicGoesRound) {
  const Machine machine = sixByTwo(Mapping::Cyclic);
  EXPECT_EQ(machine.nodeOf(5, 12), NodeId{5});
  EXPECT_EQ(machine.nodeOf(6, 12), NodeId{0});
}

TEST(NodeOf, RandomIsBlockOnShuffledNodes) {
  const Machine machine = sixByTwo(Mapping::Random);
  std::set<NodeId> nodes;
  for (int rank = 0; rank < 12; rank += 2) {
    EXPECT_EQ(machine.nodeOf(rank, 12), machine.nodeOf(rank + 1, 12));
    nodes.insert(machine.nodeOf(rank, 12));
  }
  EXPECT_EQ(nodes.size(), 6u);
}

TEST(Machine, ComputeTimeScalesWithTheCpu) {
  Machine machine = *parseMachine(kGood, "good.toml", {"node.cpu_scale=2.0"});
  EXPECT_EQ(machine.computeTime(sim::SimDuration::ns(10)), sim::SimDuration::ns(5));
}

} // namespace
} // namespace maquette::models
