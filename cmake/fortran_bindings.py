#!/usr/bin/env python3
# cmake/fortran_bindings.py - writes the Fortran entry points of MPI from the table of MPI functions
# SPDX-License-Identifier: Apache-2.0
"""usage: fortran_bindings.py ROOT OUTPUT.cpp

One function mpi_x_ for each MPI_X, which converts its arguments (runtime/fortran/binding.h) and calls PMPI_X."""
import pathlib
import sys

import fortran_table

# Written by hand, in runtime/fortran: functions of the program are called back, attributes are numbers, results are no
# pointers.
BY_HAND = {"MPI_Op_create", "MPI_Comm_create_keyval", "MPI_Keyval_create", "MPI_Type_create_keyval",
           "MPI_Win_create_keyval", "MPI_Comm_create_errhandler", "MPI_Errhandler_create", "MPI_Win_create_errhandler",
           "MPI_File_create_errhandler", "MPI_Session_create_errhandler", "MPI_Grequest_start", "MPI_Register_datarep",
           "MPI_Comm_set_attr", "MPI_Comm_get_attr", "MPI_Type_set_attr", "MPI_Type_get_attr", "MPI_Win_set_attr",
           "MPI_Win_get_attr", "MPI_Attr_put", "MPI_Attr_get",
           "MPI_Buffer_detach", "MPI_Comm_spawn", "MPI_Comm_spawn_multiple", "MPI_Type_get_contents"}
KEYS = {"key", "value"}
NO_IERROR = {"MPI_Wtime", "MPI_Wtick", "MPI_Aint_add", "MPI_Aint_diff"}


def length(function, arguments, argument):
    """How many elements an array of handles, statuses or short addresses has."""
    return "*" + next(a.name for a in arguments if a.name in ("incount", "count"))


def handle_array(function, arguments, argument):
    if "alltoallw" in function.lower() and argument.kind == "Datatypes":
        sends = argument.name.startswith("s")
        peers = "Ranks" if "eighbor" not in function else "Destinations" if sends else "Sources"
        buffer = "sendbuf" if sends else "nullptr"
        return f"keptTypes(call, comm, Peers::{peers}, {argument.name}, {buffer})"
    form = "InOutHandles" if argument.kind == "Requests" else "Handles"
    return f"{form}<{argument.base}>(call, {argument.name}, {length(function, arguments, argument)})"


def handle(function, arguments, argument):
    if argument.is_array():
        return handle_array(function, arguments, argument)
    if not argument.is_pointer:
        return f"call.in<{argument.base}>({argument.name})"
    form = "InOut" if argument.kind in ("InOut", "Request", "Message") else "Out"
    return f"{form}<{argument.base}>(call, {argument.name})"


def text(function, argument):
    if argument.kind == "ArrayIn":
        blanks = "RemoveLeading" if argument.name in KEYS and "Info" in function else "KeepLeading"
        return f"TextIn({argument.name}, {argument.name}_length, Blanks::{blanks})"
    return f"TextOut({argument.name}, {argument.name}_length)"


def number(function, arguments, argument):
    if argument.function.startswith("MPI_Dist_graph") and "weight" in argument.name:
        return f"weightsAt({argument.name})"
    if (function, argument.name) == ("MPI_Info_get_string", "length"):
        return "TextRoom(length)"
    if (function, argument.name) in (("MPI_Waitany", "index"), ("MPI_Testany", "index")):
        return f"Index({argument.name})"
    if argument.name == "indices":
        return "Indices(indices, outcount)"
    if argument.is_short() and argument.is_pointer:
        if argument.kind == "ArrayIn":
            return f"ShortAddresses({argument.name}, {length(function, arguments, argument)})"
        return f"ShortAddress({argument.name})"
    if argument.base == "maquette_mpi_range":
        return f"reinterpret_cast<maquette_mpi_range *>({argument.name})"
    return argument.name if argument.is_pointer else "*" + argument.name


def converted(function, arguments, argument):
    if argument.is_choice():
        if argument.function.endswith(("alloc_mem",)) or argument.name == "baseptr":
            return argument.name
        return f"bufferAt({argument.name})"
    if argument.is_handle():
        return handle(function, arguments, argument)
    if argument.is_status():
        if argument.is_array():
            return f"Statuses(statuses, {length(function, arguments, argument)})"
        return f"Status({argument.name})"
    if argument.is_text():
        return text(function, argument)
    return number(function, arguments, argument)


def parameter(argument):
    if argument.is_choice():
        return f"void *{argument.name}"
    if argument.is_text():
        return f"char *{argument.name}"
    if argument.base in ("MPI_Aint", "MPI_Offset", "MPI_Count") and not argument.is_short():
        return f"{argument.base} *{argument.name}"
    return f"MPI_Fint *{argument.name}"


def entry(name, result, arguments):
    lower = name.lower() + "_"
    parameters = [parameter(a) for a in arguments]
    passed = [converted(name, arguments, a) for a in arguments]
    if name in ("MPI_Init", "MPI_Init_thread"):
        passed = ["nullptr", "nullptr"] + passed
    if name == "MPI_Info_create_env":
        passed = ["0", "nullptr"] + passed
    if name in NO_IERROR:
        body = f"  return P{name}({', '.join(passed)});"
    else:
        parameters.append("MPI_Fint *ierror")
        body = f"  call.end(ierror, P{name}({', '.join(passed)}));"
        result = "void"
    parameters += [f"std::size_t {a.name}_length" for a in arguments if a.is_text()]
    return (f"MAQUETTE_FORTRAN_NAME({lower})\nMAQUETTE_FORTRAN_ENTRY {result} p{lower}({', '.join(parameters)}) {{\n"
            f"{'' if name in NO_IERROR else '  MAQUETTE_FORTRAN_BEGIN;' + chr(10)}{body}\n}}\n")


def main():
    root, output = sys.argv[1:]
    functions = fortran_table.functions(root) + fortran_table.large_functions(root)
    bodies = [entry(*function) for function in functions if function[0] not in BY_HAND]
    pathlib.Path(output).write_text("// Written by cmake/fortran_bindings.py.\n#include \"binding.h\"\n\n"
                                    "using namespace maquette::fortran;\n\n" + "".join(bodies))


if __name__ == "__main__":
    main()
