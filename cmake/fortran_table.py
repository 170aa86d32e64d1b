# cmake/fortran_table.py - the functions and constants of MPI as Fortran has them, read from mpi_calls.def and mpi.h
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re

TABLE = "runtime/abi/include/maquette/abi/mpi_calls.def"
LARGE_TABLE = "runtime/abi/include/maquette/abi/mpi_large_calls.def"
HEADER = "runtime/mpi/bindings/include/mpi.h"
CALL = re.compile(r"MAQUETTE_MPI_CALL\((MPI_\w+), (\w+), (\w+),(.*?)\)\n(?=\n|MAQUETTE|/\*|#|$)", re.S)
LARGE = re.compile(r"MPI_\w+_c$")
# Large-count functions with functions of the program, addresses of C and arrays of handles whose lengths are large: not
# in Fortran.
LARGE_NOT_IN_FORTRAN = {"MPI_Op_create_c", "MPI_Register_datarep_c", "MPI_Type_get_contents_c", "MPI_Buffer_detach_c"}
ARGUMENT = re.compile(r"MAQUETTE_ARG\((\w+), ([^,]+), (\w+)\)?")

# Functions of C that Fortran does not have: conversions of handles, tools, large counts.
NOT_IN_FORTRAN = re.compile(r"MPI_T_|MPI_\w+_([cf]2[cf]|c2f08|f082c)$|MPI_\w+_c$")
# Functions of MPI 1 whose addresses are INTEGERs.
SHORT_ADDRESSES = {"MPI_Address", "MPI_Type_extent", "MPI_Type_lb", "MPI_Type_ub", "MPI_Type_hvector",
                   "MPI_Type_hindexed", "MPI_Type_struct", "MPI_Attr_put", "MPI_Attr_get", "MPI_Keyval_create"}
LOGICAL = {"flag", "reorder", "commute", "periods", "remain", "weighted"}
# Results and arguments that are arrays of INTEGERs, by function where the same name is a scalar elsewhere.
ARRAYS = {"indices", "translated", "coordinates", "destinations", "destweights", "neighbors", "periods", "sources",
          "sourceweights", "sizes", "codes"}
ARRAYS_OF = {"MPI_Graph_get": {"index", "edges"}, "MPI_Type_get_contents": {"integers", "addresses", "datatypes"}}
# The standard's names of arguments, which calls may use as keywords.
NAMES = {"requests": "array_of_requests", "statuses": "array_of_statuses", "indices": "array_of_indices",
         "blocklengths": "array_of_blocklengths", "displacements": "array_of_displacements", "types": "array_of_types",
         "class_of": "errorclass", "code": "errorcode", "coordinates": "coords", "remain": "remain_dims",
         "assertion": "assert",
         "codes": "array_of_errcodes", "keyval": "comm_keyval", "function": "user_fn", "neighbors": "neighbors",
         "read_conversion": "read_conversion_fn", "write_conversion": "write_conversion_fn",
         "extent_function": "dtype_file_extent_fn"}


class Argument:
    def __init__(self, function, kind, type_of, name):
        self.function, self.kind, self.type, self.name = function, kind, type_of, name
        self.base = type_of.replace("const ", "").replace("*", "").strip()
        self.is_pointer = "*" in type_of
        self.is_const = type_of.startswith("const ")

    @property
    def dummy(self):
        return NAMES.get(self.name, self.name)

    def is_handle(self):
        return self.base in HANDLES

    def is_choice(self):
        return self.base == "void" and self.is_pointer

    def is_text(self):
        return self.base == "char"

    def is_status(self):
        return self.base == "MPI_Status"

    def is_logical(self):
        return self.base == "int" and (self.name in LOGICAL
                                       or (self.name, self.function) == ("high", "MPI_Intercomm_merge"))

    def is_array(self):
        if not self.is_pointer:
            return False
        if self.kind in ("Counts", "Displacements", "Datatypes", "Requests", "StatusesOut"):
            return True
        if self.kind == "ArrayIn":
            return not (self.is_text() or self.is_choice() or self.is_status())
        return self.name in ARRAYS or self.name in ARRAYS_OF.get(self.function, ())

    def is_short(self):
        return self.base == "MPI_Aint" and self.function in SHORT_ADDRESSES


