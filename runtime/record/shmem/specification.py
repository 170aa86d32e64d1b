#!/usr/bin/env python3
# runtime/record/shmem/specification.py - writes which OpenSHMEM functions are recorded, and what of each
# SPDX-License-Identifier: Apache-2.0
"""usage: specification.py BINDINGS OUTPUT.xml

BINDINGS is the folder with the table of OpenSHMEM's functions. wrappers.py says what the tags mean."""
import sys
from xml.sax.saxutils import escape, quoteattr

sys.path.insert(0, sys.argv[1])
import functions  # noqa: E402  (found where the caller says)

SET = {"PE_start": "start", "logPE_stride": "log_stride", "PE_size": "size"}


def elements(place, count):
    """Of a call that waits for `count` variables, of which the i-th is at `place`."""
    return [("addresses", place, {"count": count, "when": "after"}), ("element", "sizeof(*IVAR)", {})]


def waited(call, given):
    """What a call of the wait and test families found true."""
    variable = next(name for name in ("ivar", "ivars", "sig_addr") if name in given)
    tests = call.startswith("test")
    if "_any" in call:
        traces = elements(f"place_of({variable} + result)", "result < nelems")
    elif "_some" in call:
        traces = elements(f"place_of({variable} + indices[i])", "result")
    elif "_all" in call:
        traces = elements(f"status != NULL && status[i] ? -1 : place_of({variable} + i)",
                          "result ? nelems : 0" if tests else "nelems")
    else:
        traces = elements(f"place_of({variable})", "result ? 1 : 0" if tests else "1")
    return [(to, text.replace("IVAR", variable), options) for to, text, options in traces]


def accessed(call, given, element):
    """What is put, got or changed, where and how much of it."""
    is_get = call in ("get", "g", "get_nbi", "iget", "atomic_fetch", "atomic_fetch_nbi")
    traces = [("address", f"place_of({'source' if is_get else 'dest'})", {})]
    if call in ("iput", "iget"):
        traces += [("to_stride", "dst", {}), ("from_stride", "sst", {}), ("count", "nelems", {}),
                   ("element", element, {})]
    else:
        traces.append(("bytes", f"nelems * {element}" if "nelems" in given else element, {}))
    if "sig_addr" in given:
        traces.append(("signal", "place_of(sig_addr)", {}))
    return traces + [("pe", "pe", {})]


def exchanged(call, given, element):
    """How much a collective call moves."""
    if call == "alltoalls":
        return [("to_stride", "dst", {}), ("from_stride", "sst", {}), ("count", "nelems", {}), ("element", element, {})]
    if call.endswith("_reduce"):
        return [("count", "nreduce", {}), ("element", element, {})]
    root = [("root", "PE_root", {})] if "PE_root" in given else []
    return [("bytes", f"nelems * {element}", {})] + root


AFTER = {"when": "after"}
HEAP = {"malloc": "size", "malloc_with_hints": "size", "calloc": "count * size", "align": "size", "realloc": "size"}
LOCKS = ("set_lock", "test_lock", "clear_lock")
COLLECTIVES = ("broadcast", "collect", "fcollect", "alltoall", "alltoalls")
OTHERS = {
    "init": [], "finalize": [], "barrier_all": [], "sync_all": [], "barrier": [], "sync": [], "quiet": [], "fence": [],
    "global_exit": [("status", "status", {})], "free": [("address", "gone(ptr)", {})],
    "team_split_strided": [("team", "number_of_team(parent_team)", {}), ("start", "start", {}),
                           ("stride", "stride", {}), ("size", "size", {}),
                           ("result", "number_of_team(*new_team)", AFTER)],
    "team_split_2d": [("team", "number_of_team(parent_team)", {}), ("range", "xrange", {}),
                      ("x_team", "number_of_team(*xaxis_team)", AFTER),
                      ("y_team", "number_of_team(*yaxis_team)", AFTER)],
    "team_destroy": [], "ctx_create": [("result", "number_of_context(*ctx)", AFTER)], "ctx_destroy": []}


def traces(function, element):
    """[(what an event calls it, expression, options)]; None: the function is not recorded."""
    call, given = function.family.call, functions.argument_names(function.parameters)
    if call in HEAP:
        found = [("address", "gone(ptr)", {})] if call == "realloc" else []
        found += [("bytes", HEAP[call], {}), ("result", f"made(result, {HEAP[call]})", AFTER)]
    elif call in OTHERS:
        found = OTHERS[call]
    elif call in LOCKS:
        found = [("address", "place_of(lock)", {})] + ([("outcome", "result", AFTER)] if call == "test_lock" else [])
    elif call.startswith(("wait", "test", "signal_wait")):
        found = waited(call, given)
    elif call in COLLECTIVES or call.endswith("_reduce"):
        found = exchanged(call, given, element)
    elif "pe" in given and call.startswith(("put", "p", "get", "g", "iput", "iget", "atomic")) and call != "ptr" and \
            call != "pe_accessible":
        found = accessed(call, given, element)
    else:
        return None
    if "ctx" in given and call != "ctx_create":
        found = found + [("context", "number_of_context(ctx)", {})]
    if "team" in given:
        found = found + [("team", "number_of_team(team)", {})]
    return found + [(SET[name], name, {}) for name in given if name in SET]


def instances():
    """Each function with the size of its elements."""
    for family in functions.table.FUNCTIONS:
        for context in [False, True] if family.contexts else [False]:
            for instance in functions.instances(family):
                yield functions.Function(family, instance, context), instance[3]


def main():
    lines = ["<!-- shmem.xml - the OpenSHMEM functions that are recorded; written by specification.py -->",
             "<functions>"]
    for function, element in instances():
        found = traces(function, element)
        if found is None:
            continue
        real = ' real="next"' if function.family.bare else ""
        lines.append(f"<function ret={quoteattr(function.result)} call=\"shmem_{function.family.call}\"{real}> "
                     f"{function.name}")
        for parameter in [] if function.parameters == "void" else function.parameters.split(", "):
            name = functions.argument_names(parameter)[0]
            lines.append(f"  <arg type={quoteattr(parameter[:-len(name)].strip())}> {name} </arg>")
        for to, expression, options in found:
            more = "".join(f" {key}={quoteattr(value)}" for key, value in options.items())
            lines.append(f"  <trace dest=\"{to}\"{more}> {escape(expression)} </trace>")
        lines.append("</function>")
    lines.append("</functions>")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
