#!/usr/bin/env python3
# runtime/sweep/maquette.py - many runs: `maquette sweep`, and the same from Python
# SPDX-License-Identifier: Apache-2.0
# Size: one file, so that it can be copied beside a notebook.
"""Runs simulations from Python.

  import maquette
  result = maquette.run(["./app", "-x", "20"], "dragonfly", ranks=1024, options=["--profile", "app.profile"])
  print(result["predicted_seconds"])

  sweep = maquette.Sweep("scaling.toml")
  sweep.execute(jobs=4)
  rows = sweep.rows()           # dicts: pandas.DataFrame(rows) makes a table of them

A sweep's results are in one SQLite file beside its description. A run is known by what it is made of (program,
arguments, machine, options and the files they name), so what is there is never run again."""
import argparse
import ast
import csv
import ctypes
import fcntl
import hashlib
import itertools
import json
import math
import operator
import os
import random
import shlex
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import tomllib
except ImportError:
    sys.exit("maquette: error: Python is older than 3.11 [maquette-sweep-python]\n  fix: install Python 3.11 or later")

PARAMETERS, RUN, SAMPLING = "parameters", "run", "sampling"
KEYS = {RUN: {"program", "ranks", "machine", "options", "repeats", "time_limit"},
        SAMPLING: {"method", "count", "seed", "constraints"}}
RANGE_KEYS = {"from", "to", "steps", "unit", "scale"}
REPEAT_KEYS = {"least", "most", "within"}
METHODS = ("grid", "list", "latin-hypercube")
MOST_RUNS = 1_000_000
USAGE_ERROR, INTERRUPTED = 2, 130
# Two-sided 95 % quantiles of Student's distribution, by degrees of freedom.
QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
             2.120, 2.110, 2.101, 2.093, 2.086)
NORMAL_QUANTILE = 1.960
COLUMNS = ("predicted_seconds", "compute_seconds", "mpi_seconds", "wait_seconds", "imbalance", "messages",
           "extrapolated_share", "host_seconds", "peak_rss_bytes")


class Wrong(Exception):
    """What is wrong, where, and what to do."""

    def __init__(self, where, what, fix, tag="maquette-sweep"):
        super().__init__(f"{where}: error: {what} [{tag}]\n  fix: {fix}")


class RunFailed(Exception):
    """A simulation that gave no prediction: why, and its exit status."""

    def __init__(self, reason, status):
        super().__init__(reason)
        self.status = status


