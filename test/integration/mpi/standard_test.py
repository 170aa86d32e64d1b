# test/integration/mpi/standard_test.py - mpi.h has every function of MPI 3.1, and each function has a test
# SPDX-License-Identifier: Apache-2.0
"""usage: standard_test.py WRAPPER MPI_CALLS_DEF...

The names of the standard are in standard_functions.txt. A program that takes the address of each function in the
tables, by both its names, is compiled and linked. A function counts as tested when a program in this folder calls
it."""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
# No program can be seen to call these: they end it, or are called by a macro of check.h only.
NOT_CALLED = set()


def names_in(tables):
    return [name for table in tables
            for name in re.findall(r"MAQUETTE_MPI_CALL\((MPI_\w+),", pathlib.Path(table).read_text())]


def standard():
    lines = (HERE / "standard_functions.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def link(wrapper, names):
    """What is wrong with a program that names them all; None if nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "all.c"
        functions = "\n".join(f"  (void (*)(void)){name}, (void (*)(void))P{name}," for name in names)
        source.write_text("#include <mpi.h>\nvoid (*functions[])(void) = {\n" + functions + "\n};\n"
                          "int main(void) { return functions[0] == 0; }\n")
        build = subprocess.run([wrapper, str(source), "-o", str(source.with_suffix(""))], capture_output=True,
                               text=True, timeout=120)
        return build.stderr if build.returncode != 0 else None


def called():
    text = "\n".join(path.read_text() for path in sorted(HERE.glob("*.[ch]")))
    return set(re.findall(r"\bP?(MPI_\w+)", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))


def main():
    wrapper, tables = sys.argv[1], sys.argv[2:]
    names = names_in(tables)
    problems = [f"{name} of the standard is not in the table" for name in standard() if name not in set(names)]
    problems += [f"{name} is in the table twice" for name in sorted(set(n for n in names if names.count(n) > 1))]
    if fault := link(wrapper, names):
        problems.append(f"a program with all functions does not link:\n{fault}")
    problems += [f"{name} has no test: no program in {HERE.name} calls it" for name in names
                 if name not in called() | NOT_CALLED]
    for problem in problems:
        print(f"standard_test: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
