# test/integration/repeat/repeat_test.py - the same run again, and with the other stacks: the same bits
# SPDX-License-Identifier: Apache-2.0
"""usage: repeat_test.py FOLDER_OF_MAQUETTE MACHINES [unittest arguments]

Each case runs a program on slab stacks, on slab stacks again with the heap and the stacks at other addresses, and on
copied stacks. What the program prints and the JSON document of the run must be the same, but for what the document says
of the host."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, MACHINES = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
# What a document says of the host that simulated; everything else is a result.
OF_THE_HOST = {"host_seconds", "host_cpu_seconds", "peak_rss_bytes", "bytes_per_rank", "memory"}
# Fresh memory of the heap is not zero, and the program's arguments and environment push its first stack down.
ELSEWHERE = {"MALLOC_PERTURB_": "165", "MALLOC_TOP_PAD_": "1234567", "PADDING": "x" * 50001}


class Repeat(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="maquette-repeat-test-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.program = os.path.join(cls.folder, "mixture")
        subprocess.run([os.path.join(BIN, "maquette-cc"), "-O1", os.path.join(PROGRAMS, "mixture.c"),
                        "-o", cls.program], check=True)
        cls.entropy = os.path.join(cls.folder, "entropy")
        subprocess.run([os.path.join(BIN, "maquette-c++"), "-O1", os.path.join(PROGRAMS, "entropy.cpp"),
                        "-o", cls.entropy], check=True)

    def run_once(self, stack, machine, ranks, rounds, settings, environment=()):
        file = os.path.join(self.folder, "result.json")
        options = [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run([os.path.join(BIN, "maquette"), "run", "-n", str(ranks),
                               "-m", os.path.join(MACHINES, machine), "--stats",
                               f"--stack={stack}", "--json", file, *options, "--", self.program, str(rounds)],
                              capture_output=True, text=True, timeout=240, check=False,
                              env={**os.environ, **dict(environment)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(file, encoding="utf-8") as text:
            result = json.load(text)
        self.assertGreater(result["memory"]["stacks"], 0)
        for key in OF_THE_HOST:
            del result[key]
        printed = [line for line in done.stdout.splitlines() if line.startswith("sum ")]
        self.assertEqual(len(printed), 1)
        return printed, json.dumps(result, indent=1, sort_keys=True)

    def check(self, machine, ranks, rounds, *settings):
        first = self.run_once("slab", machine, ranks, rounds, settings)
        for stack, environment in (("slab", ELSEWHERE), ("copied", {}), ("copied", ELSEWHERE)):
            with self.subTest(stack=stack, elsewhere=bool(environment)):
                again = self.run_once(stack, machine, ranks, rounds, settings, environment)
                self.assertEqual(again[0], first[0])
                self.assertMultiLineEqual(again[1], first[1])
        return first

    def test_without_congestion(self):
        self.check("logp-million.toml", 200, 3)

    def test_on_links_shared_fairly(self):
        self.check("test-torus.toml", 64, 3)

    def test_on_links_by_age(self):
        self.check("test-torus.toml", 64, 2, "network.model=flow-fifo")

    def test_by_packets(self):
        self.check("test-torus.toml", 27, 2, "network.model=packet")

    def test_ranks_that_share_nodes(self):
        self.check("test-torus.toml", 100, 2, "node.cores=4", "mpi.buffer_copies=memory")

    def test_collectives_by_formulas(self):
        self.check("logp-million.toml", 100, 2, "mpi.collectives=analytic")

    def draws(self, seed):
        done = subprocess.run([os.path.join(BIN, "maquette"), "run", "-n", "4",
                               "-m", os.path.join(MACHINES, "test-torus.toml"), "--direct",
                               f"--seed={seed}", "--", self.entropy], capture_output=True, text=True, timeout=240,
                              check=True)
        return sorted(line for line in done.stdout.splitlines() if line[:2] in ("0:", "1:", "2:", "3:"))

    def test_what_seeds_itself(self):
        """The numbers follow from the run's seed and the rank."""
        first = self.draws(1)
        self.assertEqual(len(first), 24)
        self.assertEqual(len({line.split()[1] for line in first}), 24)
        self.assertEqual(self.draws(1), first)
        self.assertEqual({line.split()[1] for line in self.draws(2)} & {line.split()[1] for line in first}, set())

    def test_that_another_input_is_told_apart(self):
        """The comparison sees differences: one more round is another document."""
        few = self.run_once("slab", "test-torus.toml", 16, 1, ())
        more = self.run_once("slab", "test-torus.toml", 16, 2, ())
        self.assertNotEqual(few[0], more[0])
        self.assertNotEqual(few[1], more[1])


if __name__ == "__main__":
    unittest.main()
