#!/usr/bin/env python3
# runtime/record/native/wrappers.py - writes a function of C for each MPI function, which records its call
# SPDX-License-Identifier: Apache-2.0
"""usage: wrappers.py mpi_calls.def event.cpp WRAPPERS.inc NAMES.inc

WRAPPERS.inc  functions for recorder.c. MAQUETTE_HAS_<name> says that the MPI library has the function.
NAMES.inc     the handles and constants that MPI names. Of handles they are those that traces name (event.cpp), and
              the datatypes of Fortran."""
import re
import sys

INTEGERS = ("int", "MPI_Aint", "MPI_Count", "MPI_Offset")
HANDLES = ("MPI_Comm", "MPI_Datatype", "MPI_Group", "MPI_Op", "MPI_Win", "MPI_File")
# Results that are arrays, as in call_table.cpp: no later call needs them.
ARRAYS = ("neighbors", "translated", "sizes", "periods", "coordinates", "cumulative_degrees", "edges", "integers",
          "codes", "sources", "destinations", "addresses", "flags", "weights", "parents", "source_weights")
CONSTANTS = """MPI_ANY_SOURCE MPI_ANY_TAG MPI_PROC_NULL MPI_ROOT MPI_UNDEFINED MPI_COMM_TYPE_SHARED MPI_ORDER_C
MPI_ORDER_FORTRAN MPI_DISTRIBUTE_BLOCK MPI_DISTRIBUTE_CYCLIC MPI_DISTRIBUTE_NONE MPI_DISTRIBUTE_DFLT_DARG
MPI_LOCK_EXCLUSIVE MPI_LOCK_SHARED MPI_MODE_NOCHECK MPI_MODE_NOSTORE MPI_MODE_NOPUT MPI_MODE_NOPRECEDE
MPI_MODE_NOSUCCEED""".split()
FORTRAN_TYPES = """MPI_INTEGER MPI_REAL MPI_DOUBLE_PRECISION MPI_COMPLEX MPI_DOUBLE_COMPLEX MPI_LOGICAL MPI_CHARACTER
MPI_2INTEGER MPI_2REAL MPI_2DOUBLE_PRECISION""".split()
# Modern headers stop the compiler at these.
GONE = ("MPI_LB", "MPI_UB")


def calls(text):
    """(number, name, class, [(kind, type, name)...]) of what can be recorded."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    pattern = r"MAQUETTE_MPI_CALL\((\w+), (\w+), (\w+)((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
    for number, match in enumerate(re.finditer(pattern, text)):
        name, group, result, rest = match.groups()
        arguments = [(kind, kind_of_c.strip(), argument)
                     for kind, kind_of_c, argument in re.findall(r"MAQUETTE_ARG\((\w+), ([^,]*), (\w+)\)", rest)]
        if result == "int" and "MAQUETTE_VARIADIC" not in rest and not name.startswith("MPI_T_"):
            yield number, name, group, arguments


def value_of(arguments, names):
    """The first of these arguments that is a number."""
    return next((name for wanted in names for _, kind, name in arguments if name == wanted and kind in INTEGERS), None)


def length(name, group, arguments, argument):
    """An expression: how long an array is that the call gets; None: nobody knows."""
    kind, _, array = argument
    communicator = next((given for _, kind_of_c, given in arguments if kind_of_c == "MPI_Comm"), None)
    if "Neighbor" in name:
        return None
    if array == "remain":
        return f"dimensions_of({communicator})"
    if group.endswith("Collective") and communicator and kind in ("Counts", "Displacements", "Datatypes"):
        root = value_of(arguments, ["root"])
        return f"ranks_at_root({communicator}, {root})" if root else f"ranks_of({communicator})"
    count = value_of(arguments, ["count", "dimensions", "nodes", "incount"])
    if array == "edges" and count:
        return f"index == NULL || {count} < 1 ? 0 : index[{count} - 1]"
    return count


def buffers(arguments):
    """For each argument the buffer whose size it says, if any: a buffer in place has none."""
    buffer = None
    for kind, _, given in arguments:
        if kind.startswith("Payload"):
            buffer = given
        elif kind not in ("Count", "Counts", "Displacements", "Datatype", "Datatypes"):
            buffer = None
        yield buffer


def before(name, group, arguments):
    """Statements; those of a buffer's size only where the buffer is not in place."""
    of = list(buffers(arguments)) if group.endswith("Collective") else [None] * len(arguments)
    for place, statement in statements_before(name, group, arguments):
        yield f"if ({of[place]} != MPI_IN_PLACE) {{ {statement} }}" if of[place] else statement


def array_of(what, place, given, count):
    return f"PUT_ARRAY(stream, {place}, MAQUETTE_PIECE_{what}S, WORD_OF_{what}, {given}, {count});"


