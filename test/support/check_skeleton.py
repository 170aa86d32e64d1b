#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Skeletonizes the sources of one lit test and prints the result for FileCheck.

The tool copies comments, so check lines would match themselves: their text is blanked first, lines stay where they are.
Empty lines are not printed.
The original and both output trees must compile without a warning.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

CHECK_LINE = re.compile(r"(//|^ +)\s*(RUN|[A-Z]+(-[A-Z]+)*):.*")


def compile_all(folder, names, arguments, standard, where):
    for name in names:
        compilers = ["gcc", arguments.clang] if name.endswith(".c") else ["g++", arguments.clang + "++"]
        for compiler in compilers:
            command = [compiler, "-fsyntax-only", "-O1", "-Wall", "-Wextra", "-Werror", *standard]
            command += ["-I" + arguments.inputs, "-isystem", arguments.abi, name]
            result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            if result.returncode != 0:
                sys.exit(f"{where} does not compile with {compiler}:\n{result.stderr}\n{(folder / name).read_text()}")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--tool", "--clang", "--inputs", "--abi", "--work"):
        parser.add_argument(option, required=True)
    parser.add_argument("--tree", default="skeleton", help="the tree to print, 'report' for report.json, or 'summary'")
    parser.add_argument("--std", default=None)
    parser.add_argument("--option", action="append", default=[], help="for the compilers and the compilation database")
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--io", action="store_true")
    parser.add_argument("--whole", action="store_true", help="no function is defined elsewhere")
    parser.add_argument("sources", nargs="+", help="units, and headers (which are copied only)")
    arguments = parser.parse_args()

    work = pathlib.Path(arguments.work)
    shutil.rmtree(work, ignore_errors=True)
    source_dir = work / "src"
    source_dir.mkdir(parents=True)
    names = []
    for source in arguments.sources:
        text = pathlib.Path(source).read_text()
        text = "\n".join(CHECK_LINE.sub(r"\1", line)
                         for line in text.split("\n"))
        name = pathlib.Path(source).name
        (source_dir / name).write_text(text)
        if not name.endswith(".h"):
            names.append(name)
    standard = (["-std=" + arguments.std] if arguments.std else []) + arguments.option
    database = [{"directory": str(source_dir), "file": name,
                 "arguments": ["cc" if name.endswith(".c") else "c++", *standard, "-I" + arguments.inputs, "-c", name]}
                for name in names]
    (source_dir / "compile_commands.json").write_text(json.dumps(database))
    compile_all(source_dir, names, arguments, standard, "the original")

    out = work / "out"
    command = [arguments.tool, "skeletonize", "-p", str(source_dir), "--root", str(source_dir), "-o", str(out)]
    if not arguments.whole:
        command.append("--allow-unseen")
    command += ["--" + name for name in ("exact", "io") if getattr(arguments, name)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"skeletonize ended with {result.returncode}:\n{result.stderr}")
    for tree in ("skeleton", "profiled"):
        compile_all(out / tree, names, arguments, standard, tree)
    if arguments.tree == "summary":
        print(result.stdout)
    elif arguments.tree == "report":
        print(json.dumps(json.loads((out / "report.json").read_text()), indent=1))
    else:
        for source in arguments.sources:
            text = (out / arguments.tree / pathlib.Path(source).name).read_text()
            print("\n".join(line for line in text.split("\n") if line.strip() not in ("", "//")))


if __name__ == "__main__":
    main()
