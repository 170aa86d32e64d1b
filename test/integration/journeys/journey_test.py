# test/integration/journeys/journey_test.py - one program from its source to a verified skeleton
# SPDX-License-Identifier: Apache-2.0
"""usage: journey_test.py PROGRAM --source FILE --bin BIN --work FOLDER [--model] [--io]

Skeletonizes FILE with defaults (and --io), builds both trees, profiles and verifies. The skeleton must make the same
MPI calls on 8 ranks and on another number, and must be without the line of computation named in GONE."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

# A piece of the kernel that no MPI call depends on, and a second number of ranks with other neighbours.
GONE = {"arrivals": "0.25 * (field[i - 1]", "checkpoint": "0.3 * (field[i - 1]",
        "containers": "std::sqrt(0.3", "convergence": "0.5 * (old[i - 1]",
        "exchange": "p.x >= rank_ + 1 ? to_right", "lists": "0.5 * i", "master_worker": "1.0 / (1.0 + i",
        "packing": "0.3 * (exchange.cells[i - 1]", "polling": "0.25 * (field[i - 1]", "questions": "std::sin(field[i]",
        "teams": "std::sqrt(field[i]", "workers": "0.5 * (mine->field[i - 1]"}
OTHER_RANKS = {"arrivals": 5, "checkpoint": 5, "containers": 5, "convergence": 8, "exchange": 8, "lists": 5,
               "master_worker": 5, "polling": 5, "packing": 12, "questions": 3, "teams": 5, "workers": 5}
# What each program of a command finds on standard input.
INPUT = "200\n12\n"


def run(command, environment, folder):
    print("$", " ".join(command), flush=True)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as given:
        given.write(INPUT)
        given.seek(0)
        done = subprocess.run(command, cwd=folder, env=environment, text=True, check=False, stdin=given,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout, flush=True)
    if done.returncode != 0:
        sys.exit(f"exit status {done.returncode}: {' '.join(command)}")
    return done.stdout


def compare(ranks, full, environment, folder):
    """How the skeleton compares, which must be the same each time."""
    results = []
    for _ in range(2):
        run(["maquette", "verify", "-n", str(ranks), "--profile", "app.profile", "--json", "verified.json",
             "--full", full, "--skeleton", "out/skeleton/app"], environment, folder)
        with open(os.path.join(folder, "verified.json"), encoding="utf-8") as file:
            results.append(json.load(file))
    result = results[0]
    if result != results[1] or result["mismatches"] != 0 or result["calls_compared"] <= 10 * ranks:
        sys.exit(f"{result['mismatches']} mismatches in {result['calls_compared']} calls")


def verify(ranks, environment, folder):
    # The values that are predicted come from a profile of as many ranks: other numbers of ranks need other counts.
    run(["maquette", "profile", "-n", str(ranks), "-o", "app.profile", "--", "out/profiled/app"], environment, folder)
    compare(ranks, "out/profiled/app", environment, folder)
    # Of the application itself no region is known: computing takes no time on either side.
    compare(ranks, "src/app", environment, folder)


def io_of(environment, folder, *command):
    run(["maquette", "run", "-n", "8", "-m", "summit", "--files", "sparse", "--json", "run.json", *command],
        environment, folder)
    with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
        io = json.load(file)["io"]
    calls = {name: call["count"] for name, call in io["calls"].items()}
    files = {os.path.basename(file["path"]): file["bytes_written"] for file in io["files"]}
    return io["bytes_read"], io["bytes_written"], calls, files


def compare_io(environment, folder):
    """The skeleton asks the same of the storage."""
    run(["maquette", "profile", "-n", "8", "-o", "app.profile", "--", "out/profiled/app"], environment, folder)
    full = io_of(environment, folder, "--direct", "--", "src/app")
    skeleton = io_of(environment, folder, "--profile", "app.profile", "--", "out/skeleton/app")
    if full != skeleton or full[1] < 8 * 20000 * 8:
        sys.exit(f"other reads and writes:\n{full}\n{skeleton}")


def model(environment, folder):
    """The same in one command; what it leaves must verify."""
    told = run(["maquette", "model", "-p", "src", "-o", "model/", "-n", "8", "--", "./app"], environment, folder)
    if "--profile model/app.profile -- model/skeleton/app" not in told:
        sys.exit("the next command is not told")
    run(["maquette", "verify", "-n", "8", "--profile", "model/app.profile", "--full", "model/profiled/app",
         "--skeleton", "model/skeleton/app"], environment, folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", choices=sorted(GONE))
    parser.add_argument("--model", action="store_true", help="also make a model of it in one command")
    parser.add_argument("--io", action="store_true", help="keep reads and writes of files, and compare them")
    for option in ("--source", "--bin", "--work"):
        parser.add_argument(option, required=True, type=os.path.abspath)
    arguments = parser.parse_args()
    name = os.path.basename(arguments.source)
    folder = arguments.work
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "src"))
    shutil.copy(arguments.source, os.path.join(folder, "src", name))
    compiler = "maquette-cc" if name.endswith(".c") else "maquette-c++"
    command = [compiler, "-O2", "-o", "app", name, "-lm"]
    with open(os.path.join(folder, "src", "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": os.path.join(folder, "src"), "file": name, "arguments": command}], file)
    environment = dict(os.environ, PATH=arguments.bin + os.pathsep + os.environ["PATH"])
    run(["maquette", "skeletonize", "-p", "src", "-o", "out", *(["--io"] if arguments.io else [])], environment,
        folder)
    for tree in ("src", "out/profiled", "out/skeleton"):
        run(command, environment, os.path.join(folder, tree))
    with open(os.path.join(folder, "out", "skeleton", name), encoding="utf-8") as file:
        text = file.read()
    if GONE[arguments.program] in text:
        print(text)
        sys.exit("the skeleton still computes: " + GONE[arguments.program])
    if arguments.model:
        model(environment, folder)
    for ranks in sorted({8, OTHER_RANKS[arguments.program]}):
        verify(ranks, environment, folder)
    if arguments.io:
        compare_io(environment, folder)


if __name__ == "__main__":
    main()
