# test/integration/tool/search_test.py - the cheapest machine: planted optima, what is kept, bad input
# SPDX-License-Identifier: Apache-2.0
"""usage: search_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unittest

from tool_test import BIN, ToolTest, maquette # Takes the first argument.

BYTES = 1 << 20
SEARCH = """[run]
program = ["{program}", "{bytes}", "{messages}"]
ranks = 2
machine = "small.toml"
options = ["--set", "node.cpu_scale=1e12", "--set", "node.cores=1"]
{more}
[parameters]
{parameters}
[search]
minimize = "{minimize}"
targets = {targets}
runs = {runs}
"""
BANDWIDTH = '"network.bandwidth" = { from = 2.0, to = 50.0, unit = "GB/s" }'
LATENCY = '"network.latency" = { from = 0.3, to = 20, unit = "us", scale = "log" }'


class Search(ToolTest):
    def write_search(self, parameters, minimize, targets, runs=59, messages=8, more=""):
        return self.write("some.toml", SEARCH.format(
            program=self.program("transfer"), bytes=BYTES, messages=messages, parameters="\n".join(parameters),
            minimize=minimize, targets=targets, runs=runs, more=more))

    def search(self, *words, status=0):
        done = maquette("search", *words, env=dict(os.environ, TMPDIR=self.scratch))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(os.listdir(self.scratch), [], "temporary files were left")
        return done

    def found(self, path):
        self.search(path, "-o", self.path("found.json"))
        found = self.json("found.json")
        self.assertLess(len(found["steps"]), 60)
        self.assertTrue(found["best"]["meets_targets"])
        return found["best"]

    def runs(self):
        with contextlib.closing(sqlite3.connect(self.path("some.results.sqlite"))) as base:
            return base.execute("SELECT * FROM runs ORDER BY id").fetchall()

    def seconds(self, bandwidth, latency="1", messages=8):
        """What a run with these numbers predicts."""
        self.maquette("run", "-n", 2, "-m", self.machine, "--set", "node.cpu_scale=1e12", "--set", "node.cores=1",
                      "--set", f"network.bandwidth={bandwidth} GB/s", "--set", f"network.latency={latency} us",
                      "--json", self.path("one.json"), "--", self.program("transfer"), BYTES, messages)
        return self.json("one.json")["predicted_seconds"]

    def terms(self, messages=8):
        """The time is a + b latency + c / bandwidth: (a, b, c), in us and GB/s."""
        base, slower, narrower = (self.seconds(*each, messages) for each in ((10, 1), (10, 11), (5, 1)))
        c = (narrower - base) * 10
        b = (slower - base) / 10
        return base - b - c / 10, b, c

    def test_least_bandwidth_for_a_time(self):
        planted = 17.3
        path = self.write_search([BANDWIDTH], "network_bandwidth",
                                 f'["predicted_seconds <= {self.seconds(planted)!r}"]')
        best = self.found(path)
        self.assertAlmostEqual(best["cost"], planted, delta=0.005 * planted)
        self.assertGreaterEqual(best["cost"], planted * 0.9999)

    def test_bandwidth_against_latency(self):
        # The cost p B + q / L is least on a + b L + c / B = T where q = p b B^2 L^2 / c.
        bandwidth, latency = 11.0, 2.5
        _, b, c = self.terms()
        price = b * bandwidth ** 2 * latency ** 2 / c
        path = self.write_search([BANDWIDTH, LATENCY], f"network_bandwidth + {price!r} / network_latency",
                                 f'["predicted_seconds <= {self.seconds(bandwidth, latency)!r}"]')
        best = self.found(path)
        least = bandwidth + price / latency
        self.assertLess(best["cost"], least * 1.005)
        self.assertGreater(best["cost"], least * 0.999)

    def test_a_choice_and_a_range(self):
        # More parts need less memory and more bandwidth; their number is whole.
        limit = self.seconds(20, messages=3)
        costs = {}
        for messages in range(1, 13):
            a, b, c = self.terms(messages)
            bandwidth = c / (limit - a - b) if limit > a + b else float("inf")
            if bandwidth <= 50:
                costs[messages] = max(bandwidth, 2) + 40 / messages
        path = self.write_search([BANDWIDTH, "parts = { from = 1, to = 12 }"], "network_bandwidth + 40 / parts",
                                 f'["predicted_seconds <= {limit!r}"]', messages="{parts}")
        best = self.found(path)
        self.assertEqual(best["parameters"]["parts"], min(costs, key=costs.get))
        self.assertLess(best["cost"], min(costs.values()) * 1.005)
        self.assertGreater(best["cost"], min(costs.values()) * 0.999)

    def test_a_search_goes_on_from_what_is_stored(self):
        path = self.write_search([BANDWIDTH, LATENCY], "network_bandwidth + 1 / network_latency",
                                 '["predicted_seconds <= 1e-3"]', runs=20)
        with subprocess.Popen([os.path.join(BIN, "maquette"), "search", path], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            for _ in range(3):
                self.assertIn("step", process.stderr.readline())
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        first = self.search(path)
        self.assertIn("best of 20 steps:", first.stdout)
        runs = self.runs()
        self.assertEqual(self.search(path).stdout, first.stdout)
        self.assertEqual(self.runs(), runs)
        command = first.stdout.split("again: maquette ")[1].split("\n")[0]
        self.assertIn("network.bandwidth=", command)

    def test_nothing_meets_the_targets(self):
        path = self.write_search([BANDWIDTH], "network_bandwidth", '["predicted_seconds <= 1e-9"]', runs=10)
        done = self.search(path, status=3)
        self.assertRegex(done.stdout, r"none of \d+ steps meets the targets; nearest:\n  network.bandwidth = 50 GB/s")
        self.assertRegex(done.stdout, r"misses predicted_seconds <= 1e-9 by \d+")
        self.assertIn("fix: widen the ranges", done.stderr)

    def test_targets_of_parameters_alone_cost_no_run(self):
        path = self.write_search([BANDWIDTH], "predicted_seconds", '["network_bandwidth <= 10"]', runs=20)
        best = self.found(path)
        self.assertAlmostEqual(best["cost"], self.seconds(10), delta=0.01 * self.seconds(10))
        for step in self.json("found.json")["steps"]:
            self.assertEqual(step["results"] is None, step["missed_by"]["network_bandwidth <= 10"] > 0)

    def test_runs_that_fail_are_kept_with_their_reason(self):
        path = self.write_search(["parts = [1, 2]", "cores = [1, 2]"], "parts", "[]", messages="{parts}")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.write("some.toml", text.replace("node.cores=1", "node.cores={cores}").replace("ranks = 2", "ranks = 4"))
        self.search(path, "-o", self.path("found.json"))
        found = self.json("found.json")
        self.assertEqual(found["best"]["parameters"]["cores"], 2) # Two nodes have one place each else.
        self.assertTrue(any(step["reason"] for step in found["steps"]))

    def test_bad_input(self):
        good = self.write_search([BANDWIDTH], "network_bandwidth", '["predicted_seconds <= 1"]')
        with open(good, encoding="utf-8") as file:
            text = file.read()
        for old, new, says in (
                ('minimize = "network_bandwidth"', "", r"says not what to minimize"),
                ('"network_bandwidth"', '"network_bandwith"', r"names 'network_bandwith', no parameter and no result"),
                ('"network_bandwidth"', '"1 +"', r"is no expression"),
                ("predicted_seconds <= 1", "predicted_seconds", r"is no comparison"),
                ("runs = 59", "runs = 0", r"'runs' is no number of runs"),
                ("runs = 59", "rums = 3", r"unknown key 'rums' in \[search\]"),
                ("[search]", "[sampling]\nmethod = \"grid\"\n[search]", r"both \[sampling\] and \[search\]")):
            with self.subTest(new=new):
                done = self.search(self.write("bad.toml", text.replace(old, new)), status=1)
                self.assertRegex(done.stderr, says)
                self.assertIn("fix: ", done.stderr)
        self.assertIn("describes a search", maquette("sweep", good).stderr)
        self.assertIn("has no table [search]", self.search(
            self.write("sweep.toml", text.split("[search]")[0].replace("50.0,", "50.0, steps = 2,")), status=1).stderr)
        self.assertIn("cannot be read", self.search(self.path("none.toml"), status=1).stderr)
        self.search(status=2)


if __name__ == "__main__":
    unittest.main()
