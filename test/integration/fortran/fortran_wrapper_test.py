# test/integration/fortran/fortran_wrapper_test.py - maquette-fc as a drop-in for mpifort, and programs of several
# languages
# SPDX-License-Identifier: Apache-2.0
"""usage: fortran_wrapper_test.py DIRECTORY_OF_MAQUETTE CMAKE FOLDER_OF_THE_WRAPPER_TESTS"""
import os
import shlex
import sys
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
CMAKE = sys.argv.pop(1)
sys.path.insert(0, sys.argv.pop(1))
from wrapped import WrapperTest  # noqa: E402

WrapperTest.bin = BIN
HELLO = """program hello
  use mpi
  integer :: rank, size, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  print '(a,i0,a,i0)', 'rank ', rank, ' of ', size
  call MPI_Finalize(ierr)
end program
"""


class FortranWrapper(WrapperTest):
    def fc(self, *arguments, **options):
        return self.run_command(os.path.join(self.bin, "maquette-fc"), *arguments, **options)

    def simulate(self, ranks, program, status=0):
        return self.run_command(os.path.join(self.bin, "maquette"), "run", "--direct", "-n", str(ranks),
                                "-m", "test-small", "--", self.path(program), status=status)

    def test_compiles_and_links_in_folders_with_spaces(self):
        self.write("sub folder/hello.f90", HELLO)
        self.fc("-c", "sub folder/hello.f90", "-o", "sub folder/hello.o")
        self.fc("sub folder/hello.o", "-o", "hello program")
        self.assertEqual(self.run_program("hello program"), "rank 0 of 1\n")
        self.assertEqual([f"rank {i} of 3" for i in range(3)],
                         [line for line in self.simulate(3, "hello program").stdout.splitlines()
                          if line.startswith("rank ")])

    def test_passes_the_compilers_status_on(self):
        self.write("wrong.f90", "program wrong\n  implicit none\n  x = 1\nend program\n")
        self.assertIn("has no IMPLICIT type", self.fc("-c", "wrong.f90", status=1).stderr)

    def test_refuses_static_programs(self):
        self.write("hello.f90", HELLO)
        self.assertIn("[maquette-static-link]", self.fc("-static", "hello.f90", status=1).stderr)

    def test_shows_a_command_that_does_the_same(self):
        self.write("hello.f90", HELLO)
        command = shlex.split(self.fc("-show", "hello.f90", "-o", "shown").stdout)
        self.run_command(*command)
        self.assertEqual(self.run_program("shown"), "rank 0 of 1\n")
        self.assertNotIn("-lmaquette", self.fc("-show", "-c", "hello.f90").stdout)

    def test_runs_the_real_compiler_when_off(self):
        self.write("plain.f90", "print '(a)', 'plain'\nend\n")
        self.fc("plain.f90", "-o", "plain", MAQUETTE_WRAPPER="off")
        self.assertEqual(self.run_program("plain"), "plain\n")
        self.assertNotIn("libmaquette", self.run_command("ldd", self.path("plain")).stdout)

    def test_leaves_out_link_time_optimization(self):
        self.write("hello.f90", HELLO)
        done = self.fc("-v", "-flto", "hello.f90", "-o", "hello")
        self.assertIn("maquette-fc: options not passed to the compiler: -flto", done.stderr)

    def test_cmake_finds_it(self):
        self.write("hello.f90", HELLO)
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(hello Fortran)\n"
                   "find_package(MPI REQUIRED COMPONENTS Fortran)\nadd_executable(hello hello.f90)\n"
                   "target_link_libraries(hello MPI::MPI_Fortran)\n"
                   "if(NOT MPI_Fortran_HAVE_F08_MODULE OR NOT MPI_Fortran_HAVE_F90_MODULE)\n"
                   "  message(FATAL_ERROR \"a module is missing\")\nendif()\n")
        builds = {"as compiler": "CMAKE_Fortran_COMPILER", "beside gfortran": "MPI_Fortran_COMPILER"}
        if " " in self.bin:  # CMake's FindMPI splits flags at spaces in paths.
            del builds["beside gfortran"]
        for build, option in builds.items():
            self.run_command(CMAKE, "-S", ".", "-B", build, f"-D{option}={os.path.join(self.bin, 'maquette-fc')}")
            self.run_command(CMAKE, "--build", build)
            self.assertIn("rank 1 of 2", self.simulate(2, f"{build}/hello").stdout)

    def assert_loop_is_vectorized(self, shape, loop):
        """In a subroutine of n whose \p loop begins in its fourth line; arrays a and b of that shape, and s, are a
        module's."""
        self.write("arrays.f90", f"module arrays\n  double precision, allocatable :: a({shape}), b({shape})\n"
                                 "  double precision :: s\nend module\n")
        self.write("loop.f90", f"subroutine loop(n)\n  use arrays\n  integer :: n, i, m\n{loop}end subroutine\n")
        self.fc("-c", "arrays.f90")
        said = self.fc("-c", "-O3", "-fopt-info-vec", "loop.f90").stderr
        self.assertRegex(said, "loop.f90:4:.*optimized: loop vectorized")

    def test_loops_over_allocatable_arrays_keep_their_speed(self):
        self.assert_loop_is_vectorized(":", "  do i = 1, n\n    a(i) = s * b(i) + a(i)\n  end do\n")

    def test_small_loops_inside_of_loops_keep_their_speed(self):
        self.assert_loop_is_vectorized(":, :", "  do i = 2, n\n    do m = 1, 5\n"
                                       "      a(m, i) = a(m, i) - s * (b(m, i + 1) - b(m, i - 1))\n    end do\n"
                                       "  end do\n")

    def test_data_may_move_from_one_allocatable_array_to_another(self):
        self.write("moved.f90", """module arrays
  integer, allocatable, dimension(:) :: a, b
end module
subroutine exchange()
  use arrays
  integer, allocatable, dimension(:) :: c
  call move_alloc(a, c)
  call move_alloc(b, a)
  call move_alloc(c, b)
end subroutine
program moved
  use arrays
  integer :: old
  allocate(a(4), b(4))
  a(2) = 1
  b(2) = 2
  call move_alloc(a, b)
  if (b(2) /= 1) stop 3
  allocate(a(4))
  a(2) = 3
  b(2) = 4
  old = a(2)
  call exchange()
  if (a(2) /= 4 .or. b(2) /= old) stop 4
  b(2) = 5
  call exchange()
  a(2) = a(2) + 1
  if (a(2) /= 6 .or. b(2) /= 4) stop 5
  print '(a)', 'moved'
end program
""")
        self.fc("-O3", "moved.f90", "-o", "moved")
        self.assertIn("moved\n", self.simulate(2, "moved").stdout)

    def test_c_and_fortran_share_a_common_block(self):
        self.write("own.c", "#include <mpi.h>\nextern struct { int value; } shared_;\nint doubled = 1;\n"
                   "void twice_(MPI_Fint *comm) { int rank; MPI_Comm_rank(MPI_Comm_f2c(*comm), &rank);\n"
                   "  shared_.value = 2 * rank; doubled = shared_.value; }\n")
        self.write("main.f90", """module bound
  use, intrinsic :: iso_c_binding
  integer(c_int), bind(c) :: doubled
end module
program main
  use mpi
  use bound
  integer :: rank, ierr, value
  common /shared/ value
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call twice(MPI_COMM_WORLD)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (value /= 2 * rank .or. doubled /= 2 * rank) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Finalize(ierr)
end program
""")
        self.cc("-c", "own.c")
        self.fc("main.f90", "own.o", "-o", "mixed")
        self.simulate(3, "mixed")

    def test_variables_of_a_shared_library_are_private(self):
        self.write("counter.f90", """module counter
  integer :: count = 40
  integer :: zero
contains
  subroutine step()
    count = count + 1
    zero = zero + 1
  end subroutine
end module
""")
        self.write("main.f90", """program main
  use mpi
  use counter
  integer :: rank, ierr, i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  do i = 0, rank
    call step()
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (count /= 41 + rank .or. zero /= rank + 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Finalize(ierr)
end program
""")
        self.fc("-fPIC", "-shared", "counter.f90", "-o", "libcounter.so")
        self.fc("main.f90", "-L.", "-lcounter", f"-Wl,-rpath,{self.folder}", "-o", "with library")
        self.simulate(3, "with library")

    def test_a_crash_names_rank_and_line(self):
        self.write("crash.f90", "program crash\n  use mpi\n  integer :: ierr\n  integer, pointer :: nowhere\n"
                                "  call MPI_Init(ierr)\n"
                   "  nullify (nowhere)\n  nowhere = 1\n  call MPI_Finalize(ierr)\nend program\n")
        self.fc("-O0", "crash.f90", "-o", "crash")
        done = self.simulate(2, "crash", status=3)
        self.assertIn("rank 0 in MAIN__() at", done.stderr)
        self.assertIn("crash.f90:7", done.stderr)

    def test_stop_ends_the_rank_with_its_status(self):
        self.write("stop.f90", "program early\n  use mpi\n  integer :: ierr\n  call MPI_Init(ierr)\n"
                               "  call MPI_Finalize(ierr)\n  stop 5\nend program\n")
        self.fc("stop.f90", "-o", "stop")
        self.run_program("stop", status=5)


if __name__ == "__main__":
    unittest.main()
