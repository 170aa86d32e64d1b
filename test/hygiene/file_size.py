# test/hygiene/file_size.py - no file over 800 lines; one over 500 says why in a line "Size: ..." at its top
# SPDX-License-Identifier: Apache-2.0
import re

import tree

LIMIT, NEEDS_REASON = 800, 500
REASON = re.compile(r"\bSize:\s+\w+")


def check(root):
    findings = []
    for path in tree.files(root, endings=(".h", ".c", ".cpp", ".py", ".cmake", "CMakeLists.txt", ".sh")):
        text = tree.lines(root, path)
        if len(text) > LIMIT:
            findings.append(tree.finding(path, f"{len(text)} lines, more than {LIMIT}", "split it by reason to change"))
        elif len(text) > NEEDS_REASON and not any(REASON.search(line) for line in text[:20]):
            findings.append(tree.finding(path, f"{len(text)} lines, more than {NEEDS_REASON}, without a reason",
                                         "split it, or say why it is one file in a line 'Size: ...' at its top"))
    return findings


if __name__ == "__main__":
    tree.main(check)
