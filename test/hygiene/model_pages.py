# test/hygiene/model_pages.py - each page of a model has the five headings a reader looks for, in their order
# SPDX-License-Identifier: Apache-2.0
import os

import tree

HEADINGS = ["Scope and limitations", "Equations", "Parameters", "Validation", "References"]
NO_MODELS = {"machine-files.md"}


def check(root):
    findings = []
    for path in tree.files(root, "docs/models", endings=(".md",)):
        if os.path.basename(path) in NO_MODELS:
            continue
        found = [line[3:].strip() for line in tree.lines(root, path) if line.startswith("## ")]
        if [heading for heading in found if heading in HEADINGS] != HEADINGS:
            missing = [heading for heading in HEADINGS if heading not in found]
            what = (f"a model's page without '## {missing[0]}'" if missing
                    else "a model's page with its headings out of order")
            findings.append(tree.finding(path, what, "have, in this order: " + ", ".join(HEADINGS)))
    return findings


if __name__ == "__main__":
    tree.main(check)
