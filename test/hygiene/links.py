# test/hygiene/links.py - links between the Markdown pages lead somewhere
# SPDX-License-Identifier: Apache-2.0
import os
import re

import tree

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(root, path):
    """The anchors of the headings of a page, as GitHub forms them."""
    headings = (re.match(r"#+\s+(.*)", line) for line in tree.lines(root, path))
    return {re.sub(r"[^\w\- ]", "", match.group(1).lower()).strip().replace(" ", "-") for match in headings if match}


def check(root):
    findings = []
    for path in tree.files(root, endings=(".md",)):
        fenced = False
        for number, line in enumerate(tree.lines(root, path), 1):
            fenced ^= line.startswith("```")
            if fenced:
                continue
            for target in LINK.findall(line):
                if re.match(r"\w+:", target):
                    continue
                name, _, anchor = target.partition("#")
                place = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
                if not os.path.exists(os.path.join(root, place)):
                    findings.append(tree.finding(f"{path}:{number}", f"'{target}' does not exist", "mend the link"))
                elif anchor and place.endswith(".md") and anchor not in anchors(root, place):
                    findings.append(tree.finding(f"{path}:{number}", f"{place} has no heading '#{anchor}'",
                                                 "mend the link"))
    return findings


if __name__ == "__main__":
    tree.main(check)
