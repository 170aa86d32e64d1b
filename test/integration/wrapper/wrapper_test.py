# test/integration/wrapper/wrapper_test.py - maquette-cc does what mpicc does, option by option
# SPDX-License-Identifier: Apache-2.0
"""usage: wrapper_test.py DIRECTORY_OF_MAQUETTE_CC DIRECTORY_OF_CLANG"""
import os
import subprocess
import sys
import unittest

from wrapped import WrapperTest

WrapperTest.bin = os.path.abspath(sys.argv.pop(1))
WrapperTest.llvm = os.path.abspath(sys.argv.pop(1))

MAIN = """#include <mpi.h>
#include <stdio.h>
int twice(int);
static int calls = 20;
int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  printf("%d of %d\\n", twice(++calls), size);
  MPI_Finalize();
  return argc - 1;
}
"""
TWICE = "int twice(int x) { static int calls; ++calls; return 2 * x * calls; }\n"
ALONE = "#include <stdio.h>\nint value = 41;\nint main(void) { printf(\"%d\\n\", ++value); return 7; }\n"


class Compiling(WrapperTest):
    def test_several_sources_in_one_command(self):
        self.write("main.c", MAIN)
        self.write("twice.c", TWICE)
        self.cc("main.c", "twice.c", "-o", "program")
        self.assertEqual(self.run_program("program"), "42 of 1\n")

    def test_objects_are_compiled_and_linked_apart(self):
        self.write("main.c", MAIN)
        self.write("twice.c", TWICE)
        self.cc("-O2", "-c", "main.c")
        self.cc("-c", "twice.c", "-o", "other name.o")
        self.cc("main.o", "other name.o")
        self.assertEqual(self.run_program("a.out"), "42 of 1\n")

    def test_paths_with_spaces_and_quotes(self):
        self.write("a folder/it's.c", ALONE)
        self.cc("-I", "a folder", "a folder/it's.c", "-o", "a folder/a program")
        self.assertEqual(self.run_program("a folder/a program", status=7), "42\n")

    def test_preprocess_assemble_and_syntax_only_do_not_link(self):
        self.write("alone.c", ALONE)
        self.assertIn("int value = 41;", self.cc("-E", "alone.c").stdout)
        self.cc("-S", "alone.c", "-o", "alone.s")
        self.cc("-Werror", "alone.s", "-o", "from_assembly")
        self.assertEqual(self.run_program("from_assembly", status=7), "42\n")
        self.cc("-fsyntax-only", "-Werror", "alone.c")
        self.assertFalse(os.path.exists(self.path("a.out")))

    def test_dependencies(self):
        self.write("own.h", "int own;\n")
        self.write("user.c", '#include "own.h"\n#include <mpi.h>\nint main(void) { return own; }\n')
        self.assertIn("own.h", self.cc("-M", "user.c").stdout)
        only_own = self.cc("-MM", "user.c").stdout
        self.assertIn("own.h", only_own)
        self.assertNotIn("stdint.h", only_own)
        self.cc("-MMD", "-MF", "user.d", "-MT", "target", "user.c", "-o", "user")
        with open(self.path("user.d"), encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("target: user.c own.h"))
        self.run_program("user")

    def test_mpi_h_is_ours_and_without_warnings(self):
        self.write("other/mpi.h", "#error the mpi.h of another MPI\n")
        self.write("user.c", "#include <mpi.h>\nint main(void) { return 0; }\n")
        self.cc("-std=c89", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Iother", "user.c", CPATH=self.path("other"))

    def test_mpi_h_in_a_distributions_folder_is_ours_too(self):
        for folder in ("mpi", "openmpi"):
            self.write(f"{folder}.c", f"#include <{folder}/mpi.h>\n#ifndef MAQUETTE_MPI_H\n#error another MPI\n#endif\n"
                                      "int main(void) { return 0; }\n")
            self.cc(f"{folder}.c", "-o", folder)

    def test_language_option_does_not_reach_the_added_objects(self):
        self.write("source.txt", ALONE)
        self.cc("-x", "c", "source.txt", "-o", "program")
        self.assertEqual(self.run_program("program", status=7), "42\n")

    def test_a_failing_compile_passes_its_status_and_text_on(self):
        self.write("wrong.c", "int main(void) { return undeclared; }\n")
        done = self.cc("wrong.c", status=1)
        self.assertIn("wrong.c:1:25: error: use of undeclared identifier 'undeclared'", done.stderr)
        self.assertIn("no such file or directory: 'missing.c'", self.cc("missing.c", status=1).stderr)

    def test_line_numbers_are_added_unless_g_is_given(self):
        self.write("alone.c", ALONE)
        dump = os.path.join(self.llvm, "llvm-dwarfdump")
        for options, has_lines, has_variables in (([], True, False), (["-g"], True, True), (["-g0"], False, False)):
            self.cc("-c", *options, "alone.c", "-o", "alone.o")
            info = self.run_command(dump, "--debug-line", "--debug-info", "alone.o").stdout
            self.assertEqual("alone.c" in info, has_lines, options)
            self.assertEqual("DW_TAG_variable" in info, has_variables, options)

    def test_openmp(self):
        self.write("threads.c", "#include <omp.h>\n#include <stdio.h>\nint n;\nint main(void) {\n"
                                "#pragma omp parallel num_threads(2)\n"
                                "#pragma omp critical\n  n += 1;\n  printf(\"%d\\n\", n);\n  return 0;\n}\n")
        self.cc("-fopenmp", "threads.c", "-o", "threads")
        self.assertEqual(self.run_program("threads"), "2\n")

    def test_cxx(self):
        self.write("program.cpp", "#include <mpi.h>\n#include <iostream>\n#include <vector>\n"
                                  "std::vector<int> v(3, 4);\nint main() { std::cout << v[2] << std::endl; }\n")
        self.cxx("-std=c++20", "program.cpp", "-o", "program")
        self.assertEqual(self.run_program("program"), "4\n")


class Linking(WrapperTest):
    def needed(self, name):
        return self.run_command("readelf", "-d", name).stdout

    def test_library_is_kept_though_nothing_needs_it(self):
        self.write("alone.c", ALONE)
        self.cc("-Wl,--as-needed", "alone.c", "-o", "alone")
        self.assertIn("[libmaquette.so", self.needed("alone"))
        self.assertIn("RUNPATH", self.needed("alone"))

    def test_shared_object_has_private_globals_of_its_own(self):
        self.write("main.c", MAIN)
        self.write("twice.c", TWICE)
        self.cc("-shared", "-fPIC", "twice.c", "-o", "libtwice.so")
        self.cc("main.c", "-L.", "-ltwice", "-Wl,-rpath,$ORIGIN", "-o", "program")
        self.assertEqual(self.run_program("program"), "42 of 1\n")
        symbols = self.run_command("readelf", "-sW", "libtwice.so").stdout
        self.assertRegex(symbols, r"LOCAL +DEFAULT .* maquette_private_delta|LOCAL +HIDDEN .* maquette_private_delta")

    def test_static_library_and_partial_link(self):
        self.write("main.c", MAIN)
        self.write("twice.c", TWICE)
        self.cc("-c", "main.c", "twice.c")
        self.run_command("ar", "rcs", "libtwice.a", "twice.o")
        self.cc("main.o", "-L.", "-ltwice", "-o", "with_archive")
        self.assertEqual(self.run_program("with_archive"), "42 of 1\n")
        self.cc("-r", "-nostdlib", "main.o", "twice.o", "-o", "both.o")
        self.cc("both.o", "-o", "from_partial")
        self.assertEqual(self.run_program("from_partial"), "42 of 1\n")

    def test_other_linker_and_link_time_optimisation(self):
        self.write("main.c", MAIN)
        self.write("twice.c", TWICE)
        self.cc("-fuse-ld=lld", "main.c", "twice.c", "-o", "with_lld")
        self.assertEqual(self.run_program("with_lld"), "42 of 1\n")
        self.cc("-fuse-ld=lld", "-flto", "-O2", "main.c", "twice.c", "-o", "with_lto")
        self.assertEqual(self.run_program("with_lto"), "42 of 1\n")

    def test_static_programs_are_refused(self):
        self.write("alone.c", ALONE)
        done = self.cc("-static", "alone.c", "-o", "alone", status=1)
        self.assertEqual(done.stderr, "maquette-cc: error: a program for Maquette cannot be linked with -static: "
                                      "it needs the shared C library [maquette-static-link]\n"
                                      "  fix: leave out -static\n")
        self.assertFalse(os.path.exists(self.path("alone")))

    def test_static_objects_are_fine(self):
        self.write("alone.c", ALONE)
        self.cc("-static", "-c", "alone.c")


class CommandLine(WrapperTest):
    def test_response_files(self):
        self.write("a file.c", ALONE)
        self.write("inner", '-c\n"a file.c"\n')
        self.write("outer", "-O1 -DX='a b' @inner -o a\\ file.o")
        self.cc("@outer")
        self.write("link", '"a file.o" -o program')
        self.cc("@link")
        self.assertEqual(self.run_program("program", status=7), "42\n")

    def test_options_of_gcc_are_left_out(self):
        self.write("alone.c", ALONE)
        options = ["-ftree-vectorizer-verbose=2", "-fno-var-tracking", "-fbranch-count-nobody-knows",
                   "-mnobody-knows=3"]
        done = self.cc("-Werror", *options, "-c", "alone.c")
        self.assertEqual(done.stderr, "")
        done = self.cc("-v", *options, "-c", "alone.c")
        self.assertIn("maquette-cc: options not passed to the compiler: " + " ".join(options), done.stderr)
        self.write("response", " ".join(options) + " alone.c -o program")
        self.cc("@response")
        self.run_program("program", status=7)

    def test_libraries_of_another_mpi_are_left_out(self):
        self.write("other.c", "int MPI_Comm_size(int comm, int *size) { (void)comm; *size = 99; return 0; }\n")
        self.write("main.c", MAIN)
        self.write("twice.c", TWICE)
        self.cc("-c", "other.c")
        subprocess.run(["ar", "rcs", self.path("libmpi.a"), self.path("other.o")], check=True)
        options = ["-lmpi", "-lmpich", "-lmpi_cxx", "-lmpi++"]
        done = self.cc("-v", "-L.", *options, "main.c", "twice.c", "-o", "program")
        self.assertIn("maquette-cc: options not passed to the compiler: " + " ".join(options), done.stderr)
        self.assertEqual(self.run_program("program"), "42 of 1\n")
        os.rename(self.path("libmpi.a"), self.path("libmpi_stubs.a"))
        self.cc("-L.", "main.c", "twice.c", "-lmpi_stubs", "-o", "program") # a name of its own stays
        self.assertEqual(self.run_program("program"), "42 of 99\n")

    def test_old_c_compiles_with_warnings(self):
        self.write("old.c", "int main() { static count = 3; char *text = count; old(text); return 0; }\n")
        done = self.cc("-c", "old.c")
        self.assertIn("[-Wimplicit-function-declaration]", done.stderr)
        self.assertIn("[-Wimplicit-int]", done.stderr)
        self.cc("-Werror=implicit-int", "-c", "old.c", status=1)

    def test_a_typing_error_is_still_an_error(self):
        self.write("alone.c", ALONE)
        self.assertIn("unknown argument", self.cc("--no-such-option", "-c", "alone.c", status=1).stderr)

    def test_questions_to_the_compiler(self):
        self.assertIn("clang version 19", self.cc("--version").stdout)
        self.assertIn("clang version 19", self.cc("-v").stderr)
        self.assertRegex(self.cc("-dumpversion").stdout, r"^19\.")
        self.assertIn("linux", self.cc("-dumpmachine").stdout)
        self.assertTrue(os.path.isdir(self.cc("-print-resource-dir").stdout.strip()))
        self.assertIn("no input files", self.cc(status=1).stderr)

    def test_show_prints_a_command_that_works_and_runs_nothing(self):
        self.write("a file.c", ALONE)
        line = self.cc("-show", "a file.c", "-o", "program").stdout
        self.assertFalse(os.path.exists(self.path("program")))
        self.run_command("/bin/sh", "-c", line)
        self.assertEqual(self.run_program("program", status=7), "42\n")
        self.assertNotIn("-lmaquette", self.cc("-show", "-c", "a file.c").stdout)

    def test_show_in_the_ways_of_open_mpi_and_mpich(self):
        compiling, linking = self.cc("-showme:compile").stdout, self.cc("-showme:link").stdout
        self.assertIn("-I", compiling)
        self.assertNotIn("-lmaquette", compiling)
        self.assertIn("-lmaquette", linking)
        self.assertNotIn("-I", linking)
        self.assertIn(compiling.strip()[:40], self.cc("-compile_info").stdout)
        self.assertIn("-lmaquette", self.cc("-link_info").stdout)
        self.assertEqual(self.cc("-showme:libs").stdout, "maquette\n")
        done = self.cc("-showme:nothing", status=1)
        self.assertEqual(done.stderr, "maquette-cc: error: unknown option -showme:nothing [maquette-unknown-show]\n"
                                      "  fix: use -show, -showme:compile or -showme:link\n")

    def test_off_runs_the_real_compiler(self):
        self.write("alone.c", ALONE)
        self.cc("alone.c", "-o", "plain", MAQUETTE_WRAPPER="off")
        self.assertNotIn("maquette", self.run_command("readelf", "-d", "plain").stdout)
        self.write("real", "#!/bin/sh\necho real \"$@\"\n", 0o755)
        done = self.cc("-c", "x y", MAQUETTE_WRAPPER="off", MAQUETTE_REAL_CC=self.path("real"))
        self.assertEqual(done.stdout, "real -c x y\n")

    def test_missing_compiler(self):
        with open(os.path.join(self.bin, "maquette-cc"), encoding="utf-8") as file:
            script = file.read()
        self.write("maquette-cc", script.replace(os.path.join(self.llvm, "clang"), "/no/such/clang"), 0o755)
        done = self.run_command("/bin/bash", self.path("maquette-cc"), "-c", "x.c", status=1, PATH="/no/such")
        self.assertEqual(done.stderr, "maquette-cc: error: clang-19 is not installed [maquette-no-compiler]\n"
                                      "  fix: install it (Debian: apt-get install clang-19)\n")

    def test_called_through_a_symbolic_link(self):
        os.symlink(os.path.join(self.bin, "maquette-cc"), self.path("mpicc"))
        self.write("alone.c", ALONE)
        self.run_command(self.path("mpicc"), "alone.c", "-o", "alone")
        self.run_program("alone", status=7)


if __name__ == "__main__":
    unittest.main(verbosity=2)