def executable():
    """`maquette`: beside this file, as it is installed, or in PATH."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "maquette")
    found = beside if os.access(beside, os.X_OK) and not os.path.isdir(beside) else shutil.which("maquette")
    if found is None:
        raise Wrong("maquette", "is not in PATH", "add the folder of the program maquette to PATH")
    return os.environ.get("MAQUETTE_EXECUTABLE", found)


# ---- One run ----

def command_of(program, ranks, machine, settings, options, json_file):
    words = [executable(), "run", "-n", str(ranks), "-m", str(machine), "--json", json_file]
    for key, value in settings.items():
        words += ["--set", f"{key}={value}"]
    return [*words, *options, "--", *program]


def reason_of(errors, status):
    """The last lines of what a run wrote on stderr."""
    lines = [line for line in errors.strip().split("\n") if line]
    return "\n".join(lines[-10:]) or f"ended with status {status} and said nothing"


def run(program, machine, ranks=1, settings=None, options=(), folder=None):
    """Simulates `program` (a list: name and arguments) on `machine` (a name or a file) and returns what `maquette run
    --json` writes. settings: keys of the machine file and their values. Raises RunFailed."""
    with tempfile.TemporaryDirectory(prefix="maquette-") as scratch:
        json_file = os.path.join(scratch, "run.json")
        done = subprocess.run(command_of(program, ranks, machine, settings or {}, options, json_file), cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0 or not os.path.exists(json_file):
            raise RunFailed(reason_of(done.stderr, done.returncode), done.returncode)
        with open(json_file, encoding="utf-8") as file:
            return json.load(file)


# ---- The description ----

def text_of(value):
    return f"{value:.12g}" if isinstance(value, float) else str(value)


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.Lt: operator.lt,
             ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
             ast.NotEq: operator.ne}


def evaluate(node, names):
    """Arithmetic, comparisons, and, or, not; nothing else."""
    if isinstance(node, ast.Expression):
        return evaluate(node.body, names)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str)):
        return node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](evaluate(node.left, names), evaluate(node.right, names))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        value = evaluate(node.operand, names)
        return not value if isinstance(node.op, ast.Not) else -value
    if isinstance(node, ast.BoolOp):
        values = (evaluate(value, names) for value in node.values)
        return all(values) if isinstance(node.op, ast.And) else any(values)
    if isinstance(node, ast.Compare) and all(type(op) in OPERATORS for op in node.ops):
        values = [evaluate(value, names) for value in (node.left, *node.comparators)]
        return all(OPERATORS[type(op)](a, b) for op, a, b in zip(node.ops, values, values[1:]))
    raise ValueError(f"'{ast.unparse(node)}' is no parameter, number or operation")


class Range:
    """Values from one number to another, on a linear or logarithmic scale, with a unit if it has one."""

    def __init__(self, table):
        self.begin, self.end = table["from"], table["to"]
        self.steps = table.get("steps")
        self.unit = table.get("unit", "")
        self.logarithmic = table.get("scale", "linear") == "log"
        self.whole = isinstance(self.begin, int) and isinstance(self.end, int)

    def at(self, share):
        """share: from 0 to 1."""
        if self.logarithmic:
            value = self.begin * (self.end / self.begin) ** share
        else:
            value = self.begin + (self.end - self.begin) * share
        value = round(value) if self.whole else value
        return f"{text_of(value)} {self.unit}" if self.unit else value

    def values(self):
        return [self.at(i / (self.steps - 1)) for i in range(self.steps)] if self.steps > 1 else [self.at(0)]


class Description:
    """A sweep's TOML file: what is run, with which parameters."""

    def __init__(self, path):
        self.path = path
        self.folder = os.path.dirname(os.path.abspath(path))
        try:
            with open(path, "rb") as file:
                self.tables = tomllib.load(file)
        except (OSError, UnicodeDecodeError) as problem:
            raise Wrong(path, f"cannot be read: {problem}", "check the name") from problem
        except tomllib.TOMLDecodeError as problem:
            raise Wrong(path, f"is no TOML: {problem}", "correct the line") from problem
        self.check_keys()
        self.run = self.tables.get(RUN, {})
        self.sampling = self.tables.get(SAMPLING, {})
        self.method = self.sampling.get("method", "grid")
        self.parameters = {name: self.parameter(name, value) for name, value in
                           self.tables.get(PARAMETERS, {}).items()}
        self.check_run()
        self.check_sampling()

    def wrong(self, what, fix):
        return Wrong(self.path, what, fix)

    def check_keys(self):
        for name, table in self.tables.items():
            if name not in (*KEYS, PARAMETERS) or not isinstance(table, dict):
                raise self.wrong(f"unknown table '{name}'", f"known tables: {RUN}, {PARAMETERS}, {SAMPLING}")
            for key in table:
                if key not in KEYS.get(name, table):
                    raise self.wrong(f"unknown key '{key}' in [{name}]",
                                     "known keys: " + ", ".join(sorted(KEYS[name])))

    def parameter(self, name, value):
        if isinstance(value, list) and value and all(isinstance(each, (int, float, str)) for each in value):
            return value
        if not isinstance(value, dict):
            raise self.wrong(f"parameter '{name}' has no values", f'write "{name}" = [1, 2, 4] or a range')
        if not {"from", "to"} <= set(value) <= RANGE_KEYS or not all(
                isinstance(value[key], (int, float)) for key in ("from", "to")):
            raise self.wrong(f"parameter '{name}' is no range", "write { from = 1, to = 100, steps = 5 }; unit and "
                             'scale = "log" may follow')
        if value.get("scale", "linear") not in ("linear", "log"):
            raise self.wrong(f"parameter '{name}': unknown scale '{value['scale']}'", "use linear or log")
        if value.get("scale") == "log" and min(value["from"], value["to"]) <= 0:
            raise self.wrong(f"parameter '{name}': a logarithmic scale has no 0", "begin above 0")
        steps = value.get("steps")
        if self.method != "latin-hypercube" and (not isinstance(steps, int) or steps < 1):
            raise self.wrong(f"parameter '{name}' has no steps", "add steps = 5, the number of values")
        return Range(value)

    def check_run(self):
        program = self.run.get("program")
        if not isinstance(program, list) or not program or not all(isinstance(word, str) for word in program):
            raise self.wrong("[run] has no program", 'write program = ["./app", "-x", "{size}"]')
        if "machine" not in self.run and "machine" not in self.parameters:
            raise self.wrong("[run] has no machine", 'write machine = "dragonfly", or make it a parameter')
        if not all(isinstance(word, str) for word in self.run.get("options", [])):
            raise self.wrong("'options' holds something that is no text", "write each word in quotes")
        repeats = self.run.get("repeats", 1)
        is_number = isinstance(repeats, int) and repeats >= 1
        if not is_number and (not isinstance(repeats, dict) or set(repeats) != REPEAT_KEYS or
                              not 2 <= repeats["least"] <= repeats["most"] or repeats["within"] <= 0):
            raise self.wrong("'repeats' is no number of runs",
                             "write repeats = 3, or repeats = { least = 3, most = 20, within = 0.02 }")
        self.point_of({name: values[0] if isinstance(values, list) else values.at(0)
                       for name, values in self.parameters.items()})

    def check_sampling(self):
        if self.method not in METHODS:
            raise self.wrong(f"unknown method '{self.method}'", "use one of: " + ", ".join(METHODS))
        if self.method == "latin-hypercube" and not isinstance(self.sampling.get("count"), int):
            raise self.wrong("a Latin hypercube has no count", "write count = 50 in [sampling]")
        lengths = {len(values) for values in self.lists().values()} if self.method == "list" else set()
        if len(lengths) > 1:
            raise self.wrong("with method = \"list\" all parameters have as many values", "add what is missing")

    def lists(self):
        return {name: values if isinstance(values, list) else values.values()
                for name, values in self.parameters.items()}

    def points(self):
        """Each a dict of the parameters' values."""
        names = list(self.parameters)
        if self.method == "latin-hypercube":
            rows = self.hypercube()
        elif self.method == "list":
            rows = zip(*self.lists().values()) if names else [()]
        else:
            lists = list(self.lists().values())
            if math.prod(map(len, lists)) > MOST_RUNS:
                raise self.wrong(f"the grid has more than {MOST_RUNS} points", "give fewer values, or take a "
                                 "latin-hypercube")
            rows = itertools.product(*lists)
        points = [dict(zip(names, row)) for row in rows]
        return [point for point in points if self.allows(point)]

    def hypercube(self):
        count, chance = self.sampling["count"], random.Random(self.sampling.get("seed", 1))
        columns = []
        for values in self.parameters.values():
            shares = [(i + chance.random()) / count for i in range(count)]
            chance.shuffle(shares)
            columns.append([values[int(share * len(values))] if isinstance(values, list) else values.at(share)
                            for share in shares])
        return zip(*columns)

    def allows(self, point):
        for text in self.sampling.get("constraints", []):
            try:
                if not evaluate(ast.parse(text, mode="eval"), {name.replace(".", "_"): value for name, value in
                                                               point.items()}):
                    return False
            except (SyntaxError, ValueError, TypeError, ArithmeticError) as problem:
                raise self.wrong(f"constraint \"{text}\": {problem}",
                                 "compare parameters and numbers, as in \"ranks * size <= 4096\"; a dot in a name "
                                 "is written _") from problem
        return True

    def fill(self, text, point):
        for name, value in point.items():
            text = text.replace("{" + name + "}", text_of(value))
        if "{" in text and "}" in text[text.index("{"):]:
            raise self.wrong(f"'{text}' names no parameter", "parameters: " + (", ".join(point) or "none"))
        return text

    def point_of(self, point):
        """The parts of a run."""
        ranks = self.fill(text_of(self.run.get("ranks", point.get("ranks", 1))), point)
        if not ranks.isdigit() or int(ranks) < 1:
            raise self.wrong(f"'{ranks}' is no number of ranks", 'write ranks = 64 or ranks = "{ranks}"')
        return {"program": [self.fill(word, point) for word in self.run["program"]], "ranks": int(ranks),
                "machine": self.fill(str(self.run.get("machine", point.get("machine"))), point),
                "settings": {name: text_of(value) for name, value in point.items() if "." in name},
                "options": [self.fill(word, point) for word in self.run.get("options", [])]}


