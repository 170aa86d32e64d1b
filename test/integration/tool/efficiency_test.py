# test/integration/tool/efficiency_test.py - which part of a run's time is useful: programs whose factors are known
# SPDX-License-Identifier: Apache-2.0
"""usage: efficiency_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unittest

from tool_test import ToolTest # Takes the first argument.

RANKS = 4


class Efficiency(ToolTest):
    def efficiency(self, actions, *options):
        """Of a trace whose ranks do what actions(rank) lists. Computing is in ns."""
        with open(self.path("trace.txt"), "w", encoding="ascii") as file:
            for rank in range(RANKS):
                for action in ["init", *actions(rank), "finalize"]:
                    file.write(f"{rank} {action}\n")
        done = self.maquette("replay", "-m", self.machine, "--efficiency", "--json", self.path("run.json"), *options,
                             self.path("trace.txt"))
        result = self.json("run.json")
        found = result["efficiency"]
        self.assertAlmostEqual(found["parallel"], found["load_balance"] * found["communication"], delta=1e-9)
        self.assertAlmostEqual(found["communication"], found["serialization"] * found["transfer"], delta=1e-9)
        self.assertAlmostEqual(found["parallel"], result["compute_seconds"] / result["predicted_seconds"], delta=1e-9)
        return found, done.stdout

    def test_imbalance(self):
        found, text = self.efficiency(lambda rank: [f"compute {(rank + 1) * 1e9}", "barrier"])
        self.assertAlmostEqual(found["load_balance"], 2.5 / 4, delta=1e-9)
        self.assertAlmostEqual(found["serialization"], 1, delta=1e-5)
        self.assertAlmostEqual(found["transfer"], 1, delta=1e-4)
        self.assertIn("Ranks compute 62.5 % of the time. Most is lost by load balance", text)

    def test_ranks_that_wait_for_each_other(self):
        def chain(rank):
            before = [f"recv {rank - 1} 0 8 6"] if rank > 0 else []
            behind = [f"send {rank + 1} 0 8 6"] if rank < RANKS - 1 else []
            return before + ["compute 1e9"] + behind
        found, text = self.efficiency(chain)
        self.assertAlmostEqual(found["load_balance"], 1, delta=1e-9)
        self.assertAlmostEqual(found["serialization"], 1 / RANKS, delta=1e-5)
        self.assertAlmostEqual(found["transfer"], 1, delta=1e-4)
        self.assertIn("Most is lost by serialization", text)

    def test_messages_that_take_their_time(self):
        # A ring over four nodes of one core: 12.5 MB take 1 ms at 12.5 GB/s, and all are sent at once.
        def ring(rank):
            return ["compute 1e6", f"irecv {(rank - 1) % RANKS} 0 12500000 6",
                    f"isend {(rank + 1) % RANKS} 0 12500000 6", "waitall"]
        found, text = self.efficiency(ring, "--set", "node.cores=1", "--set", "node.count=4", "--set",
                                     "network.bandwidth=12.5 GB/s")
        self.assertAlmostEqual(found["load_balance"], 1, delta=1e-9)
        self.assertAlmostEqual(found["transfer"], 0.5, delta=0.01)
        self.assertAlmostEqual(found["serialization"], 1, delta=0.01)
        self.assertIn("Most is lost by transfer", text)

    def test_without_computing_there_is_none(self):
        with open(self.path("trace.txt"), "w", encoding="ascii") as file:
            file.write("0 init\n0 finalize\n")
        done = self.maquette("replay", "-m", self.machine, "--efficiency", self.path("trace.txt"))
        self.assertIn("The ranks compute nothing", done.stdout)

    def test_reports_include_it(self):
        with open(self.path("trace.txt"), "w", encoding="ascii") as file:
            file.write("0 init\n0 compute 1e6\n0 finalize\n")
        self.maquette("replay", "-m", self.machine, "--report", self.path("run.html"), "--json", self.path("run.json"),
                      self.path("trace.txt"))
        with open(self.path("run.html"), encoding="utf-8") as file:
            self.assertIn("serialization", file.read())
        self.assertEqual(self.json("run.json")["efficiency"]["parallel"], 1)


if __name__ == "__main__":
    unittest.main()
