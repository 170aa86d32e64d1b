# test/integration/tool/shmem_trace_test.py - traces of OpenSHMEM programs, and their replay
# SPDX-License-Identifier: Apache-2.0
"""usage: shmem_trace_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import csv
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import unittest

from tool_test import BIN, PROGRAMS, TIME_LIMIT, ToolTest # Takes the first argument.

PES = 6


class ShmemTraces(ToolTest):
    def compiled(self, program):
        path = self.path(f"{os.path.basename(program)}.exe")
        subprocess.run([os.path.join(BIN, "maquette-oshcc"), "-O1", os.path.join(PROGRAMS, f"{program}.c"), "-lm", "-o",
                        path], check=True, timeout=TIME_LIMIT)
        return path

    def recorded(self, *arguments, machine="fat-tree", program="puts_of_all_kinds"):
        """What a run without computing predicts, whose trace is in `trace`."""
        self.maquette("run", "-n", PES, "-m", machine, "--trace", self.path("trace"), "--overwrite-trace",
                      "--json", self.path("run.json"), "--", self.compiled(program), *arguments)
        return self.json("run.json")

    def counts(self):
        """Calls in the trace, by function."""
        self.maquette("trace", "info", self.path("trace"), "--json", self.path("info.json"))
        return {name: count for name, count in self.json("info.json")["calls"].items() if count}

    def replayed(self, *options, machine="fat-tree"):
        self.maquette("replay", "-m", machine, *options, "--json", self.path("replay.json"), self.path("trace"))
        return self.json("replay.json")

    def test_a_replay_takes_as_long_as_the_run(self):
        for machine in ("fat-tree", "hopper", "test-small"):
            with self.subTest(machine=machine):
                run = self.recorded(4, machine=machine)
                again = self.replayed(machine=machine)
                self.assertAlmostEqual(again["predicted_seconds"] / run["predicted_seconds"], 1, delta=0.03)

    def test_a_replay_makes_the_same_calls(self):
        counts = {name: call["count"] for name, call in self.recorded(4)["calls"].items()}
        again = {name: call["count"] for name, call in self.replayed()["calls"].items()}
        for name in ("shmem_init", "shmem_fence", "shmem_quiet", "shmem_barrier_all", "shmem_sync_all",
                     "shmem_fcollect", "shmem_sum_reduce", "shmem_set_lock", "shmem_clear_lock", "shmem_free",
                     "shmem_finalize", "shmem_get_nbi", "shmem_atomic_fetch_add", "shmem_team_split_strided",
                     "shmem_ctx_create"):
            self.assertEqual(again.get(name), counts[name], name)
        self.assertEqual(again["shmem_atomic_add"], counts["shmem_atomic_add"] + counts["shmem_atomic_inc"])

    def test_a_replay_on_a_slower_network_waits_longer(self):
        with open(self.machine, encoding="utf-8") as file: # One PE on each node.
            machine = self.write("spread.toml",
                                 file.read().replace("count = 2", "count = 8").replace("cores = 4", "cores = 1"))
        self.recorded(4, machine=machine)
        predicted = [self.replayed("--set", f"network.latency={latency}us", machine=machine)["predicted_seconds"]
                     for latency in (1, 101)]
        # In each of four rounds six times something must come from a neighbour before a PE goes on, at least: the
        # block, the pair, the counter, the narrow counter, what it gets, and the signal.
        self.assertGreater(predicted[1] - predicted[0], 4 * 6 * 100e-6)

    def test_info_counts_what_the_run_counted(self):
        counts = {name: call["count"] for name, call in self.recorded(3)["calls"].items()}
        self.assertEqual(self.counts(), {name: count for name, count in counts.items()
                                         if name not in ("shmem_my_pe", "shmem_n_pes")})

    def test_a_program_may_start_others_and_leave_its_end_to_main(self):
        self.recorded(program="ends_by_return")
        self.assertEqual(self.counts(), {"shmem_init": PES, "shmem_barrier_all": 2 * PES})
        again = self.replayed()["calls"]
        self.assertEqual(again["shmem_barrier_all"]["count"], 2 * PES)

    def test_calls_of_all_classes_are_replayed(self):
        tests = self.write("tests.txt", "1 1 10 1\n2 1 10 3\n3 2 10 1\n4 2 10 3\n5 3 10 1\n6 4 1 1\n7 5 1 1\n")
        subprocess.run([os.path.join(BIN, "maquette-shmem-bench"), "generate", tests, "-o", self.path("bench"),
                        "--rounds", "2"], check=True, capture_output=True, timeout=TIME_LIMIT)
        run = self.recorded(program=self.path("bench/shmem_bench"))
        again = self.replayed()
        self.assertAlmostEqual(again["mpi_seconds"] / run["mpi_seconds"], 1, delta=0.02)

    def test_a_replay_takes_little_memory(self):
        def per_rank(pes):
            self.maquette("run", "-n", pes, "-m", "logp-million", "--trace", self.path("trace"), "--overwrite-trace",
                          "--", self.compiled("puts_of_all_kinds"), 1)
            return self.replayed("--stats", machine="logp-million")["memory"]

        few, many = per_rank(64), per_rank(1024)
        # Counters of a PE take its 8 variables, not a page.
        self.assertLess(many["symmetric_heap"] - few["symmetric_heap"], 960 * 1024)

    def test_print_shows_calls_with_their_arguments(self):
        self.recorded(2)
        lines = self.maquette("trace", "print", "--ranks", 2, self.path("trace")).stdout.splitlines()
        self.assertEqual(lines[0].split("\t")[5:], ["call", "arguments"])
        events = [line.split("\t") for line in lines[1:]]
        self.assertEqual({event[0] for event in events}, {"2"})
        self.assertEqual([int(event[1]) for event in events], list(range(1, len(events) + 1)))
        puts = [event[6] for event in events if event[5] == "shmem_put"]
        self.assertEqual(puts[0], "address=object 1+0 bytes=8000 pe=3")
        self.assertIn("bytes=16 pe=1", puts[1])
        self.assertTrue(puts[1].startswith("address=global+"))
        for event in events[1:]:
            self.assertGreaterEqual(float(event[4]), 0)

    def test_a_trace_without_its_begin_is_replayed(self):
        self.recorded(4)
        self.maquette("trace", "cut", "--window", "0.00002:", self.path("trace"), "-o", self.path("late"))
        self.maquette("replay", "-m", "fat-tree", "--json", self.path("replay.json"), self.path("late"))
        self.assertEqual(self.json("replay.json")["calls"]["shmem_init"]["count"], PES)

    def test_a_specification_says_what_is_wrong_with_it(self):
        record = os.path.join(PROGRAMS, "../../../../runtime/record/shmem/wrappers.py")
        tables = [os.path.join(PROGRAMS, f"../../../../runtime/abi/include/maquette/abi/{name}_calls.def")
                  for name in ("mpi", "shmem")]

        def said(text):
            specification = self.write("own.xml", text)
            done = subprocess.run([sys.executable, "-B", record, specification, *tables, self.path("own.inc")],
                                  capture_output=True, text=True, timeout=TIME_LIMIT)
            self.assertEqual(done.returncode, 1)
            self.assertFalse(os.path.exists(self.path("own.inc")))
            return done.stderr

        function = """<functions><function ret="void" call="{}"> shmem_fence <trace dest="{}"> 1 </trace></function>
                      </functions>"""
        self.assertIn("there is no call shmem_fenc;", said(function.format("shmem_fenc", "pe")))
        self.assertIn('shmem_fence: dest="pe" is none of context', said(function.format("shmem_fence", "pe")))
        self.assertIn("mismatched tag", said("<functions><function></functions>"))


class ShmemExperiment(ToolTest):
    def test_the_experiment_runs_by_one_command(self):
        command = os.path.join(PROGRAMS, "../../../../examples/papers/shmem/run")
        done = subprocess.run([sys.executable, "-B", command, "--least", "32", "--most", "64", "--machines", "hopper",
                               "-o", self.path("results")], capture_output=True, text=True, timeout=TIME_LIMIT,
                              env=dict(os.environ, PATH=BIN + os.pathsep + os.environ["PATH"], TMPDIR=self.scratch))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(self.path("results/results.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["pes"]) for row in rows], [32, 64])
        for row, members in zip(rows, (4 + 8, 8 + 8)):
            # Two exchanges with each member of the row and of the column, and their barriers; of all PEs 13 calls.
            self.assertEqual(int(row["events"]), int(row["pes"]) * (2 * members + 4 + 12))
            replayed = float(row["replayed_communication_seconds"]) / float(row["communication_seconds"])
            self.assertAlmostEqual(replayed, 1, delta=0.01)


class NativeShmemTraces(ToolTest):
    """Needs an OpenSHMEM library of the host."""

    def setUp(self):
        super().setUp()
        if not shutil.which("oshcc") or not shutil.which("oshrun"):
            self.skipTest("no OpenSHMEM library on this host")
        self.native = self.path("tmp.native")
        subprocess.run(["oshcc", "-O1", "-w", os.path.join(PROGRAMS, "puts_of_all_kinds.c"), "-o", self.native],
                       check=True, timeout=TIME_LIMIT)

    def record(self, *options):
        # One core and root are all that a machine of tests may have.
        self.maquette("record", "-o", self.path("trace"), "--overwrite", *options, "--", "oshrun",
                      "--allow-run-as-root", "--oversubscribe", "--mca", "osc", "^rdma", "-n", 4, self.native, 3)
        self.maquette("trace", "info", self.path("trace"), "--json", self.path("info.json"))
        return {name: count for name, count in self.json("info.json")["calls"].items() if count}

    def test_a_native_run_is_recorded_and_replayed(self):
        counts = self.record()
        self.assertEqual(counts["shmem_put"], 4 * 3 * 2)
        self.assertEqual(counts["shmem_wait_until"], 4 * 3 * 3)
        self.assertEqual(counts["shmem_sum_reduce"], 4)
        self.assertEqual(counts["shmem_finalize"], 4)
        self.maquette("replay", "-m", "fat-tree", "--json", self.path("replay.json"), self.path("trace"))
        self.assertEqual(self.json("replay.json")["calls"]["shmem_set_lock"]["count"], 4 * 3)

    def test_a_specification_says_what_is_recorded(self):
        own = self.write("own.xml", """<functions>
            <function ret="void" call="shmem_init"> shmem_init </function>
            <function ret="void *" call="shmem_malloc"> shmem_malloc
              <arg type="size_t"> size </arg>
              <trace dest="bytes"> size </trace>
            </function></functions>""")
        self.assertEqual(self.record("--specification", own), {"shmem_init": 4, "shmem_malloc": 4})


if __name__ == "__main__":
    unittest.main()
