#!/usr/bin/env python3
# runtime/record/shmem/wrappers.py - writes a function of C for each OpenSHMEM function, which records its call
# SPDX-License-Identifier: Apache-2.0
"""usage: wrappers.py SPECIFICATION.xml mpi_calls.def shmem_calls.def WRAPPERS.inc

The specification is a list of functions in <functions>:

    <function ret="void *" call="shmem_malloc"> shmem_malloc
      <arg type="size_t"> size </arg>
      <trace dest="bytes"> size </trace>
      <trace dest="result" when="after"> made(result, size) </trace>
    </function>

function  ret is what it returns; call the row of shmem_calls.def that traces name it by, by default its own name.
          real="next": it has no name that begins with p, and is called by its own.
arg       an argument, in order.
trace     an expression of C, and in dest which argument of the row it is. when="after": it is taken when the call
          returns, and `result` is what that gave. count: an expression; then the trace is an array with an element for
          each i below it, but for those that are negative.
Expressions may call place_of(address), made(address, bytes) and gone(address) of memory, number_of_team(team) and
number_of_context(context).

WRAPPERS.inc needs BEGIN_CALL(number, call), PUT(place, value), PUT_EACH(place, count, value), REAL_CALL, END_CALL,
FINISH_CALL(call) and NEXT(name). With GUARDED defined there is a function only where MAQUETTE_HAS_<name> is defined."""
import re
import sys
import xml.etree.ElementTree as ElementTree


class Wrong(Exception):
    """What the specification says cannot be."""


def rows(path, macro):
    """By name the names of the arguments, in the order of a table."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    found = {}
    for name, rest in re.findall(macro + r"\((\w+), \w+((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", text):
        found[name] = re.findall(r"MAQUETTE_ARG\(\w+, [^,]*, (\w+)\)", rest)
    return found


def mpi_rows(path):
    """mpi_calls.def includes another file of its folder."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    included = re.findall(r'#include "maquette/abi/(\w+\.def)"', text)
    return sum(len(rows(each, "MAQUETTE_MPI_CALL"))
               for each in [path] + [re.sub(r"\w+\.def$", name, path) for name in included])


def text_of(element):
    return " ".join((element.text or "").split())


def statements(traces, row, name, when):
    for trace in traces:
        if trace.get("when", "before") != when:
            continue
        destination = trace.get("dest")
        if destination not in row:
            raise Wrong(f"{name}: dest=\"{destination}\" is none of {', '.join(row) or 'its row, which has none'}")
        place, value = row.index(destination), text_of(trace)
        yield (f"PUT_EACH({place}, {trace.get('count')}, {value});" if trace.get("count") else
               f"PUT({place}, {value});")


def wrapper(function, numbers, table):
    name, result = text_of(function), function.get("ret")
    call = function.get("call", name)
    if not re.fullmatch(r"\w+", name) or not result:
        raise Wrong(f"a function has no name, or no ret: {name or ElementTree.tostring(function, 'unicode')[:60]}")
    if call not in table:
        raise Wrong(f"{name}: there is no call {call}; name one of shmem_calls.def in call=")
    arguments = [(argument.get("type"), text_of(argument)) for argument in function.findall("arg")]
    parameters = ", ".join(f"{kind} {argument}" for kind, argument in arguments) or "void"
    given = ", ".join(argument for _, argument in arguments)
    traces = function.findall("trace")
    before, after = (list(statements(traces, table[call], name, when)) for when in ("before", "after"))
    is_next = function.get("real") == "next"
    real = f"(({result} (*)({parameters}))NEXT(\"{name}\"))" if is_next else f"p{name}"
    takes = "" if result == "void" else f"{result} const result = "
    lines = [f"#if !defined(GUARDED) || defined(MAQUETTE_HAS_{name})"]
    lines += [] if is_next else [f"FROM_C {result} p{name}({parameters});"]
    lines += [f'FROM_C {result} maquette_{name}({parameters}) __asm__("{name}");',
              f'{result} maquette_{name}({parameters}) {{',
              f"  BEGIN_CALL({numbers[call]}, {call}) {{", *("    " + line for line in before), "  }",
              f"  REAL_CALL", f"  {takes}{real}({given});",
              "  END_CALL {", *("    " + line for line in after), "  }", f"  FINISH_CALL({call})"]
    lines += [] if result == "void" else ["  return result;"]
    return "\n".join(lines + ["}", "#endif", ""])


def main(specification, mpi_calls, shmem_calls, output):
    table = rows(shmem_calls, "MAQUETTE_SHMEM_CALL")
    first = mpi_rows(mpi_calls)
    numbers = {name: first + place for place, name in enumerate(table)}
    try:
        functions = ElementTree.parse(specification).getroot().findall("function")
        text = "\n".join(wrapper(function, numbers, table) for function in functions)
    except (Wrong, ElementTree.ParseError, OSError) as problem:
        print(f"maquette record: error: {specification}: {problem} [maquette-bad-specification]\n"
              "  fix: see docs/guide/replay-a-trace.md for what a specification holds", file=sys.stderr)
        return 1
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


sys.exit(main(*sys.argv[1:]))
