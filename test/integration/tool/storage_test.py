# test/integration/tool/storage_test.py - files of programs: what they cost, what they share, whose they are
# SPDX-License-Identifier: Apache-2.0
"""usage: storage_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import csv
import os
import subprocess
import sys
import tomllib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unittest

from tool_test import BIN, PROGRAMS, TIME_LIMIT, ToolTest # Takes the first argument.

# Nodes of two cores on a crossbar: they share their interfaces and nothing else. Node 7 is the I/O node.
CROSSBAR = """
name = "storage"
[node]
source = "test"
count = 8
cores = 2
memory_bandwidth = "100 GB/s"
memory_latency = "100 ns"
[network]
source = "test"
model = "flow-fair"
topology = "crossbar"
latency = "1 us"
bandwidth = "1 GB/s"
[storage]
source = "test"
servers = 1
io_nodes = 1
bandwidth = "100 GB/s"
latency = "10 us"
request_time = "1 us"
[page_cache]
source = "test"
size = "0 B"
"""


class Storage(ToolTest):
    def setUp(self):
        super().setUp()
        with open(self.path("storage.toml"), "w", encoding="utf-8") as file:
            file.write(CROSSBAR)

    def run_program(self, name, *arguments, ranks=8, options=()):
        done = self.maquette("run", "-n", ranks, "-m", self.path("storage.toml"), "--direct", "--set",
                             "node.cpu_scale=1e12", "--files", "sparse", "--json", self.path("run.json"), *options,
                             "--", self.program(name), *arguments, cwd=self.folder)
        return done.stdout, self.json("run.json")

    def times(self, *arguments):
        output, _ = self.run_program("halo_and_checkpoint", *arguments)
        return {words[0]: float(words[1]) for words in map(str.split, output.splitlines())
                if len(words) == 2 and words[0] in ("halo", "checkpoint")}

    def test_a_checkpoint_and_a_halo_that_share_an_interface_slow_each_other(self):
        # Ranks 0 and 1 are on node 0, 2 on node 1, 4 on node 2. 64 MiB take 67 ms at 1 GB/s, 64 exchanges the same.
        alone = self.times(0, 2, -1, 64)["halo"]
        written_alone = self.times(-1, -1, 1, 0)["checkpoint"]
        shared, apart = self.times(0, 2, 1, 64), self.times(0, 2, 4, 64)
        self.assertGreater(shared["halo"], 1.5 * alone)
        self.assertGreater(shared["checkpoint"], 1.5 * written_alone)
        self.assertAlmostEqual(apart["halo"], alone, delta=1e-9)
        self.assertAlmostEqual(apart["checkpoint"], written_alone, delta=1e-9)

    def test_the_result_has_what_was_written(self):
        output, result = self.run_program("halo_and_checkpoint", 0, 2, 1, 1)
        io = result["io"]
        self.assertEqual((io["bytes_written"], io["bytes_read"], io["file_count"]), (64 << 20, 0, 1))
        self.assertEqual(io["calls"]["write"]["count"], 64)
        self.assertEqual(io["files"][0]["path"], os.path.join(os.path.realpath(self.folder), "checkpoint"))
        self.assertEqual(io["files"][0]["consecutive"], 63)
        self.assertEqual(io["servers"][0]["bytes"], 64 << 20)
        self.assertGreater(io["seconds"] * 8, 0.067)
        self.assertNotIn("write", result["calls"])
        self.assertIn("64 MiB written", output.replace("67.1 MB", "64 MiB"))
        self.assertFalse(os.path.exists(self.path("checkpoint"))) # --files sparse

    def test_the_times_of_processes_add_up(self):
        self.run_program("halo_and_checkpoint", 0, 2, 1, 4, options=("--process-times", self.path("times.csv")))
        with open(self.path("times.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["rank"]) for row in rows], list(range(8)))
        self.assertEqual([int(row["node"]) for row in rows], [0, 0, 1, 1, 2, 2, 3, 3])
        result = self.json("run.json")
        for row in rows:
            self.assertEqual(float(row["storage_seconds"]) > 0, row["rank"] == "1")
            parts = sum(float(row[name]) for name in ("run_seconds", "network_seconds", "storage_seconds",
                                                      "ready_seconds"))
            self.assertAlmostEqual(parts, result["predicted_seconds"], delta=0.01 * result["predicted_seconds"])

    def test_a_full_volume_and_a_quota_say_no(self):
        for key, error in (("capacity", "ENOSPC"), ("quota", "EDQUOT")):
            output, _ = self.run_program("full", "write", "full.out", "10000", ranks=1,
                                         options=("--set", f"storage.{key}=5000 B"))
            self.assertIn(f"left 5000 errno {error}", output)
        output, _ = self.run_program("full", "write", "full.out", "10000", ranks=1)
        self.assertIn("left 0 errno 0", output)

    def test_what_is_cut_off_is_room_again(self):
        output, _ = self.run_program("full", "again", "full.out", "5000", ranks=1,
                                     options=("--set", "storage.capacity=5000 B"))
        self.assertEqual(output.count("left 0 errno 0"), 3, output)

    def test_mpi_io_on_a_full_volume_says_so(self):
        output, _ = self.run_program("full", "mpi", "full.out", "10000", ranks=1,
                                     options=("--set", "storage.capacity=5000 B"))
        self.assertIn("left 5000 no space 1 1", output)

    def test_a_folder_that_is_not_there_and_one_without_permission(self):
        output, _ = self.run_program("full", "remove", "no/such/file", ranks=1)
        self.assertIn("removed -1", output)

    def test_only_real_removes_files_outside_the_folder(self):
        os.makedirs(self.path("outside"), exist_ok=True)
        os.makedirs(self.path("inside"), exist_ok=True)
        precious = self.path("outside/precious")
        with open(precious, "w", encoding="utf-8") as file:
            file.write("text")
        for mode, stays in ((None, True), ("folder", True), ("sparse", True), ("none", True), ("real", False)):
            options = () if mode is None else ("--files", mode)
            done = self.maquette("run", "-n", 1, "-m", self.path("storage.toml"), "--direct", *options, "--",
                                 self.program("full"), "remove", precious, cwd=self.path("inside"))
            self.assertIn("removed 0", done.stdout)
            self.assertEqual(os.path.exists(precious), stays, mode)

    def test_a_program_started_alone_changes_the_hosts_files(self):
        os.makedirs(self.path("inside"))
        subprocess.run([self.program("full"), "write", self.path("made"), "1000"], cwd=self.path("inside"), check=True,
                       timeout=TIME_LIMIT, capture_output=True)
        self.assertEqual(os.path.getsize(self.path("made")), 1000)

    def test_wrong_keys_are_explained(self):
        for key, says in (("storage.io_nodes=8", "leave none for ranks"),
                          ("storage.raid=raid5", "'devices' is missing"),
                          ("storage.rotation=7200", "has no effect"), ("storage.kind=tape", "parallel"),
                          ("page_cache.dirty_limit=1 GB", "dirty_limit"), ("storage.mount=/x", "[storage.NAME]")):
            extra = ("--set", "page_cache.size=1 MB") if "dirty" in key else ()
            done = self.maquette("run", "-n", 1, "-m", self.path("storage.toml"), "--set", key, *extra, "--",
                                 self.program("full"), status=1)
            self.assertIn(says, done.stderr)


# Stands in for fio: each job takes a second, with 1,000 operations.
FIO = """#!/usr/bin/env python3
import json, sys
options = dict(word[2:].split("=", 1) for word in sys.argv[1:])
reads = "read" in options["rw"]
small = options["bs"] == "4k"
direct = options["direct"] == "1"
sums = {"bw_bytes": 4096000 if small else 500000000 if direct else 23456789012,
        "iops": 80000 if options["iodepth"] == "32" else 1000,
        "clat_ns": {"mean": 100000 if direct else 2000 if small else 262144}}
