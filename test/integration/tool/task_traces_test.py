# test/integration/tool/task_traces_test.py - traces that say what waits for what: GOAL schedules
# SPDX-License-Identifier: Apache-2.0
"""usage: task_traces_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import unittest

from tool_test import ToolTest, maquette # Takes the first argument.

# Rank 0 serves two messages in the order in which they come, which is not that of the text; each rank computes 3 ms.
SCHEDULE = """// Two ranks.
num_ranks 2
rank 1 {
  a: calc 1000000
  b: send 8b to 0 tag 2
  b requires a
  c: recv 8b from 0 tag 12 /* the answer */
  d: send 8 b to 0 tag 1 cpu 0 nic 0
  d requires c
  e: recv 8b from -1 tag -1
  e requires d
  f: calc 2000000 cpu 0
  f irequires c
}
rank 0 {
  a: recv 8b from 1 tag 1
  b: send 8b to 1 tag 11
  b requires a
  c: recv 8b from 1 tag 2
  d: send 8b to 1 tag 12
  d requires c
  calc 3000000
}
"""
SEND, RECEIVE, COMPUTE = 1, 2, 3


def binary(ranks):
    """LogGOPSim's form. Of each rank, operations: (type, peer, size, tag, waiting for its end, for its begin)."""
    schedules = []
    for operations in ranks:
        awaited = [0] * len(operations)
        for operation in operations:
            for other in operation[4] + operation[5]:
                awaited[other] += 1
        nodes, behind = b"", []
        for operation, count in zip(operations, awaited):
            kind, peer, size, tag, ends, begins = operation
            nodes += struct.pack("<IBIQIBB", count, kind, peer, size, tag, 0, 0)
            for waiting in (ends, begins):
                nodes += struct.pack("<II", len(waiting), len(behind))
                behind += waiting
        roots = [number for number, count in enumerate(awaited) if count == 0]
        schedules.append(struct.pack(f"<II{len(roots)}I", len(operations), len(roots), *roots) + nodes +
                         struct.pack(f"<{len(behind)}I", *behind))
    table, end = b"", 6 + 16 * len(ranks)
    for schedule in schedules:
        table += struct.pack("<QQ", end, end + len(schedule))
        end += len(schedule)
    return struct.pack("<QIBB", 4223, len(ranks), 0, 0) + table + b"".join(schedules)


class TaskTraces(ToolTest):
    def replayed(self, trace, *options):
        self.maquette("replay", "-m", self.machine, "--json", self.path("run.json"), *options, trace)
        return self.json("run.json")

    def refused(self, trace, what, *command):
        self.assertIn(what, self.maquette(*(command or ("trace", "check")), trace, status=1).stderr)

    def write_bytes(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def test_tasks_run_when_what_they_wait_for_has_come(self):
        run = self.replayed(self.write("text.goal", SCHEDULE))
        self.assertEqual({name: use["count"] for name, use in run["calls"].items() if "some" not in name},
                         {"MPI_Init": 2, "MPI_Isend": 4, "MPI_Irecv": 4, "MPI_Finalize": 2})
        # What rank 1 computes runs beside its messages, and rank 0 answers behind its own computing.
        self.assertAlmostEqual(run["predicted_seconds"], 0.003, delta=0.0001)
        slower = self.replayed(self.path("text.goal"), "--compute-scale", "2")
        self.assertAlmostEqual(slower["predicted_seconds"], 0.006, delta=0.0001)

    def test_the_text_and_its_binary_form_are_the_same(self):
        text = self.write("text", SCHEDULE)
        self.maquette("trace", "convert", "-o", self.path("binary.goal"), text)
        self.maquette("trace", "convert", "-o", self.path("again.goal"), self.path("binary.goal"))
        with open(self.path("binary.goal"), "rb") as one, open(self.path("again.goal"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        from_text, from_binary = self.replayed(text), self.replayed(self.path("binary.goal"))
        self.assertEqual(from_text["predicted_seconds"], from_binary["predicted_seconds"])
        self.assertEqual(from_text["calls"], from_binary["calls"])

    def test_the_binary_form_is_that_of_loggopsim(self):
        trace = self.write_bytes("schedule.bin", binary([
            [(COMPUTE, 0, 1000000, 0, [1], []), (SEND, 1, 5000, 3, [], [2]), (COMPUTE, 0, 500000, 0, [], [])],
            [(RECEIVE, 0xFFFFFFFF, 5000, 0xFFFFFFFF, [1], []), (COMPUTE, 0, 2000000, 0, [], [])]]))
        self.maquette("trace", "info", "--json", self.path("info.json"), trace)
        info = self.json("info.json")
        self.assertEqual((info["format"], info["ranks"], info["calls"]), ("goal", 2, {"MPI_Isend": 1, "MPI_Irecv": 1}))
        run = self.replayed(trace)
        self.assertEqual(run["calls"]["MPI_Isend"]["bytes"], 5000)
        self.assertAlmostEqual(run["predicted_seconds"], 0.003, delta=0.0001)

    def test_what_is_wrong_is_named(self):
        def refused(old, new, what):
            self.refused(self.write("bad.goal", SCHEDULE.replace(old, new)), what)
        refused("send 8 b to 0", "send 8 b to 2", "bad.goal:8: rank 1, byte")
        refused("send 8 b to 0", "send 8 b to 2", "lacks \"to RANK\", a rank from 0 to 1")
        refused("f irequires c", "f irequires g", "line 13 names an operation g that is not there")
        refused("b requires a", "a requires b\nb requires a", "operations of the rank wait for each other in a circle")
        refused("d: send", "c: send", "there are two operations c")
        refused("calc 3000000\n}", "calc 3000000\n", "the schedule ends without a }")
        refused("rank 0 {", "rank 1 {", "begins none of 2 ranks, or one again")
        refused("num_ranks 2", "num_ranks 3", "rank 2 of 3 has no schedule")
        refused("calc 3000000", "calc soon", "the time is no number of nanoseconds")
        refused("tag 12", "tag x", "x is no number of a tag")
        refused("tag 12", "colour 3", "colour is none of tag, cpu and nic")
        good = self.write("good.goal", SCHEDULE)
        for command in (("trace", "convert", "--to", "maquette", "-o", self.path("x")),
                        ("trace", "cut", "--ranks", "0", "-o", self.path("x"))):
            self.refused(good, "what waits for what", *command)
        self.assertFalse(os.path.exists(self.path("x")))

    def test_a_rank_has_one_core(self):
        trace = self.write("cores.goal", "num_ranks 1\nrank 0 {\ncalc 1000000\ncalc 1000000 cpu 3\n}\n")
        self.refused(trace, "is for core 3", "replay", "-m", self.machine)
        self.assertAlmostEqual(self.replayed(trace, "--lenient")["predicted_seconds"], 0.002, delta=0.0001)

    def test_no_cut_and_no_changed_byte_does_harm(self):
        whole = binary([[(SEND, 1, 8, 0, [1], []), (COMPUTE, 0, 5, 0, [], [])], [(RECEIVE, 0, 8, 0, [], [])]])
        for length in range(len(whole)):
            self.maquette("trace", "check", "--format", "goal", self.write_bytes("cut.bin", whole[:length]), status=1)
        for at in range(8, len(whole)):
            changed = bytearray(whole)
            changed[at] ^= 0xFF
            done = maquette("trace", "check", "--format", "goal", self.write_bytes("changed.bin", bytes(changed)))
            self.assertIn(done.returncode, (0, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
