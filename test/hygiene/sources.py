# test/hygiene/sources.py - licence lines, header guards, and examples without pragmas
# SPDX-License-Identifier: Apache-2.0
import re

import tree

LICENCE = "SPDX-License-Identifier: Apache-2.0"
LICENSED = (".h", ".c", ".cpp", ".py", ".cmake", ".sh", "CMakeLists.txt", "Makefile")
OUR_HEADERS = ("sim", "models", "runtime", "skeletonizer")


def check(root):
    findings = []
    for path in tree.files(root, endings=LICENSED):
        text = tree.lines(root, path)
        if "/lit/" not in path and not any(LICENCE in line for line in text[:6]):
            findings.append(tree.finding(path, "no licence line", f"add '{LICENCE}' to its first lines"))
    for path in tree.files(root, "examples"):
        for number, line in enumerate(tree.lines(root, path), 1):
            if re.search(r"\bpragma\s+maquette\b", line):
                findings.append(tree.finding(f"{path}:{number}", "an example with a Maquette pragma",
                                             "examples are ordinary MPI programs: remove it"))
    for path in tree.files(root, *OUR_HEADERS, endings=(".h",)):
        text = "\n".join(tree.lines(root, path))
        if not re.search(r"^#ifndef MAQUETTE_\w+_H\n#define MAQUETTE_\w+_H$", text, re.M) and "#pragma once" in text:
            findings.append(tree.finding(path, "'#pragma once' instead of a guard", "use #ifndef MAQUETTE_<PATH>_H"))
    return findings


if __name__ == "__main__":
    tree.main(check)
