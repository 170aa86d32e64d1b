# test/integration/tool/sweep_test.py - many runs: grids, samples, what is kept, interruptions, bad input
# SPDX-License-Identifier: Apache-2.0
"""usage: sweep_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import csv
import importlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unittest

from tool_test import BIN, SMALL_MACHINE, ToolTest, maquette # Takes the first argument.

SWEEP = """[run]
program = ["{program}"]
machine = "small.toml"
options = ["--set", "node.cpu_scale=1e12", "--set", "node.count=16"]
{more}
[parameters]
ranks = {ranks}
"network.latency" = {latencies}
[sampling]
{sampling}
"""


class Sweeps(ToolTest):
    def sweep_file(self, ranks="[2, 4]", latencies='["1 us", "5 us"]', sampling="", more=""):
        return self.write("some.toml", SWEEP.format(program=self.program("ring"), ranks=ranks, latencies=latencies,
                                                    sampling=sampling, more=more))

    def rows(self):
        self.sweep("export", self.path("some.toml"), "-o", self.path("some.csv"))
        with open(self.path("some.csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def sweep(self, *words, status=0):
        done = maquette("sweep", *words, env=dict(os.environ, TMPDIR=self.scratch))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(os.listdir(self.scratch), [], "temporary files were left")
        return done

    def test_a_grid_runs_once_and_gives_what_single_runs_give(self):
        path = self.sweep_file()
        self.assertIn("4 runs done, 0 failed", self.sweep(path).stdout)
        self.assertIn("0 runs done", self.sweep(path).stdout)
        self.assertIn("4 runs done, 0 failed, 0 to do", self.sweep("status", path).stdout)
        rows = self.rows()
        self.assertEqual([(row["ranks"], row["network.latency"]) for row in rows],
                         [("2", "1 us"), ("2", "5 us"), ("4", "1 us"), ("4", "5 us")])
        self.maquette("run", "-n", 4, "-m", self.machine, "--set", "network.latency=5 us", "--set",
                      "node.cpu_scale=1e12", "--set", "node.count=16", "--json", self.path("one.json"), "--",
                      self.program("ring"))
        self.assertEqual(float(rows[3]["predicted_seconds"]), self.json("one.json")["predicted_seconds"])

    def test_results_go_into_reports(self):
        path = self.sweep_file(latencies='["1 us"]')
        self.sweep(path)
        self.sweep("export", path, "-o", self.path("runs/"))
        names = sorted(os.listdir(self.path("runs")))
        self.assertEqual([name[:-len("-12345678.json")] for name in names],
                         [f"ranks={ranks},network.latency=1 us,seed=1" for ranks in (2, 4)])
        done = self.maquette("report", *(self.path("runs/" + name) for name in names))
        self.assertIn("strong efficiency", done.stdout)

    def test_only_what_is_new_runs(self):
        self.sweep(self.sweep_file())
        path = self.sweep_file(ranks="[2, 4, 8]")
        self.assertEqual(self.sweep(path, "--dry-run").stdout.count("maquette run"), 2)
        self.assertIn("2 runs done", self.sweep("resume", path).stdout)
        # Another machine with the same name is another run.
        self.write("small.toml", SMALL_MACHINE.replace("200 ns", "300 ns"))
        self.assertEqual(self.sweep(path, "--dry-run").stdout.count("maquette run"), 6)

    def test_samples_and_constraints(self):
        ranges = {"ranks": "{ from = 2, to = 9 }", "latencies": '{ from = 0.5, to = 50, unit = "us", scale = "log" }'}
        sampling = 'method = "latin-hypercube"\ncount = 8'
        path = self.sweep_file(sampling=sampling, **ranges)
        commands = self.sweep(path, "--dry-run").stdout.strip().split("\n")
        self.assertEqual(commands, self.sweep(path, "--dry-run").stdout.strip().split("\n"))
        self.assertEqual(self.files(), ["some.toml"]) # Nothing ran, nothing is kept.
        latencies = sorted(float(command.split("network.latency=")[1].split(" us")[0]) for command in commands)
        self.assertEqual(len(latencies), 8)
        for i, latency in enumerate(latencies): # One in each part of the range.
            self.assertTrue(0.5 * 100 ** (i / 8) <= latency <= 0.5 * 100 ** ((i + 1) / 8))
        path = self.sweep_file(sampling=sampling + '\nconstraints = ["ranks >= 5 and ranks < 8"]', **ranges)
        fewer = self.sweep(path, "--dry-run").stdout.strip().split("\n")
        self.assertEqual(fewer, [command for command in commands if 5 <= int(command.split("-n ")[1].split()[0]) < 8])
        self.assertTrue(fewer)
        listed = self.sweep_file(sampling='method = "list"')
        self.assertEqual(self.sweep(listed, "--dry-run").stdout.count("maquette run"), 2)

    def test_braces_that_name_nothing_stay(self):
        path = self.sweep_file(ranks="[2]", latencies='["1 us"]')
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.write("some.toml", text.replace('ring"]', 'ring", "{}", "{ \'x\': {ranks} }"]'))
        command = self.sweep(path, "--dry-run").stdout
        self.assertTrue(command.endswith("""ring '{}' '{ '"'"'x'"'"': 2 }'\n"""), command)

    def test_repeats_until_the_mean_is_known(self):
        path = self.sweep_file(ranks="[2]", latencies='["1 us"]',
                               more="repeats = { least = 3, most = 9, within = 0.02 }")
        self.assertIn("3 runs done", self.sweep(path).stdout) # They are all alike.
        self.assertEqual([row["seed"] for row in self.rows()], ["1", "2", "3"])

    def test_failures_are_kept_with_their_reason(self):
        path = self.sweep_file(latencies='["1 us", "long"]')
        done = self.sweep(path, status=3)
        self.assertIn("2 runs done, 2 failed", done.stdout)
        self.assertIn("maquette-config", self.sweep("status", path).stdout)
        self.assertEqual([row["state"] for row in self.rows()], ["done", "failed"] * 2)
        self.assertIn("0 runs done", self.sweep(path).stdout)
        self.assertEqual(self.sweep(path, "--retry", "--dry-run").stdout.count("maquette run"), 2)

    def test_a_run_that_takes_too_long_is_ended_with_its_program(self):
        path = self.write("some.toml", f"""[run]
