# test/hygiene/machine_sources.py - a source in the machine library names a document, or calls its number illustrative
# SPDX-License-Identifier: Apache-2.0
import re

import tree

# The parser refuses numbers without a source; this looks at what the sources say.
SOURCE = re.compile(r'source = (?:"""(.*?)"""|"([^"]*)")', re.S)
# The end of a line of a text of several lines.
CONTINUES = re.compile(r"\\\n\s*")
DOCUMENT = re.compile(r"https://|\b(19|20)\d\d\b|\b(section|equation|figure) \d|\bibid\.|\bRedbook SG\d|\bLenovo Press "
                      r"LP\d|Manual$")


def check(root):
    findings = []
    for path in tree.files(root, "models/machines", endings=(".toml",)):
        text = "\n".join(tree.lines(root, path))
        for match in SOURCE.finditer(text):
            source = CONTINUES.sub("", match[1] if match[1] is not None else match[2])
            if not source.startswith("illustrative") and not DOCUMENT.search(source):
                number = text.count("\n", 0, match.start()) + 1
                findings.append(tree.finding(f"{path}:{number}", f"the source '{source}' names no document",
                                             "give an address, a publication with its year, or begin with "
                                             "'illustrative'"))
    return findings


if __name__ == "__main__":
    tree.main(check)
