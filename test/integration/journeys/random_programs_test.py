# test/integration/journeys/random_programs_test.py - skeletons of random programs make the same calls
# SPDX-License-Identifier: Apache-2.0
"""usage: random_programs_test.py --bin BIN --work FOLDER [--language c|c++] [--seeds FIRST LAST]

Each program is skeletonized with --exact, profiled on 4 ranks and verified on 4 and 3. Of one that fails, parts are
left out as long as it fails in the same step; what is left stays in WORK/SEED. Without a failure the folder goes."""
import argparse
import json
import os
import shutil
import subprocess
import sys

from random_cpp_program import RandomCppProgram
from random_program import RandomProgram


PASSES = -1
LONGEST = 300  # Seconds of one step.


def journey(program, text, environment, folder):
    """The step in which the program fails, or PASSES, and what was printed there."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "src"))
    with open(os.path.join(folder, "src", program.FILE), "w", encoding="utf-8") as file:
        file.write(text)
    command = [*program.COMPILER, "-O1", "-w", "-o", "app", program.FILE]
    with open(os.path.join(folder, "src", "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": os.path.join(folder, "src"), "file": program.FILE, "arguments": command}], file)
    steps = [(["maquette", "skeletonize", "--exact", "-p", "src", "-o", "out"], ".")]
    steps += [(command, os.path.join("out", tree)) for tree in ("profiled", "skeleton")]
    steps += [(["maquette", "profile", "-n", "4", "-o", "app.profile", "--", "out/profiled/app"], ".")]
    steps += [(["maquette", "verify", "-n", str(ranks), "--profile", "app.profile", "--full", "out/profiled/app",
                "--skeleton", "out/skeleton/app"], ".")
              for ranks in (4, 3)]
    for number, (step, at) in enumerate(steps):
        try:
            done = subprocess.run(step, cwd=os.path.join(folder, at), env=environment, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return number, f"$ {' '.join(step)} in {at}\nstill running after {LONGEST} s"
        if done.returncode != 0:
            return number, f"$ {' '.join(step)} in {at}\n{done.stdout}"
    return PASSES, ""


def passes(make, seed, environment, folder):
    failed, said = journey(make(seed), make(seed).text(), environment, folder)
    if failed == PASSES:
        shutil.rmtree(folder)
        return True
    left_out = set()
    for part in range(make.PARTS):
        fails, _ = journey(make(seed), make(seed).text(left_out | {part}), environment, folder)
        if fails == failed:
            left_out.add(part)
    _, said = journey(make(seed), make(seed).text(left_out), environment, folder)
    kept = [str(part) for part in range(make.PARTS) if part not in left_out]
    print(f"seed {seed} fails with part {', '.join(kept)} of {make.PARTS}: {folder}\n{said}", flush=True)
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=os.path.abspath)
    parser.add_argument("--work", required=True, type=os.path.abspath)
    parser.add_argument("--language", choices=("c", "c++"), default="c")
    parser.add_argument("--seeds", nargs=2, type=int, default=(1, 6))
    arguments = parser.parse_args()
    environment = dict(os.environ, PATH=arguments.bin + os.pathsep + os.environ["PATH"])
    program = RandomProgram if arguments.language == "c" else RandomCppProgram
    first, last = arguments.seeds
    failed = [seed for seed in range(first, last + 1)
              if not passes(program, seed, environment, os.path.join(arguments.work, str(seed)))]
    if failed:
        sys.exit(f"seeds that fail: {failed}")


if __name__ == "__main__":
    main()
