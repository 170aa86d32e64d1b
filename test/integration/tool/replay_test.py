# test/integration/tool/replay_test.py - traces of other tools: what they say, and what they are on a target machine
# SPDX-License-Identifier: Apache-2.0
"""usage: replay_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "support"))
import unittest

import dumpi
from dumpi import ANY, BYTE, DOUBLE, SUM, WORLD, array, b, h, i, statuses
from tool_test import ToolTest # Takes the first argument.

RANKS = 4


class Recorder:
    """Calls of one rank, with \p gap seconds of computing before each but the first."""

    def __init__(self, gap=0.001):
        self.calls, self.now, self.gap = [], 0.0, gap

    def call(self, name, fields=b""):
        begin = self.now + (self.gap if self.calls else 0)
        self.now = begin + 0.0005 # Time in MPI is the target machine's.
        self.calls.append((name, fields, begin, self.now))
        return self


def started():
    return Recorder().call("Init", i(0))


def ended(recorder):
    return recorder.call("Finalize").calls


def point(count, peer, tag, request=None):
    return i(count) + h(BYTE) + i(peer, tag) + h(WORLD) + (b"" if request is None else i(request))


def ring(rank):
    """A message to the right, one from the left, a sum over all, one over every second rank."""
    recorder = started()
    recorder.call("Comm_rank", h(WORLD) + i(rank))
    recorder.call("Irecv", point(1000, (rank - 1) % RANKS, 7, 2))
    recorder.call("Isend", point(1000, (rank + 1) % RANKS, 7, 3))
    recorder.call("Waitall", i(2) + array([2, 3]) + statuses((1000, (rank - 1) % RANKS, 7), (0, rank, 0)))
    recorder.call("Allreduce", i(10) + h(DOUBLE) + b(SUM) + h(WORLD))
    recorder.call("Comm_split", h(WORLD) + i(rank % 2, rank) + h(4))
    recorder.call("Allreduce", i(10) + h(DOUBLE) + b(SUM) + h(4))
    return ended(recorder)


class Replay(ToolTest):
    def trace(self, ranks, name="trace"):
        os.mkdir(self.path(name))
        return dumpi.write(self.path(name), ranks)

    def replayed(self, meta, *options, status=0):
        done = self.maquette("replay", "-m", self.machine, "--json", self.path("run.json"), *options, meta,
                             status=status)
        return (self.json("run.json"), done) if status == 0 else done

    def test_a_trace_is_described_and_checked(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        out = self.maquette("trace", "info", "--json", self.path("info.json"), meta).stdout
        self.assertIn("dumpi 1.1.0: 4 ranks, 36 calls\n", out)
        info = self.json("info.json")
        self.assertEqual((info["calls"]["MPI_Allreduce"], info["calls"]["MPI_Init"], info["host"]), (8, 4, "host"))
        self.assertAlmostEqual(info["longest_seconds"], 9 * 0.0005 + 8 * 0.001)
        self.assertIn("ok: 36 calls of 4 ranks", self.maquette("trace", "check", os.path.dirname(meta)).stdout)

    def test_the_calls_of_a_trace_are_made_on_the_target_machine(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        result, _ = self.replayed(meta)
        self.assertEqual((result["mode"], result["ranks"], result["program"]), ("replay", RANKS, meta))
        calls = {name: use["count"] for name, use in result["calls"].items()}
        self.assertEqual(calls, {"MPI_Init": 4, "MPI_Comm_rank": 4, "MPI_Irecv": 4, "MPI_Isend": 4, "MPI_Waitall": 4,
                                 "MPI_Allreduce": 8, "MPI_Comm_split": 4, "MPI_Finalize": 4})
        # Eight times 1 ms between calls; messages of some microseconds.
        self.assertAlmostEqual(result["predicted_seconds"], 0.008, delta=0.0002)
        self.assertAlmostEqual(result["compute_seconds"], 0.008)
        again, _ = self.replayed(meta)
        self.assertEqual(again["predicted_seconds"], result["predicted_seconds"])

    def test_computing_is_scaled(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        for options, factor in ((("--compute-scale", "0.5"), 0.5), (("--cpu-ratio", "4"), 0.25),
                                (("--compute-scale", "0"), 0)):
            result, _ = self.replayed(meta, *options)
            self.assertAlmostEqual(result["compute_seconds"], 0.008 * factor)

    def test_a_receive_from_anybody_takes_what_it_took(self):
        # Rank 1 sends late, and rank 2 at once; rank 0 had taken rank 1's first.
        first = started().call("Recv", point(10, ANY, ANY) + statuses((10, 1, 5)))
        first.call("Recv", point(10, ANY, ANY) + statuses((10, 2, 6)))
        late = Recorder(0.010).call("Init", i(0)).call("Send", point(10, 0, 5))
        early = started().call("Send", point(10, 0, 6))
        result, _ = self.replayed(self.trace([ended(first), ended(late), ended(early)]))
        self.assertGreater(result["predicted_seconds"], 0.010)

    def test_a_nonblocking_receive_from_anybody_takes_what_it_took(self):
        # The first receive took rank 1's message, which comes last here.
        first = started().call("Irecv", point(10, ANY, ANY, 2)).call("Irecv", point(10, ANY, ANY, 3))
        first.call("Waitall", i(1) + array([2]) + statuses((10, 1, 5)))
        first.call("Waitall", i(1) + array([3]) + statuses((10, 2, 6)))
        late = Recorder(0.010).call("Init", i(0)).call("Send", point(10, 0, 5))
        late.gap = 0
        early = started().call("Send", point(10, 0, 6))
        result, _ = self.replayed(self.trace([ended(first), ended(late), ended(early)]))
        # 10 ms until the message, 1 ms before each of the two calls that follow. Else the first wait would end at once,
        # and only one of these would come behind the second.
        self.assertAlmostEqual(result["predicted_seconds"], 0.012, delta=0.0002)

    def test_what_was_complete_is_waited_for(self):
        # Of two receives the second came first; then the other was asked for in vain, and came.
        first = started().call("Irecv", point(10, 1, 1, 2)).call("Irecv", point(10, 1, 2, 3))
        first.call("Waitany", i(2) + array([2, 3]) + i(1) + statuses((10, 1, 2)))
        first.call("Test", i(2) + i(0) + statuses())
        first.call("Testsome", i(2) + array([2, 1]) + i(1) + array([0]) + statuses((10, 1, 1)))
        second = started().call("Send", point(10, 0, 2)).call("Send", point(10, 0, 1))
        result, _ = self.replayed(self.trace([ended(first), ended(second)]))
        self.assertEqual(result["messages"], 2)

    def test_persistent_requests_and_datatypes(self):
        def rank(me):
            recorder = started().call("Type_vector", i(4, 2, 8) + h(DOUBLE) + h(28)).call("Type_commit", h(28))
            field = lambda request: i(3) + h(28) + i(1 - me, 9) + h(WORLD) + i(request)
            recorder.call("Send_init", field(2)).call("Recv_init", field(3))
            for _ in range(3):
                recorder.call("Startall", i(2) + array([2, 3]))
                recorder.call("Waitall", i(2) + array([2, 3]) + statuses((0, me, 0), (192, 1 - me, 9)))
            return ended(recorder)
        result, _ = self.replayed(self.trace([rank(0), rank(1)]))
        self.assertEqual(result["messages"], 6)
        self.assertEqual(result["calls"]["MPI_Startall"]["bytes"], 6 * 3 * 4 * 2 * 8)

    def test_arrays_of_counts(self):
        def rank(me):
            counts = [100 * (me + other + 1) for other in range(2)]
            recorder = started().call("Alltoallv", i(2) + array(counts) + array([0, 0]) + h(BYTE) + array(counts) +
                                      array([0, 0]) + h(BYTE) + h(WORLD))
            at_root = array([5, 6]) + array([0, 5]) if me == 0 else b""
            recorder.call("Gatherv", i(me, 2, 5 + me) + h(BYTE) + i(0) + h(WORLD) + at_root + h(BYTE))
            return ended(recorder)
        result, _ = self.replayed(self.trace([rank(0), rank(1)]))
        self.assertEqual((result["calls"]["MPI_Alltoallv"]["count"], result["calls"]["MPI_Gatherv"]["count"]), (2, 2))

    def test_what_a_trace_does_not_say_is_named(self):
        bad = started().call("Wait", i(77) + statuses())
        meta = self.trace([ended(bad)])
        done = self.replayed(meta, status=3)
        self.assertRegex(done.stderr, r"rank 0, record 2, byte \d+: error: MPI_Wait: request 77 was never made")
        _, done = self.replayed(meta, "--lenient")
        self.assertIn("warning: rank 0: 1 records were left out; the first: ", done.stderr)

    def test_damaged_files_are_refused(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        victim = self.path("trace/dumpi-test-0002.bin")
        with open(victim, "rb") as file:
            good = file.read()

        def refused(data, what):
            with open(victim, "wb") as file:
                file.write(data)
            error = self.maquette("trace", "check", meta, status=1).stderr
            self.assertIn("dumpi-test-0002.bin", error)
            self.assertIn(what, error)
        refused(b"", "the file is empty")
        refused(good[:8][::-1] + good[8:], "the bytes of its numbers are swapped")
        refused(b"\x7fELF" + good[4:], "not a DUMPI file")
        refused(good[:-1], "there is no index at its end")
        refused(good[:16] + b"\xff\xff" + good[18:], "rank 2, record 1, byte 16: error: 65535 is the label of no call")
        os.remove(victim)
        self.assertIn("dumpi-test-0002.bin: error: cannot be read: No such file",
                      self.maquette("trace", "check", meta, status=1).stderr)

    def test_no_cut_and_no_changed_byte_does_harm(self):
        meta = self.trace([ring(0)])
        victim = self.path("trace/dumpi-test-0000.bin")
        with open(victim, "rb") as file:
            good = file.read()
        for place in range(8, 600, 29):
            for data in (good[:place] + good[-64:], good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1:]):
                with open(victim, "wb") as file:
                    file.write(data)
                self.assertIn(self.maquette_status("trace", "check", meta), (0, 1))

    def maquette_status(self, *arguments):
        from tool_test import maquette
        return maquette(*arguments).returncode

    def test_traces_are_the_same_in_our_format(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        before, _ = self.replayed(meta)
        out = self.maquette("trace", "convert", "-o", self.path("own.trace"), meta).stdout
        self.assertIn("own.trace: 36 calls, ", out)
        self.assertNotIn("own.trace.part", self.files())
        self.assertIn("maquette 1: 4 ranks, 36 calls\n", self.maquette("trace", "info", self.path("own.trace")).stdout)
        after, _ = self.replayed(self.path("own.trace"))
        self.assertEqual(before["predicted_seconds"], after["predicted_seconds"])
        self.assertEqual({name: use["count"] for name, use in before["calls"].items()},
                         {name: use["count"] for name, use in after["calls"].items()})

    def test_a_run_is_recorded_and_replayed(self):
        trace = self.path("run.trace")
        self.maquette("run", "-n", 8, "-m", self.machine, "--direct", "--trace", trace, "--json", self.path("run.json"),
                      "--", self.program("exchanges"))
        recorded = self.json("run.json")
        self.assertIn("ok: ", self.maquette("trace", "check", trace).stdout)
        replayed, _ = self.replayed(trace)
        self.assertEqual((replayed["messages"], replayed["ranks"]), (recorded["messages"], 8))
        # What ranks compute behind MPI_Finalize is in no trace.
        self.assertAlmostEqual(replayed["mpi_seconds"], recorded["mpi_seconds"], delta=1e-9)
        for name in ("MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Allgatherv", "MPI_Comm_split", "MPI_Bcast"):
            self.assertEqual(replayed["calls"][name]["count"], recorded["calls"][name]["count"], name)

    def test_some_ranks_are_recorded(self):
        trace = self.path("run.trace")
        record = lambda *options, status=0: self.maquette("run", "-n", 8, "-m", self.machine, "--direct", "--trace",
                                                          trace, *options, "--", self.program("ring"), status=status)
        record("--trace-ranks", "0-1,5")
        self.maquette("trace", "info", "--json", self.path("info.json"), trace)
        self.assertEqual(self.json("info.json")["calls"]["MPI_Init"], 3)
        record("--trace-ranks", "0-6:3,7", "--overwrite-trace") # 0, 3, 6 and 7
        self.maquette("trace", "info", "--json", self.path("info.json"), trace)
        self.assertEqual(self.json("info.json")["calls"]["MPI_Init"], 4)
        self.assertIn("is no list of ranks", record("--trace-ranks", "0-6:0", status=1).stderr)
        self.assertIn("is no list of ranks", record("--trace-ranks", "0:3", status=1).stderr)

    def test_a_trace_that_was_not_finished_is_read_as_far_as_it_goes(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        self.maquette("trace", "convert", "-o", self.path("own.trace"), meta)
        with open(self.path("own.trace"), "rb") as file:
            good = file.read()
        with open(self.path("own.trace"), "wb") as file:
            file.write(good[:-24]) # Without the end of the index.
        self.assertIn("ok: 36 calls", self.maquette("trace", "check", self.path("own.trace")).stdout)
        place = good.index(b"TBLK") + 60
        with open(self.path("own.trace"), "wb") as file:
            file.write(good[:place] + b"?" + good[place + 1:])
        self.assertIn("the block's checksum is not that of its bytes",
                      self.maquette("trace", "check", self.path("own.trace"), status=1).stderr)

    def test_wrong_numbers_of_ranks_and_formats(self):
        meta = self.trace([ring(rank) for rank in range(RANKS)])
        self.assertIn("the trace is of 4 ranks, not 8", self.replayed(meta, "-n", 8, status=1).stderr)
        self.maquette("replay", "-m", self.machine, "--format", "otf3", meta, status=2)
        self.assertIn("there is no such file", self.maquette("trace", "info", self.path("no"), status=1).stderr)
        shutil.rmtree(self.path("trace"))


if __name__ == "__main__":
    unittest.main()