# ---- Results ----

class Store:
    """The results of a sweep in one SQLite file."""

    def __init__(self, path):
        self.path = path
        self.base = sqlite3.connect(path, timeout=60)
        try:
            self.base.execute("PRAGMA journal_mode = WAL")
            self.base.execute("PRAGMA synchronous = FULL")
            self.base.execute("CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, parameters TEXT NOT NULL, "
                              "seed INTEGER NOT NULL, command TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, "
                              "seconds REAL, predicted_seconds REAL, result TEXT)")
            self.base.commit()
        except sqlite3.DatabaseError as problem:
            raise Wrong(path, f"holds no results of a sweep: {problem}", "move the file away, or give --database") \
                from problem

    def add(self, one, state, seconds, result=None, reason=None):
        predicted = result["predicted_seconds"] if result else None
        with self.base:
            self.base.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                              (one["id"], json.dumps(one["parameters"]), one["seed"], shlex.join(one["command"]), state,
                               reason, seconds, predicted, json.dumps(result) if result else None))

    def states(self):
        return dict(self.base.execute("SELECT id, state FROM runs"))

    def seconds(self):
        return [row[0] for row in self.base.execute("SELECT seconds FROM runs WHERE seconds IS NOT NULL")]

    def predicted(self, ids):
        found = (self.base.execute("SELECT predicted_seconds FROM runs WHERE id = ? AND state = 'done'", (each,))
                 .fetchone() for each in ids)
        return [row[0] for row in found if row]

    def rows(self):
        return self.base.execute("SELECT id, parameters, seed, state, reason, seconds, result FROM runs").fetchall()