def statements_before(name, group, arguments):
    for place, argument in enumerate(arguments):
        kind, kind_of_c, given = argument
        if kind_of_c in INTEGERS:
            yield place, f"put_integer(stream, {place}, {given});"
        elif kind_of_c in HANDLES:
            yield place, f"put_handle(stream, {place}, {given});"
        elif kind == "InOut" and kind_of_c.rstrip(" *") in HANDLES or (kind == "Request" and kind_of_c.endswith("*")):
            yield place, f"if ({given} != NULL) put_handle(stream, {place}, *{given});"
        elif kind == "Requests":
            yield place, array_of("HANDLE", place, given, arguments[place - 1][2])
        elif kind_of_c == "const char *":
            yield place, f"put_text(stream, {place}, {given});"
    for place, argument in enumerate(arguments):
        _, kind_of_c, given = argument
        count = length(name, group, arguments, argument)
        if count is None or argument[0].startswith("Payload"):
            continue
        if kind_of_c.startswith("const ") and kind_of_c[6:].rstrip(" *") in INTEGERS:
            yield place, array_of("NUMBER", place, given, count)
        elif kind_of_c == "const MPI_Datatype *":
            yield place, array_of("HANDLE", place, given, count)
        elif kind_of_c == "maquette_mpi_range *":
            yield place, array_of("NUMBER", place, f"(const int *){given}", f"3 * {count}")


def after(arguments):
    names = [name for _, _, name in arguments]
    for place, (kind, kind_of_c, given) in enumerate(arguments):
        pointed = kind_of_c.rstrip(" *")
        is_result = kind_of_c.endswith("*") and kind.endswith("Out") and kind != "InOut"
        if is_result and pointed in (*HANDLES, "MPI_Request"):
            yield f"if ({given} != NULL) put_handle(stream, {place}, *{given});"
        elif kind == "Out" and kind_of_c == "int *" and given == "indices":
            yield array_of("NUMBER", place, given, "*outcount")
        elif kind == "Out" and kind_of_c == "int *" and given not in ARRAYS:
            yield f"if ({given} != NULL) put_integer(stream, {place}, *{given});"
        elif kind in ("StatusOut", "StatusesOut"):
            count = "1" if kind == "StatusOut" else "*outcount" if "outcount" in names else "count"
            condition = "if (*flag) " if "flag" in names else ""
            yield f"{condition}put_statuses(stream, {place}, {given}, {count});"


def statuses(arguments):
    """Who a receive from anybody got its message from is asked even where the program does not."""
    for kind, _, given in arguments:
        if kind == "StatusOut":
            yield f"if ({given} == MPI_STATUS_IGNORE) {given} = spare_statuses(1);"
        elif kind == "StatusesOut":
            count = value_of(arguments, ["incount", "count"])
            yield f"if ({given} == MPI_STATUSES_IGNORE) {given} = spare_statuses({count});"


def function(number, name, group, arguments):
    parameters = ", ".join(f"{kind_of_c} {given}" for _, kind_of_c, given in arguments) or "void"
    passed = ", ".join(given for _, _, given in arguments)
    lines = [f"#ifdef MAQUETTE_HAS_{name}",
             f'int maquette_{name}({parameters}) __asm__("{name}");',
             f"__attribute__((visibility(\"default\"))) int maquette_{name}({parameters}) {{",
             f"  Stream *const stream = enter({number});", "  if (stream != NULL) {"]
    lines += ["    " + line for line in (*before(name, group, arguments), *statuses(arguments))]
    lines += ["  }", f"  const int outcome = P{name}({passed});"]
    if name in ("MPI_Init", "MPI_Init_thread"):
        results = list(after(arguments))
        lines += ["  if (stream != NULL && stream->record != NULL) {", "    leave(stream);"]
        lines += ["    " + line for line in results]
        lines += ["  }", "  finish(stream);", "  initialized();", "  return outcome;", "}", "#endif", ""]
        return "\n".join(lines)
    lines += ["  if (stream != NULL && stream->record != NULL) {", "    leave(stream);"]
    lines += ["    " + line for line in after(arguments)]
    lines += ["  }", "  finish(stream);"]
    if name == "MPI_Finalize":
        lines += ["  finalized();"]
    lines += ["  return outcome;", "}", "#endif", ""]
    return "\n".join(lines)


def names(text):
    """Statements for the handles in the tables kComms, kGroups and so on."""
    for table, letter in (("kComms", "c"), ("kGroups", "g"), ("kOps", "o"), ("kDatatypes", "d"), ("kWindows", "w"),
                          ("kFiles", "f"), ("kRequests", "r")):
        listed = re.search(table + r"\[\] = \{(.*?)\}", text, flags=re.S).group(1)
        found = [name for name in re.findall(r'"(\w+)"', listed) if name not in GONE]
        for name in found + (FORTRAN_TYPES if letter == "d" else []):
            yield f"DATATYPE({name});\n" if letter == "d" else f"HANDLE('{letter}', {name});\n"
    for name in CONSTANTS:
        yield f"CONSTANT({name});\n"


def main(table, events, wrappers, named):
    with open(table, encoding="utf-8") as file:
        functions = [function(*call) for call in calls(file.read())]
    with open(events, encoding="utf-8") as file:
        statements = list(names(file.read()))
    for path, lines in ((wrappers, functions), (named, statements)):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)


main(*sys.argv[1:])
