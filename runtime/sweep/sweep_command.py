#!/usr/bin/env python3
# runtime/sweep/sweep_command.py - `maquette sweep`
# SPDX-License-Identifier: Apache-2.0
"""Many runs from one description; the module maquette does the work."""
import csv
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "share", "maquette", "python")]
from maquette import Sweep, Wrong, executable, text_of
from maquette.command_line import SIGNALLED, Interrupted, Parser, duration, guarded, write

MOST_NAME = 200 # Characters of a file name.


def sweep_of(options):
    sweep = Sweep(options.file, options.database)
    if sweep.description.search is not None:
        raise Wrong(options.file, "describes a search", f"maquette search {shlex.quote(options.file)}")
    return sweep


def show_progress(done, total, at_work, counts, seconds):
    left = f", about {duration(seconds / done * (total - done))} left" if done else ""
    failed = f", {counts['failed']} failed" if counts["failed"] else ""
    print(f"\r{done} of {total} runs{failed}, {at_work} at work{left}   ", end="", file=sys.stderr, flush=True)


def say_end(sweep, counts):
    print(f"{counts['done']} runs done, {counts['failed']} failed; results: {sweep.database}")
    if counts["failed"]:
        print("  maquette sweep status says why", file=sys.stderr)
    return 3 if counts["failed"] else 0


def execute(options):
    sweep = sweep_of(options)
    if options.word == "resume" and not os.path.exists(sweep.database):
        raise Wrong(sweep.database, "there is nothing to resume", f"maquette sweep {shlex.quote(options.file)} begins")
    if options.dry_run:
        for one in sweep.open_runs(sweep.open_store(create=False), options.retry):
            print(shlex.join(["maquette", "run", *one["command"]]))
        return 0
    if options.slurm is not None:
        return submit(sweep, options)
    progress = show_progress if sys.stderr.isatty() else None
    try:
        counts = sweep.execute(options.jobs, options.retry, progress)
    except Interrupted as problem:
        print(f"\ninterrupted; what is done is kept: maquette sweep resume {shlex.quote(options.file)}",
              file=sys.stderr)
        return SIGNALLED + problem.args[0]
    if progress:
        print(file=sys.stderr)
    return say_end(sweep, counts)


