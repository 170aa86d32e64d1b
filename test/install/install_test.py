# test/install/install_test.py - an installed Maquette works, also after it was moved
# SPDX-License-Identifier: Apache-2.0
"""usage: install_test.py CMAKE BUILD_DIRECTORY|PREFIX CXX_COMPILER LIBRARY_DIRECTORY_NAME
Of a build directory an installation is made and moved; a prefix holds what a package installed."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD, COMPILER, LIBRARIES = sys.argv[1:5]
del sys.argv[1:5]
HERE = os.path.dirname(os.path.abspath(__file__))

HELLO = """#include <mpi.h>
#include <stdio.h>
static int rank;
int main(int argc, char **argv) {
  int ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d of %d\\n", rank, ranks);
  MPI_Finalize();
  return 0;
}
"""


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="maquette install ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        if not os.path.exists(os.path.join(BUILD, "CMakeCache.txt")):
            cls.prefix = os.path.abspath(BUILD)
            return
        first = os.path.join(cls.folder, "first")
        cls.run_command(CMAKE, "--install", BUILD, "--prefix", first)
        cls.prefix = os.path.join(cls.folder, "moved here")
        shutil.move(first, cls.prefix)

    @classmethod
    def run_command(cls, *command):
        done = subprocess.run(command, cwd=cls.folder, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def test_files_are_where_they_belong(self):
        for name in ("bin/maquette", "bin/maquette-skeletonize", "bin/maquette-sweep", "bin/maquette-search",
                     "bin/maquette-cc", "bin/maquette-c++", "bin/maquette-replayer",
                     f"{LIBRARIES}/libmaquette-recorder.so",
                     f"{LIBRARIES}/libmaquette.so", f"{LIBRARIES}/maquette_crt.o", f"{LIBRARIES}/MaquettePrivatize.so",
                     "include/maquette/mpi/mpi.h", "include/maquette/abi/skeleton.h", "share/maquette/machines",
                     "share/maquette/maquette-gdb.py", "share/maquette/native/record/recorder.c",
                     "share/maquette/native/record/wrappers.inc", "share/maquette/native/record/names.inc",
                     "share/maquette/native/record/maquette/record/container.h"):
            self.assertTrue(os.path.exists(os.path.join(self.prefix, name)), name)
        self.assertFalse(os.path.exists(os.path.join(self.prefix, "include", "mpi.h")))

    def test_package_is_found_and_linked(self):
        build = os.path.join(self.folder, "consumer")
        self.run_command(CMAKE, "-S", os.path.join(HERE, "consumer"), "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
                         f"-DCMAKE_CXX_COMPILER={COMPILER}")
        self.run_command(CMAKE, "--build", build)
        self.assertEqual(self.run_command(os.path.join(build, "consumer")), "1000000 ps\n")

    def test_program_is_built_and_run(self):
        with open(os.path.join(self.folder, "hello.c"), "w", encoding="utf-8") as file:
            file.write(HELLO)
        program = os.path.join(self.folder, "hello")
        self.run_command(os.path.join(self.prefix, "bin", "maquette-cc"), "-O2", "hello.c", "-o", program)
        self.assertEqual(self.run_command(program), "rank 0 of 1\n")
        machines = os.path.join(self.prefix, "share", "maquette", "machines")
        machine = os.path.join(machines, sorted(name for name in os.listdir(machines) if name.endswith(".toml"))[0])
        output = self.run_command(os.path.join(self.prefix, "bin", "maquette"), "run", "--direct", "-n", "3",
                                  "-m", machine, "--", program)
        lines = [line for line in output.splitlines() if line.startswith("rank ")]
        self.assertEqual(sorted(lines), [f"rank {i} of 3" for i in range(3)])
        with open(os.path.join(self.folder, "some.toml"), "w", encoding="utf-8") as file:
            file.write(f'[run]\nprogram = ["{program}"]\nmachine = "{machine}"\n[parameters]\nranks = [1, 2]\n')
        output = self.run_command(os.path.join(self.prefix, "bin", "maquette"), "sweep", "some.toml")
        self.assertIn("2 runs done, 0 failed", output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
