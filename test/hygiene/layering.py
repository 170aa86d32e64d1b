# test/hygiene/layering.py - what the compiler cannot see of the walls between rooms
# SPDX-License-Identifier: Apache-2.0
"""A room's target gives its files the public headers of the rooms above it and no others (walls.py proves it). Two ways
round remain: a relative path that leaves the room, and libraries of the system, whose headers every file finds."""
import os
import re

import tree

ONLY_IN = [  # (headers, who may include them, what they are)
    (re.compile(r"^(llvm|clang|clang-c)/"), ("skeletonizer/",), "LLVM"),
    (re.compile(r"^boost/context/"), ("sim/",), "fibers"),
    (re.compile(r"^mpi\.h$"),
     ("runtime/mpi/", "runtime/fortran/", "runtime/replay/", "runtime/record/native/", "runtime/tools/calibration/"),
     "MPI"),
]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def room_of(path):
    """The folder of the path's room."""
    parts = path.split("/")
    return "/".join(parts[:1] if parts[0] in ("sim", "models") else parts[:2])


def check(root):
    findings = []
    for path in tree.files(root, "sim", "models", "runtime", "skeletonizer", endings=tree.CODE):
        for number, line in enumerate(tree.code_lines(root, path, keep_strings=True), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            header, where = match.group(1), f"{path}:{number}"
            target = os.path.normpath(os.path.join(os.path.dirname(path), header))
            if ".." in header.split("/") and room_of(target) != room_of(path):
                findings.append(tree.finding(where, f"{room_of(path)}/ includes {target} by a path out of the room",
                                             "include it as 'maquette/<room>/...', and link that room"))
            for pattern, users, name in ONLY_IN:
                if pattern.match(header) and not path.startswith(users):
                    findings.append(tree.finding(where, f"{room_of(path)}/ may not include {header}",
                                                 f"{name} is known to {', '.join(users)} only"))
    return sorted(set(findings))


if __name__ == "__main__":
    tree.main(check)
