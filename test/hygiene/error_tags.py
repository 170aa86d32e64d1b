# test/hygiene/error_tags.py - every error tag in the code has a heading in docs/reference/errors.md, and the other way
# round
# SPDX-License-Identifier: Apache-2.0
import re

import tree

PAGE = "docs/reference/errors.md"
# Strings of the form of a tag that are names of something else.
NOT_TAGS = {"maquette-skeleton-report", "maquette-cc", "maquette-c++", "maquette-skeletonize", "maquette-profile",
            "maquette-run", "maquette-out", "maquette-mpi", "maquette-shmem-bench"}
TAG = re.compile(r'"(maquette-[a-z0-9]+(?:-[a-z0-9]+)*)"|\[(maquette-[a-z0-9]+(?:-[a-z0-9]+)*)\]')
HEADING = re.compile(r"^#+\s+`?(maquette-[a-z0-9-]+)`?\s*$")


def tags_in_code(root):
    tags = {}
    for path in tree.files(root, "sim", "models", "runtime", "skeletonizer", endings=tree.CODE + (".in", ".py")):
        text = tree.code_lines(root, path, keep_strings=True) if path.endswith(tree.CODE) else tree.lines(root, path)
        for number, line in enumerate(text, 1):
            if '"format"' in line:  # the name of a file format
                continue
            for match in TAG.finditer(line):
                tag = match.group(1) or match.group(2)
                if tag not in NOT_TAGS:
                    tags.setdefault(tag, f"{path}:{number}")
    return tags


def check(root):
    tags = tags_in_code(root)
    headings = {}
    for number, line in enumerate(tree.lines(root, PAGE), 1):
        match = HEADING.match(line)
        if match:
            headings[match.group(1)] = f"{PAGE}:{number}"
    findings = [tree.finding(tags[tag], f"the tag '{tag}' has no heading in {PAGE}", f"add '## {tag}', sorted")
                for tag in sorted(tags.keys() - headings.keys())]
    findings += [tree.finding(headings[tag], f"no code reports '{tag}'", "remove the heading")
                 for tag in sorted(headings.keys() - tags.keys())]
    if list(headings) != sorted(headings):
        late = next(b for a, b in zip(list(headings), list(headings)[1:]) if b < a)
        findings.append(tree.finding(headings[late], f"'{late}' is out of order", "sort the headings"))
    return findings


if __name__ == "__main__":
    tree.main(check)
