# test/integration/wrapper/private_globals_test.py - private globals in the simulator: the programs of
# test/lit/privatize as MPI programs
# SPDX-License-Identifier: Apache-2.0
"""usage: private_globals_test.py DIRECTORY_OF_MAQUETTE DIRECTORY_OF_CLANG FOLDER_OF_LIT_TESTS MACHINE_FILE

Each program of the lit tests gives phase(rank, number), which checks what rank 0 or 1 wrote in earlier phases. Here two
ranks of a simulation call it, with a barrier after each phase, so that they take turns."""
import os
import re
import sys
import unittest

from wrapped import WrapperTest

WrapperTest.bin = os.path.abspath(sys.argv.pop(1))
WrapperTest.llvm = os.path.abspath(sys.argv.pop(1))
SOURCES = os.path.abspath(sys.argv.pop(1))
MACHINE = sys.argv.pop(1)

MAIN = """#include <mpi.h>
void phase(int rank, int number);
int main(int argc, char **argv) {
  int rank, number;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (number = 0; number < 3; ++number) {
    phase(rank, number);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
"""
# A program as the lit test asks for it: language, number of units, kind of the last unit, flags.
RUN = re.compile(r"^// RUN: %two-ranks-(c|c\+\+) \S+ %s (\d+)(?: (library|archive))?((?: -\S+)*)", re.M)


class PrivateGlobals(WrapperTest):
    def build(self, source, language, units, kind, flags):
        compile_ = self.cxx if language == "c++" else self.cc
        self.write("main.c", MAIN)
        self.cc("-c", "main.c")
        objects = ["main.o"]
        for unit in range(1, units + 1):
            name = f"unit{unit}.o"
            pic = ["-fPIC"] if kind == "library" and unit == units else []
            compile_("-w", "-O2", *pic, *flags, f"-DUNIT={unit}", "-I", os.path.join(SOURCES, "Inputs"), "-c", source,
                     "-o", name)
            objects.append(name)
        if kind == "library":
            compile_("-shared", objects[-1], "-o", "libunit.so")
            objects[-1:] = ["-L.", "-lunit", f"-Wl,-rpath,{self.folder}"]
        elif kind == "archive":
            self.run_command("ar", "rcs", "libunit.a", objects[-1])
            objects[-1:] = ["-L.", "-lunit"]
        compile_(*objects, "-lm", "-pthread", "-o", "program")

    def simulate(self, stack):
        return self.run_command(os.path.join(self.bin, "maquette"), "run", "--direct", "-n", "2", "-m", MACHINE,
                                f"--stack={stack}", "--", self.path("program"))


def case(source, match):
    def test(self):
        self.build(source, match.group(1), int(match.group(2)), match.group(3), match.group(4).split())
        for stack in ("slab", "copied"):
            self.simulate(stack)
    return test


for file_name in sorted(os.listdir(SOURCES)):
    if file_name.endswith((".c", ".cpp")):
        path = os.path.join(SOURCES, file_name)
        with open(path, encoding="utf-8") as file:
            for found in RUN.finditer(file.read()):
                label = "_".join(["test", *file_name.split("."), found.group(3) or "objects"])
                setattr(PrivateGlobals, label, case(path, found))


class Destruction(WrapperTest):
    def test_destructors_run_at_each_ranks_end(self):
        source = os.path.join(SOURCES, "dynamic_initialization.cpp")
        PrivateGlobals.build(self, source, "c++", 2, None, ["-std=c++20"])
        lines = PrivateGlobals.simulate(self, "slab").stdout.splitlines()
        for name in ("zero", "one"):
            self.assertIn(f"early constructor first second {name} ~{name} ~second ~first ~early end",
                          [line.rstrip() for line in lines])
        self.assertEqual(lines.count("destructor"), 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
