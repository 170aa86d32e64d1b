# test/integration/tool/network_test.py - jobs that share a machine, what is seen of its network, and what changes it
# SPDX-License-Identifier: Apache-2.0
"""usage: network_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tool_test import ToolTest

# Leaves of 4 nodes on one spine: everybody beyond the leaf shares one cable. With this seed all jobs below have nodes
# in several leaves.
TREE = """name = "tree"
[node]
source = "test"
count = 16
cores = 1
memory_bandwidth = "10 GB/s"
memory_latency = "200 ns"
[network]
source = "test"
model = "flow-fair"
topology = "clos"
nodes_per_leaf = 4
spines = 1
latency = "1 us"
bandwidth = "10 GB/s"
link_bandwidth = "10 GB/s"
[placement]
mapping = "random"
seed = 2
"""
JOBS = """[[job]]
name = "large"
ranks = 6
arguments = ["65536", "4"]
[[job]]
name = "small"
ranks = 4
arguments = ["1000", "2"]
[[job]]
name = "noise"
traffic = "uniform"
nodes = 5
message = "64 KiB"
interval = "10 us"
"""


class Network(ToolTest):
    def setUp(self):
        super().setUp()
        self.tree = self.write("tree.toml", TREE)

    def run_json(self, *arguments, program=("65536", "4")):
        done = self.maquette("run", "-n", 16, "-m", self.tree, *arguments, "--json", self.path("run.json"), "--",
                             self.program("exchange"), *program)
        return done.stdout, self.json("run.json")

    # ---- Jobs ----

    def run_jobs(self, jobs, *arguments, **options):
        return self.maquette("run", "--jobs", self.write("jobs.toml", jobs), "-m", self.tree, *arguments, "--",
                             self.program("exchange"), **options)

    def test_jobs_have_worlds_and_arguments_of_their_own(self):
        done = self.run_jobs(JOBS, "--json", self.path("run.json"))
        # Together, then each alone.
        self.assertEqual(done.stdout.count("6 ranks send 65536 bytes\n"), 2)
        self.assertEqual(done.stdout.count("4 ranks send 1000 bytes\n"), 2)
        self.assertRegex(done.stdout, r"Jobs\n  job +ranks  nodes +alone +together  slowdown\n  large +6 ")
        large, small, noise = self.json("run.json")["jobs"]
        for job in (large, small):
            self.assertGreater(job["seconds"], 1.01 * job["alone_seconds"], job["name"])
        self.assertGreater(noise["message_seconds"], noise["alone_message_seconds"])
        self.assertEqual([(job["nodes"], job["ranks"]) for job in (large, small, noise)], [(6, 6), (4, 4), (5, 0)])
        again = self.run_jobs(JOBS, "--json", self.path("again.json"), "--what-if", "network.spines=4")
        self.assertRegex(again.stdout, r"\n  large +[\d.]+ us +[\d.]+ us +-[\d.]+ %\n")
        self.assertRegex(again.stdout, r"\n  noise, a message +[\d.]+ us +[\d.]+ us +-[\d.]+ %\n")
        self.assertEqual(self.json("again.json")["jobs"], [large, small, noise])
        self.assertIn("large", again.stdout)

    # Side by side in leaves of their own, 4 ranks each: no cable is shared.
    def test_jobs_that_share_nothing_do_not_disturb_each_other(self):
        jobs = "".join(f'[[job]]\nname = "{name}"\nranks = 4\narguments = ["65536", "4"]\n' for name in "abcd")
        self.run_jobs(jobs, "--set", "placement.mapping=block", "--json", self.path("run.json"))
        for job in self.json("run.json")["jobs"]:
            self.assertEqual(job["seconds"], job["alone_seconds"])
        # Messages of 4 MiB are under way when the ranks end; alone as many are sent.
        jobs = JOBS[:JOBS.index("[[job]]", 10)].replace("ranks = 6", "ranks = 4") + """[[job]]