program = ["{self.program('killed_in_a_loop')}", "2000000000"]
ranks = 2
machine = "small.toml"
time_limit = 1.5
""")
        self.sweep(path, status=3)
        self.assertIn("took more than the time_limit of 1.5 s", self.sweep("status", path).stdout)
        left = subprocess.run(["pgrep", "-f", self.program("killed_in_a_loop")], capture_output=True, text=True,
                              check=False)
        self.assertEqual(left.stdout, "")

    def test_a_killed_sweep_loses_only_the_runs_at_work(self):
        path = self.sweep_file(ranks="[" + ", ".join(map(str, range(1, 21))) + "]", latencies='["1 us"]')
        chance = random.Random(7)
        for _ in range(4):
            with subprocess.Popen([os.path.join(BIN, "maquette"), "sweep", path, "--jobs", "2"],
                                  stdout=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=self.scratch)) as process:
                time.sleep(0.3 + 0.4 * chance.random())
                process.send_signal(signal.SIGKILL)
        time.sleep(0.5) # Their runs end, too.
        for name in os.listdir(self.scratch): # Nobody was left to remove them.
            shutil.rmtree(self.path("tmp/" + name), ignore_errors=True)
        self.sweep("resume", path)
        self.assertFalse([name for name in self.files() if name.endswith(".work")])
        rows = self.rows()
        self.assertEqual([int(row["ranks"]) for row in rows], list(range(1, 21)))
        self.assertEqual({row["state"] for row in rows}, {"done"})

    def test_a_job_array_gives_the_same(self):
        self.sweep(self.sweep_file())
        expected = [(row["ranks"], row["network.latency"], row["predicted_seconds"]) for row in self.rows()]
        os.unlink(self.path("some.results.sqlite"))
        # Slurm, as far as this goes: each task of the array in turn.
        os.mkdir(self.path("bin"))
        sbatch = self.write("bin/sbatch", "#!/bin/bash\nscript=$(cat)\nlast=${1#--array=0-}\n"
                            "for i in $(seq 0 $last); do SLURM_ARRAY_TASK_ID=$i bash -c \"$script\"; done\n"
                            "echo Submitted batch job 1 $5\n")
        os.chmod(sbatch, 0o755)
        done = maquette("sweep", self.path("some.toml"), "--slurm", "-p fast", "--tasks", 3,
                        env=dict(os.environ, TMPDIR=self.scratch, PATH=self.path("bin") + ":" + os.environ["PATH"]))
        self.assertIn("4 runs in 3 tasks", done.stdout, done.stderr)
        self.assertEqual([(row["ranks"], row["network.latency"], row["predicted_seconds"]) for row in self.rows()],
                         expected)

    def test_from_python(self):
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(os.path.join(BIN, "maquette-sweep")))))
        module = importlib.import_module("maquette")
        os.environ["MAQUETTE_EXECUTABLE"] = os.path.join(BIN, "maquette")
        self.addCleanup(os.environ.pop, "MAQUETTE_EXECUTABLE")
        result = module.run([self.program("ring")], self.machine, ranks=4, options=["--direct"])
        self.assertEqual(result["ranks"], 4)
        with self.assertRaises(module.RunFailed) as raised:
            module.run([self.path("nothing")], self.machine)
        self.assertIn("maquette-program-missing", str(raised.exception))
        sweep = module.Sweep(self.sweep_file())
        self.assertEqual(sweep.execute(jobs=2), {"done": 4, "failed": 0})
        self.assertEqual(len(sweep.rows()), 4)

    def test_bad_descriptions(self):
        good = self.sweep_file()
        with open(good, encoding="utf-8") as file:
            text = file.read()
        for change, says in ((("[run]", "[runs]"), "unknown table 'runs'"),
                             (("ranks = [2, 4]", "ranks = []"), "has no values"),
                             (("ranks = [2, 4]", "ranks = { from = 1 }"), "is no range"),
                             (("ranks = [2, 4]", "ranks = { from = 1, to = 4 }"), "has no steps"),
                             (("ranks = [2, 4]", 'ranks = ["many"]'), "is no number of ranks"),
                             (("[sampling]\n", '[sampling]\nmethod = "all"\n'), "unknown method 'all'"),
                             (("[sampling]\n", '[sampling]\nconstraints = ["open(1)"]\n'), "open(1)"),
                             (("program = [", 'program = ["{size}", '), "names no parameter"),
                             (('machine = "small.toml"\n', ""), "has no machine"),
                             (("[run]\n", '[run]\ntime_limit = "1 min"\n'), "'time_limit' is no number"),
                             (("options = [", 'options = "-v" #['), "'options' is no list"),
                             (("[parameters]\n", "[parameters]\nmessages = [1]\n"), "is the name of a result"),
                             (("[run]\n", "[run]\nrepeats = { least = 3, most = 'x', within = 1 }\n"),
                              "'repeats' is no number"),
                             (("[run]\n", "[run]\nrepeats = 0\n"), "'repeats' is no number")):
            self.write("some.toml", text.replace(*change))
            done = self.sweep(good, status=1)
            self.assertIn(says, done.stderr)
            self.assertIn("fix:", done.stderr)
        self.assertIn("cannot be read", self.sweep(self.path("none.toml"), status=1).stderr)
        self.assertIn("nothing to resume", self.sweep("resume", self.sweep_file(), status=1).stderr)
        self.write("some.results.sqlite", "no database at all, but long enough to be looked at" * 20)
        self.assertIn("holds no results", self.sweep(good, status=1).stderr)
        self.assertIn("no file was given", self.sweep(status=2).stderr)
        with open(good, "wb") as file:
            file.write(b"\xff\xfe\x00")
        self.assertIn("is no text", self.sweep(good, status=1).stderr)


if __name__ == "__main__":
    unittest.main()
