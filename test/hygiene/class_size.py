# test/hygiene/class_size.py - no class has more than 40 members of its own
# SPDX-License-Identifier: Apache-2.0
"""Counts functions and data where the body of a class declares them, by Universal Ctags. Types that are nested count
for themselves; deleted functions do not count."""
import collections
import json
import re
import shutil
import subprocess

import tree

LIMIT = 40
FOLDERS = ("sim", "models", "runtime", "skeletonizer")
PROGRAM = "ctags-universal"
OPTIONS = ("--languages=C++", "--langmap=C++:.h.cpp", "--kinds-C++=cstunpfm", "--fields=+neKSZ",
           "-I", "MAQUETTE_EXPORT,override,final,noexcept", "--output-format=json", "-f", "-", "-L", "-")
CLASSES, MEMBERS = ("class", "struct", "union"), ("function", "prototype", "member")


def last_name(scope):
    return scope.split("::")[-1]


def members(tags):
    """(path, line, name) of each class -> how many members its body declares."""
    bodies = collections.defaultdict(list)
    for tag in tags:
        if tag["kind"] in CLASSES and "end" in tag:
            bodies[tag["path"]].append((tag["line"], tag["end"], tag["name"]))
    counts = collections.Counter()
    for tag in tags:
        if tag["kind"] not in MEMBERS or "= delete" in tag.get("pattern", ""):
            continue
        around = [body for body in bodies[tag["path"]]
                  if body[0] <= tag["line"] <= body[1] and body[2] == last_name(tag.get("scope", ""))]
        if around:
            line, _, name = max(around)
            counts[(tag["path"], line, re.sub(r"__anon\w+", "the unnamed class", name))] += 1
    return counts


def check(root):
    found = tree.files(root, *FOLDERS, endings=(".h", ".cpp"))
    if not found:
        return []
    if shutil.which(PROGRAM) is None:
        return [tree.finding("test/hygiene", f"{PROGRAM} is not installed", "install the package universal-ctags")]
    done = subprocess.run([PROGRAM, *OPTIONS], cwd=root, input="\n".join(found), capture_output=True, text=True,
                          check=True)
    counts = members([json.loads(line) for line in done.stdout.splitlines()])
    return [tree.finding(f"{path}:{line}", f"{name} has {count} members, more than {LIMIT}",
                         "divide it by what changes together")
            for (path, line, name), count in sorted(counts.items()) if count > LIMIT]


if __name__ == "__main__":
    tree.main(check)
