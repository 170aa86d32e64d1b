# test/integration/examples/validate_examples.py - `maquette validate` on both examples, in one table
# SPDX-License-Identifier: Apache-2.0
"""usage: validate_examples.py --examples FOLDER --bin BIN --work FOLDER --output validate.json

Takes minutes, and a quiet host. Exit status 77: no native MPI."""
import argparse
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys

import example_test

# Sizes that are profiled, and others between them that are predicted. Those that are predicted do not converge to the
# tolerance: how many iterations it takes to is no question of costs. Shorter runs are mostly what the first messages
# and the first touches of memory take.
FIXED = "--tolerance 1e-30"
# One size with other numbers of iterations and of steps: what was the same in all profiles, no model knows to have no
# influence.
PROFILED = {"poisson3d": [f"-n {n} {n} {n} --iterations {iterations} {FIXED}" for n, iterations in
                          ((24, 200), (28, 200), (36, 200), (44, 200), (56, 200), (72, 200), (96, 200), (44, 120))],
            "particles": [f"-n {n} --steps {steps}"
                          for n, steps in ((2000, 200), (5000, 200), (10000, 200), (20000, 200), (5000, 80))]}
PREDICTED = {"poisson3d": [f"-n {n} {n} {n} --iterations 160 {FIXED}" for n in (32, 48, 80)],
             "particles": [f"-n {n} --steps 100" for n in (3000, 7000, 14000)]}
RANKS = "1,2"
# What a virtual machine's neighbours do lasts for some seconds or minutes, and only lengthens.
REPEAT = "15"


class Paths:
    """What example_test.Case takes its arguments from."""

    def __init__(self, example, binaries, work):
        self.example = example
        self.bin = binaries
        self.work = work


def same_compilers(binaries):
    """What makes the native MPI's wrappers use the compilers that Maquette's use: another one writes other code."""
    shown = {kind: subprocess.run([os.path.join(binaries, wrapper), "-show"], check=True, capture_output=True,
                                  text=True).stdout.split()[0]
             for kind, wrapper in (("CC", "maquette-cc"), ("CXX", "maquette-c++"))}
    return {f"{library}_{kind}": compiler for library in ("MPICH", "OMPI") for kind, compiler in shown.items()}


def profiled_natively(case, name, arguments):
    """The profiled program, built with the host's own MPI."""
    folder = os.path.join(case.work, "profiled")
    shutil.copytree(os.path.join(case.copy, "maquette-out", "profiled"), folder)
    include, *libraries = shlex.split(case.run("maquette", "config", "--native-flags"))
    environment = dict(os.environ, **same_compilers(arguments.bin))
    subprocess.run(["make", "-C", folder, "clean"], check=True, env=environment)
    wrapper = {"CC": "CC=mpicc", "CXX": "CXX=mpicxx"}[example_test.COMPILER[name]]
    subprocess.run(["make", "-C", folder, wrapper, f"CPPFLAGS={shlex.quote(include)}",
                    f"LDLIBS=-lm {shlex.join(libraries)}"], check=True, env=environment)
    return os.path.join(folder, name)


def named(option, texts):
    return [word for text in texts for word in (option, text)]


def validate(name, arguments, machine):
    case = example_test.Case(Paths(os.path.join(arguments.examples, name), arguments.bin,
                                   os.path.join(arguments.work, name)))
    example_test.readme(case)
    native = os.path.join(case.work, "native")
    shutil.copytree(case.source, native)
    subprocess.run(["make", "-C", native], check=True, env=dict(os.environ, **same_compilers(arguments.bin)))
    first, *others = PREDICTED[name]
    output = os.path.join(case.work, "validate.json")
    case.run("maquette", "validate", "-n", RANKS, "-m", machine, "--native", os.path.join(native, name),
             "--full", case.full,
             "--skeleton", case.skeleton, "--profile-native", profiled_natively(case, name, arguments),
             *named("--profile-arguments", PROFILED[name]),
             "--profiles-to", case.work, *named("--arguments", others), "--repeat", REPEAT, "--statistic", "minimum",
             "--json", output, "--plot", os.path.join(case.work, "validate.svg"), "--", *first.split())
    with open(output, encoding="utf-8") as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--examples", "--bin", "--work", "--output"):
        parser.add_argument(option, required=True, type=os.path.abspath)
    arguments = parser.parse_args()
    if not all(shutil.which(tool) for tool in ("mpicc", "mpicxx", "mpiexec")):
        print("skipped: no native MPI (mpicc, mpicxx, mpiexec) in PATH")
        sys.exit(example_test.SKIPPED)
    os.makedirs(arguments.work, exist_ok=True)
    machine = os.path.join(arguments.work, "host.toml")
    subprocess.run([os.path.join(arguments.bin, "maquette"), "machine", "calibrate", "-o", machine], check=True)
    found = [validate(name, arguments, machine) for name in PROFILED]
    rows = [dict(row, program=os.path.basename(document["program"])) for document in found for row in document["rows"]]
    errors = [row["error"] for row in rows]
    table = {"format": "maquette-validation", "version": 1, "program": "examples", "machine": found[0]["machine"],
             "statistic": found[0]["statistic"],
             "median_error": statistics.median(errors), "worst_error": max(errors), "rows": rows}
    with open(arguments.output, "w", encoding="utf-8") as file:
        json.dump(table, file, indent=2)
    print(f"{len(rows)} predictions: median error {100 * table['median_error']:.1f} %, worst "
          f"{100 * table['worst_error']:.1f} %")


if __name__ == "__main__":
    main()
