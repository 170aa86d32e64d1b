# test/integration/journeys/repairs_test.py - skeletons that communicate otherwise are repaired
# SPDX-License-Identifier: Apache-2.0
"""usage: repairs_test.py PROGRAM --source FILE --bin BIN --work FOLDER

A skeleton is made of FILE and profiled where its predictions hold; elsewhere they do not. maquette model, told of the
other situation, must end with a skeleton that makes the calls of the program in both, and so must the steps by hand."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

RANKS = "4"
# The profiled argument, one where what it predicts is wrong, what is repaired; a statement, and a pragma that decides
# it.
CASES = {"agreed": ("2000", "2600", "value", None), "early_end": ("2000", "4500", "end", None),
         "hidden": ("2000", "2001", "function", None),
         "steering": ("2000", "20000", "value", ("    if (mean > 5000.0)", "predict")),
         "waits": ("1", "2", None, ("  right = (rank + 1) % size;", "remove"))}


def run(command, environment, folder, expected=0):
    print("$", " ".join(command), flush=True)
    done = subprocess.run(command, cwd=folder, env=environment, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    print(done.stdout, flush=True)
    if done.returncode != expected:
        sys.exit(f"exit status {done.returncode}, not {expected}: {' '.join(command)}")
    return done.stdout


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def verify(out, argument, environment, folder, expected, *more):
    return run(["maquette", "verify", "-n", RANKS, "--profile", f"{out}/app.profile", "--json", "verified.json",
                "--full", f"{out}/profiled/app", "--skeleton", f"{out}/skeleton/app", *more, "--", argument],
               environment, folder, expected)


def check_places(folder, source):
    """What differs is told with lines of the original source, at which a call of MPI stands."""
    result = read(folder, "verified.json")
    with open(source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if result["mismatches"] == 0 or not result["places"]:
        sys.exit("no mismatch, or no place of one")
    for place in result["places"]:
        for program in ("full", "skeleton"):
            at = place[program + "_at"]
            if place[program] and (at is None or place[program] not in lines[at["line"] - 1]):
                sys.exit(f"no {place[program]} at {at}")


def by_one_command(name, environment, folder, source):
    good, bad, kind, _ = CASES[name]
    model = ["maquette", "model", "-p", "src", "-o", "model", "-n", RANKS, "--verify", f"{RANKS} {bad}", "--", "./app",
             good]
    told = run(model, environment, folder)
    if f"verified on {RANKS} ranks {bad}: 0 mismatches" not in told or not re.search("^repairs  +[1-9]", told, re.M):
        sys.exit("not repaired")
    if not re.search(r"making it again with \d+ repairs? \(round 1 of", told):
        sys.exit("it does not say that it repairs")
    repairs = read(folder, "model", "app.profile.repairs")
    if not any(repair["kind"] == kind for repair in repairs["repairs"]):
        sys.exit(f"no {kind} was repaired")
    if not read(folder, "model", "report.json")["repaired"]:
        sys.exit("the report does not say what was repaired")
    for argument in (good, bad):
        verify("model", argument, environment, folder, 0)
    # The file beside the profile is found.
    run(["maquette", "skeletonize", "-p", "src", "-o", "again", "--profile", "model/app.profile"], environment, folder)
    text = os.path.basename(source)
    with open(os.path.join(folder, "again", "skeleton", text), encoding="utf-8") as one:
        with open(os.path.join(folder, "model", "skeleton", text), encoding="utf-8") as other:
            if one.read() != other.read():
                sys.exit("skeletonize --profile does not use what lies beside the profile")
    # The same again begins with what was learned.
    told = run(model, environment, folder)
    if read(folder, "model", "app.profile.repairs") != repairs:
        sys.exit("the second time it learned something else")


def step_by_step(name, environment, folder, source):
    good, bad, _, _ = CASES[name]
    run(["maquette", "model", "-p", "src", "-o", "steps", "-n", RANKS, "--no-verify", "--", "./app", good], environment,
        folder)
    shutil.copy(os.path.join(folder, "steps", "app.profile"), folder)
    told = verify("steps", bad, environment, folder, 3, "--repairs", "my.repairs")
    check_places(folder, source)
    if "next: maquette skeletonize --repairs my.repairs" not in told:
        sys.exit("the next command is not told")
    told = run(["maquette", "skeletonize", "-p", "src", "-o", "steps", "--repairs", "my.repairs"], environment, folder)
    if "computed, because the skeleton communicated otherwise:" not in told:
        sys.exit("skeletonize does not say what it repairs")


def decided_by_user(name, environment, folder, source):
    """What a pragma predicts is not computed: it is told what keeps the mismatch."""
    good, bad, _, decided = CASES[name]
    if decided is None:
        return
    statement, word = decided
    with open(source, encoding="utf-8") as file:
        text = file.read()
    with open(source, "w", encoding="utf-8") as file:
        file.write(text.replace(statement, f"#pragma maquette {word}\n{statement}"))
    told = run(["maquette", "model", "-p", "src", "-o", "decided", "-n", RANKS, "--verify", f"{RANKS} {bad}", "--",
                "./app", good], environment, folder, 3)
    if not re.search(r"mismatches that nothing mends:\n  \w+\.c:\d+: MPI_.*\n"
                     rf"  decided by a pragma: \w+\.c:\d+: {word}", told):
        sys.exit("it does not say what keeps the mismatch")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", choices=sorted(CASES))
    for option in ("--source", "--bin", "--work"):
        parser.add_argument(option, required=True, type=os.path.abspath)
    arguments = parser.parse_args()
    name = os.path.basename(arguments.source)
    folder = arguments.work
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "src"))
    shutil.copy(arguments.source, os.path.join(folder, "src", name))
    compiler = "maquette-cc" if name.endswith(".c") else "maquette-c++"
    with open(os.path.join(folder, "src", "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": os.path.join(folder, "src"), "file": name,
                    "arguments": [compiler, "-O2", "-o", "app", name, "-lm"]}], file)
    environment = dict(os.environ, PATH=arguments.bin + os.pathsep + os.environ["PATH"])
    source = os.path.join(folder, "src", name)
    if CASES[arguments.program][2] is not None:
        by_one_command(arguments.program, environment, folder, source)
        step_by_step(arguments.program, environment, folder, source)
    decided_by_user(arguments.program, environment, folder, source)


if __name__ == "__main__":
    main()
