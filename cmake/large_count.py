#!/usr/bin/env python3
# cmake/large_count.py - writes the large-count functions (MPI 4.0, names ending in _c) from the table of MPI functions
# SPDX-License-Identifier: Apache-2.0
"""usage: large_count.py ROOT [--check | --sources FOLDER]

Reads runtime/abi/include/maquette/abi/mpi_calls.def and writes, beside it, mpi_large_calls.def, which headers include.
With --check it writes nothing and fails when that is not what it would write. With --sources it writes the functions,
for the build, into FOLDER."""
import pathlib
import re
import sys

TABLE = "runtime/abi/include/maquette/abi/mpi_calls.def"
LARGE_TABLE = "runtime/abi/include/maquette/abi/mpi_large_calls.def"
BINDINGS = "large_count%s_api.cpp"
WIDTH = 128
CALL = re.compile(r"MAQUETTE_MPI_CALL\((MPI_\w+), (\w+), (\w+),(.*?)\)\)\n", re.S)
ARGUMENT = re.compile(r"MAQUETTE_ARG\((\w+), ([^,]+), (\w+)\)?")
# Made by hand, in large_size_api.cpp: what is large in them is no count of elements of a datatype.
OTHERS = {"MPI_Type_", "MPI_Pack", "MPI_Unpack"}


class Argument:
    def __init__(self, kind, type_of, name):
        self.kind, self.type, self.name = kind, type_of, name

    def is_count(self):
        return self.type == "int" and (self.kind == "Count" or self.name == "target_count")

    def large(self):
        if self.is_count():
            return "MPI_Count"
        if self.kind == "Counts" and self.type == "const int *":
            return "const MPI_Count *"
        if self.kind == "Displacements" and self.type == "const int *":
            return "const MPI_Aint *"
        return self.type


def declaration(type_of, name):
    return type_of + ("" if type_of.endswith("*") else " ") + name


def wrap(parts, indent):
    lines, line = [], ""
    for part in parts:
        if line and len(line) + 1 + len(part) > WIDTH:
            lines.append(line)
            line = " " * indent + part
        else:
            line = line + (" " if line else "") + part
    return "\n".join(lines + [line])


def functions(root):
    """(name, class, arguments) of the functions that get a large form."""
    for name, call_class, result, text in CALL.findall((root / TABLE).read_text()):
        arguments = [Argument(*match) for match in ARGUMENT.findall(text)]
        pairs = any(a.is_count() for a in arguments) and any(a.kind == "Datatype" for a in arguments)
        arrays = any(a.kind == "Counts" for a in arguments)
        if result == "int" and (pairs or arrays) and not any(name.startswith(prefix) for prefix in OTHERS):
            if not any(a.type in ("MPI_Count",) for a in arguments):
                yield name, call_class, arguments


def table_row(name, call_class, arguments):
    rows = [f"MAQUETTE_ARG({a.kind}, {a.large()}, {a.name})" for a in arguments]
    return wrap([f"MAQUETTE_MPI_CALL({name}_c, {call_class}, int,"] + [row + "," for row in rows[:-1]]
                + [rows[-1] + ")"], 18)


def datatype_of(arguments, position):
    """The datatype that a count belongs to: the next one."""
    return next((a.name for a in arguments[position:] if a.kind == "Datatype"), None)


def extent(name, argument):
    """How many elements an array has."""
    if not name.startswith(("MPI_Neighbor", "MPI_Ineighbor")):
        return "Extent::Ranks"
    return "Extent::Destinations" if argument.name.startswith("s") else "Extent::Sources"


def trace(arguments):
    """What verify compares: see Call::trace()."""
    def first(*kinds):
        return next((a.name for a in arguments if a.kind in kinds), None)

    comm = first("Comm")
    count = next((a.name for a in arguments if a.is_count()), "0")
    return (f"  call.trace({f'call.view({comm})' if comm else '{}'}, {first('Peer', 'Root') or 'Call::kNone'}, "
            f"{first('Tag') or 'Call::kNone'}, {count}, {first('Datatype') or 'MPI_DATATYPE_NULL'});")


def binding(name, arguments):
    head = [declaration(a.large(), a.name) for a in arguments]
    prefix = f"int P{name}_c("
    lines = [wrap([prefix + head[0] + ","] + [h + "," for h in head[1:-1]] + [head[-1] + ") {"], len(prefix))]
    lines.append(f"  MAQUETTE_MPI_BEGIN({name[4:]}_c);")
    lines.append(trace(arguments))
    passed = {a.name: a.name for a in arguments}
    narrowed = []
    comm = next((a.name for a in arguments if a.kind == "Comm"), "MPI_COMM_WORLD")
    root = next((a.name for a in arguments if a.kind == "Root"), "kEveryRank")
    for position, argument in enumerate(arguments):
        if argument.is_count():
            datatype = datatype_of(arguments, position)
            lines.append(f"  const LargeCount {argument.name}_(call, {argument.name}, {datatype});")
            passed[argument.name] = f"{argument.name}_.count()"
            passed[datatype] = f"{argument.name}_.type()"
        elif argument.large() != argument.type:
            lines.append(f"  const NarrowArray {argument.name}_(call, {comm}, {argument.name}, "
                         f"{extent(name, argument)}, {root});")
            narrowed.append(argument.name)
            passed[argument.name] = f"{argument.name}_.data()"
    if narrowed:
        lines.append("  if (" + " || ".join(f"!{n}_.fits()" for n in narrowed) + ")")
        lines.append(f"    return refuseLarge(call, {comm});")
    call = f"  return P{name}("
    values = [passed[a.name] for a in arguments]
    lines.append(wrap([call + values[0] + ("," if len(values) > 1 else ");")] + [v + "," for v in values[1:-1]] +
                      ([values[-1] + ");"] if len(values) > 1 else []), len(call)))
    return "\n".join(lines) + "\n}\n"


def source(bodies):
    return ("// Written by cmake/large_count.py from the table of MPI functions.\n#include \"objects/large_count.h\"\n"
            "\nusing namespace maquette::mpi;\n\nextern \"C\" {\n\n" + "\n".join(bodies) + "\n} // extern \"C\"\n")


def subject(name, call_class):
    """The part of a file's name that says which functions are in it."""
    if call_class not in ("Collective", "StartCollective") or name.startswith("MPI_File"):
        return ""
    return "_persistent" if name.endswith("_init") else "_neighborhood" if "neighbor" in name.lower() else "_collective"


def table(root):
    rows = [table_row(*function) for function in functions(root)]
    return ("/* maquette/abi/mpi_large_calls.def - large-count functions; written by cmake/large_count.py\n"
            " * SPDX-License-Identifier: Apache-2.0\n */\n" + "\n".join(rows) + "\n")


def sources(root):
    bodies = {}
    for name, call_class, arguments in functions(root):
        bodies.setdefault(BINDINGS % subject(name, call_class), []).append(binding(name, arguments))
    return {path: source(functions) for path, functions in bodies.items()}


def main():
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:3] == ["--sources"]:
        for path, text in sources(root).items():
            (pathlib.Path(sys.argv[3]) / path).write_text(text)
        return 0
    file = root / LARGE_TABLE
    if "--check" not in sys.argv:
        file.write_text(table(root))
    elif not file.exists() or file.read_text() != table(root):
        print(f"{LARGE_TABLE}: error: not what cmake/large_count.py writes\n  fix: python3 cmake/large_count.py .",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
