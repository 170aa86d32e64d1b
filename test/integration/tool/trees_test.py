# test/integration/tool/trees_test.py - syntax trees that one run leaves to the next
# SPDX-License-Identifier: Apache-2.0
"""usage: trees_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tool_test # Takes the first argument.
from tool_test import ToolTest

HEADER = """#include <vector>
constexpr int kWords = 3;
double sum(const std::vector<double> &values);
"""

MAIN = """#include "values.h"
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> values(kWords, 1.0);
  int words = kWords;
  double total = sum(values);
  MPI_Bcast(values.data(), words, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return total > 1e9;
}
"""

SUM = """#include <vector>
double sum(const std::vector<double> &values) {
  double total = 0;
  for (double value : values)
    total += value;
  return total;
}
"""


class SyntaxTrees(ToolTest):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("app"))
        for name, text in (("values.h", HEADER), ("main.cpp", MAIN), ("sum.cpp", SUM)):
            self.write("app/" + name, text)
        self.commands()

    def commands(self, *options):
        entries = [{"directory": self.path("app"), "file": file, "arguments": ["c++", *options, "-c", file]}
                   for file in ("main.cpp", "sum.cpp")]
        self.write("app/compile_commands.json", json.dumps(entries))

    def skeletonize(self, out, *options):
        """How many units were read back, and what was said."""
        done = self.maquette("skeletonize", "-p", self.path("app"), "-o", self.path(out),
                             *(options or ("--cache", self.path("cache"))))
        read_back = re.search(r"^units +2(?:, (\d+) from the cache)?$", done.stdout, re.MULTILINE)
        return int(read_back.group(1) or 0), done.stdout

    def tree(self, out):
        found = {}
        for folder, _, files in os.walk(self.path(out)):
            for name in files:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found[os.path.relpath(os.path.join(folder, name), self.path(out))] = re.sub(r'"seconds":[^,]*,', "",
                                                                                                file.read())
        return found

    def test_what_did_not_change_is_read_back_and_gives_the_same(self):
        self.assertEqual(self.skeletonize("first")[0], 0)
        self.assertEqual(self.skeletonize("second")[0], 2)
        self.assertEqual(self.tree("first"), self.tree("second"))
        self.assertEqual(self.skeletonize("third", "--no-cache")[0], 0)
        self.assertEqual(self.tree("first"), self.tree("third"))

    def test_a_unit_is_parsed_again_if_a_header_changed_whatever_its_time_says(self):
        self.skeletonize("out")
        before = os.stat(self.path("app/values.h"))
        self.write("app/values.h", HEADER.replace("3", "7"))
        os.utime(self.path("app/values.h"), ns=(before.st_atime_ns, before.st_mtime_ns))
        self.assertEqual(self.skeletonize("out")[0], 1)
        self.assertIn("kWords = 7", self.tree("out")["skeleton/values.h"])
        self.assertEqual(self.skeletonize("out")[0], 2)
        self.write("app/values.h", HEADER.replace("sum(", "sum_of("))
        self.maquette("skeletonize", "-p", self.path("app"), "-o", self.path("out"), "--cache", self.path("cache"),
                      status=1)

    def test_other_options_make_other_trees(self):
        self.skeletonize("out")
        self.commands("-O2", "-DUNUSED")
        self.assertEqual(self.skeletonize("out")[0], 0)
        self.commands()
        self.assertEqual(self.skeletonize("out")[0], 2)

    def test_a_folder_named_from_here_with_a_space(self):
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        self.assertEqual(self.skeletonize("out", "--cache", "kept trees")[0], 0)
        self.assertEqual(self.skeletonize("out", "--cache", "kept trees")[0], 2)

    def test_a_damaged_tree_is_no_harm(self):
        self.skeletonize("first")
        trees = [name for name in os.listdir(self.path("cache")) if re.fullmatch(r"llvmcache-[0-9a-f]{32}", name)]
        self.assertEqual(len(trees), 2)
        with open(self.path("cache/" + trees[0]), "r+b") as file:
            file.seek(os.path.getsize(file.name) // 2)
            file.write(b"\xff" * 64)
        os.truncate(self.path("cache/" + trees[1]), 100)
        self.assertEqual(self.skeletonize("second")[0], 0)
        self.assertEqual(self.tree("first"), self.tree("second"))

    def test_a_folder_that_cannot_be_written_is_said_and_no_harm(self):
        self.write("file", "")
        read_back, said = self.skeletonize("out", "--cache", self.path("file"))
        self.assertEqual(read_back, 0)
        self.assertIn("syntax trees are not cached: cannot write " + self.path("file"), said)
        self.assertIn("kWords", self.tree("out")["skeleton/main.cpp"])

    def test_no_cache_keeps_none(self):
        home = self.path("home")
        os.environ["XDG_CACHE_HOME"], before = home, os.environ.get("XDG_CACHE_HOME")
        self.addCleanup(lambda: os.environ.update({"XDG_CACHE_HOME": before}) if before
                        else os.environ.pop("XDG_CACHE_HOME"))
        self.skeletonize("out", "--no-cache")
        self.assertFalse(os.path.exists(home))
        self.skeletonize("out", "--exact")
        self.assertEqual(self.skeletonize("other", "--strict")[0], 2)
        self.assertTrue(os.listdir(home + "/maquette"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
