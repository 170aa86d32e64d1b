#!/usr/bin/env python3
# runtime/sweep/search_command.py - `maquette search`
# SPDX-License-Identifier: Apache-2.0
"""The cheapest machine that meets targets; the module maquette does the work."""
import importlib.util
import json
import os
import shlex
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "share", "maquette", "python")]
from maquette import Search, Wrong, text_of
from maquette.command_line import SIGNALLED, Interrupted, Parser, guarded, write

SYSTEM_PYTHON = "/usr/bin/python3"
MISSED = 3 # The exit status where no step meets all targets.

HELP = """Find the values of parameters that cost least and meet targets: the cheapest machine that is fast enough. Each
step is a run, kept in one SQLite file. A run whose result is there is not repeated.
Usage: maquette search [OPTIONS] FILE.toml

Positionals:
  FILE.toml                   What to run, between which ends, at which price, with which targets.

Options:
  -h,--help                   Print this help message and exit
  --jobs N                    Runs of one step at work at the same time (default: one for each core).
  --retry                     Run again what failed.
  --database FILE             File of the results (default: FILE.results.sqlite).
  -o,--output FILE.json       The steps and the best one, as JSON.

Example:
  maquette search cheapest.toml -o cheapest.json
"""


def parse(words):
    parser = Parser("search", HELP)
    parser.add_argument("file")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--database")
    parser.add_argument("--retry", action="store_true")
    parser.add_argument("-o", "--output")
    options = parser.parse_args(words)
    if options.jobs is not None and options.jobs < 1:
        parser.error("--jobs is 1 or more")
    return options


def point_text(step):
    return ", ".join(f"{name}={text_of(value)}" for name, value in step.point.items())


def missed_text(search, step):
    """The targets that it misses, and by how much."""
    if step.reason is not None:
        return "failed: " + step.reason.split("\n", maxsplit=1)[0]
    return "; ".join(f"misses {target.text} by {missed * 100:.3g} %" for target, missed in
                     zip(search.targets, step.missed) if missed > 0) or "meets the targets"


def show_step(search, step):
    print(f"step {len(search.steps)} of at most {search.most}: {point_text(step)}: {search.cost.text} = "
          f"{step.cost:.6g}; {missed_text(search, step)}", file=sys.stderr, flush=True)


def row(search, step):
    return {"parameters": step.point, "cost": step.cost, "meets_targets": step.misses() == 0, "results": step.results,
            "missed_by": dict(zip((target.text for target in search.targets), step.missed)), "reason": step.reason}


def say(search, best):
    met = best.misses() == 0
    print(f"best of {len(search.steps)} steps:" if met else
          f"none of {len(search.steps)} steps meets the targets; nearest:")
    for name, value in best.point.items():
        print(f"  {name} = {text_of(value)}")
    print(f"  {search.cost.text} = {best.cost:.6g}; {missed_text(search, best)}")
    if best.results:
        print(f"  predicted_seconds = {best.results['predicted_seconds']:.6g}")
    print(f"again: maquette run {shlex.join(search.sweep.one(best.point, 1)['command'])}\n"
          f"results: {search.sweep.database}")
    if not met:
        print("  fix: widen the ranges, allow more runs, or ask for less", file=sys.stderr)
    return 0 if met else MISSED


def execute(options):
    search = Search(options.file, options.database)
    try:
        best = search.execute(options.jobs, options.retry, show_step)
    except Interrupted as problem:
        print("interrupted; what is done is kept: the same command goes on", file=sys.stderr)
        return SIGNALLED + problem.args[0]
    if options.output:
        write(options.output, lambda file: json.dump(
            {"minimize": search.cost.text, "targets": [target.text for target in search.targets],
             "best": row(search, best), "steps": [row(search, step) for step in search.steps.values()]},
            file, indent=2))
    return say(search, best)


def need_nlopt():
    """Debian's package is for Debian's Python, which need not be the first one in PATH."""
    if importlib.util.find_spec("nlopt"):
        return
    if os.path.realpath(sys.executable) != os.path.realpath(SYSTEM_PYTHON) and os.path.exists(SYSTEM_PYTHON):
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    print("maquette search: error: Python has no module nlopt [maquette-search-nlopt]\n"
          "  fix: install python3-nlopt (Debian), or: pip install nlopt", file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    OPTIONS = parse(sys.argv[1:])
    need_nlopt()
    sys.exit(guarded(execute, OPTIONS))