HANDLES = {"MPI_Comm", "MPI_Datatype", "MPI_Request", "MPI_Message", "MPI_Op", "MPI_Group", "MPI_Info",
           "MPI_Errhandler", "MPI_Win", "MPI_File", "MPI_Session"}


def rows(root, table):
    """(name, result type, arguments), but for `argc` and `argv`."""
    for name, _, result, rest in CALL.findall((pathlib.Path(root) / table).read_text()):
        arguments = [Argument(name, *match) for match in ARGUMENT.findall(rest)]
        own = [a for a in arguments if a.name != "argc" and a.type != "char ***"]
        yield name, result, [a for a in own if (name, a.name) != ("MPI_Info_create_env", "argv")]


def functions(root):
    """Those that Fortran has, without the large-count ones."""
    return [row for row in rows(root, TABLE) if not NOT_IN_FORTRAN.match(row[0])]


def large_functions(root):
    """The large-count ones, which mpi_f08 alone has: their counts are INTEGER(MPI_COUNT_KIND)."""
    both = list(rows(root, TABLE)) + list(rows(root, LARGE_TABLE))
    return [row for row in both if LARGE.match(row[0]) and row[0] not in LARGE_NOT_IN_FORTRAN]


DEFINE = re.compile(r"^#define (MPI_\w+)\s+(.+?)\s*$", re.M)
HANDLE_VALUE = re.compile(r"\(\((MPI_\w+)\)(0x[0-9a-f]+|0)(?:ul)?\)$")
NUMBER = re.compile(r"\(?(-?(?:0x[0-9a-f]+|\d+))\)?$")
# Constants that are passed where an offset is expected.
OFFSETS = {"MPI_DISPLACEMENT_CURRENT"}
# Fortran's texts have no room for a zero at the end.
TEXT_LENGTH = re.compile(r"MPI_MAX_(?!INFO_VALUELEN)")


def constants(root):
    """{name: (handle type or None, number)}"""
    found, aliases = {}, {}
    for name, text in DEFINE.findall((pathlib.Path(root) / HEADER).read_text()):
        text = text.split("/*")[0].strip()
        if name.startswith("MPI_T_") or name in ("MPI_F_STATUS_SIZE",):
            continue
        if match := HANDLE_VALUE.match(text):
            if match.group(1) in HANDLES:
                found[name] = (match.group(1), int(match.group(2), 0))
        elif match := NUMBER.match(text):
            found[name] = (None, int(match.group(1), 0) - (1 if TEXT_LENGTH.match(name) else 0))
        elif re.match(r"MPI_\w+$", text):
            aliases[name] = text
    for name, other in aliases.items():
        if other in found:
            found[name] = found[other]
    status = (pathlib.Path(root) / HEADER).read_text()
    size = int(re.search(r"MPI_F_STATUS_SIZE\s+(\d+)", status).group(1))
    found.update({"MPI_STATUS_SIZE": (None, size), "MPI_SOURCE": (None, 1), "MPI_TAG": (None, 2),
                  "MPI_ERROR": (None, 3), "MPI_ADDRESS_KIND": (None, 8), "MPI_OFFSET_KIND": (None, 8),
                  "MPI_COUNT_KIND": (None, 8), "MPI_INTEGER_KIND": (None, 4)})
    return found


# The common blocks whose addresses are special values: name, type, length. Their names begin with maquette_: never
# private per rank.
SPECIALS = [("MPI_BOTTOM", "INTEGER", 0), ("MPI_IN_PLACE", "INTEGER", 0), ("MPI_UNWEIGHTED", "INTEGER", 1),
            ("MPI_WEIGHTS_EMPTY", "INTEGER", 1), ("MPI_ERRCODES_IGNORE", "INTEGER", 1)]
ARGV_SPECIALS = [("MPI_ARGV_NULL", "1"), ("MPI_ARGVS_NULL", "1,1")]
STATUS_SPECIALS = [("MPI_STATUS_IGNORE", ""), ("MPI_STATUSES_IGNORE", ",1")]
ATTRIBUTE_FUNCTIONS = ["MPI_NULL_COPY_FN", "MPI_NULL_DELETE_FN", "MPI_DUP_FN"] + [
    f"MPI_{kind}_{name}_FN" for kind in ("COMM", "TYPE", "WIN")
    for name in ("NULL_COPY", "NULL_DELETE", "DUP")] + ["MPI_CONVERSION_FN_NULL"]


def block(name):
    return "maquette_" + name.lower()
