# test/integration/tool/comparison_test.py - maquette report of several runs: how a program scales
# SPDX-License-Identifier: Apache-2.0
"""usage: comparison_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unittest

from tool_test import ToolTest # Takes the first argument.

ALL_RANKS = (1, 2, 4, 8)


class Comparison(ToolTest):
    def runs(self):
        """A second of computing is divided among the ranks, 100 ms are not."""
        files = []
        for ranks in ALL_RANKS:
            trace = self.write("trace.txt", "".join(
                f"{rank} init\n{rank} compute {1e9 / ranks + 1e8}\n{rank} barrier\n{rank} finalize\n"
                for rank in range(ranks)))
            self.maquette("replay", "-m", self.machine, "--json", self.path(f"n{ranks}.json"), trace)
            files.append(self.path(f"n{ranks}.json"))
        return files

    def row(self, text, begin):
        line = next(line for line in text.split("\n") if line.startswith("  " + begin))
        return re.split(r"\s{2,}", line.strip())

    def test_scaling(self):
        files = self.runs()
        text = self.maquette("report", *reversed(files)).stdout
        for ranks in ALL_RANKS:
            speedup = 1.1 / (1 / ranks + 0.1)
            scaling = text[text.index("\nScaling"):]
            found = self.row(scaling, f"{ranks} ")
            self.assertAlmostEqual(float(found[2]), speedup, delta=0.01 * speedup)
            self.assertAlmostEqual(float(found[3].split(" ")[0]), 100 * speedup / ranks, delta=0.2)
        computing = self.row(text[text.index("What grows"):], "computing")
        self.assertEqual(float(computing[3]), round(0.225 / 1.1, 3))
        self.assertRegex(computing[4], r"^100 ms \+ 1 s \* p\^-1 ")
        self.assertIn("The shortest is n8, the longest n1", text)

    def test_page(self):
        files = self.runs()
        self.maquette("report", *files, "-o", self.path("scaling.html"))
        with open(self.path("scaling.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertIn("<svg", page)
        self.assertIn("strong efficiency", page)
        self.assertNotRegex(page, r"(src|href)=|@import|url\(") # It needs nothing else.

    def test_runs_on_the_same_ranks_are_listed(self):
        files = self.runs()
        text = self.maquette("report", files[1], files[1]).stdout
        self.assertNotIn("Scaling", text)
        self.assertEqual(len(re.findall(r"\n  \S+ +2 +small ", text)), 2)

    def test_files_of_one_name_are_told_apart(self):
        files = self.runs()
        os.mkdir(self.path("other"))
        os.rename(files[2], self.path("other/n2.json"))
        text = self.maquette("report", files[1], self.path("other/n2.json")).stdout
        self.assertIn("other/n2.json", text)

    def test_what_does_not_belong_together_is_refused(self):
        files = self.runs()
        other = self.json("n2.json")
        other["program"] = "another"
        self.write("other.json", json.dumps(other))
        done = self.maquette("report", files[0], self.path("other.json"), "-o", self.path("no.html"), status=1)
        self.assertIn("is a run of another", done.stderr)
        self.assertIn("[maquette-report-mixed]", done.stderr)
        self.assertNotIn("no.html", self.files())
        other["failures"] = [{"kind": "abort", "message": "it did", "rank": 0}]
        self.write("other.json", json.dumps(other))
        self.assertIn("says nothing", self.maquette("report", files[0], self.path("other.json"), status=1).stderr)
        other["version"] = 99
        self.write("other.json", json.dumps(other))
        self.assertIn("version 99", self.maquette("report", files[0], self.path("other.json"), status=1).stderr)


if __name__ == "__main__":
    unittest.main()