name = "noise"
traffic = "uniform"
nodes = 4
message = "4 MiB"
interval = "1 us"
"""
        self.run_jobs(jobs, "--set", "placement.mapping=block", "--json", self.path("run.json"))
        large, noise = self.json("run.json")["jobs"]
        self.assertGreater(noise["message_seconds"], large["seconds"])
        self.assertEqual(noise["message_seconds"], noise["alone_message_seconds"])

    def test_a_deadlock_is_found_beside_traffic(self):
        jobs = JOBS.replace('"1000", "2"', '"1000", "0"')
        done = self.run_jobs(jobs, status=3)
        self.assertIn("MPI_Recv", done.stderr)
        self.assertIn("deadlock", done.stderr)

    def test_bad_jobs_are_refused(self):
        for text, what, fix in [
                ('[[job]]\nranks = 4\nprogram = "other"\n', "jobs.toml:3:11: error: a job cannot have its own program",
                 "all jobs run the program of the command line; describe the load of another application as 'traffic'"),
                ('[[job]]\nrank = 4\n', "jobs.toml:2:8: error: unknown key 'rank' in a job",
                 "did you mean 'ranks'? Known: name, ranks, arguments."),
                ('[[job]]\nranks = 0\n', "jobs.toml:2:9: error: 'ranks' must be a whole number, 1 or more",
                 "correct the number"),
                ('[[job]]\nname = "job 2"\nranks = 1\n[[job]]\nranks = 1\n',
                 "jobs.toml:4:1: error: two jobs have the name 'job 2'", "give each job a different name"),
                ('[[job]]\nname = 5\nranks = 1\n', "jobs.toml:2:8: error: 'name' must be text", "write it in quotes"),
                ('[[job]]\ntraffic = "storm"\nnodes = 4\nmessage = "1 KiB"\ninterval = "1 us"\n',
                 "jobs.toml:2:11: error: unknown traffic 'storm'", "use one of: uniform, shift, alltoall, halo"),
                ('[[job]]\ntraffic = "halo"\nnodes = 4\nmessage = "1 us"\ninterval = "1 us"\n[[job]]\nranks = 1\n',
                 "jobs.toml:4:11: error: 'message': '1 us' is not a size above 0",
                 'write message = "64 KiB" and interval = "100 us"'),
                ('[[job]]\ntraffic = "shift"\nshift = 4\nnodes = 4\nmessage = "1 B"\ninterval = "1 '
                 'us"\n[[job]]\nranks = 1\n',
                 "jobs.toml:2:11: error: every node would send to itself",
                 "choose a 'shift' that is not a multiple of 'nodes'"),
                ('[[job]]\ntraffic = "halo"\nnodes = 4\nmessage = "1 B"\ninterval = "1 us"\n',
                 "jobs.toml: error: no job has ranks", "add a [[job]] table with 'ranks'")]:
            done = self.run_jobs(text, status=1)
            self.assertIn(self.path("") + what + " [maquette-jobs]\n  fix: " + fix + "\n", done.stderr)
        done = self.run_jobs('[[job]]\nranks = 12\n[[job]]\ntraffic = "halo"\nnodes = 5\nmessage = "1 B"\ninterval = '
                             '"1 us"\n',
                             status=1)
        self.assertIn("the jobs need 17 cores, including those that other jobs cannot use, but the machine has 16 "
                      "[maquette-too-many-ranks]",
                      done.stderr)
        self.maquette("run", "-m", self.tree, "--", self.program("exchange"), status=2)

    # ---- What is seen ----

    def test_links_are_watched_when_asked_for(self):
        plain_text, plain = self.run_json()
        self.assertEqual(plain["window_seconds"], 0)
        self.assertNotIn("congestion", plain_text)
        text, result = self.run_json("--links")
        self.assertEqual(result["predicted_seconds"], plain["predicted_seconds"])
        self.assertIn("congestion", text)
        # Four leaves' cables carry 4 x 12 of all 16 x 15 messages each way: three times what an interface takes.
        self.assertGreater(result["congestion_share"], 0.3)
        self.assertLess(result["congestion_share"], 1)
        call = result["calls"]["MPI_Alltoall"]
        self.assertGreater(call["congestion_seconds"], 0.3 * call["network_seconds"])
        hottest = result["hottest_links"][0]
        self.assertFalse(hottest["interface"])
        self.assertIn("switch", hottest["name"])
        mean = sum(hottest["windows"]) * result["window_seconds"] / result["predicted_seconds"]
        self.assertAlmostEqual(mean, hottest["utilisation"], places=6)
        self.assertEqual(result["link_utilisation"], hottest["utilisation"])
        self.maquette("run", "-n", 16, "-m", self.tree, "--report", self.path("run.html"),
                      "--", self.program("exchange"))
        with open(self.path("run.html"), encoding="utf-8") as file:
            self.assertIn('<svg class="heat"', file.read())

    # ---- What changes the result ----

    def test_taper_bandwidth_routing_and_rails_change_the_result(self):
        base = self.run_json()[1]["predicted_seconds"]
        for changes in (["network.spines=4"], ["network.spines=4", "network.routing=ecmp"],
                        ["network.link_bandwidth=2x"],
                        ["network.parallel_links=4"], ["network.rails=2", "network.rail_choice=stripe"],
                        ["network.bandwidth=0.1x"], ["network.model=packet"], ["placement.mapping=block"]):
            changed = self.run_json(*(word for change in changes for word in ("--set", change)))[1]["predicted_seconds"]
            self.assertGreater(abs(changed / base - 1), 0.001, changes)

    def test_a_topology_changes_the_result(self):
        text, result = self.run_json("--what-if", "network.topology=torus,network.dimensions=[4,4]")
        base = result["predicted_seconds"]
        self.assertIn("What if network.topology=torus, network.dimensions=[4,4]\n", text)
        self.tree = self.write("torus.toml",
                               TREE.replace('"clos"\nnodes_per_leaf = 4\nspines = 1', '"torus"\ndimensions = [4, 4]'))
        torus = self.run_json()[1]["predicted_seconds"]
        self.assertGreater(abs(torus / base - 1), 0.01)
        self.assertEqual(result["what_if"]["result"]["predicted_seconds"], torus)

    # Interfaces of a tenth: what lies between the switches does not count, and the run says so.
    def test_a_run_bound_by_its_interfaces_says_why_nothing_changes(self):
        text, result = self.run_json("--set", "network.bandwidth=0.1x", "--set", "network.spines=4", "--what-if",
                                     "network.parallel_links=2")
        self.assertRegex(text, r"(Nothing|Almost nothing) changed\. Bound by NICs: the busiest NIC "
                               r"is busy \d+\.\d % of the time, the busiest link between switches \d+\.\d %\.")
        self.assertGreater(result["interface_utilisation"], 0.8)

    # All ranks do a step of the exchange at once, each with one message: in turns, the two rails are never busy
    # together.
    def test_rails_that_take_turns_are_told(self):
        text, _ = self.run_json("--set", "placement.mapping=block", "--what-if", "network.rails=2")
        self.assertIn("Nothing changed. Bound by links between switches", text)
        self.assertIn("With the change: 100.0 % of the bytes between nodes used one rail while the other rails "
                      "of the node were idle.", text)
        self.assertIn('network.rail_choice = "stripe" spreads each message over all rails.', text)

    # Four ranks a node, each with a rail of its own: four times what one rail carries.
    def test_cores_have_rails_of_their_own(self):
        node = ("--set", "node.cores=4", "--set", "node.count=4", "--set", "placement.mapping=block",
                "--set", "network.spines=4")
        one = self.run_json(*node)[1]["predicted_seconds"]
        four = self.run_json(*node, "--set", "network.rails=4", "--set", "network.rail_choice=core")[1]
        self.assertLess(four["predicted_seconds"], 0.5 * one)

    def test_a_machine_too_small_is_refused_before_the_run(self):
        self.write("nodes.txt", "3\n" * 16)
        for options, what in [
                (("--what-if", "node.count=8"),
                 "16 ranks do not fit: machine 'tree' has 8 nodes of 1 core, 8 cores in total"),
                (("--set", "placement.mapping=file", "--set", "placement.file=nodes.txt"),
                 "the placement puts 16 ranks on one node: nodes of machine 'tree' have 1 core")]:
            done = self.maquette("run", "-n", 16, "-m", self.tree, *options, "--", self.program("exchange"), "1000",
                                 "1", status=1)
            self.assertIn(what + " [maquette-too-many-ranks]", done.stderr)
            self.assertEqual(done.stdout, "")

    # An all-to-all of 15 rounds, each 23 days under way.
    def test_time_that_cannot_be_told_is_an_error(self):
        done = self.maquette("run", "-n", 16, "-m", self.tree, "--set", "network.latency=2000000 s", "--links", "--",
                             self.program("exchange"), "65536", "1", status=3)
        self.assertIn("simulated time exceeds its range of 106 days [maquette-time-range]", done.stderr)

    def test_one_node_says_that_the_network_does_not_count(self):
        text, _ = self.run_json("--set", "node.count=4", "--set", "node.cores=16", "--set", "placement.mapping=block",
                                "--what-if", "network.bandwidth=2x")
        self.assertIn("Nothing changed. No data went between nodes", text)


if __name__ == "__main__":
    unittest.main()
