# test/integration/debugger/debugger_test.py - gdb shows the ranks of a simulation, in a process and in a core file
# SPDX-License-Identifier: Apache-2.0
"""usage: debugger_test.py FOLDER_OF_MAQUETTE SCRIPT [unittest arguments]"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, SCRIPT = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
RANKS = 9
MANY = 2100  # So many that of saved stacks only what differs from others is kept.


class Debugger(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="maquette-debugger-test-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.program = os.path.join(cls.folder, "nested")
        subprocess.run([os.path.join(BIN, "maquette-cc"), "-O0", "-g", os.path.join(PROGRAMS, "nested.c"),
                        "-o", cls.program], check=True)

    def gdb(self, *commands, stack=None, ranks=RANKS):
        """What gdb prints; with `stack`, of a process that is at stop_here()."""
        if stack is not None:
            config = os.path.join(self.folder, "run.json")
            with open(config, "w", encoding="utf-8") as file:
                json.dump({"format": "maquette-run-config", "mode": "skeleton", "ranks": ranks, "stack": stack,
                           "oversubscribe": True, "result_file": os.path.join(self.folder, "result.json")}, file)
            commands = [f"set environment MAQUETTE_RUN {config}", "break stop_here", "run", *commands]
        words = [word for command in ("set width 0", "set confirm off", f"source {SCRIPT}", *commands)
                 for word in ("-ex", command)]
        done = subprocess.run(["gdb", "-nx", "-batch", *words, self.program], capture_output=True, text=True,
                              timeout=120, check=False)
        print(done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def assertIsRank(self, text, rank):
        """`text` has the stack of this rank and of no other: wait_for_zero() at its depths, in main()."""
        seen = re.findall(r"^#\d+ .*wait_for_zero \(rank=(\d+), depth=(\d+)\)", text, re.MULTILINE)
        self.assertEqual(seen, [(str(rank), str(depth)) for depth in range(rank % 9 + 1)])
        self.assertRegex(text, rf"(?m)^rank {rank} at 0\.\d+ s: suspended in {'MPI_Recv' if rank % 2 else 'MPI_Probe'} "
                               r"at wait_for_zero\(\) at nested.c:\d+$")
        self.assertRegex(text, r"(?m)^#\d+ .*maquette::sim::ProcessScheduler::suspend")
        self.assertRegex(text, r"(?m)^#\d+ .* main \(")

    def check_process(self, stack):
        everybody = self.gdb("maquette ranks", "maquette ranks 3-4", stack=stack)
        self.assertRegex(everybody, r"(?m)^1 rank running outside MPI: 0$")
        self.assertRegex(everybody, r"(?m)^4 ranks suspended in MPI_Recv at wait_for_zero\(\) at nested.c:\d+: 1 ...$")
        self.assertRegex(everybody, r"(?m)^4 ranks suspended in MPI_Probe at wait_for_zero\(\) at nested.c:\d+: 2 ...$")
        self.assertEqual(re.findall(r"(?m)^rank (\d+) at 0\.\d+ s: suspended", everybody), ["3", "4"])
        for rank in (1, 5, 8):
            self.assertIsRank(self.gdb(f"maquette rank {rank}", stack=stack), rank)
        # Nothing has changed afterwards: not the present stack, not the run's course.
        after = self.gdb("maquette rank 8", "echo \\n---\\n", "backtrace", "delete", "continue",
                         stack=stack).split("---")[1]
        self.assertRegex(after, r"(?m)^#0 .*stop_here \(rank=0\)")
        self.assertNotIn("wait_for_zero", after)
        self.assertIn("all is well", after)
        self.assertIn("exited normally", after)
        # Any command, in the rank's frames; the running rank; one that is not there.
        self.assertIn("= 6003", self.gdb("maquette rank 6 frame function wait_for_zero",
                                         "maquette rank 6 frame apply all -q -s print marks[5] + 0", stack=stack))
        self.assertRegex(self.gdb("maquette rank 0", stack=stack),
                         r"rank 0 at .*: running outside MPI\n#0 .*stop_here \(rank=0\)")
        self.assertIn(f"there is no rank {RANKS}: they are 0 to {RANKS - 1}",
                      self.gdb(f"maquette rank {RANKS}", stack=stack))

    def check_core(self, stack):
        core = os.path.join(self.folder, f"core-{stack}")
        self.gdb(f"generate-core-file {core}", "kill", stack=stack)
        with open(core, "rb") as file:
            before = file.read()
        self.assertRegex(self.gdb(f"core-file {core}", "maquette ranks"),
                         r"(?m)^4 ranks suspended in MPI_Recv at wait_for_zero\(\)")
        for rank in (2, 7):
            text = self.gdb(f"core-file {core}", f"maquette rank {rank}", "echo \\n---\\n", "backtrace")
            shown, after = text.split("---")
            self.assertIsRank(shown, rank)
            self.assertRegex(after, r"(?m)^#0 .*stop_here \(rank=0\)")
        with open(core, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_a_process_on_slab_stacks(self):
        self.check_process("slab")

    def test_a_process_on_copied_stacks(self):
        self.check_process("copied")

    def test_a_core_file_of_slab_stacks(self):
        self.check_core("slab")

    def test_a_core_file_of_copied_stacks(self):
        self.check_core("copied")

    def test_stacks_that_are_alike(self):
        for rank in (1501, 2099):
            self.assertIsRank(self.gdb(f"maquette rank {rank}", stack="copied", ranks=MANY), rank)

    def test_without_a_simulation(self):
        self.assertIn("no simulation here", self.gdb("maquette ranks"))
        self.assertIn("usage: maquette rank RANK [COMMAND]", self.gdb("maquette rank x"))


if __name__ == "__main__":
    unittest.main()