def submit(sweep, options):
    """A job array of Slurm, whose tasks share the runs."""
    if shutil.which("sbatch") is None:
        raise Wrong("sbatch", "is not in PATH", "give --slurm on a node from which jobs are submitted")
    count = len(sweep.open_runs(sweep.open_store(), options.retry))
    if count == 0:
        return say_end(sweep, {"done": 0, "failed": 0})
    tasks = min(count, options.tasks)
    retry = ["--retry"] if options.retry else []
    task = shlex.join([executable(), "sweep", os.path.abspath(options.file), "--database",
                       os.path.abspath(sweep.database), *retry, "--shards", str(tasks)])
    os.makedirs(sweep.spool, exist_ok=True)
    script = f"#!/bin/sh\n{task} --shard $SLURM_ARRAY_TASK_ID\n"
    done = subprocess.run(["sbatch", f"--array=0-{tasks - 1}", "--job-name=maquette-sweep",
                           f"--output={sweep.spool}/task-%a.log", *shlex.split(options.slurm)], input=script, text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise Wrong("sbatch", done.stderr.strip() or "failed", "correct the options of --slurm")
    print(f"{done.stdout.strip()}: {count} runs in {tasks} tasks\n"
          f"  maquette sweep status {shlex.quote(options.file)} shows what has come back")
    return 0


def status(options):
    sweep = sweep_of(options)
    store = sweep.open_store(create=False)
    states, left = store.states(), sweep.open_runs(store, False)
    counts = {state: sum(each == state for each in states.values()) for state in ("done", "failed")}
    print(f"{counts['done']} runs done, {counts['failed']} failed, {len(left)} to do")
    if left and store.seconds():
        estimate = statistics.fmean(store.seconds()) * len(left) / (os.cpu_count() or 1)
        print(f"  about {duration(estimate)} on this host")
    for _, parameters, seed, state, reason, *_ in store.rows():
        if state == "failed":
            print(f"failed: {point_text(parameters, seed)}\n  " + reason.replace("\n", "\n  "))
    return 0


def point_text(parameters, seed):
    values = {**json.loads(parameters), "seed": seed}
    return ",".join(f"{name}={text_of(value)}" for name, value in values.items())


def export_runs(rows, folder):
    """A file for each result, as `maquette run --json` writes it."""
    os.makedirs(folder, exist_ok=True)
    for key, parameters, seed, state, _, _, result in rows:
        if state == "done":
            name = point_text(parameters, seed).replace("/", "_")[:MOST_NAME]
            write(os.path.join(folder, f"{name}-{key[:8]}.json"), lambda file, text=result: file.write(text))


def write_table(file, rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = csv.DictWriter(file, names, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)


def export(options):
    if not options.output:
        raise Wrong("export", "has no file to write", "add -o FILE.csv, -o FILE.json or -o FOLDER/")
    sweep = sweep_of(options)
    store = sweep.open_store(create=False)
    if not store.rows():
        raise Wrong(options.file, "this sweep has no results", f"maquette sweep {shlex.quote(options.file)} makes them")
    if options.output.endswith("/"):
        export_runs(store.rows(), options.output)
    elif options.output.endswith(".json"):
        write(options.output, lambda file: json.dump(sweep.rows(), file, indent=2))
    else:
        write(options.output, lambda file: write_table(file, sweep.rows()))
    return 0


HELP = """Run many simulations from one description: a grid, a list or a Latin hypercube of parameters. The results are
kept in one SQLite file. A run whose result is there is not repeated.
Usage: maquette sweep [OPTIONS] [run|status|resume|export] FILE.toml

Positionals:
  FILE.toml                   What to run, with which parameters.

Options:
  -h,--help                   Print this help message and exit

Runs:
  --jobs N                    Runs at work at the same time (default: one for each core).
  --retry                     Run again what failed.
  --dry-run                   Print the commands of the runs to do, and stop.
  --slurm [OPTIONS]           Submit the runs as a job array, with these options of sbatch.
  --tasks N                   Tasks of the job array, at most (default: 100).

Files:
  --database FILE             File of the results (default: FILE.results.sqlite).
  -o,--output FILE            export: file to write, .csv or .json. With a name that ends with /: a folder with the
                              result of each run, for maquette report.

Example:
  maquette sweep scaling.toml --jobs 4
  maquette sweep export scaling.toml -o scaling.csv
"""


def parse(words):
    parser = Parser("sweep", HELP)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--database")
    parser.add_argument("--retry", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--slurm", nargs="?", const="")
    parser.add_argument("--tasks", type=int, default=100)
    parser.add_argument("-o", "--output")
    parser.add_argument("--shard", type=int)
    parser.add_argument("--shards", type=int)
    options = parser.parse_args(words)
    if not options.words:
        parser.error("no file was given")
    options.word = options.words[0] if len(options.words) == 2 else "run"
    options.file = options.words[-1]
    if len(options.words) > 2 or options.word not in ("run", "status", "resume", "export"):
        parser.error(f"'{' '.join(options.words)}' is not a word and a file")
    if (options.jobs is not None and options.jobs < 1) or options.tasks < 1:
        parser.error("--jobs and --tasks are 1 or more")
    return options


def main(options):
    if options.shard is not None:
        counts = sweep_of(options).execute_shard(options.shard, options.shards, options.retry)
        return 3 if counts["failed"] else 0
    return {"status": status, "export": export}.get(options.word, execute)(options)


if __name__ == "__main__":
    sys.exit(guarded(main, parse(sys.argv[1:])))
