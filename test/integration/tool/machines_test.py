# test/integration/tool/machines_test.py - maquette machine: list, show, check
# SPDX-License-Identifier: Apache-2.0
"""usage: machines_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tool_test import SMALL_MACHINE, ToolTest # Takes the first argument.


class Machines(ToolTest):
    def test_list_show_and_check_agree(self):
        self.maquette("machine", "list", "--json", self.path("machines.json"))
        machines = self.json("machines.json")
        self.assertIn("fat-tree", [machine["name"] for machine in machines])
        for machine in machines:
            shown = self.maquette("machine", "show", os.path.splitext(os.path.basename(machine["file"]))[0]).stdout
            copy = self.write(os.path.basename(machine["file"]), shown)
            self.assertIn(f"ok: machine '{machine['name']}'", self.maquette("machine", "check", copy).stdout)
        self.assertIn("ok: machine 'fat-tree'", self.maquette("machine", "check", "fat-tree").stdout)
        self.assertIn("did you mean 'fat-tree'?", self.maquette("machine", "check", "fat-treee", status=1).stderr)
        changed = self.maquette("machine", "check", "fat-tree", "--set", "network.link_bandwidth=2x").stdout
        self.assertIn("bisection: 2048 links, 819.2 Tb/s each way", changed)

    def test_check_reports_all_mistakes_with_their_lines(self):
        wrong = self.write("wrong.toml", SMALL_MACHINE.replace("cores = 4", "coers = 4").replace("10 GB/s", "10 GHz"))
        done = self.maquette("machine", "check", wrong, status=1)
        self.assertRegex(done.stderr, r"wrong.toml:6:1: error: unknown key 'coers'")
        self.assertGreaterEqual(len(re.findall(r"error: ", done.stderr)), 3)
        self.assertIn("^", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
