# test/integration/tool/trace_formats_test.py - what other tools read of a run
# SPDX-License-Identifier: Apache-2.0
"""usage: trace_formats_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "support"))
import unittest

import dumpi
import perfetto
from tool_test import ToolTest # Takes the first argument.


class Formats(ToolTest):
    maxDiff = None

    def recorded(self, *options, program="exchanges", ranks=8):
        """The results of a run, whose trace is written to "trace"."""
        self.maquette("run", "-n", ranks, "-m", self.machine, "--direct", "--trace", self.path("trace"), *options,
                      "--json", self.path("run.json"), "--", self.program(program))
        return self.json("run.json")

    def test_perfetto_shows_the_calls_and_the_messages_of_a_run(self):
        result = self.recorded("--trace-format", "perfetto")
        self.assertEqual([name for name in self.files() if name.startswith("trace")], ["trace"])
        tracks = perfetto.read(self.path("trace"))
        self.assertEqual(sorted(tracks), sorted(f"rank {rank}" for rank in range(8)))
        slices = [each for track in tracks.values() for each in track]
        counts = {}
        for each in slices:
            counts[each.name] = counts.get(each.name, 0) + 1
        self.assertEqual(counts, {name: use["count"] for name, use in result["calls"].items()})
        # The end of the last call is the run's, less what ranks compute behind it.
        self.assertAlmostEqual(max(each.end for each in slices) * 1e-9, result["predicted_seconds"], delta=1e-4)
        in_mpi = sum(each.end - each.begin for each in slices) * 1e-9
        self.assertAlmostEqual(in_mpi / 8, result["mpi_seconds"], delta=2e-9 * len(slices))
        begins = {flow: each for each in slices for flow in each.flows}
        ends = {flow: each for each in slices for flow in each.ending_flows}
        self.assertEqual(set(begins), set(ends))
        self.assertEqual(len(begins), sum(len(each.flows) for each in slices))
        self.assertGreater(len(begins), 0)
        for flow, sending in begins.items():
            self.assertLessEqual(sending.begin, ends[flow].end)

    def test_paraver_shows_the_calls_and_the_messages_of_a_run(self):
        result = self.recorded("--trace-format", "paraver")
        self.assertEqual(sorted(os.listdir(self.path("trace"))), ["trace.pcf", "trace.prv", "trace.row"])
        with open(self.path("trace/trace.prv"), encoding="utf-8") as file:
            header, *lines = file.read().splitlines()
        found = re.fullmatch(r"#Paraver \(01/01/1970 at 00:00\):(\d+)_ns:1\(8\):1:8\((1:1,){7}1:1\),(\d+)", header)
        self.assertTrue(found, header)
        end, comms = int(found[1]), int(found[3])
        self.assertAlmostEqual(end * 1e-9, result["predicted_seconds"], delta=1e-4)
        self.assertEqual(lines[0], "c:1:1:8:1:2:3:4:5:6:7:8")
        records = [tuple(map(int, line.split(":"))) for line in lines[comms:]]
        times = [record[5] for record in records]
        self.assertEqual(times, sorted(times))
        with open(self.path("trace/trace.pcf"), encoding="utf-8") as file:
            names = dict(re.findall(r"^(\d+) +(MPI_\w+)$", file.read(), re.M))
        counts, in_mpi = collections.Counter(), {rank: 0 for rank in range(8)}
        for record in records:
            if record[0] == 2 and record[7] != 0:
                self.assertIn(record[6], (50000001, 50000002, 50000003))
                counts[names[str(record[7])]] += 1
            if record[0] == 1:
                self.assertLessEqual(record[5], record[6])
                in_mpi[record[3] - 1] += (record[6] - record[5]) * (record[7] != 1)
        self.assertEqual(counts, {name: use["count"] for name, use in result["calls"].items()})
        self.assertAlmostEqual(sum(in_mpi.values()) * 1e-9 / 8, result["mpi_seconds"], delta=1e-9 * len(records))
        messages = [record for record in records if record[0] == 3]
        self.assertEqual(len(messages), 8 * (5 * 2 + 3)) # As the program says: in rounds, then by persistent requests.
        for _, cpu, _, task, _, begin, left, _, _, peer, _, asked, received, size, _ in messages:
            self.assertEqual((cpu, peer), (task, task % 8 + 1))
            self.assertLessEqual(begin, left)
            self.assertLessEqual(max(begin, asked), received)
            self.assertIn(size, (8 * 16, 8 * 64, 8 * 8))

    def test_otf2_has_the_messages_and_operations_of_a_run(self):
        result = self.recorded("--trace-format", "otf2")
        done = subprocess.run(["otf2-print", self.path("trace/traces.otf2")], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = [line.split() for line in done.stdout.splitlines()]
        counts = collections.Counter(line[0] for line in lines if line)
        regions = collections.Counter(re.search(r'Region: "(\w+)"', " ".join(line))[1] for line in lines
                                      if line and line[0] == "ENTER")
        self.assertEqual(regions, {name: use["count"] for name, use in result["calls"].items()})
        sends = counts["MPI_SEND"] + counts["MPI_ISEND"]
        self.assertEqual(sends, counts["MPI_RECV"] + counts["MPI_IRECV"])
        # Two in each of five rounds, and three times the persistent one.
        self.assertEqual(sends, 8 * (2 * 5 + 3))
        self.assertEqual(counts["MPI_ISEND_COMPLETE"], counts["MPI_ISEND"])
        # MPI_Comm_split, MPI_Bcast, MPI_Allgatherv, MPI_Gatherv.
        self.assertEqual(counts["MPI_COLLECTIVE_END"], 8 * 4)
        self.assertEqual(counts["NON_BLOCKING_COLLECTIVE_COMPLETE"], 8)
        self.assertEqual(counts["COMM_CREATE"], 8)
        groups = subprocess.run(["otf2-print", "-G", self.path("trace/traces.otf2")], capture_output=True, text=True)
        self.assertRegex(groups.stdout, r"COMM_GROUP.* 4 Members: 0 \(.*, 2 \(.*, 4 \(.*, 6 \(")

    def test_otf2_is_replayed(self):
        self.recorded()
        self.maquette("trace", "convert", "-o", self.path("run.otf2"), self.path("trace"))
        info = self.maquette("trace", "info", self.path("run.otf2")).stdout
        self.assertIn("otf2 3.0: 8 ranks, ", info)
        results = []
        for trace in ("trace", "run.otf2", "run.otf2/traces.otf2"):
            self.maquette("replay", "-m", self.machine, "--json", self.path("replay.json"), self.path(trace))
            results.append(self.json("replay.json"))
        own, of_folder, of_file = results
        self.assertEqual(of_folder["predicted_seconds"], of_file["predicted_seconds"])
        self.assertEqual(of_folder["messages"], own["messages"])
        self.assertAlmostEqual(of_folder["predicted_seconds"] / own["predicted_seconds"], 1, delta=0.02)
        # Of all calls that communicate, persistent ones are shown as others.
        for name in ("MPI_Comm_split", "MPI_Bcast", "MPI_Iallreduce", "MPI_Allgatherv", "MPI_Gatherv", "MPI_Waitall"):
            self.assertEqual(of_folder["calls"][name]["count"], own["calls"][name]["count"], name)
        for name in ("MPI_Isend", "MPI_Irecv"):
            self.assertEqual(of_folder["calls"][name]["count"], own["calls"][name]["count"] + 8 * 3, name)

    def test_dumpi_comes_back_as_it_was(self):
        def rank(me):
            calls = [("Init", dumpi.i(0)), ("Comm_split", dumpi.h(dumpi.WORLD) + dumpi.i(me % 2, me) + dumpi.h(4)),
                     ("Type_vector", dumpi.i(4, 2, 8) + dumpi.h(dumpi.DOUBLE, 28)), ("Type_commit", dumpi.h(28)),
                     ("Irecv", dumpi.i(3) + dumpi.h(28) + dumpi.i(-1, -1) + dumpi.h(dumpi.WORLD) + dumpi.i(2)),
                     ("Isend", dumpi.i(3) + dumpi.h(28) + dumpi.i((me + 1) % 4, 9) + dumpi.h(dumpi.WORLD) + dumpi.i(3)),
                     ("Waitall", dumpi.i(2) + dumpi.array([2, 3]) +
                      dumpi.statuses((192, (me + 3) % 4, 9), (0, me, 0))),
                     ("Gatherv", dumpi.i(me, 4, 5 + me) + dumpi.h(dumpi.BYTE) + dumpi.i(0) + dumpi.h(dumpi.WORLD) +
                      (dumpi.array([5, 6, 7, 8]) + dumpi.array([0, 5, 11, 18]) if me == 0 else b"") +
                      dumpi.h(dumpi.BYTE)),
                     ("Allreduce", dumpi.i(10) + dumpi.h(dumpi.DOUBLE) + dumpi.b(dumpi.SUM) + dumpi.h(4)),
                     ("Finalize", b"")]
            return [(name, fields, 0.001 * i, 0.001 * i + 0.0005) for i, (name, fields) in enumerate(calls)]
        os.mkdir(self.path("first"))
        meta = dumpi.write(self.path("first"), [rank(me) for me in range(4)])
        convert = lambda source, output: self.maquette("trace", "convert", "-o", self.path(output), source)
        convert(meta, "a.trace")
        convert(self.path("a.trace"), "b.dumpi")
        self.assertIn("ok: 40 calls of 4 ranks", self.maquette("trace", "check", self.path("b.dumpi")).stdout)
        convert(self.path("b.dumpi"), "c.trace")
        def content(name):
            with open(self.path(name), "rb") as file:
                return file.read()
        self.assertEqual(content("a.trace"), content("c.trace"))
        for trace in ("a.trace", "b.dumpi"):
            self.maquette("replay", "-m", self.machine, "--json", self.path(trace + ".json"), self.path(trace))
        self.assertEqual(self.json("a.trace.json")["predicted_seconds"], self.json("b.dumpi.json")["predicted_seconds"])
        self.assertEqual(self.json("a.trace.json")["calls"].keys(), self.json("b.dumpi.json")["calls"].keys())

    def test_a_rank_that_gets_no_communicator_takes_part_in_making_it(self):
        undefined, none = -32766, 1
        def rank(me):
            stays = me < 3
            calls = [("Init", dumpi.i(0)),
                     ("Comm_split", dumpi.h(dumpi.WORLD) + dumpi.i(0 if stays else undefined, me) +
                      dumpi.h(4 if stays else none))]
            if stays:
                calls.append(("Allreduce", dumpi.i(10) + dumpi.h(dumpi.DOUBLE) + dumpi.b(dumpi.SUM) + dumpi.h(4)))
            calls.append(("Finalize", b""))
            # Ranks that start one after the other do not compute before they start.
            return [(name, fields, 0.01 * me + 0.001 * i, 0.01 * me + 0.001 * i + 0.0005)
                    for i, (name, fields) in enumerate(calls)]
        os.mkdir(self.path("first"))
        meta = dumpi.write(self.path("first"), [rank(me) for me in range(4)])
        self.maquette("trace", "convert", "-o", self.path("a.otf2"), meta)
        self.maquette("replay", "-m", self.machine, "--json", self.path("dumpi.json"), meta)
        self.maquette("replay", "-m", self.machine, "--json", self.path("replay.json"), self.path("a.otf2"))
        self.assertAlmostEqual(self.json("replay.json")["predicted_seconds"],
                               self.json("dumpi.json")["predicted_seconds"], delta=1e-5)
        calls = self.json("replay.json")["calls"]
        self.assertEqual((calls["MPI_Comm_split"]["count"], calls["MPI_Allreduce"]["count"]), (4, 3))

    def test_what_a_format_cannot_hold_is_named(self):
        self.recorded()
        error = self.maquette("trace", "convert", "-o", self.path("run.dumpi"), self.path("trace"), status=1).stderr
        self.assertIn("rank 0: error: DUMPI has no record for calls of MPI_Iallreduce", error)
        self.assertEqual([name for name in self.files() if name.startswith("run.dumpi")], [])
        # Of a run, what was recorded is not lost.
        run = self.maquette("run", "-n", 2, "-m", self.machine, "--direct", "--trace", self.path("other.dumpi"), "--",
                            self.program("exchanges"), status=1)
        self.assertIn("what was recorded is in", run.stderr)
        self.assertIn("ok: ", self.maquette("trace", "check", self.path("other.dumpi.calls")).stdout)
        again = self.maquette("run", "-n", 2, "-m", self.machine, "--direct", "--trace", self.path("other.dumpi"), "--",
                              self.program("ring"), status=1)
        self.assertIn("other.dumpi.calls: error: is there already", again.stderr)

    def test_time_independent_traces_of_simgrid_are_replayed(self):
        actions = """# Of all ranks, in any order.
