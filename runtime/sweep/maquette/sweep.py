# runtime/sweep/maquette/sweep.py - the results of a sweep, and what is left to run
# SPDX-License-Identifier: Apache-2.0
import fcntl
import glob
import hashlib
import json
import math
import os
import shlex
import shutil
import sqlite3
import statistics
import subprocess

from .batch import Batch
from .description import COLUMNS, Description
from .runs import Wrong, executable, words_of

SCHEMA = 1 # Of the file of results.
# Two-sided 95 % quantiles of Student's distribution, by degrees of freedom.
QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
             2.120, 2.110, 2.101, 2.093, 2.086)
NORMAL_QUANTILE = 1.960


class Store:
    """The results of a sweep in one SQLite file."""

    def __init__(self, path):
        self.base = sqlite3.connect(path, timeout=60)
        try:
            version = self.base.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, SCHEMA):
                raise Wrong(path, f"is version {version} of the results of sweeps; this Maquette reads {SCHEMA}",
                            "give --database another file")
            self.base.execute("PRAGMA synchronous = FULL")
            self.base.execute("CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, parameters TEXT NOT NULL, "
                              "seed INTEGER NOT NULL, command TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, "
                              "seconds REAL, predicted_seconds REAL, result TEXT)")
            self.base.execute(f"PRAGMA user_version = {SCHEMA}")
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

    def results(self, ids):
        """(state, reason, what `maquette run --json` writes) of each."""
        found = (self.base.execute("SELECT state, reason, result FROM runs WHERE id = ?", (each,)).fetchone()
                 for each in ids)
        return [(state, reason, json.loads(result) if result else None) for state, reason, result in found]

    def rows(self):
        return self.base.execute("SELECT id, parameters, seed, state, reason, seconds, result FROM runs").fetchall()


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
        self.points = self.description.points() if self.description.search is None else []

    def one(self, point, seed):
        parts = self.description.point_of(point)
        parts["options"] += ["--seed", str(seed)]
        command = words_of(**parts)
        return {"parameters": point, "seed": seed, "command": command, "id": self.identity(command, parts["machine"])}

    def identity(self, command, machine):
        """Of what the run is made of: its words, the files that they name, the machine, and this Maquette."""
        program = command[command.index("--") + 1]
        found = {}
        for word in command:
            for name in (word, word.partition("=")[2]): # As in --profile=FILE.
                path = shutil.which(name) if name == program and "/" not in name else os.path.join(self.folder, name)
                if name and path and os.path.isfile(path):
                    found[name] = self.hash_of_file(path)
        made_of = [self.hash_of_maquette(), self.hash_of_machine(machine), command, found]
        return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()[:32]

    def hash_of_file(self, path):
        if path not in self.hashes:
            with open(path, "rb") as file:
                self.hashes[path] = hashlib.file_digest(file, "sha256").hexdigest()
        return self.hashes[path]

    def hash_of_maquette(self):
        """Of the library that simulates: where it changes, results may."""
        root = os.path.join(os.path.dirname(os.path.realpath(executable())), "..")
        found = glob.glob(os.path.join(root, "lib", "libmaquette.so")) + \
            glob.glob(os.path.join(root, "lib", "*", "libmaquette.so"))
        return self.hash_of_file(found[0]) if found else self.ask("--version")

    def hash_of_machine(self, machine):
        key = ("machine", machine)
        if key not in self.hashes:
            is_file = os.path.isfile(os.path.join(self.folder, machine))
            self.hashes[key] = machine if is_file else hashlib.sha256(
                self.ask("machine", "show", machine).encode()).hexdigest()
        return self.hashes[key]

    @staticmethod
    def ask(*words):
        return subprocess.run([executable(), *words], capture_output=True, text=True, check=False).stdout

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

    def open_store(self, create=True):
        """create: False: results that are not there yet are none, and no file is made."""
        store = Store(self.database if create or os.path.exists(self.database) else ":memory:")
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
            return self.execute_into(self.open_store(), jobs, retry, progress)

    def execute_into(self, store, jobs, retry, progress):
        """The same for who has the lock and the store."""
        counts = {"done": 0, "failed": 0}
        while batch := self.open_runs(store, retry):
            work = Batch(self, store.add, jobs or os.cpu_count(), progress)
            work.execute(batch, counts, self.database + ".work")
            retry = False
        return counts

    def execute_shard(self, shard, shards, retry=False):
        """A part of what is not there, into the spool: for tasks on several nodes."""
        os.makedirs(self.spool, exist_ok=True)

        def add(one, state, seconds, result=None, reason=None):
            path = os.path.join(self.spool, one["id"])
            with open(path + ".part", "w", encoding="utf-8") as file:
                json.dump({"one": one, "state": state, "seconds": seconds, "result": result, "reason": reason}, file)
            os.rename(path + ".part", path + ".json")
        batch = [one for one in self.open_runs(Store(self.database), retry) if int(one["id"], 16) % shards == shard]
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
