# test/integration/tool/direct_test.py - direct mode: programs that compute, and memory that their ranks share
# SPDX-License-Identifier: Apache-2.0
"""usage: direct_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tool_test import PROGRAMS, TIME_LIMIT, ToolTest # Takes the first argument.
from two_cores import need_two_cores


class Direct(ToolTest):
    def test_a_dense_system_is_solved(self):
        for ranks, size, block in ((1, 50, 8), (3, 96, 32), (4, 203, 7)):
            out = self.maquette("run", "-n", ranks, "-m", self.machine, "--direct", "--", self.program("lu", "-lm"),
                                size, block).stdout
            self.assertRegex(out, f"N {size}, block {block}, {ranks} ranks: .*: passed")

    def test_each_rank_has_its_own_standard_streams_of_cpp(self):
        out = self.maquette("run", "-n", 4, "-m", self.machine, "--set", "node.count=4", "--direct", "--",
                            self.program("redirects")).stdout.split("\n\n")[0].splitlines()
        told = [line for line in out if line.startswith("rank")]
        self.assertEqual(sorted(told),
                         ["".join(f"rank {rank} at {i};" for i in range(3)) + "012" for rank in (0, 1, 3)])
        self.assertEqual([line for line in out if line.startswith("aside")], [f"aside {i}" for i in range(4)])
        self.assertEqual(sorted(line for line in out if line.startswith("still")),
                         ["still 1", "still 2", "still 3 throws"])
        self.assertEqual(sorted(line for line in out if line.startswith("end")), ["end of 2", "end of 3"])
        self.assertEqual(sorted(line for line in out if line.startswith("last")), ["last of 2", "last of 3"])

    def test_ranks_compute_on_several_cores(self):
        need_two_cores(self)
        results = {}
        for cores in (1, 2):
            run = lambda program, *arguments: self.maquette("run", "-n", 6, "-m", self.machine, "--direct",
                                                            "--host-cores", cores, "--json",
                                                            self.path("run.json"), "--", program, *arguments).stdout
            out = run(self.program("lu", "-lm"), 203, 7)
            self.assertRegex(out, "N 203, block 7, 6 ranks: .*: passed")
            result = self.json("run.json")
            self.assertEqual(result["host_cores"], cores)
            # What each rank has printed comes in the order of simulated time, its lines in theirs.
            printed = [line for line in run(self.program("turns"), 40).splitlines() if line.startswith("turn")]
            results[cores] = (result["messages"], result["calls"].keys(), printed)
        self.assertEqual(results[1], results[2])
        self.assertEqual(results[2][2], [f"turn {i}: rank {i % 6}, sum {i * (i + 1) // 2}, kept {i // 6 * 1000 + i % 6}"
                                         for i in range(40)])

    def test_messages_of_several_cores_come_in_the_order_of_simulated_time(self):
        need_two_cores(self)
        out = self.maquette("run", "-n", 5, "-m", self.machine, "--direct", "--host-cores", 2,
                            "--", self.program("arrivals")).stdout
        self.assertEqual([line for line in out.splitlines() if line.startswith("from")],
                         ["from 4", "from 3", "from 2", "from 1"])

    def test_ranks_that_have_a_core_each_keep_to_it(self):
        need_two_cores(self)
        cores = {}
        for ranks in (2, 3):
            out = self.maquette("run", "-n", ranks, "-m", self.machine, "--direct", "--host-cores", 2,
                                "--", self.program("places")).stdout
            cores[ranks] = [line.split()[2:] for line in sorted(out.splitlines()) if line.startswith("rank")]
        self.assertEqual([len(each) for each in cores[2]], [1, 1])
        self.assertNotEqual(*cores[2])
        self.assertEqual([len(each) for each in cores[3]], [2, 2, 2])

    def test_a_rank_that_fails_on_several_cores_is_named(self):
        need_two_cores(self)
        done = self.maquette("run", "-n", 6, "-m", self.machine, "--direct", "--host-cores", 2,
                             "--", self.program("turns"), 40, 17, status=3)
        self.assertIn("turn 16: rank 4", done.stdout)
        self.assertNotIn("turn 18", done.stdout)
        self.assertRegex(done.stderr, r"rank 5 in .*turns\.c:\d+: Segmentation fault .*\[maquette-program-crash\]")
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--direct", "--host-cores", 2, "--share", "1 MiB",
                             "--", self.program("ring"), status=1)
        self.assertIn("cannot share blocks (--share) [maquette-host-cores]", done.stderr)

    def test_ranks_share_what_the_user_says(self):
        size = 4 << 20
        with open(os.path.join(PROGRAMS, "tables.c"), encoding="utf-8") as file:
            line = next(number for number, text in enumerate(file, 1) if "malloc(" in text)
        run = lambda *options: self.maquette("run", "-n", 8, "-m", self.machine, "--direct", *options,
                                             "--json", self.path("run.json"), "--", self.program("tables"), size).stdout
        self.assertIn("0 bytes are wrong\n", run())
        alone = self.json("run.json")
        self.assertEqual((alone["shared_bytes"], alone["warnings"]), (0, []))
        self.assertIn("0 bytes are wrong\n", run("--share", f"tables.c:{line}", "--share", "1 GiB"))
        shared = self.json("run.json")
        self.assertEqual(shared["shared_bytes"], 7 * size)
        self.assertLess(shared["peak_rss_bytes"], alone["peak_rss_bytes"] - 4 * size)
        self.assertEqual([warning.split(" (--share)")[0] for warning in shared["warnings"]],
                         ["--share 1 GiB: no rank allocated such a block", "ranks shared blocks of 4 MiB"])
        # What is not alike is wrong then, and the run goes on.
        self.assertNotIn("\n0 bytes are wrong\n", "\n" + run("--share", "1 MiB"))

    def test_computing_up_to_a_look_at_the_clock_is_not_compared_with_what_lies_between_calls(self):
        seconds = {}
        for clock in ("clock", "none"):
            self.maquette("run", "-n", 20, "-m", "test-torus", "--direct", "--json", self.path("run.json"),
                          "--", self.program("clock_reads"), clock)
            seconds[clock] = self.json("run.json")["compute_seconds"]
        # Taken for the short spans, a part of the long ones counted as next to nothing.
        self.assertGreater(seconds["clock"], 0.8 * seconds["none"])

    def test_a_library_that_measures_itself_moves_no_clock(self):
        library, seconds = self.path("liblooks.so"), []
        subprocess.run([shutil.which("cc") or shutil.which("clang-19"), "-DLIBRARY", "-shared", "-fPIC", "-O1",
                        os.path.join(PROGRAMS, "looks_at_clock.c"), "-o", library], check=True, timeout=TIME_LIMIT)
        for looked_by in (library, "own"):
            self.maquette("run", "-n", 2, "-m", "test-torus", "--json", self.path("run.json"),
                          "--", self.program("looks_at_clock"), looked_by)
            seconds.append(self.json("run.json")["predicted_seconds"])
        self.assertLess(seconds[0], 1e-3)
        self.assertGreater(seconds[1], 1) # it waits for a time to come
        self.assertLess(seconds[1], 200000)

    def test_what_it_does_not_do(self):
        for options, says, fix in (
                (("--share", "much"), "--share much: error: is neither a size nor FILE:LINE [maquette-share]",
                 "give the smallest size of shared blocks, for example \"16 MiB\", or the line that allocates them, "
                 "for example table.c:31"),
                (("--host-cores", 4096), "--host-cores 4096: error: this process may use", "use that many or fewer")):
            done = self.maquette("run", "-n", 2, "-m", self.machine, "--direct", *options, "--", self.program("ring"),
                                 status=1)
            self.assertIn(says, done.stderr)
            self.assertIn("fix: " + fix, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
