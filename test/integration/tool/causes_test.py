# test/integration/tool/causes_test.py - critical path and wait states: programs whose waits are planted
# SPDX-License-Identifier: Apache-2.0
"""usage: causes_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unittest

from tool_test import PROGRAMS, ToolTest # Takes the first argument.

RANKS = 4
PLANTED = 0.01 # Seconds, of each rank that works.
# What each case of the program must show: the kind, and how many ranks wait.
CASES = {"late_sender": ("late_sender", 1), "late_receiver": ("late_receiver", 1), "late_probe": ("late_sender", 1),
         "wait_at_barrier": ("wait_at_barrier", 3), "wait_at_nxn": ("wait_at_nxn", 3),
         "late_broadcast": ("late_broadcast", 3), "early_reduce": ("early_reduce", 1),
         "wait_at_fence": ("wait_at_fence", 3), "lock_contention": ("lock_contention", 1),
         "propagated": ("late_sender", 1)}
# Computing takes no time, so the planted work is all there is.
EXACT = ["--direct", "--set", "node.cpu_scale=1e12"]


def lines_of(case):
    """Where the waits of a case and their cause are, by the program's comments."""
    with open(os.path.join(PROGRAMS, "waits.c"), encoding="utf-8") as file:
        lines = file.read().split("\n")
    begin = next(i for i, line in enumerate(lines) if f'"{case}"' in line)
    end = next(i for i in range(begin + 1, len(lines)) if "if (is(kind" in lines[i])
    marks = {mark: [i + 1 for i in range(begin, end) if "/*" in lines[i] and mark in lines[i].split("/*")[1]]
             for mark in ("wait", "cause")}
    return marks["wait"][0], marks["cause"][0]


