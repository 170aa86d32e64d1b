# test/integration/journeys/several_programs_test.py - two programs of one library, from their sources to verified
# skeletons
# SPDX-License-Identifier: Apache-2.0
"""usage: several_programs_test.py --source FOLDER --bin BIN --work FOLDER

Skeletonizes all programs of a compilation database together: each must link and make the MPI calls of its original.
Then makes a model of one of them alone, by its name."""
import argparse
import json
import os
import shutil
import sys

from journey_test import run

PROGRAMS = ("ring", "sums")


def calls_of(folder, full, skeleton, profile, environment):
    run(["maquette", "verify", "-n", "6", "--profile", profile, "--json", "verified.json", "--full", full,
         "--skeleton", skeleton],
        environment, folder)
    with open(os.path.join(folder, "verified.json"), encoding="utf-8") as file:
        result = json.load(file)
    if result["mismatches"] != 0 or result["predicted_bytes_error"] != 0:
        sys.exit(f"{result['mismatches']} mismatches in {result['calls_compared']} calls")
    return result["calls_compared"]


def write_database(folder, sources):
    """Of the units in src, by this name of the folder."""
    directory = os.path.join(folder, sources)
    with open(os.path.join(folder, "src", "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": directory, "file": os.path.join(directory, name + ".c"),
                    "arguments": ["maquette-cc", "-O2", "-c", os.path.join(directory, name + ".c")]}
                   for name in PROGRAMS + ("strip",)], file)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--source", "--bin", "--work"):
        parser.add_argument(option, required=True, type=os.path.abspath)
    arguments = parser.parse_args()
    folder = arguments.work
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(arguments.source, os.path.join(folder, "src"))
    environment = dict(os.environ, PATH=arguments.bin + os.pathsep + os.environ["PATH"])
    write_database(folder, "src")
    told = run(["maquette", "skeletonize", "-v", "-p", "src", "-o", "out"], environment, folder)
    if "several programs are skeletonized together" not in told:
        sys.exit("it is not told that there are several programs")
    with open(os.path.join(folder, "out", "skeleton", "strip.c"), encoding="utf-8") as file:
        if "0.5 * (strip->cells" in file.read():
            sys.exit("the skeleton still computes")
    calls = []
    for name in PROGRAMS:
        for tree in ("profiled", "skeleton"):
            run(["maquette-cc", "-O2", "-o", name, name + ".c", "strip.c"], environment,
                os.path.join(folder, "out", tree))
        run(["maquette", "profile", "-n", "6", "-o", name + ".profile", "--", "out/profiled/" + name], environment,
            folder)
        calls.append(calls_of(folder, "out/profiled/" + name, "out/skeleton/" + name, name + ".profile", environment))
    if calls != [6 * 2 * 30, 6 * 21]: # Both halves of a sendrecv count.
        sys.exit(f"other calls than the programs make: {calls}")
    # The build may know its folder by a link.
    os.symlink("src", os.path.join(folder, "linked"))
    write_database(folder, "linked")
    told = run(["maquette", "model", "-p", "src", "-o", "model", "-n", "6", "--", "./sums"], environment, folder)
    calls_of(folder, "model/profiled/sums", "model/skeleton/sums", "model/sums.profile", environment)
    if os.path.exists(os.path.join(folder, "model", "skeleton", "ring")):
        sys.exit("another program than that asked for was built")


if __name__ == "__main__":
    main()
