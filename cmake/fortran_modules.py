#!/usr/bin/env python3
# cmake/fortran_modules.py - writes mpif.h and the modules mpi and mpi_f08 from the table of MPI functions
# SPDX-License-Identifier: Apache-2.0
"""usage: fortran_modules.py ROOT FOLDER

Writes FOLDER/mpif.h, FOLDER/mpi.f90 and FOLDER/mpi_f08.f90. All three ways to MPI lead to the same entry points
(cmake/fortran_bindings.py): a handle of mpi_f08 is a type that holds the integer, an absent `ierror` is a null address.
Buffers are passed by address whatever they are (NO_ARG_CHECK), so a section that is not contiguous is copied:
MPI_SUBARRAYS_SUPPORTED is false."""
import pathlib
import sys

import fortran_table
from fortran_table import ARGV_SPECIALS, ATTRIBUTE_FUNCTIONS, HANDLES, SPECIALS, STATUS_SPECIALS, block

RESULTS = {"double": "REAL(8)", "MPI_Aint": "INTEGER(MPI_ADDRESS_KIND)"}
KINDS = {"MPI_Aint": "MPI_ADDRESS_KIND", "MPI_Offset": "MPI_OFFSET_KIND", "MPI_Count": "MPI_COUNT_KIND"}
# What functions of the program are, in mpi_f08; the same functions of mpi have integers for handles.
CALLBACKS = """
  ABSTRACT INTERFACE
    SUBROUTINE MPI_User_function(invec, inoutvec, len, datatype)
      USE, INTRINSIC :: iso_c_binding, ONLY: c_ptr
      IMPORT
      TYPE(c_ptr), VALUE :: invec, inoutvec
      INTEGER :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE
    SUBROUTINE MPI_Grequest_query_function(extra_state, status, ierror)
      IMPORT
      INTEGER(MPI_ADDRESS_KIND) :: extra_state
      TYPE(MPI_Status) :: status
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Grequest_free_function(extra_state, ierror)
      IMPORT
      INTEGER(MPI_ADDRESS_KIND) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Grequest_cancel_function(extra_state, complete, ierror)
      IMPORT
      INTEGER(MPI_ADDRESS_KIND) :: extra_state
      LOGICAL :: complete
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER(MPI_ADDRESS_KIND) :: extent, extra_state
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, extra_state, ierror)
      USE, INTRINSIC :: iso_c_binding, ONLY: c_ptr
      IMPORT
      TYPE(c_ptr), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: count, ierror
      INTEGER(MPI_OFFSET_KIND) :: position
      INTEGER(MPI_ADDRESS_KIND) :: extra_state
    END SUBROUTINE
"""
KEY_CALLBACKS = """    SUBROUTINE MPI_{kind}_copy_attr_function(old, keyval, extra_state, attribute_val_in, \
attribute_val_out, flag, ierror)
      IMPORT
      TYPE({handle}) :: old
      INTEGER :: keyval, ierror
      INTEGER(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE
    SUBROUTINE MPI_{kind}_delete_attr_function(old, keyval, attribute_val, extra_state, ierror)
      IMPORT
      TYPE({handle}) :: old
      INTEGER :: keyval, ierror
      INTEGER(MPI_ADDRESS_KIND) :: attribute_val, extra_state
    END SUBROUTINE
"""
ERROR_CALLBACK = """    SUBROUTINE MPI_{kind}_errhandler_function(handle, error_code)
      IMPORT
      TYPE({handle}) :: handle
      INTEGER :: error_code
    END SUBROUTINE
"""
SIZEOF_TYPES = ["INTEGER(1)", "INTEGER(2)", "INTEGER(4)", "INTEGER(8)", "REAL(4)", "REAL(8)", "REAL(10)", "REAL(16)",
                "COMPLEX(4)", "COMPLEX(8)", "COMPLEX(10)", "COMPLEX(16)", "LOGICAL(4)", "CHARACTER(*)"]


