# test/integration/tool/shmem_bench_test.py - benchmarks of OpenSHMEM calls, and what is fitted to their times
# SPDX-License-Identifier: Apache-2.0
"""usage: shmem_bench_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import csv
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import unittest

from tool_test import BIN, TIME_LIMIT, ToolTest # Takes the first argument.

HEADING = "TESTNUM TESTCLASS NELEMS STRIDE\n"
MACHINE = os.path.join(HERE, "../shmem/loggp.toml") # Latency 2.5 us, 8 ns a byte.


class ShmemBench(ToolTest):
    def bench(self, *arguments, status=0):
        done = subprocess.run([os.path.join(BIN, "maquette-shmem-bench"), *map(str, arguments)], capture_output=True,
                              text=True, timeout=TIME_LIMIT)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def results(self, source, compiler, tests, pes=2):
        """What the program of one language prints in a simulation."""
        self.bench("generate", self.write("tests.txt", HEADING + tests), "-o", self.path("bench"), "--rounds", 3,
                   "--overwrite")
        program = self.path("bench.exe")
        subprocess.run([os.path.join(BIN, compiler), "-O1", "-Wall", "-Werror", self.path(f"bench/{source}"), "-o",
                        program], check=True, timeout=TIME_LIMIT)
        return self.write("results.csv", self.maquette("run", "-n", pes, "-m", MACHINE, "--", program).stdout)

    def test_the_machines_numbers_are_found_again(self):
        tests = "1 1 100 1\n2 1 20000 1\n3 2 100 1\n4 2 20000 1\n5 5 1 1\n"
        for source, compiler in (("shmem_bench.c", "maquette-oshcc"), ("shmem_bench.cpp", "maquette-oshc++")):
            with self.subTest(source=source):
                said = self.bench("fit", self.results(source, compiler, tests), "--source", 'a "test"')
                numbers = {name: float(value) for name, value in re.findall(r'(\w+) = "([0-9.]+) ns"', said)}
                self.assertAlmostEqual(numbers["put_overhead"], 300, delta=3)
                self.assertAlmostEqual(numbers["get_overhead"], 200, delta=4)
                self.assertAlmostEqual(numbers["atomic_overhead"], 400, delta=4)
                self.assertAlmostEqual(numbers["atomic_time"], 50, delta=10) # Of calls that take 5,500.
                self.assertIn("latency 2.5 us, bandwidth of puts 0.125 GB/s, of gets 0.125 GB/s", said)
                self.assertIn('source = "measured: a \\"test\\""', said)
                with open(MACHINE, encoding="utf-8") as file:
                    fitted = self.write("fitted.toml", file.read().split("[shmem]")[0] + said)
                self.maquette("machine", "check", fitted)

    def test_each_class_has_its_calls(self):
        path = self.results("shmem_bench.c", "maquette-oshcc", "7 1 10 4\n8 2 10 4\n9 3 50 1\n10 4 1 1\n", pes=4)
        with open(path, encoding="utf-8", newline="") as file:
            rows = [row for row in csv.reader(file) if len(row) == 7 and row[0].isdigit()]
        called = {number: {row[2] for row in rows if row[0] == number} for number in ("7", "8", "9", "10")}
        self.assertTrue({"shmem_long_iput", "shmem_iput64+shmem_quiet", "shmem_double_p"} <= called["7"])
        self.assertTrue({"shmem_long_iget", "shmem_iget128", "shmem_int_g"} <= called["8"])
        self.assertTrue({"shmem_barrier_all", "shmem_broadcast32", "shmem_alltoall64", "shmem_int_sum_to_all"} <=
                        called["9"])
        self.assertTrue({"shmem_fence", "shmem_quiet", "shmem_long_p+shmem_long_wait_until"} <= called["10"])
        for row in rows:
            self.assertEqual(row[4], "4")
            self.assertGreaterEqual(float(row[6]), float(row[5]))

    def test_a_configuration_says_what_is_wrong_with_it(self):
        for tests, says in (("1 6 10 1\n", "tests.txt:2: error: there is no class 6"),
                            ("1 1 10\n", "tests.txt:2: error: is no test"),
                            ("1 1 10 1\n1 2 10 1\n", "tests.txt:3: error: test 1 is there twice"),
                            ("1 1 0 1\n", "tests.txt:2: error: 0 elements"), ("", "has no test")):
            with self.subTest(tests=tests):
                said = self.bench("generate", self.write("tests.txt", HEADING + tests), "-o", self.path("bench"),
                                  status=1)
                self.assertIn(says, said)
                self.assertIn("fix: ", said)
                self.assertFalse(os.path.exists(self.path("bench")))

    def test_programs_are_not_replaced_unasked(self):
        tests = self.write("tests.txt", HEADING + "1 4 1 1\n")
        self.bench("generate", tests, "-o", self.path("bench"))
        self.assertIn("is there already", self.bench("generate", tests, "-o", self.path("bench"), status=1))

    def test_a_folder_that_cannot_be_written_is_said(self):
        tests = self.write("tests.txt", HEADING + "1 4 1 1\n")
        said = self.bench("generate", tests, "-o", self.write("a file", "") + "/bench", status=1)
        self.assertIn("cannot be written", said)
        self.assertIn("fix: ", said)

    def test_results_that_cannot_be_fitted_are_said(self):
        heading = "test,class,function,bytes,pes,least_seconds,mean_seconds\n"
        put, get = "1,1,shmem_putmem+shmem_quiet,{},2,{},1\n", "2,2,shmem_getmem,{},2,{},1\n"
        for lines, says in (("", "has no results"),
                            (put.format(8, 1e-6), "fewer than two sizes of puts"),
                            (put.format(8, 1e-6) + put.format(800, 2e-6), "fewer than two sizes of gets"),
                            (put.format(8, 2e-6) + put.format(800, 1e-6), "puts of more bytes do not take longer"),
                            (put.format(8, "nan"), "a number is nan"), (put.format(8, "soon"), "no output")):
            with self.subTest(lines=lines):
                said = self.bench("fit", self.write("results.csv", heading + lines), status=1)
                self.assertIn(says, said)
                self.assertIn("fix: ", said)


if __name__ == "__main__":
    unittest.main()