def hash_of_file(path, known):
    if path not in known:
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        known[path] = digest.hexdigest()
    return known[path]


def confidence(values):
    """Half the 95 % confidence interval of the mean, relative to it."""
    mean, freedom = statistics.fmean(values), len(values) - 1
    quantile = QUANTILES[freedom - 1] if freedom <= len(QUANTILES) else NORMAL_QUANTILE
    return quantile * statistics.stdev(values) / math.sqrt(len(values)) / mean if mean > 0 else 0


class Sweep:
    """Many runs from one description."""

    def __init__(self, path, database=None):
        self.description = Description(path)
        self.folder = self.description.folder
        self.database = database or os.path.splitext(path)[0] + ".results.sqlite"
        self.spool = self.database + ".spool"
        self.hashes = {}
        self.version = None
        self.points = self.description.points()

    def one(self, point, seed):
        parts = self.description.point_of(point)
        settings = [f"{key}={value}" for key, value in parts["settings"].items()]
        command = ["-n", str(parts["ranks"]), "-m", parts["machine"],
                   *itertools.chain.from_iterable(("--set", setting) for setting in settings), *parts["options"],
                   "--seed", str(seed), "--", *parts["program"]]
        return {"parameters": point, "seed": seed, "command": command, "id": self.identity(command)}

    def identity(self, command):
        """Of what the run is made of: its words, and the files that they name."""
        if self.version is None:
            done = subprocess.run([executable(), "--version"], capture_output=True, text=True, check=True)
            self.version = done.stdout.strip()
        files = {}
        for word in command:
            path = os.path.join(self.folder, word)
            found = path if os.path.isfile(path) else shutil.which(word) if word == command[command.index("--") + 1] \
                else None
            if found:
                files[word] = hash_of_file(found, self.hashes)
        return hashlib.sha256(json.dumps([self.version, command, files], sort_keys=True).encode()).hexdigest()[:32]

    def runs(self, store):
        """All that the results so far ask for, the repeats of a point one after the other."""
        repeats = self.description.run.get("repeats", 1)
        for point in self.points:
            least = repeats if isinstance(repeats, int) else repeats["least"]
            ones = [self.one(point, seed) for seed in range(1, least + 1)]
            yield from ones
            while isinstance(repeats, dict) and len(ones) < repeats["most"]:
                values = store.predicted(one["id"] for one in ones)
                if len(values) < len(ones) or confidence(values) <= repeats["within"]:
                    break
                ones.append(self.one(point, len(ones) + 1))
                yield ones[-1]

    def open_runs(self, store, retry):
        states = store.states()
        wanted = {}
        for one in self.runs(store):
            wanted.setdefault(one["id"], one)
        return [one for key, one in wanted.items() if states.get(key) not in (("done",) if retry else
                                                                              ("done", "failed"))]

    def open_store(self):
        store = Store(self.database)
        for name in sorted(os.listdir(self.spool)) if os.path.isdir(self.spool) else []:
            if name.endswith(".json"): # What tasks of Slurm have left.
                path = os.path.join(self.spool, name)
                with open(path, encoding="utf-8") as file:
                    found = json.load(file)
                store.add(found["one"], found["state"], found["seconds"], found["result"], found["reason"])
                os.unlink(path)
        return store

    def execute(self, jobs=None, retry=False, progress=None):
        """Runs what is not there yet. Returns the numbers of runs done and failed now."""
        with Lock(self.database):
            store = self.open_store()
            counts = {"done": 0, "failed": 0}
            while batch := self.open_runs(store, retry):
                work = Batch(self, store.add, jobs or os.cpu_count(), progress)
                work.execute(batch, counts, self.database + ".work")
                retry = False
            return counts

    def execute_shard(self, shard, shards):
        """A part of what is not there, into the spool: for tasks on several nodes."""
        os.makedirs(self.spool, exist_ok=True)

        def add(one, state, seconds, result=None, reason=None):
            path = os.path.join(self.spool, one["id"])
            with open(path + ".part", "w", encoding="utf-8") as file:
                json.dump({"one": one, "state": state, "seconds": seconds, "result": result, "reason": reason}, file)
            os.rename(path + ".part", path + ".json")
        batch = [one for one in self.open_runs(Store(self.database), False) if int(one["id"], 16) % shards == shard]
        counts = {"done": 0, "failed": 0}
        Batch(self, add, 1, None).execute(batch, counts, os.path.join(self.spool, f"work-{shard}"))
        return counts

    def rows(self):
        """A dict for each run: its parameters, seed, state, and what came out."""
        rows = []
        for key, parameters, seed, state, reason, seconds, result in self.open_store().rows():
            row = {**json.loads(parameters), "seed": seed, "state": state, "run_seconds": seconds}
            values = json.loads(result) if result else {}
            row.update({name: values.get(name) for name in COLUMNS})
            row.update({"reason": reason, "id": key})
            rows.append(row)
        names = list(self.description.parameters)
        return sorted(rows, key=lambda row: (*((str(type(row.get(name))), row.get(name)) for name in names if
                                               row.get(name) is not None), row["seed"]))


