# test/hygiene/line_length.py - no line over 120 characters in code and pages
# SPDX-License-Identifier: Apache-2.0
"""Left out: rows of Markdown tables; lines whose length comes from one word that cannot be broken, as an address or a
link; tables in .def files, a row a line; inputs of tests, which are as people write them; pictures and data."""
import re

import tree

LIMIT = 120
# Programs under test are as people write them, and a RUN or CHECK line of lit is one line.
INPUTS = re.compile(r"^test/(lit/|(integration|bench)/.*\.(c|cpp|h|toml)$)")
CHECKED = (".h", ".c", ".cpp", ".cc", ".inc", ".py", ".cmake", "CMakeLists.txt", ".sh", ".in", ".md", ".toml")
SCRIPTS = ("quickstart", "run-tests", ".ci/run")
UNBREAKABLE = re.compile(r"https?://\S+|\]\([^)\s]+\)")


def too_long(path, line):
    if len(line) <= LIMIT:
        return False
    if path.endswith(".md") and line.lstrip().startswith("|"):
        return False
    # What is left when addresses and targets of links are taken away must fit.
    return len(UNBREAKABLE.sub("", line)) > LIMIT


def check(root):
    findings = []
    names = tree.files(root, endings=CHECKED) + [path for path in tree.files(root) if path in SCRIPTS]
    for path in names:
        if INPUTS.match(path):
            continue
        for number, line in enumerate(tree.lines(root, path), 1):
            if too_long(path, line):
                findings.append(tree.finding(f"{path}:{number}", f"{len(line)} characters, more than {LIMIT}",
                                             "break the line"))
    return findings


if __name__ == "__main__":
    tree.main(check)
