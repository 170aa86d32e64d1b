# test/integration/tool/memory_test.py - what ranks keep while they wait, compressed
# SPDX-License-Identifier: Apache-2.0
"""usage: memory_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tool_test # Takes the first argument.
from tool_test import ToolTest


class Memory(ToolTest):
    def run_it(self, *options, status=0):
        done = self.maquette("run", "-n", 8, "-m", self.machine, *options, "--stats", "--json", self.path("run.json"),
                             "--", self.program("keeps"), 20000, self.scratch, status=status)
        return done, self.json("run.json")

    def test_memory_of_ranks_that_wait_is_compressed_and_comes_back(self):
        done, free = self.run_it("--memory", "1 TiB")
        self.assertIn("0 are wrong\n", done.stdout)
        self.assertEqual(free["memory"]["compressed"], 0)
        done, tight = self.run_it("--memory", "24 MiB")
        self.assertIn("\n0 are wrong\n", "\n" + done.stdout)
        self.assertGreater(tight["memory"]["compressed"], 0)
        # A tenth is noise, and the latest 4 MiB always stay.
        self.assertLess(tight["peak_rss_bytes"], free["peak_rss_bytes"] * 3 // 4)
        self.assertEqual(tight["predicted_seconds"], free["predicted_seconds"])

    def test_more_than_the_limit_is_said(self):
        done, narrow = self.run_it("--memory", "1 MiB")
        said = [warning for warning in narrow["warnings"] if "--memory" in warning]
        self.assertEqual(len(said), 1)
        self.assertRegex(said[0],
                         r"the simulation used [\d.]+ MiB of host memory, but --memory is 1 MiB: only memory of "
                         r"waiting ranks can be compressed")
        self.assertIn(said[0], done.stdout + done.stderr)
        free = self.run_it("--memory", "1 TiB")[1]
        self.assertFalse([warning for warning in free["warnings"] if "--memory" in warning])

    def test_a_limit_is_a_size(self):
        done = self.maquette("run", "-n", 8, "-m", self.machine, "--memory", "much", "--", self.program("ring"),
                             status=1)
        self.assertIn("--memory much: error: is not a size [maquette-host-memory]", done.stderr)
        self.assertIn("fix: give a number and a unit, as in --memory \"8 GiB\"", done.stderr)

    def test_what_all_ranks_get_takes_no_copy_for_each_while_it_is_made(self):
        """64 ranks with 256 KiB each: with a copy that goes round and one that is received, it was three times as
        much."""
        def peak(what):
            self.maquette("run", "-n", 64, "-m", "test-torus", "--json", self.path("run.json"),
                          "--", self.program("census"), what)
            return self.json("run.json")["peak_rss_bytes"]
        alone = peak("none")
        self.assertGreater(alone, 64 * 256 * 1024)
        for what in ("sum", "gather"):
            self.assertLess(peak(what), alone + 4 * 1024 * 1024)


if __name__ == "__main__":
    unittest.main(verbosity=2)
