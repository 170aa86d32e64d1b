# test/integration/tool/shmem_test.py - OpenSHMEM programs from their sources to a prediction
# SPDX-License-Identifier: Apache-2.0
"""usage: shmem_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import unittest

from tool_test import BIN, PROGRAMS, ToolTest # Takes the first argument.


class OpenShmem(ToolTest):
    def model(self, program, verified, *arguments):
        """A skeleton with its profile, verified also on other numbers of ranks; what was said of it."""
        os.mkdir(self.path("app"))
        source = os.path.join(PROGRAMS, f"{program}.c")
        self.write("app/compile_commands.json",
                   json.dumps([{"directory": self.path("app"), "file": source,
                                "arguments": [os.path.join(BIN, "maquette-oshcc"), "-O1", "-std=c99", "-c", source]}]))
        return self.maquette("model", "-p", self.path("app"), "-o", self.path("out"), "--cache", self.path("cache"),
                             "-n", 4, "--verify", verified, "--link=-lm", "--", self.path(program), *arguments).stdout

    def predicted(self, *arguments):
        self.maquette("run", "-m", self.machine, "-n", 6, "--json", self.path("run.json"), *arguments)
        return self.json("run.json")

    def test_a_skeleton_of_a_stencil_computes_no_cells(self):
        said = self.model("heat_by_puts", "7 60 500 4", 100, 300, 5)
        self.assertIn("verified on 4 ranks 100 300 5: 0 mismatches", said)
        self.assertIn("verified on 7 ranks 60 500 4: 0 mismatches", said)
        with open(self.path("out/skeleton/heat_by_puts.c"), encoding="utf-8") as file:
            skeleton = file.read()
        self.assertNotIn("sin(", skeleton)
        self.assertNotIn("fabs(", skeleton)
        result = self.predicted("--profile", self.path("out/heat_by_puts.profile"), "--",
                                self.path("out/skeleton/heat_by_puts"), 100, 300, 5)
        self.assertEqual(result["calls"]["shmem_put_signal"]["count"], 2 * 5 * 5)
        self.assertEqual(result["calls"]["shmem_put_signal"]["bytes"], 2 * 5 * 5 * 300 * 8)
        self.assertGreater(result["compute_seconds"], 0)

    def test_a_skeleton_of_a_search_computes_what_decides(self):
        said = self.model("search_of_graph", "7 50 5", 100, 4)
        self.assertIn("verified on 4 ranks 100 4: 0 mismatches", said)
        self.assertIn("verified on 7 ranks 50 5: 0 mismatches", said)


if __name__ == "__main__":
    unittest.main()