class Lock:
    """One process at a time works on a sweep."""

    def __init__(self, database):
        self.path = database + ".lock"

    def __enter__(self):
        self.file = open(self.path, "w", encoding="ascii")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise Wrong(self.path, "this sweep is running already", "wait for it, or stop it") from problem

    def __exit__(self, *_):
        self.file.close()


def die_with_parent():
    """A run ends when the sweep is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM) # PR_SET_PDEATHSIG


class Batch:
    """Runs at work at the same time, each a process."""

    def __init__(self, sweep, add, jobs, progress):
        self.sweep, self.add, self.jobs, self.progress = sweep, add, jobs, progress
        self.at_work = []
        self.limit = sweep.description.run.get("time_limit")

    def execute(self, batch, counts, scratch):
        """scratch: a folder of its own, for what runs at work write. One that was killed may have left it."""
        shutil.rmtree(scratch, ignore_errors=True)
        os.mkdir(scratch)
        total, left = len(batch), list(reversed(batch))
        began = time.monotonic()
        try:
            while left or self.at_work:
                while left and len(self.at_work) < self.jobs:
                    self.start(left.pop(), scratch)
                self.collect(counts)
                if self.progress:
                    self.progress(total - len(left) - len(self.at_work), total, len(self.at_work), counts,
                                  time.monotonic() - began)
                time.sleep(0.02)
        finally:
            for process, *_ in self.at_work:
                process.terminate()
            for process, *_ in self.at_work:
                process.wait()
            shutil.rmtree(scratch, ignore_errors=True)

    def start(self, one, scratch):
        base = os.path.join(scratch, one["id"])
        with open(base + ".out", "wb") as out, open(base + ".err", "wb") as errors:
            process = subprocess.Popen([executable(), "run", "--json", base + ".json", *one["command"]],
                                       cwd=self.sweep.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
                                       preexec_fn=die_with_parent)
        self.at_work.append((process, one, base, time.monotonic()))

    def collect(self, counts):
        still = []
        for process, one, base, began in self.at_work:
            seconds = time.monotonic() - began
            status = process.poll()
            if status is None and self.limit and seconds > self.limit:
                process.kill()
                process.wait()
                self.finish(one, base, counts, seconds, f"took more than the time_limit of {self.limit} s")
            elif status is None:
                still.append((process, one, base, began))
            else:
                self.finish(one, base, counts, seconds, None if status == 0 else status)
        self.at_work = still

    def finish(self, one, base, counts, seconds, problem):
        """problem: None, a text, or the exit status."""
        if problem is None:
            with open(base + ".json", encoding="utf-8") as file:
                self.add(one, "done", seconds, json.load(file))
            counts["done"] += 1
        else:
            with open(base + ".err", encoding="utf-8", errors="replace") as file:
                reason = problem if isinstance(problem, str) else reason_of(file.read(), problem)
            self.add(one, "failed", seconds, None, reason)
            counts["failed"] += 1
        for end in (".json", ".out", ".err"):
            if os.path.exists(base + end):
                os.unlink(base + end)


# ---- The command ----

def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min" if seconds < 6000 else \
        f"{seconds / 3600:.1f} h"


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
    sweep = Sweep(options.file, options.database)
    if options.word == "resume" and not os.path.exists(sweep.database):
        raise Wrong(sweep.database, "there is nothing to resume", f"maquette sweep {options.file} begins")
    if options.dry_run:
        for one in sweep.open_runs(sweep.open_store(), options.retry):
            print(shlex.join(["maquette", "run", *one["command"]]))
        return 0
    if options.slurm is not None:
        return submit(sweep, options)
    progress = show_progress if sys.stderr.isatty() else None
    try:
        counts = sweep.execute(options.jobs, options.retry, progress)
    except KeyboardInterrupt:
        print(f"\ninterrupted; what is done is kept: maquette sweep resume {options.file}", file=sys.stderr)
        return INTERRUPTED
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
    task = shlex.join([executable(), "sweep", os.path.abspath(options.file), "--database",
                       os.path.abspath(sweep.database), "--shards", str(tasks)])
    os.makedirs(sweep.spool, exist_ok=True)
    script = f"#!/bin/sh\n{task} --shard $SLURM_ARRAY_TASK_ID\n"
    done = subprocess.run(["sbatch", f"--array=0-{tasks - 1}", "--job-name=maquette-sweep",
                           f"--output={sweep.spool}/task-%a.log", *shlex.split(options.slurm)], input=script, text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise Wrong("sbatch", done.stderr.strip() or "failed", "correct the options of --slurm")
    print(f"{done.stdout.strip()}: {count} runs in {tasks} tasks\n"
          f"  maquette sweep status {options.file} shows what has come back")
    return 0


def status(options):
    sweep = Sweep(options.file, options.database)
    store = sweep.open_store()
    states, left = store.states(), sweep.open_runs(store, False)
    counts = {state: sum(each == state for each in states.values()) for state in ("done", "failed")}
    print(f"{counts['done']} runs done, {counts['failed']} failed, {len(left)} to do")
    if left and store.seconds():
        estimate = statistics.fmean(store.seconds()) * len(left) / (os.cpu_count() or 1)
        print(f"  about {duration(estimate)} on this host")
    for _, parameters, seed, state, reason, *_ in store.rows():
        if state == "failed":
            print(f"failed: {parameters}, seed {seed}\n  " + reason.replace("\n", "\n  "))
    return 0


def export_runs(sweep, folder):
    """A file for each result, as `maquette run --json` writes it."""
    os.makedirs(folder, exist_ok=True)
    for _, parameters, seed, state, _, _, result in sweep.open_store().rows():
        if state == "done":
            words = [f"{name}={text_of(value)}" for name, value in json.loads(parameters).items()] + [f"seed={seed}"]
            path = os.path.join(folder, ",".join(words).replace("/", "_") + ".json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(result)
    return 0


def export(options):
    if not options.output:
        raise Wrong("export", "has no file to write", "add -o FILE.csv, -o FILE.json or -o FOLDER/")
    sweep = Sweep(options.file, options.database)
    if options.output.endswith("/"):
        return export_runs(sweep, options.output)
    rows = sweep.rows()
    if not rows:
        raise Wrong(options.file, "this sweep has no results", f"maquette sweep {options.file} makes them")
    part = options.output + ".part"
    with open(part, "w", encoding="utf-8", newline="") as file:
        if options.output.endswith(".json"):
            json.dump(rows, file, indent=2)
        else:
            names = list(dict.fromkeys(name for row in rows for name in row))
            table = csv.DictWriter(file, names, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    os.rename(part, options.output)
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


class Parser(argparse.ArgumentParser):
    """With our help and our form of errors."""

    def format_help(self):
        return HELP

    def error(self, message):
        sys.exit(usage_error(message))


def usage_error(message):
    print(f"maquette sweep: error: {message} [maquette-usage]\n  fix: see maquette sweep --help", file=sys.stderr)
    return USAGE_ERROR


def parse(words):
    parser = Parser(prog="maquette sweep")
    parser.add_argument("words", nargs="+")
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
    options.word = options.words[0] if len(options.words) == 2 else "run"
    options.file = options.words[-1]
    if len(options.words) > 2 or options.word not in ("run", "status", "resume", "export"):
        parser.error(f"'{' '.join(options.words)}' is not a word and a file")
    if (options.jobs is not None and options.jobs < 1) or options.tasks < 1:
        parser.error("--jobs and --tasks are 1 or more")
    return options


def main(words):
    options = parse(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.shard is not None:
            counts = Sweep(options.file, options.database).execute_shard(options.shard, options.shards)
            return 3 if counts["failed"] else 0
        return {"status": status, "export": export}.get(options.word, execute)(options)
    except Wrong as problem:
        print(problem, file=sys.stderr)
    except OSError as problem:
        print(f"{problem.filename}: error: {problem.strerror} [maquette-sweep]", file=sys.stderr)
    except sqlite3.Error as problem:
        print(f"{options.database or options.file}: error: {problem} [maquette-sweep]\n"
              "  fix: check that the disk has room and the file may be written", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
