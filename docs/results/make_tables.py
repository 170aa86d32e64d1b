#!/usr/bin/env python3
# docs/results/make_tables.py - writes the tables of results into their pages from data/*.csv
# SPDX-License-Identifier: Apache-2.0
"""usage: make_tables.py [ROOT] [--check]

A page docs/results/X.md says where a table goes:

    <!-- table: NAME -->
    <!-- end of table -->

The rows come from docs/results/data/NAME.csv. Every row names the commit, the date, the kind of host and the command of
its measurement. What is the same in all rows of a table stands once below it. With --check nothing is written: exit
status 1 when a page is not what would be written."""
import csv
import io
import pathlib
import re
import sys
import textwrap

FOLDER = "docs/results"
PROVENANCE = ("commit", "date", "host", "command")
WIDTH = 118
START = re.compile(r"<!-- table: ([\w-]+) -->\n")
END = "<!-- end of table -->"
FORMS = {"commit": re.compile(r"[0-9a-f]{7,40}"), "date": re.compile(r"\d{4}-\d{2}-\d{2}"),
         "host": re.compile(r".+"), "command": re.compile(r".+")}
FIX_CSV = "give each row as many cells as the header, and end each with " + ", ".join(PROVENANCE)
FIX_PAGE = f"run {FOLDER}/make_tables.py"


class BadTable(Exception):
    """What is wrong in a CSV file: its line, and what."""

    def __init__(self, line, what):
        super().__init__(what)
        self.line, self.what = line, what


def read(text):
    """The header and the rows of a CSV file."""
    lines = list(csv.reader(io.StringIO(text)))
    if not lines or tuple(lines[0][-len(PROVENANCE):]) != PROVENANCE:
        raise BadTable(1, "the last columns are not " + ", ".join(PROVENANCE))
    header, rows = lines[0], lines[1:]
    if not rows:
        raise BadTable(1, "no rows")
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise BadTable(number, f"{len(row)} cells where the header has {len(header)}")
        for name, cell in zip(PROVENANCE, row[-len(PROVENANCE):]):
            if not FORMS[name].fullmatch(cell):
                raise BadTable(number, f"'{cell}' is no {name}")
    return header, rows


def line(cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def shown(name, value):
    return f"`{value}`" if name in ("commit", "command") else value


def table(text):
    """The table in Markdown, and below it the provenance that all rows share."""
    header, rows = read(text)
    first = len(header) - len(PROVENANCE)
    rows = [row[:first] + [shown(name, cell) for name, cell in zip(PROVENANCE, row[first:])] for row in rows]
    shared = [i for i in range(first, len(header)) if len({row[i] for row in rows}) == 1]
    kept = [i for i in range(len(header)) if i not in shared]
    written = [line(header[i] for i in kept), "|" + "---|" * len(kept)] + [line(row[i] for i in kept) for row in rows]
    if shared:
        facts = "; ".join(f"{header[i]} {rows[0][i]}" for i in shared)
        facts = ("All rows: " if len(rows) > 1 else "") + facts + "."
        written += ["", *textwrap.wrap(facts, WIDTH, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(written) + "\n"


def finding(where, what, fix):
    return f"{where}: error: {what}\n  fix: {fix}"


def filled(root, page, used, findings):
    """The text of a page with its tables written anew; what cannot be written is a finding and stays as it is."""
    text, written, at = (root / page).read_text(encoding="utf-8"), [], 0
    for start in START.finditer(text):
        name, number = start[1], text.count("\n", 0, start.start()) + 1
        source = root / FOLDER / "data" / f"{name}.csv"
        end = text.find(END, start.end())
        if end < 0 or START.search(text, start.end(), end):
            findings.append(finding(f"{page}:{number}", f"the table '{name}' has no end", f"add '{END}' below it"))
        elif not source.is_file():
            findings.append(finding(f"{page}:{number}", f"{FOLDER}/data/{name}.csv does not exist",
                                    "add it, or mend the name"))
        else:
            used.add(source)
            try:
                content = table(source.read_text(encoding="utf-8"))
            except BadTable as bad:
                findings.append(finding(f"{source.relative_to(root)}:{bad.line}", bad.what, FIX_CSV))
            else:
                written += [text[at:start.end()], content]
                at = end
    return text, "".join(written) + text[at:]


def run(root, write):
    """Writes all pages, or compares them with what would be written. Returns the findings."""
    root, used, findings = pathlib.Path(root), set(), []
    for path in sorted((root / FOLDER).glob("*.md")):
        page = path.relative_to(root)
        old, new = filled(root, page, used, findings)
        if write and new != old:
            path.write_text(new, encoding="utf-8")
        elif new != old:
            findings.append(finding(page, "its tables are not what their CSV files give", FIX_PAGE))
    for path in sorted((root / FOLDER / "data").glob("*.csv")):
        if path not in used:
            findings.append(finding(path.relative_to(root), "no page shows this table",
                                    f"add '<!-- table: {path.stem} -->' to a page, or remove the file"))
    return findings


def main(arguments):
    roots = [a for a in arguments if a != "--check"]
    root = roots[0] if roots else pathlib.Path(__file__).resolve().parents[2]
    findings = run(root, write="--check" not in arguments)
    for text in findings:
        print(text)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
