# test/hygiene/tree.py - what the hygiene checks share: the files of the tree, their code without comments, and findings
# SPDX-License-Identifier: Apache-2.0
"""Every check is a program `check.py ROOT`: it prints its findings as `where: error: what` / `  fix: ...` and exits 1
if there are any. `check(root)` gives the findings, so that self_test.py can plant faults."""
import os
import re
import sys

SKIPPED = {"build", ".git", "__pycache__", "maquette-quickstart", "maquette-out", ".cache"}
CODE = (".h", ".c", ".cpp", ".cc", ".def", ".inc")


def files(root, *folders, endings=None):
    """Paths relative to root, sorted, of all files in the folders (default: everywhere) with one of the endings."""
    found = []
    for folder in folders or (".",):
        for place, subfolders, names in os.walk(os.path.join(root, folder)):
            subfolders[:] = [s for s in subfolders if s not in SKIPPED]
            for name in names:
                if endings is None or name.endswith(endings):
                    found.append(os.path.relpath(os.path.join(place, name), root))
    return sorted(found)


def lines(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read().split("\n")


TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.S)


def code_lines(root, path, keep_strings=False):
    """The lines of a C or C++ file with comments (and the insides of string literals) blanked, line numbers
    unchanged."""
    text = "\n".join(lines(root, path))

    def blank(match):
        token = match.group(0)
        if token[0] != "/":
            return token if keep_strings else '""' + "\n" * token.count("\n")
        return "\n" * token.count("\n")

    return TOKEN.sub(blank, text).split("\n")


def finding(where, what, fix):
    return f"{where}: error: {what}\n  fix: {fix}"


def main(check):
    findings = check(sys.argv[1])
    for text in findings:
        print(text)
    print(f"{len(findings)} finding(s)")
    sys.exit(1 if findings else 0)
