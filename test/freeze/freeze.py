#!/usr/bin/env python3
# test/freeze/freeze.py - what a build of Maquette computes and emits, to compare two builds bit for bit
# SPDX-License-Identifier: Apache-2.0
"""usage: freeze.py record [options] [BIN] OUTPUT.json    runs all entries with the build whose bin folder is BIN
       freeze.py compare [--ignore-wording] [--all] A.json B.json    exit status 1 where they differ

A record holds the results of simulations less what they say of the host. Of skeletonized sources it holds the report
and the hashes of all emitted files. Sources come from the checkout of this script: record both builds with the same
one. Format versions of documents are left out, as are the folders in which everything lies."""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import sys
import tempfile
import time

import simulations
import skeletons
from building import Builder, Failed

FORMAT = "maquette-freeze"
TAG = re.compile(r"\[maquette-[a-z0-9-]+\]")
# Members of documents that hold sentences; "text" and "what" are of the user's source.
WORDING = {"warnings", "message", "note", "notes", "reason"}

# ---- Recording ----


def chosen(pattern):
    wanted = lambda name: re.search(pattern, name) is not None
    return ([one for one in simulations.SIMULATIONS
             if wanted(one.name)], [one for one in skeletons.every() if wanted(one.name)])


def gather(pool, work, jobs, errors):
    """{name: what work(job) gives} of {name: job}, in any order."""
    found, running = {}, {pool.submit(work, job): name for name, job in jobs.items()}
    for future in concurrent.futures.as_completed(running):
        try:
            found[running[future]] = future.result()
        except Exception as error:  # Each entry is told; the others go on.
            errors.append(f"{running[future]}: {error}")
    return found


def record(options):
    runs, sources = chosen(options.only)
    work = options.work or tempfile.mkdtemp(prefix="maquette-freeze-")
    shutil.rmtree(work, ignore_errors=True)
    builder, errors, begin = Builder(options.bin, work), [], time.monotonic()
    names = {name for run in runs for name in (run.program, run.charges) if name}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        gather(pool, lambda name: builder.compile(name, *simulations.PROGRAMS[name]),
               {name: name
                for name in sorted(names)}, errors)
        document = {
            "format": FORMAT, "version": 1, "simulations": gather(pool, builder.simulate,
                                                                  {run.name: run
                                                                   for run in runs}, errors),
            "skeletons": gather(pool, builder.skeletonize, {source.name: source
                                                            for source in sources}, errors)
        }
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, sort_keys=True)
        file.write("\n")
    if not options.work:
        shutil.rmtree(work)
    for error in sorted(errors):
        print("error: " + error, file=sys.stderr)
    print(f"{len(document['simulations'])} simulations, {len(document['skeletons'])} skeletonized sources, "
          f"{time.monotonic() - begin:.0f} s, {len(errors)} errors")
    return 1 if errors else 0


# ---- Comparing ----


def differences(old, new, ignore_wording, path=""):
    """(place, old value, new value) of each place in which two values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            here = f"{path}/{key}" if path else key
            if key not in old or key not in new:
                yield here, old.get(key, "(missing)"), new.get(key, "(missing)")
            elif ignore_wording and key in WORDING:
                yield from differences(tags(old[key]), tags(new[key]), ignore_wording, here)
            else:
                yield from differences(old[key], new[key], ignore_wording, here)
    elif isinstance(old, list) and isinstance(new, list):
        for i, (before, after) in enumerate(zip(old, new)):
            yield from differences(before, after, ignore_wording, f"{path}/{i}")
        if len(old) != len(new):
            yield path, f"{len(old)} items", f"{len(new)} items"
    elif old != new or type(old) is not type(new):
        yield path, old, new


def tags(value):
    """Of sentences only how many there are and which errors they name."""
    if isinstance(value, str):
        return " ".join(TAG.findall(value))
    if isinstance(value, list):
        return [tags(item) for item in value]
    return {key: tags(item) for key, item in value.items()} if isinstance(value, dict) else value


def read(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    if document.get("format") != FORMAT or document.get("version") != 1:
        sys.exit(f"{path}: error: not a record of freeze.py, version 1")
    return document


def compare(options):
    old, new = read(options.old), read(options.new)
    count = different = 0
    for kind in ("simulations", "skeletons"):
        for name in sorted({*old[kind], *new[kind]}):
            count += 1
            found = list(
                differences(*({name: side[kind][name]} if name in side[kind] else {} for side in (old, new)),
                            options.ignore_wording))
            different += bool(found)
            for place, *values in found if options.all else found[:1]:
                print(place)
                for value in values:
                    print("  " +
                          (value if isinstance(value, str) else json.dumps(value, sort_keys=True))[:options.width])
    print(f"{different} of {count} entries differ")
    return 1 if different or count == 0 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record", help="run all entries and write what they gave")
    recording.add_argument("--only", default="", metavar="REGEX", help="entries whose names match")
    recording.add_argument("--jobs", "-j", type=int, default=2, help="entries at a time (2)")
    recording.add_argument("--work",
                           metavar="FOLDER",
                           help="is emptied, used and left there, to look at (a temporary one)")
    recording.add_argument("bin", nargs="?", default=os.path.join(skeletons.ROOT, "build", "release", "bin"))
    recording.add_argument("output")
    recording.set_defaults(run=record)
    comparing = commands.add_parser("compare", help="say per entry where two records differ first")
    comparing.add_argument("--ignore-wording",
                           action="store_true",
                           help="of warnings and failures compare only the [maquette-...] tags")
    comparing.add_argument("--all", action="store_true", help="say all places, not the first of each entry")
    comparing.add_argument("--width", type=int, default=200, help="characters shown of each value (200)")
    comparing.add_argument("old")
    comparing.add_argument("new")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
