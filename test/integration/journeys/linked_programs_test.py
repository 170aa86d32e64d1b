# test/integration/journeys/linked_programs_test.py - one program of a build folder with others
# SPDX-License-Identifier: Apache-2.0
"""usage: linked_programs_test.py --source FOLDER --bin BIN --work FOLDER --generator "Unix Makefiles"|Ninja

Makes a model of one of two programs that CMake builds from libraries with functions of the same names, one of them with
a file that the linker leaves out. The skeleton must be made of what is linked, and linked with the same libraries."""
import argparse
import json
import os
import shutil
import sys

from journey_test import run

RANKS, STEPS, STEPS_OF_OTHER = 4, 8, 4


def main():
    parser = argparse.ArgumentParser()
    for option in ("--source", "--bin", "--work"):
        parser.add_argument(option, required=True, type=os.path.abspath)
    parser.add_argument("--generator", required=True)
    arguments = parser.parse_args()
    folder = arguments.work
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(arguments.source, os.path.join(folder, "src"))
    environment = dict(os.environ, PATH=arguments.bin + os.pathsep + os.environ["PATH"], CC="maquette-cc")
    run(["cmake", "-S", "src", "-B", "build", "-G", arguments.generator, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
        environment, folder)
    run(["cmake", "--build", "build"], environment, folder)
    for program, calls, sources in (("app", STEPS, ["app/main.c", "app/noise.c", "kernel/kernel.c"]),
                                    ("extra", STEPS_OF_OTHER + 1, ["app/main.c", "app/noise.c", "other/kernel.c"])):
        told = run(["maquette", "model", "-v", "-p", "build", "-o", "model-" + program, "-n", str(RANKS), "--",
                    "build/" + program], environment, folder)
        if f"they are not linked into {program}" not in told:
            sys.exit("it is not told that files are left out:\n" + told)
        run(["maquette", "skeletonize", "-p", "build", "-o", "one-" + program, "--program", program], environment,
            folder)
        for output in ("model-" + program, "one-" + program):
            with open(os.path.join(folder, output, "report.json"), encoding="utf-8") as file:
                used = sorted(each["path"] for each in json.load(file)["files"] if each["path"].endswith(".c"))
            if [name.split("src/")[-1] for name in used] != sources:
                sys.exit(f"{output} is made of {used}")
        # A folder of the sources is named app, too.
        skeleton = f"model-{program}/skeleton/" + (program + ".program" if program == "app" else program)
        run(["maquette", "verify", "-n", str(RANKS), "--profile", f"model-{program}/{program}.profile", "--json",
             "verified.json", "--full", "build/" + program, "--skeleton", skeleton], environment, folder)
        with open(os.path.join(folder, "verified.json"), encoding="utf-8") as file:
            result = json.load(file)
        if result["mismatches"] != 0 or result["calls_compared"] != RANKS * calls:
            sys.exit(f"{program}: {result['mismatches']} mismatches in {result['calls_compared']} calls")


if __name__ == "__main__":
    main()
