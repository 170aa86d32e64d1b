#!/usr/bin/env python3
# cmake/mpi_support.py - writes the list of MPI functions in docs/reference/mpi-support.md from the table
# SPDX-License-Identifier: Apache-2.0
"""usage: mpi_support.py ROOT [--check]

Each function of the table stands in the list with its state and with the test programs that use it. With --check
nothing is written; exit status 1 when the page is not what would be written."""
import pathlib
import re
import sys

ABI = "runtime/abi/include/maquette/abi/"
PAGE = "docs/reference/mpi-support.md"
PROGRAMS = "test/integration/mpi"
HEADING = "## Every function\n"
CALL = re.compile(r"MAQUETTE_MPI_CALL\((MPI_\w+),")
TITLE = re.compile(r"^/\* ([^.\n]*?)(?:\.[^\n]*)? \*/$")
# A function that does nothing but refuse.
REFUSAL = re.compile(r"int P(MPI_\w+)\([^{]*\{\s*MAQUETTE_MPI_BEGIN\(\w+\);\s*(?:call\.trace\([^;]*\);\s*)?return "
                     r"refuse\(", re.S)
MOST_TESTS = 3


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def sections(root):
    """(title, names) in the order of the table; its first comment is no title."""
    found = []
    for line in (root / ABI / "mpi_calls.def").read_text().splitlines():
        if title := TITLE.match(line):
            found.append((title[1].split(";")[0], []))
        elif "mpi_large_calls.def" in line:
            found[-1][1].extend(CALL.findall((root / ABI / "mpi_large_calls.def").read_text()))
        elif call := CALL.match(line):
            found[-1][1].append(call[1])
    return found


def refused(root):
    return {name for path in (root / "runtime/mpi/bindings").glob("*_api.cpp")
            for name in REFUSAL.findall(path.read_text())}


def tests(root):
    """The programs that use each function."""
    callers = {}
    for path in sorted((root / PROGRAMS).glob("*.c")):
        for name in set(re.findall(r"\bP?(MPI_\w+)", without_comments(path.read_text()))):
            callers.setdefault(name, []).append(path.stem)
    header = without_comments((root / PROGRAMS / "check.h").read_text())
    for name in set(re.findall(r"\b(MPI_\w+)\s*\(", header)):
        callers.setdefault(name, ["check.h"])
    return callers


def page(root):
    text = (root / PAGE).read_text()
    callers, refusals = tests(root), refused(root)
    lines = ["Written by `cmake/mpi_support.py`. *Yes*: it does what the standard says. *Refused*: the call ends the "
             "run with the tag",
             f"`maquette-mpi-unsupported`. The tests are programs in `{PROGRAMS}`, run by `ctest -L mpi`."]
    for title, names in sections(root):
        lines += ["", f"### {title}", "| function | state | tests |", "|---|---|---|"]
        for name in sorted(names):
            programs = callers.get(name, [])
            more = f", and {len(programs) - MOST_TESTS} more" if len(programs) > MOST_TESTS else ""
            state = "refused" if name in refusals else "yes"
            lines.append(f"| `{name}` | {state} | {', '.join(programs[:MOST_TESTS])}{more} |")
    return text[:text.index(HEADING)] + HEADING + "\n".join(lines) + "\n"


def main():
    root = pathlib.Path(sys.argv[1])
    text = page(root)
    if "--check" not in sys.argv:
        (root / PAGE).write_text(text)
    elif text != (root / PAGE).read_text():
        print(f"{PAGE}: error: not what cmake/mpi_support.py writes\n  fix: python3 cmake/mpi_support.py .",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
