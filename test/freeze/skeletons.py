# test/freeze/skeletons.py - the sources whose skeletons are frozen
# SPDX-License-Identifier: Apache-2.0
"""Lit inputs, compiled as their RUN lines say; programs of the journeys and other tests; random programs;
the examples."""
import os
import re
import shlex
import sys
from dataclasses import dataclass, field

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TEST)
LIT = os.path.join(TEST, "lit", "skeletonizer")
PARTED = ("files_of_one_name.test", "included_twice.test", "included_with_less.test", "instructions.test",
          "several_programs.test", "opaque_record.test", "unity_build.test", "c_function_in_namespace.test")
RUN_LINE = re.compile(r"RUN: %skeleton (.*?)(?:\||>|$)", re.M)


@dataclass
class Skeleton:
    name: str
    sources: list  # Absolute paths, units and headers.
    flags: list = field(default_factory=list)
    options: list = field(default_factory=list)  # Of `maquette skeletonize`.
    mock: bool = False  # Compiled with the lit tests' mpi.h, else by the wrapper.
    texts: dict = field(default_factory=dict)  # More files, by name.
    run: tuple = ()  # Ranks and arguments of the skeleton, which is charged by a made-up profile.


def is_unit(path):
    return not path.endswith(".h")


def of_lit(name):
    """None where the input has a RUN line of another kind."""
    path = os.path.join(LIT, name)
    with open(path, encoding="utf-8") as file:
        found = RUN_LINE.search(file.read())
    if found is None:
        return None
    words = [word.replace("%s", path).replace("%S", LIT) for word in shlex.split(found.group(1))]
    flags, options, sources = [], [], []
    while words:
        word = words.pop(0)
        if word == "--exact":
            options.append(word)
        elif word in ("--std", "--option", "--tree"):
            value = words.pop(0)
            flags += {"--std": ["-std=" + value], "--option": [value], "--tree": []}[word]
        elif word.startswith("--option="):
            flags.append(word.split("=", 1)[1])
        elif word.startswith("--std="):
            flags.append("-std=" + word.split("=", 1)[1])
        elif not word.startswith("-"):
            sources.append(word)
    return Skeleton("lit: " + name, sources, flags, options, mock=True)


def of_parts(name):
    """A lit input of several files, one of them the compilation database."""
    with open(os.path.join(LIT, name), encoding="utf-8") as file:
        parts = re.split(r"^(?://|#)--- (\S+)\n", file.read(), flags=re.M)
    return Skeleton("lit: " + name, [], texts=dict(zip(parts[1::2], parts[2::2])), mock=True)


def random_programs():
    """Those that the journeys compare with their skeletons."""
    sys.path.insert(0, os.path.join(TEST, "integration", "journeys"))
    from random_cpp_program import RandomCppProgram
    from random_program import RandomProgram
    for kind in (RandomProgram, RandomCppProgram):
        flags = [word for word in kind.COMPILER[1:]] + ["-O1", "-w"]
        for seed in range(1, 13):
            yield Skeleton(f"random: {kind.FILE}, seed {seed}", [],
                           flags, ["--exact"] if seed % 2 else [],
                           texts={kind.FILE: kind(seed).text()})


def files_of(*parts):
    folder = os.path.join(ROOT, *parts)
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith((".c", ".cpp", ".h"))]


def programs():
    folder = os.path.join(TEST, "integration", "journeys", "programs")
    runs = {"convergence.c": (8, ), "exchange.cpp": (8, ), "packing.c": (8, ), "containers.cpp": (5, )}
    for name in sorted(os.listdir(folder)):
        if name.endswith((".c", ".cpp")):
            yield Skeleton("journey: " + name, [os.path.join(folder, name)], ["-O2"], run=runs.get(name, ()))
    yield Skeleton("journey: several programs", files_of("test", "integration", "journeys", "programs", "several"),
                   ["-O2"])
    for name, folder in (("mixture.c", "integration/repeat"), ("lu.c", "integration/tool"),
                         ("exchange.c", "integration/tool"), ("stencil.c", "bench"), ("halo.c", "bench")):
        yield Skeleton("program: " + name, [os.path.join(TEST, folder, "programs", name)], ["-O2"])
    yield Skeleton("example: poisson3d",
                   files_of("examples", "poisson3d"), ["-std=c99", "-O3"],
                   run=(64, "-n", "16", "16", "16", "--iterations", "10"))
    yield Skeleton("example: particles",
                   files_of("examples", "particles"), ["-std=c++17", "-O2"],
                   run=(27, "-n", "200", "--steps", "5"))
    yield Skeleton("example: poisson3d, exact", files_of("examples", "poisson3d"), ["-std=c99", "-O3"], ["--exact"])


def every():
    found = [*programs(), *random_programs(), *(of_parts(name) for name in PARTED)]
    found += [
        one for one in (of_lit(name) for name in sorted(os.listdir(LIT)) if name.endswith((".c", ".cpp")))
        if one is not None
    ]
    return found
