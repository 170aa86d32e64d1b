# test/hygiene/library_code.py - library code never prints, exits or aborts
# SPDX-License-Identifier: Apache-2.0
import re

import tree

LIBRARIES = ["sim", "models"] + ["runtime/" + room for room in ("host", "formats", "memory", "profile/include",
                                                                "profile/lib", "context", "mpi", "analysis")] + [
    "skeletonizer/" + room for room in ("frontend", "calls", "dataflow", "decide", "features", "edits", "report",
                                        "driver")]
# What may, and why.
EXCEPTIONS = {
    "sim/include/maquette/sim/assert.h": "MAQUETTE_ASSERT is for our own bugs: it prints and aborts",
    "sim/lib/assert.cpp": "MAQUETTE_ASSERT is for our own bugs: it prints and aborts",
    "runtime/context/include/maquette/context/redirected_streams.h": "keeps streams of ranks apart, prints nothing",
    "runtime/context/lib/rank_process.cpp": "ends the host process of a rank as programs end",
}
PRINTS = re.compile(r"\b(std::cout|std::cerr|std::clog|stdout|stderr|perror|putchar|llvm::outs|llvm::errs)\b"
                    r"|(?<![\w.>:])(?:std::|::|fmt::)?(printf|puts|print)\s*\(")
ENDS = re.compile(r"(?<![\w.>:])(?:std::|::)?(exit|_exit|_Exit|quick_exit|abort|terminate)\s*\(")
DECLARES = re.compile(r"\b(void|int|bool|auto|Status|noreturn\]\])\s+(exit|_exit|_Exit|quick_exit|abort|terminate"
                      r"|print)\s*\(")


def check(root):
    findings = []
    for path in tree.files(root, *LIBRARIES, endings=tree.CODE):
        if path in EXCEPTIONS:
            continue
        for number, line in enumerate(tree.code_lines(root, path), 1):
            if DECLARES.search(line):
                continue
            for pattern, deed in ((PRINTS, "prints"), (ENDS, "ends the process")):
                match = pattern.search(line)
                if match:
                    name = next(group for group in match.groups() if group)
                    findings.append(tree.finding(f"{path}:{number}", f"library code {deed} ('{name}')",
                                                 "return a sim::Error and let tool/ print it"))
    return findings


if __name__ == "__main__":
    tree.main(check)