with open(options["output"], "w") as file:
    json.dump({"jobs": [{"read" if reads else "write": sums}]}, file)
"""


class CalibratedStorage(ToolTest):
    def test_what_fio_measures_becomes_a_machine(self):
        tools = self.path("tools")
        os.mkdir(tools)
        with open(os.path.join(tools, "fio"), "w", encoding="utf-8") as file:
            file.write(FIO)
        os.chmod(os.path.join(tools, "fio"), 0o755)
        self.calibrate(tools, self.path("host.toml"), self.folder)
        self.maquette("machine", "check", self.path("host.toml"))
        with open(self.path("host.toml"), "rb") as file:
            machine = tomllib.load(file)
        # 80,000 reads a second of 100 us each: 8 at once. 4 KiB at an eighth of 500 MB/s take 65.5 us of the 100; 5 us
        # are the latency of a volume.
        self.assertEqual(machine["storage"]["channels"], 8)
        self.assertEqual(machine["storage"]["request_time"], "29464 ns")
        self.assertEqual(machine["storage"]["bandwidth"], "500.0 MB/s")
        self.assertEqual(machine["page_cache"]["bandwidth"], "23456.8 MB/s")
        self.assertEqual(machine["page_cache"]["write_bandwidth"], "4000.0 MB/s") # 1 MiB in 262,144 ns
        self.assertFalse(os.path.exists(self.path("maquette-calibration.tmp")))

    def test_without_fio_or_folder_it_says_so(self):
        empty = self.path("empty")
        os.mkdir(empty)
        for tools, folder, says in ((empty, self.folder, "install fio"),
                                    (None, self.path("nowhere"), "is not a folder")):
            if tools is None:
                tools = self.path("tools")
                os.mkdir(tools)
                os.symlink("/bin/true", os.path.join(tools, "fio"))
            done = self.calibrate(tools, self.path("host.toml"), folder, status=1)
            self.assertIn(says, done.stderr)
            self.assertFalse(os.path.exists(self.path("host.toml")))

    def calibrate(self, tools, output, folder, status=0):
        done = subprocess.run([os.path.join(BIN, "maquette"), "machine", "calibrate", "--storage", folder, "-o",
                               output], capture_output=True, text=True, timeout=TIME_LIMIT,
                              env=dict(os.environ, TMPDIR=self.scratch,
                                       PATH=tools if status else tools + os.pathsep + os.environ["PATH"]))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done


class LinpackExperiment(ToolTest):
    def test_the_experiment_runs_by_one_command(self):
        command = os.path.join(PROGRAMS, "../../../../examples/papers/beihang/run")
        done = subprocess.run([sys.executable, "-B", command, "--most", "64", "--without-native", "-o",
                               self.path("results")], capture_output=True, text=True, timeout=TIME_LIMIT,
                              env=dict(os.environ, PATH=BIN + os.pathsep + os.environ["PATH"], TMPDIR=self.scratch))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(self.path("results/figures.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(int(row["nodes"]), row["topology"]) for row in rows],
                         [(nodes, topology) for nodes in (32, 64) for topology in ("fat tree", "2D mesh")])
        for tree, mesh in (rows[:2], rows[2:]): # As the paper: the fat tree is ahead.
            self.assertGreater(float(tree["gflops"]), float(mesh["gflops"]))
            self.assertLess(float(tree["communication_seconds"]), float(mesh["communication_seconds"]))
        self.assertIn("storage_seconds", done.stdout)


if __name__ == "__main__":
    unittest.main()
