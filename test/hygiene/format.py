# test/hygiene/format.py - C and C++ are formatted as clang-format-19 writes them
# SPDX-License-Identifier: Apache-2.0
"""usage: format.py ROOT [--write]; --write formats what deviates."""
import os
import re
import shutil
import subprocess
import sys

import tree

PROGRAM = "clang-format-19"
ENDINGS = (".h", ".c", ".cpp", ".cc")
FOLDERS = ("sim", "models", "runtime", "skeletonizer", "test/unit", "test/validation", "test/support", "test/fuzz")
# Benchmarks stand flat in this folder; the programs below it are inputs of tests, which keep the form they have.
FLAT_FOLDERS = ("test/bench",)
DEVIATION = re.compile(r"^(.*?):(\d+):\d+: error: code should be clang-formatted", re.M)


def formatted_files(root):
    found = tree.files(root, *FOLDERS, endings=ENDINGS)
    for folder in FLAT_FOLDERS:
        found += [path for path in tree.files(root, folder, endings=ENDINGS) if os.path.dirname(path) == folder]
    return found


def check(root):
    found = formatted_files(root)
    if not found:
        return []
    if shutil.which(PROGRAM) is None:
        return [tree.finding("test/hygiene", f"{PROGRAM} is not installed", f"install the package {PROGRAM}")]
    done = subprocess.run([PROGRAM, "--style=file", "--fallback-style=none", "--dry-run", "-Werror", *found], cwd=root,
                          capture_output=True, text=True, check=False)
    first = {}
    for path, line in DEVIATION.findall(done.stderr):
        first.setdefault(path, line)
    if done.returncode != 0 and not first:
        return [tree.finding(PROGRAM, done.stderr.strip() or f"ended with status {done.returncode}",
                             "mend what it says")]
    return [tree.finding(f"{path}:{line}", f"not as {PROGRAM} writes it", f"{PROGRAM} -i {path}")
            for path, line in first.items()]


if __name__ == "__main__":
    if sys.argv[2:] == ["--write"]:
        subprocess.run([PROGRAM, "-i", *formatted_files(sys.argv[1])], cwd=sys.argv[1], check=True)
    tree.main(check)
