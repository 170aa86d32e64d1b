# test/integration/wrapper/build_systems_test.py - CMake, autoconf and make accept maquette-cc as an MPI compiler
# SPDX-License-Identifier: Apache-2.0
"""usage: build_systems_test.py DIRECTORY_OF_MAQUETTE_CC DIRECTORY_OF_CLANG CMAKE"""
import os
import shutil
import sys
import unittest

from wrapped import WrapperTest

WrapperTest.bin = os.path.abspath(sys.argv.pop(1))
WrapperTest.llvm = os.path.abspath(sys.argv.pop(1))
CMAKE = sys.argv.pop(1)

RING = """#include <mpi.h>
#include <stdio.h>
static int rank = -1;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d\\n", rank);
  MPI_Finalize();
  return 0;
}
"""
CMAKE_LISTS = """cmake_minimum_required(VERSION 3.25)
project(ring LANGUAGES C CXX)
find_package(MPI REQUIRED)
add_library(part SHARED part.cpp)
target_link_libraries(part PRIVATE MPI::MPI_CXX)
add_executable(ring ring.c)
target_link_libraries(ring PRIVATE MPI::MPI_C part)
"""
PART = ("#include <mpi.h>\n#include <string>\nstd::string text = \"part\";\n"
        "int part() { int n; MPI_Comm_size(MPI_COMM_WORLD, &n); return n; }\n")
CONFIGURE = """AC_INIT([ring], [1])
AC_PROG_CC
AC_CHECK_HEADER([mpi.h], [], [AC_MSG_ERROR([no mpi.h])])
AC_CHECK_FUNC([MPI_Init], [], [AC_MSG_ERROR([no MPI_Init])])
AC_CHECK_FUNC([no_such_function], [AC_MSG_ERROR([everything is found])])
AC_CHECK_LIB([m], [cos])
AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
static int zero;]], [[MPI_Init(0, 0); MPI_Finalize(); return zero;]])], [], [AC_MSG_ERROR([cannot run])])
AC_RUN_IFELSE([AC_LANG_PROGRAM([], [[return 3;]])], [AC_MSG_ERROR([every program succeeds])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""


class BuildSystems(WrapperTest):
    def by_name(self):
        """make and configure scripts take no compiler whose path has a space."""
        return {"PATH": self.bin + os.pathsep + os.environ["PATH"]}

    def configure(self, *options):
        self.write("CMakeLists.txt", CMAKE_LISTS)
        self.write("ring.c", RING)
        self.write("part.cpp", PART)
        self.run_command(CMAKE, "-S", ".", "-B", "build", *options)
        self.run_command(CMAKE, "--build", "build")
        self.assertEqual(self.run_program("build/ring"), "rank 0\n")
        self.assertIn("libmaquette", self.run_command("readelf", "-d", "build/ring").stdout)
        self.assertIn("maquette_private_delta", self.run_command("readelf", "-sW", "build/ring").stdout)

    def test_cmake_with_the_wrapper_as_the_compiler(self):
        self.configure(f"-DCMAKE_C_COMPILER={self.bin}/maquette-cc", f"-DCMAKE_CXX_COMPILER={self.bin}/maquette-c++")

    @unittest.skipIf(" " in WrapperTest.bin, "CMake's FindMPI splits flags at spaces in paths")
    def test_cmake_asks_the_wrapper_for_its_flags(self):
        self.configure(f"-DMPI_C_COMPILER={self.bin}/maquette-cc", f"-DMPI_CXX_COMPILER={self.bin}/maquette-c++",
                       f"-DCMAKE_C_COMPILER={self.llvm}/clang", f"-DCMAKE_CXX_COMPILER={self.llvm}/clang++")

    def test_cmake_with_the_wrapper_as_the_compiler_and_asked(self):
        self.configure(*(f"-D{kind}_{language}_COMPILER={self.bin}/{name}" for kind in ("MPI", "CMAKE")
                         for language, name in (("C", "maquette-cc"), ("CXX", "maquette-c++"))))

    @unittest.skipUnless(shutil.which("autoconf"), "autoconf is not installed")
    def test_configure_script(self):
        self.write("configure.ac", CONFIGURE)
        self.write("Makefile.in", "ring: ring.c\n\t@CC@ @CFLAGS@ ring.c @LIBS@ -o ring\n")
        self.write("ring.c", RING)
        self.run_command("autoconf")
        self.run_command("./configure", "CC=maquette-cc", **self.by_name())
        self.run_command("make", **self.by_name())
        self.assertEqual(self.run_program("ring"), "rank 0\n")

    def test_make_with_cc(self):
        self.write("ring.c", RING)
        self.run_command("make", "CC=maquette-cc", "CFLAGS=-O2", "ring", **self.by_name())
        self.assertEqual(self.run_program("ring"), "rank 0\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