class Causes(ToolTest):
    def run_case(self, case, *options, machine=None):
        done = self.maquette("run", "-n", RANKS, "-m", machine or self.machine, *EXACT, "--critical-path", "--json",
                             self.path("run.json"), *options, "--", self.program("waits"), case)
        result = self.json("run.json")
        path = result["critical_path"]
        self.assertEqual(path["picoseconds"], round(result["predicted_seconds"] * 1e12))
        for rows in ("by_line", "by_rank"):
            self.assertEqual(sum(row["picoseconds"] for row in path[rows]), path["picoseconds"])
        for rows in (path["by_line"], *(found["by_line"] for found in result["wait_states"].values())):
            keys = [tuple(row[key] for key in ("kind", "call", "file", "line", "region")) for row in rows]
            self.assertEqual(len(keys), len(set(keys)))
        self.assertAlmostEqual(sum(row["seconds"] for row in path["segments"]), path["seconds"], delta=1e-9)
        return result, done.stdout

    def test_each_planted_wait_is_found_at_its_line_with_its_cause(self):
        for case, (kind, waiting) in CASES.items():
            with self.subTest(case):
                result, _ = self.run_case(case)
                wait_line, cause_line = lines_of(case)
                rows = [row for row in result["wait_states"][kind]["by_line"] if row["line"] == wait_line]
                self.assertEqual(len(rows), 1)
                self.assertTrue(rows[0]["file"].endswith("waits.c"))
                self.assertAlmostEqual(rows[0]["seconds"], waiting * PLANTED, delta=0.01 * waiting * PLANTED)
                self.assertEqual(rows[0]["count"], waiting)
                cause = rows[0]["causes"][0]
                self.assertEqual((cause["kind"], cause["line"]), ("computing", cause_line))
                self.assertAlmostEqual(cause["seconds"], waiting * PLANTED, delta=0.01 * waiting * PLANTED)
                # All else are ranks that end earlier, and microseconds.
                for other, found in result["wait_states"].items():
                    for row in found["by_line"]:
                        if row["call"] not in ("MPI_Finalize", "MPI_Win_free") and row is not rows[0]:
                            self.assertLess(row["seconds"], PLANTED / 100 if case != "propagated" else 1.01 * PLANTED,
                                            (case, other, row))

    def test_nothing_is_found_where_all_work_alike(self):
        result, text = self.run_case("none")
        self.assertLess(sum(kind["seconds"] for kind in result["wait_states"].values()), PLANTED / 1000)
        self.assertIn("Critical path", text)

    def test_the_late_rank_is_named(self):
        result, text = self.run_case("late_sender")
        row = result["wait_states"]["late_sender"]["by_line"][0]
        self.assertEqual((row["longest_rank"], row["late_rank"]), (0, RANKS - 1))
        self.assertIn(f"100.0 % of it is on rank {RANKS - 1}", text)
        self.assertIn(f"late sender: MPI_Recv at waits.c:{lines_of('late_sender')[0]}", text)

    def test_the_path_leads_to_the_first_cause(self):
        result, _ = self.run_case("propagated")
        longest = result["critical_path"]["by_line"][0]
        self.assertEqual((longest["kind"], longest["line"]), ("computing", lines_of("propagated")[1]))
        self.assertAlmostEqual(longest["seconds"], PLANTED, delta=0.01 * PLANTED)

    def test_every_network_model_gives_the_whole_time(self):
        for model in ("logp", "flow-fair", "flow-fifo", "packet", "smp-sim", "hops", "infiniband", "ideal"):
            with self.subTest(model):
                self.run_case("late_receiver", "--set", f"network.model={model}", machine="test-torus")

    def test_less_time_at_the_blamed_line_ends_the_run_sooner_by_what_it_says(self):
        def predicted(nanoseconds):
            trace = self.write("trace.txt", "".join(
                f"{rank} init\n{rank} compute {nanoseconds if rank == 1 else 2e6}\n{rank} barrier\n"
                f"{rank} compute 1e6\n{rank} barrier\n{rank} finalize\n" for rank in range(RANKS)))
            self.maquette("replay", "-m", self.machine, "--critical-path", "--json", self.path("run.json"), trace)
            return self.json("run.json")
        before, after = predicted(1e7), predicted(0.8e7)
        blamed = before["critical_path"]["by_line"][0]
        self.assertEqual(blamed["kind"], "computing")
        on_rank_1 = next(row for row in before["critical_path"]["by_rank"] if row["rank"] == 1)
        self.assertGreaterEqual(on_rank_1["seconds"], 0.01)
        saved = before["predicted_seconds"] - after["predicted_seconds"]
        self.assertAlmostEqual(saved, 0.2 * 0.01, delta=0.02 * 0.2 * 0.01)

    def test_the_timeline_has_all_the_time(self):
        result, _ = self.run_case("late_sender")
        timeline = result["timeline"]
        self.assertEqual([row["first_rank"] for row in timeline["rows"]], list(range(RANKS)))
        def seconds(rank, state):
            return sum(timeline["rows"][rank][state]) * timeline["window_seconds"]
        self.assertAlmostEqual(seconds(0, "waiting"), PLANTED, delta=0.01 * PLANTED) # Until the message comes.
        self.assertAlmostEqual(seconds(RANKS - 1, "computing"), PLANTED, delta=0.01 * PLANTED)
        for rank in range(RANKS):
            self.assertAlmostEqual(sum(seconds(rank, state) for state in ("computing", "calls", "waiting")),
                                   result["predicted_seconds"], delta=0.01 * PLANTED)

    def test_reports_include_it_and_a_result_keeps_it(self):
        self.maquette("run", "-n", RANKS, "-m", self.machine, *EXACT, "--report", self.path("run.html"), "--json",
                      self.path("run.json"), "--", self.program("waits"), "late_sender")
        with open(self.path("run.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertIn("late sender: MPI_Recv", page)
        self.assertIn('<div class="timeline">', page)
        again = self.maquette("report", self.path("run.json"))
        self.assertIn("late sender: MPI_Recv", again.stdout)
        self.maquette("run", "-n", RANKS, "-m", self.machine, *EXACT, "--json", self.path("run.json"), "--",
                      self.program("waits"), "late_sender")
        self.assertNotIn("critical_path", self.json("run.json"))


if __name__ == "__main__":
    unittest.main()