0 init
1 init
2 init
0 compute 2e6
0 send 1 7 1000 6
1 recv 0 7 1000 6
1 isend 2 0 1e3 0
2 Irecv 1 0 1e3 0
2 wait 1 2 0
1 waitall
0 bcast 1000 0 6
1 bcast 1000 0 6
2 bcast 1000 0 6
0 allReduce 10 5e5 0
1 allReduce 10 5e5 0
2 allReduce 10 5e5 0
0 alltoallv 9 1 2 3 9 1 2 3
1 alltoallv 9 2 2 3 9 2 2 3
2 alltoallv 9 3 3 3 9 3 3 3
0 finalize
1 finalize
2 finalize
"""
        def write(name, text):
            with open(self.path(name), "w", encoding="ascii") as file:
                file.write(text)
            return self.path(name)
        def replayed(trace, *options):
            self.maquette("replay", "-m", self.machine, "--json", self.path("replay.json"), *options, trace)
            return self.json("replay.json")
        whole = replayed(write("all.txt", actions))
        self.assertEqual({name: use["count"] for name, use in whole["calls"].items()},
                         {"MPI_Init": 3, "MPI_Send": 1, "MPI_Recv": 1, "MPI_Isend": 1, "MPI_Irecv": 1, "MPI_Wait": 1,
                          "MPI_Waitall": 1, "MPI_Bcast": 3, "MPI_Allreduce": 3, "MPI_Alltoallv": 3, "MPI_Finalize": 3})
        self.assertEqual(whole["calls"]["MPI_Isend"]["bytes"], 8000)
        # 2 ms before the message that all wait for, half a millisecond for all.
        self.assertAlmostEqual(whole["predicted_seconds"], 0.0025, delta=0.0001)
        self.assertAlmostEqual(replayed(self.path("all.txt"), "--cpu-ratio", "10")["predicted_seconds"], 0.00025,
                               delta=0.0001)
        for rank in range(3):
            write(f"rank {rank}.txt", "\n".join(line for line in actions.splitlines() if line.startswith(str(rank))))
        parts = replayed(write("parts.txt", "rank 0.txt\nrank 1.txt\nrank 2.txt\n"))
        self.assertEqual(parts["predicted_seconds"], whole["predicted_seconds"])

        def refused(text, what):
            self.assertIn(what, self.maquette("trace", "check", write("bad.txt", text), status=1).stderr)
        refused("0 init\n0 fly 3\n", "bad.txt:2: error: is no action that is known: fly")
        refused("0 init\n0 send 1 0 5 6\n", "bad.txt:2: error: names a rank that is not there")
        refused("0 init\n0 send 0 x 5 6\n", "bad.txt:2: error: an argument of send is no number")
        refused("0 init\n0 wait 0 0 1\n", "bad.txt:2: error: waits for a request that was not started")
        refused("1 init\n0 init\n0 gatherv 5 1\n", "bad.txt:3: error: has too few arguments: counts of 2 ranks")
        os.remove(self.path("rank 2.txt"))
        self.assertIn("rank 2.txt: error: there is no such file",
                      self.maquette("trace", "check", self.path("parts.txt"), status=1).stderr)

    def test_damaged_otf2_is_refused(self):
        self.recorded("--trace-format", "otf2")
        anchor = self.path("trace/traces.otf2")
        def refused(name, data):
            with open(self.path(name), "wb") as file:
                file.write(data)
            error = self.maquette("trace", "check", anchor, status=1).stderr
            self.assertIn("error: ", error)
            self.assertIn("traces.otf2", error)
            return error
        with open(self.path("trace/traces/3.evt"), "rb") as file:
            events = file.read()
        self.assertIn("rank 3", refused("trace/traces/3.evt", events[:len(events) // 2]))
        with open(self.path("trace/traces/3.evt"), "wb") as file:
            file.write(events)
        refused("trace/traces.def", b"")
        self.assertIn("the file is empty", refused("trace/traces.otf2", b""))
        refused("trace/traces.otf2", b"#!/bin/sh\n" * 10)

    def test_the_name_of_a_file_chooses_the_format(self):
        self.recorded()
        out = self.maquette("trace", "convert", "-o", self.path("run.pftrace"), self.path("trace")).stdout
        self.assertRegex(out, r"run.pftrace: \d+ calls, ")
        self.assertEqual(len(perfetto.read(self.path("run.pftrace"))), 8)

    def test_a_part_is_written(self):
        self.recorded()
        out = self.path("part.pftrace")
        part = lambda *options, status=0: self.maquette("trace", "cut", "--overwrite", "-o", out, *options,
                                                        self.path("trace"), status=status)
        part("--ranks", "1,3-4")
        self.assertEqual(list(perfetto.read(out)), ["rank 1", "rank 3", "rank 4"])
        part(status=2)
        self.maquette("trace", "convert", "--overwrite", "-o", out, self.path("trace"))
        whole = perfetto.read(out)["rank 2"]
        wait = max((each for each in whole if each.name == "MPI_Waitall"), key=lambda each: each.end - each.begin)
        middle = (wait.begin + wait.end) * 0.5e-9
        part("--window", f"{middle}:{middle}")
        self.assertEqual([each.name for each in perfetto.read(out)["rank 2"]],
                         ["MPI_Type_vector", "MPI_Type_commit", "MPI_Waitall"])
        self.assertIn("is no list of ranks", part("--ranks", "4-1", status=1).stderr)
        self.assertIn("the trace has ranks 0 to 7", part("--ranks", "6-8", status=1).stderr)
        self.assertIn("is no time", part("--window", "2:1", status=1).stderr)

    def test_nothing_is_written_over_unasked(self):
        self.recorded()
        with open(self.path("trace"), "rb") as file:
            before = file.read()
        convert = lambda *options, status: self.maquette("trace", "convert", "-o", self.path("trace"), *options,
                                                         self.path("trace"), status=status)
        self.assertIn("is there already", convert(status=1).stderr)
        run = self.maquette("run", "-n", 2, "-m", self.machine, "--direct", "--trace", self.path("trace"), "--",
                            self.program("ring"), status=1)
        self.assertIn("is there already", run.stderr)
        with open(self.path("trace"), "rb") as file:
            self.assertEqual(file.read(), before)
        convert("--overwrite", status=0)
        os.mkdir(self.path("home"))
        with open(self.path("home/letter"), "w", encoding="ascii") as file:
            file.write("dear")
        into = lambda *options, status=0: self.maquette("trace", "convert", "--to", "otf2", "-o", *options,
                                                        self.path("trace"), status=status)
        self.assertIn("it is not replaced", into(self.path("home"), "--overwrite", status=1).stderr)
        self.assertEqual(os.listdir(self.path("home")), ["letter"])
        into(self.path("mine") + "/")
        os.mkdir(self.path("other.part"))
        self.assertIn("other.part: error: is there already", into(self.path("other"), status=1).stderr)
        self.assertIn("other.part", self.files())
        into(self.path("mine"), "--overwrite")
        self.assertIn("is there already", into(self.path("mine"), status=1).stderr)


if __name__ == "__main__":
    unittest.main()
