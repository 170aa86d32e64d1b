#!/usr/bin/env python3
# runtime/replay/record_wrappers.py - writes a function of C for each MPI function, which records its call
# SPDX-License-Identifier: Apache-2.0
"""usage: record_wrappers.py mpi_calls.def OUTPUT.inc"""
import re
import sys

VARIADIC = "MAQUETTE_VARIADIC" # One cannot pass on what follows.


def calls(text):
    """(name, result, [(type, name)...]) in the order of the table; None for arguments that cannot be passed on."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for match in re.finditer(r"MAQUETTE_MPI_CALL\((\w+), \w+, (\w+)((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", text):
        name, result, rest = match.groups()
        arguments = re.findall(r"MAQUETTE_ARG\(\w+, ([^,]*), (\w+)\)", rest)
        yield name, result, None if VARIADIC in rest else arguments


def main(table, output):
    with open(table, encoding="utf-8") as file:
        text = file.read()
    lines = []
    for number, (name, result, arguments) in enumerate(calls(text)):
        if arguments is None:
            continue
        parameters = ", ".join(f"{kind.strip()} {argument}" for kind, argument in arguments) or "void"
        passed = "".join(f", {argument}" for _, argument in arguments)
        lines.append(f'extern "C" {result} {name}({parameters}) {{\n'
                     f'  return recorded<{number}>(__builtin_return_address(0), P{name}{passed});\n}}\n')
    with open(output, "w", encoding="utf-8") as file:
        file.writelines(lines)


main(*sys.argv[1:])
