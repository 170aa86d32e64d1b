# test/hygiene/machine_sources.py - a source in the machine library names a document, or calls its number illustrative
# SPDX-License-Identifier: Apache-2.0
import re

import tree

# The parser refuses numbers without a source; this looks at what the sources say.
SOURCE = re.compile(r'source = "([^"]*)"')
DOCUMENT = re.compile(r"https://|\b(19|20)\d\d\b|\b(section|equation|figure) \d|\bibid\.|\bRedbook SG\d|\bLenovo Press "
                      r"LP\d|Manual$")


def check(root):
    findings = []
    for path in tree.files(root, "models/machines", endings=(".toml",)):
        for number, line in enumerate(tree.lines(root, path), 1):
            for source in SOURCE.findall(line):
                if not source.startswith("illustrative") and not DOCUMENT.search(source):
                    findings.append(tree.finding(f"{path}:{number}", f"the source '{source}' names no document",
                                                 "give an address, a publication with its year, or begin with "
                                                 "'illustrative'"))
    return findings


if __name__ == "__main__":
    tree.main(check)
