# test/integration/tool/record_test.py - traces of native runs
# SPDX-License-Identifier: Apache-2.0
"""usage: record_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import unittest

from tool_test import PROGRAMS, TIME_LIMIT, ToolTest # Takes the first argument.


class Recording(ToolTest):
    """Needs MPI libraries of the host."""

    def setUp(self):
        super().setUp()
        self.libraries = [name for name in ("mpich", "openmpi")
                          if shutil.which(f"mpicc.{name}") and shutil.which(f"mpirun.{name}")]
        if not self.libraries:
            self.skipTest("no MPI library on this host")

    def native(self, program, library):
        path = self.path(f"tmp.{program}.{library}")
        source = os.path.join(PROGRAMS, f"{program}.c")
        subprocess.run([f"mpicc.{library}", "-O1", "-w", source, "-o", path], check=True, timeout=TIME_LIMIT)
        return path

    @staticmethod
    def starter(library, ranks):
        # One core and root are all that a machine of tests may have.
        more = ("--allow-run-as-root", "--oversubscribe") if library == "openmpi" else ()
        return (f"mpirun.{library}", *more, "-n", ranks)

    def record(self, library, program, *arguments, ranks=4, status=0, options=()):
        return self.maquette("record", "-o", self.path("trace"), "--overwrite", *options, "--",
                             *self.starter(library, ranks), program, *arguments, status=status)

    def replayed(self, *trace):
        """Calls by function and the predicted time where computing takes none."""
        self.maquette("replay", "-m", self.machine, "--compute-scale", 0, "--json", self.path("run.json"), *trace)
        result = self.json("run.json")
        return {name: use["count"] for name, use in result["calls"].items()}, result["predicted_seconds"]

    def test_a_native_run_is_recorded_as_the_simulator_records_it(self):
        self.maquette("run", "-n", 4, "-m", self.machine, "--direct", "--trace", self.path("simulated"), "--",
                      self.program("calls_of_all_kinds"))
        calls, seconds = self.replayed(self.path("simulated"))
        self.assertGreater(seconds, 0)
        self.assertGreater(len(calls), 25)
        for library in self.libraries:
            with self.subTest(library=library):
                self.record(library, self.native("calls_of_all_kinds", library))
                self.assertNotIn("trace.parts", self.files())
                self.assertEqual(self.replayed(self.path("trace")), (calls, seconds))

    def test_what_was_written_before_a_kill_is_there(self):
        for library in self.libraries:
            with self.subTest(library=library):
                program = self.native("killed_in_a_loop", library)
                done = self.record(library, program, 1000, status=3)
                self.assertIn("[maquette-program-died]", done.stderr)
                self.maquette("trace", "info", self.path("trace"), "--json", self.path("info.json"))
                info = self.json("info.json")
                self.assertEqual(info["calls"]["MPI_Sendrecv"], 2 * 1000)
                self.assertNotIn("MPI_Finalize", info["calls"])

    def test_fortran_is_recorded_or_refused(self):
        for library in self.libraries:
            if shutil.which(f"mpif90.{library}") is None:
                continue
            with self.subTest(library=library):
                program = self.path(f"tmp.fortran.{library}")
                subprocess.run([f"mpif90.{library}", os.path.join(PROGRAMS, "sum_of_fortran.f90"), "-o", program],
                               check=True, timeout=TIME_LIMIT, cwd=self.scratch)
                done = self.record(library, program, ranks=2, status=0 if library == "mpich" else 1)
                if library == "mpich":
                    self.assertEqual(self.replayed(self.path("trace"))[0]["MPI_Allreduce"], 2)
                else:
                    self.assertIn("is a Fortran program of Open MPI: its calls cannot be recorded", done.stderr)

    def test_a_path_may_have_blanks(self):
        os.mkdir(self.path("my runs"))
        library = self.libraries[0]
        self.maquette("record", "-o", self.path("my runs/ring: 1.trace"), "--", *self.starter(library, 2),
                      self.native("ring", library))
        self.assertEqual(os.listdir(self.path("my runs")), ["ring: 1.trace"])
        self.maquette("trace", "check", self.path("my runs/ring: 1.trace"))

    def test_long_records_and_many_chunks_are_whole(self):
        library = self.libraries[0]
        self.record(library, self.native("long_waits", library), ranks=2, options=("--keep-parts",))
        folder = self.path("trace.parts")
        self.maquette("trace", "check", folder)
        self.maquette("trace", "info", folder, "--json", self.path("info.json"))
        calls = self.json("info.json")["calls"]
        self.assertEqual((calls["MPI_Isend"], calls["MPI_Irecv"], calls["MPI_Waitall"]), (30000, 30000, 6))
        self.assertEqual(self.replayed(folder), self.replayed(self.path("trace")))

    def test_damaged_recordings_are_refused_with_their_place(self):
        library = self.libraries[0]
        self.record(library, self.native("ring", library), ranks=2, options=("--keep-parts",))
        folder = self.path("trace.parts")
        name = next(name for name in os.listdir(folder) if name.endswith(".calls"))
        with open(os.path.join(folder, name), "rb") as file:
            whole = file.read()

        def refused(contents):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(contents)
            done = self.maquette("trace", "check", "--format", "recording", folder, status=1)
            self.assertIn(os.path.join(folder, name), done.stderr)
            return done.stderr

        self.assertIn("is no recording of a node", refused(b""))
        self.assertIn("is no recording of a node", refused(b"x" + whole[1:]))
        self.assertIn("has version 9 of the form", refused(whole[:8] + struct.pack("<I", 9) + whole[12:]))
        first = 4096 + 64
        self.assertIn(f"at byte {first}: a record has 4000000000 bytes",
                      refused(whole[:first] + struct.pack("<I", 4000000000) + whole[first + 4:]))
        self.assertIn(f"at byte {first}: there is no call 5000",
                      refused(whole[:first + 4] + struct.pack("<H", 5000) + whole[first + 6:]))
        os.remove(os.path.join(folder, name))
        done = self.maquette("trace", "check", "--format", "recording", folder, status=1)
        self.assertIn("is no folder with a file NODE.calls", done.stderr)

    def test_what_cannot_be_recorded_is_said(self):
        done = self.maquette("record", "-o", self.path("trace"), status=2)
        self.assertIn("no command is given", done.stderr)
        done = self.maquette("record", "-o", self.path("trace"), "--", self.path("none"), status=1)
        self.assertIn("program not found", done.stderr)
        done = self.maquette("record", "-o", self.path("trace"), "--", "/bin/true", status=1)
        self.assertIn("no process made a call of the MPI library", done.stderr)
        self.assertEqual(self.files(), [])
        os.mkdir(self.path("trace.parts"))
        done = self.maquette("record", "-o", self.path("trace"), "--", "/bin/true", status=1)
        self.assertIn("is there already, from an earlier recording [maquette-output-exists]", done.stderr)
        os.rmdir(self.path("trace.parts"))
        self.write("trace", "mine")
        done = self.maquette("record", "-o", self.path("trace"), "--", "/bin/true", status=1)
        self.assertIn("[maquette-output-exists]", done.stderr)
        if len(self.libraries) == 2:
            program = self.native("ring", "mpich")
            done = self.maquette("record", "-o", self.path("t"), "--mpicc", "mpicc.openmpi", "--", program, status=1)
            self.assertIn("needs libmpich.so", done.stderr)
            self.assertIn("[maquette-no-compiler]", done.stderr)


if __name__ == "__main__":
    unittest.main()