def wrap(line):
    """Free form has lines of 132 characters."""
    lines = []
    while len(line) > 120:
        cut = line.rindex(",", 0, 120) + 1
        lines.append(line[:cut] + " &")
        line = "      " + line[cut:].lstrip()
    return "\n".join(lines + [line])


class Style:
    """How a module writes arguments: with integers for handles, or with types."""

    def __init__(self, with_types):
        self.with_types = with_types

    def type_of(self, argument):
        function = argument.function
        if argument.kind == "Callback":
            return "EXTERNAL"
        if argument.name == "extra_state" or (argument.name == "value" and "attr" in function.lower()):
            return "INTEGER" if function in fortran_table.SHORT_ADDRESSES else "INTEGER(MPI_ADDRESS_KIND)"
        if argument.is_choice():
            return None
        if argument.is_text() or argument.base == "char":
            return "CHARACTER(LEN=*)"
        if argument.is_status():
            return "TYPE(MPI_Status)" if self.with_types else "INTEGER"
        if argument.is_handle():
            return f"TYPE({argument.base})" if self.with_types else "INTEGER"
        if argument.base in KINDS and not argument.is_short():
            return f"INTEGER({KINDS[argument.base]})"
        return "LOGICAL" if argument.is_logical() else "INTEGER"

    def shape(self, argument):
        if argument.is_status() and not self.with_types:
            return "(MPI_STATUS_SIZE,*)" if argument.is_array() else "(MPI_STATUS_SIZE)"
        if argument.base == "maquette_mpi_range":
            return "(3,*)"
        if argument.type == "char **":
            return "(*)"
        return "(*)" if argument.is_array() else ""

    def declarations(self, arguments):
        lines = []
        for a in arguments:
            kind = self.type_of(a)
            if kind is None:
                lines += [f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {a.dummy}", f"TYPE(*), DIMENSION(*) :: {a.dummy}"]
            elif kind == "EXTERNAL":
                lines.append(f"EXTERNAL :: {a.dummy}")
            else:
                lines.append(f"{kind} :: {a.dummy}{self.shape(a)}")
        return lines

    def interface(self, name, result, arguments):
        dummies = [a.dummy for a in arguments]
        if result == "int":
            what, head = "SUBROUTINE", dummies + ["ierror"]
            last = ["INTEGER, OPTIONAL :: ierror" if self.with_types else "INTEGER :: ierror"]
        else:
            what, head = "FUNCTION", dummies
            last = [f"{RESULTS[result]} :: {name}"]
        lines = [f"{what} {name}({', '.join(head)})", "IMPORT"] + self.declarations(arguments) + last + [f"END {what}"]
        return "\n".join(line if line.startswith("!") else "      " + line for line in lines)


def argv_as_text(function):
    """`argv` of spawn is an array of texts; the table's filter has left out what C alone has."""
    name, result, arguments = function
    if name == "MPI_Comm_spawn_multiple":
        extra = fortran_table.Argument(name, "ArrayIn", "char **", "argvs")
        arguments = arguments[:2] + [extra] + arguments[2:]
    return name, result, arguments


def functions(root):
    return [argv_as_text(function) for function in fortran_table.functions(root)]


def is_overloaded(name, style):
    return style.with_types and name == "MPI_Buffer_detach"


def can_be_told_apart(style, small, large):
    """Whether a call shows by its arguments which of the two is meant: by their number, or the kind of an INTEGER."""
    return len(small) != len(large) or any(
        style.type_of(a) == "INTEGER" and (style.type_of(b) or "").startswith("INTEGER(") for a, b in zip(small, large))


def generics(root, style):
    """Names under which a function and its large-count form are found, by the kind of their counts (MPI 4.0, 19.2); and
    the latter's interfaces."""
    small = {name: arguments for name, _, arguments in functions(root)}
    lines = ["  INTERFACE"]
    named = []
    for name, result, arguments in fortran_table.large_functions(root):
        lines += [style.interface(prefix + name, result, arguments) for prefix in ("", "P")]
        if can_be_told_apart(style, small[name[:-2]], arguments):
            named.append(name[:-2])
    lines.append("  END INTERFACE")
    for name in named:
        for prefix in ("", "P"):
            lines += [f"  INTERFACE {prefix}{name}", f"    PROCEDURE {prefix}{name}, {prefix}{name}_c",
                      "  END INTERFACE"]
    return lines


def interfaces(root, style):
    lines = ["  INTERFACE"]
    for name, result, arguments in functions(root):
        if not is_overloaded(name, style):
            lines += [style.interface(prefix + name, result, arguments) for prefix in ("", "P")]
    lines.append("    SUBROUTINE MPI_F_sync_reg(buf)\n!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf\n"
                 "      TYPE(*), DIMENSION(*) :: buf\n    END SUBROUTINE")
    return lines + ["  END INTERFACE"]


def special_values(common):
    """Declarations of the values that are addresses."""
    lines = []
    for name, kind, length in SPECIALS:
        lines += [f"{kind} {name}{f'({length})' if length else ''}", common(name)]
    for name, shape in ARGV_SPECIALS:
        lines += [f"CHARACTER*1 {name}({shape})", common(name)]
    return lines


def common(name):
    return f"COMMON /{block(name)}/ {name}"


def status_specials(with_types):
    lines = []
    for name, more in STATUS_SPECIALS:
        shape = more.replace(",", "(") + ")" if more else ""
        lines += [f"TYPE(MPI_Status) :: {name}{shape}" if with_types else f"INTEGER {name}(MPI_STATUS_SIZE{more})",
                  common(name)]
    return lines


def sizeof():
    names = [f"sizeof_{i}" for i in range(len(SIZEOF_TYPES))]
    bodies = []
    for name, kind in zip(names, SIZEOF_TYPES):
        bodies.append(f"  SUBROUTINE {name}(x, size, ierror)\n    {kind}, DIMENSION(..) :: x\n    INTEGER :: size\n"
                      "    INTEGER, OPTIONAL :: ierror\n    size = STORAGE_SIZE(x) / 8\n"
                      "    IF (PRESENT(ierror)) ierror = 0\n  END SUBROUTINE")
    return [f"  INTERFACE {prefix}MPI_Sizeof\n    MODULE PROCEDURE {', '.join(names)}\n  END INTERFACE"
            for prefix in ("", "P")], bodies


def base_module(values):
    lines = ["MODULE maquette_mpi_base", "  IMPLICIT NONE", "  PUBLIC"]
    lines += [f"  INTEGER{'(8)' if name in fortran_table.OFFSETS else ''}, PARAMETER :: {name} = {value}"
              for name, (handle, value) in values.items() if handle is None]
    lines += ["  LOGICAL, PARAMETER :: MPI_SUBARRAYS_SUPPORTED = .FALSE., MPI_ASYNC_PROTECTS_NONBLOCKING = .FALSE."]
    lines += ["  " + line for line in special_values(common)]
    generic, bodies = sizeof()
    return lines + ["  PRIVATE :: " + ", ".join(f"sizeof_{i}" for i in range(len(SIZEOF_TYPES)))] + generic + \
        ["CONTAINS"] + bodies + ["END MODULE"]


def externals():
    return ["  EXTERNAL :: " + name for name in ATTRIBUTE_FUNCTIONS]


def mpi_module(root, values):
    lines = ["! Written by cmake/fortran_modules.py."] + base_module(values)
    lines += ["MODULE mpi", "  USE maquette_mpi_base", "  IMPLICIT NONE", "  PUBLIC"]
    lines += [f"  INTEGER, PARAMETER :: {name} = {value}" for name, (handle, value) in values.items() if handle]
    lines += ["  " + line for line in status_specials(False)] + externals()
    return lines + interfaces(root, Style(False)) + ["END MODULE"]


def comparisons():
    """== and /= of handles."""
    generic, bodies = [], []
    for operator, word in (("==", "eq"), ("/=", "ne")):
        generic += [f"  INTERFACE OPERATOR({operator})"]
        generic += [f"    MODULE PROCEDURE {word}_{h[4:].lower()}" for h in sorted(HANDLES)]
        generic += ["  END INTERFACE"]
        for handle in sorted(HANDLES):
            name = f"{word}_{handle[4:].lower()}"
            bodies.append(f"  ELEMENTAL LOGICAL FUNCTION {name}(a, b)\n    TYPE({handle}), INTENT(IN) :: a, b\n"
                          f"    {name} = a%MPI_VAL {operator} b%MPI_VAL\n  END FUNCTION")
    return generic, bodies


def callback_interfaces():
    text = CALLBACKS
    for kind, handle in (("Comm", "MPI_Comm"), ("Type", "MPI_Datatype"), ("Win", "MPI_Win")):
        text += KEY_CALLBACKS.format(kind=kind, handle=handle)
    for kind in ("Comm", "Win", "File", "Session"):
        text += ERROR_CALLBACK.format(kind=kind, handle="MPI_" + kind)
    return [text + "  END INTERFACE"]


BUFFER_DETACH = """  INTERFACE MPI_Buffer_detach
    SUBROUTINE maquette_f08_buffer_detach(buffer_addr, size, ierror)
      USE, INTRINSIC :: iso_c_binding, ONLY: c_ptr
      TYPE(c_ptr) :: buffer_addr
      INTEGER :: size
      INTEGER, OPTIONAL :: ierror
    END SUBROUTINE
  END INTERFACE"""


def f08_module(root, values):
    lines = ["! Written by cmake/fortran_modules.py.", "MODULE mpi_f08", "  USE maquette_mpi_base", "  IMPLICIT NONE",
             "  PUBLIC"]
    for handle in sorted(HANDLES):
        lines += [f"  TYPE, BIND(C) :: {handle}", "    INTEGER :: MPI_VAL", "  END TYPE"]
    rest = values["MPI_STATUS_SIZE"][1] - 3
    lines += ["  TYPE, BIND(C) :: MPI_Status", "    INTEGER :: MPI_SOURCE, MPI_TAG, MPI_ERROR",
              f"    INTEGER, PRIVATE :: rest({rest})", "  END TYPE"]
    lines += [f"  TYPE({handle}), PARAMETER :: {name} = {handle}({value})" for name, (handle, value) in values.items()
              if handle]
    generic, bodies = comparisons()
    lines += (["  " + line for line in status_specials(True)] + externals() + generic + callback_interfaces()
              + [BUFFER_DETACH])
    style = Style(True)
    return lines + interfaces(root, style) + generics(root, style) + ["CONTAINS"] + bodies + ["END MODULE"]


def header(values):
    """For fixed and free form: columns 7 to 72, no line continued."""
    lines = []
    for name, (_, value) in values.items():
        lines += [f"INTEGER{'*8' if name in fortran_table.OFFSETS else ''} {name}", f"PARAMETER ({name}={value})"]
    for name in ("MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"):
        lines += [f"LOGICAL {name}", f"PARAMETER ({name}=.FALSE.)"]
    lines += special_values(common) + status_specials(False)
    lines += [f"EXTERNAL {name}" for name in ATTRIBUTE_FUNCTIONS]
    for name, kind in (("MPI_WTIME", "REAL*8"), ("MPI_WTICK", "REAL*8"), ("MPI_AINT_ADD", "INTEGER*8"),
                       ("MPI_AINT_DIFF", "INTEGER*8")):
        lines += [line for prefix in ("", "P") for line in (f"{kind} {prefix}{name}", f"EXTERNAL {prefix}{name}")]
    return ["! Written by cmake/fortran_modules.py."] + ["      " + line for line in lines]


def main():
    root, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    values = fortran_table.constants(root)
    for name, lines in (("mpif.h", header(values)), ("mpi.f90", mpi_module(root, values)),
                        ("mpi_f08.f90", f08_module(root, values))):
        lines = "\n".join(lines).split("\n")
        (folder / name).write_text("\n".join(map(wrap, lines)) + "\n")


if __name__ == "__main__":
    main()
