# test/freeze/building.py - compiles, skeletonizes and runs with one build of Maquette
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import re
import shutil
import subprocess

import profiles
from machines import machine
from skeletons import ROOT, TEST, is_unit

TIME_LIMIT = 200
# What documents say of the host; keys that begin with "host_" besides.
OF_THE_HOST = {"version", "slowdown", "peak_rss_bytes", "bytes_per_rank", "memory", "cache_slowdown"}
OF_THE_SKELETONIZER = {"lines", "repaired", "seconds", "version"}
PROFILES = {
    "halving": profiles.of_halving,
    "halving of one rank": lambda: profiles.of_halving(1, 0.8),
    "halving of another load": lambda: dict(profiles.of_halving(8, 1.3), node_load=0.8)
}


class Failed(Exception):
    pass


class Builder:
    """Everything lies below one work folder, whose name must not be in what is kept."""

    def __init__(self, bin_folder, work):
        self.bin, self.work = os.path.abspath(bin_folder), os.path.abspath(work)
        self.environment = {
            **os.environ, "PATH": self.bin + os.pathsep + os.environ["PATH"], "LC_ALL": "C",
            "TMPDIR": self.path("tmp"), "XDG_CACHE_HOME": self.path("cache")
        }
        self.environment.pop("MAQUETTE_RUN", None)
        for name in ("tmp", "programs", "runs", "skeletons"):
            os.makedirs(self.path(name), exist_ok=True)
        # Of a build that knows it; the sources call functions that nobody defines.
        told = self.call(["maquette", "skeletonize", "--help"], self.work)
        self.unseen = ["--allow-unseen"] if "--allow-unseen" in told.stdout else []
        shutil.copytree(os.path.join(TEST, "lit", "Inputs"), self.path("inputs"), dirs_exist_ok=True)

    def path(self, *parts):
        return os.path.join(self.work, *parts)

    def call(self, command, folder, status=0, **environment):
        """What a command wrote to standard output; with status None any status is right."""
        done = subprocess.run([str(word) for word in command],
                              cwd=folder,
                              env={**self.environment, **environment},
                              capture_output=True,
                              text=True,
                              errors="replace",
                              stdin=subprocess.DEVNULL,
                              timeout=TIME_LIMIT,
                              check=False)
        if status is not None and done.returncode != status:
            raise Failed(
                f"status {done.returncode}, not {status}: {' '.join(map(str, command))}\n" +
                (done.stdout + done.stderr)[-3000:]
            )
        return done

    def neutral(self, value):
        """Without the names of folders."""
        if isinstance(value, dict):
            return {self.neutral(key): self.neutral(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.neutral(item) for item in value]
        if not isinstance(value, str):
            return value
        for folder, name in ((self.work, "<work>"), (self.bin, "<bin>"), (os.path.dirname(self.bin), "<build>"),
                             (ROOT, "<checkout>")):
            value = value.replace(folder, name)
        return value

    # ---- Programs ----

    def compile(self, name, compiler, folder, sources, options):
        """Sources are copied, since their places are in the results."""
        place = self.path("programs", name)
        os.makedirs(place)
        for source in os.listdir(os.path.join(TEST, folder)):
            if source in sources or source.endswith(".h"):
                shutil.copy(os.path.join(TEST, folder, source), place)
        self.call([os.path.join(self.bin, compiler), "-g1", *sources, *options, "-o", "app"], place)

    def program(self, name):
        return self.path("programs", name, "app")

    # ---- Simulations ----

    def simulate(self, simulation):
        place = self.path("runs", re.sub(r"\W+", "-", simulation.name))
        os.makedirs(place)
        for name, text in {"machine.toml": simulation.machine, **simulation.files}.items():
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(text)
        given = []
        for number, name in enumerate(simulation.profiles):
            given.append(os.path.join(place, f"{number}.profile"))
            profiles.write(PROFILES[name](), given[-1])
        return getattr(self, simulation.mode)(simulation, place, given)

    def run(self, simulation, place, given):
        result = os.path.join(place, "result.json")
        options = [option.replace("{work}", place) for option in simulation.options]
        options += [word for profile in given for word in ("--profile", profile)]
        options += ["-n", simulation.ranks] if simulation.ranks else []
        done = self.call([
            "maquette", "run", "-m", "machine.toml", *options, "--json", result, "--",
            self.program(simulation.program), *simulation.arguments
        ], place, simulation.status)
        entry = self.read_result(done.returncode, result)
        if simulation.prints:
            entry["printed"] = sorted(line for line in done.stdout.splitlines() if re.search(simulation.prints, line))
        if os.path.exists(os.path.join(place, "matrix.csv")):
            entry["matrix.csv"] = hash_of(os.path.join(place, "matrix.csv"))
        return entry

    def charged(self, simulation, place, given):
        return self.charge(self.program(simulation.charges), simulation.ranks, simulation.arguments, place, given,
                           simulation.status)

    def charge(self, program, ranks, arguments, place, given, status):
        """No command does only this: `maquette verify` does it and compares."""
        result, config = os.path.join(place, "charged.json"), os.path.join(place, "run.json")
        with open(config, "w", encoding="utf-8") as file:
            json.dump(
                {
                    "format": "maquette-run-config", "mode": "charged", "ranks": ranks, "profiles": given,
                    "noise": "none", "machine": os.path.join(place, "machine.toml"), "result_file": result
                }, file)
        done = self.call([program, *arguments], place, status, MAQUETTE_RUN=config)
        return self.read_result(done.returncode, result)

    def verify(self, simulation, place, given):
        result = os.path.join(place, "result.json")
        done = self.call([
            "maquette", "verify", "-n", simulation.ranks, "-m", "machine.toml", "--profile", *given, "--json", result,
            "--full",
            self.program(simulation.charges), "--skeleton",
            self.program(simulation.program), "--", *simulation.arguments
        ], place, simulation.status)
        return self.read_result(done.returncode, result)

    def show(self, simulation, place, given):
        done = self.call(["maquette", "profile", "show", "--json", "result.json", *given], place)
        return self.read_result(done.returncode, os.path.join(place, "result.json"))

    def merge(self, simulation, place, given):
        done = self.call(["maquette", "profile", "merge", "-o", "result.json", *given], place)
        return self.read_result(done.returncode, os.path.join(place, "result.json"))

    def facts(self, simulation, place, given):
        done = self.call(["maquette", "machine", "check", "machine.toml", "--json", "result.json"], place)
        return self.read_result(done.returncode, os.path.join(place, "result.json"))

    def measure(self, simulation, place, given):
        """Of a measured profile what is not measured."""
        done = self.call([
            "maquette", "profile", "-n", simulation.ranks, "-o", "result.json", "--",
            self.program(simulation.charges), *simulation.arguments
        ], place)
        entry = self.read_result(done.returncode, os.path.join(place, "result.json"))
        profile = entry["result"]
        regions = {
            name: [{key: group[key]
                    for key in ("features", "count")} for group in region["groups"]]
            for name, region in profile["regions"].items()
        }
        entry["result"] = {
            "model_id": profile["model_id"], "ranks": profile["ranks"], "values": profile["values"],
            "regions": regions
        }
        return entry

    def read_result(self, status, path):
        if not os.path.exists(path):
            raise Failed(f"no result was written; status {status}")
        with open(path, encoding="utf-8") as file:
            return {"status": status, "result": self.neutral(without(json.load(file), OF_THE_HOST))}

    # ---- Skeletons ----

    def skeletonize(self, skeleton):
        place = self.path("skeletons", re.sub(r"\W+", "-", skeleton.name))
        source, out = os.path.join(place, "src"), os.path.join(place, "out")
        os.makedirs(source)
        for path in skeleton.sources:
            shutil.copyfile(path, os.path.join(source, os.path.basename(path)))
        for name, text in skeleton.texts.items():
            os.makedirs(os.path.dirname(os.path.join(source, name)), exist_ok=True)
            with open(os.path.join(source, "compile_commands.json" if name == "db.json" else name),
                      "w",
                      encoding="utf-8") as file:
                for word, folder in (("DIR", source), ("SRC", source), ("INPUTS", self.path("inputs"))):
                    text = re.sub(r"\b" + word + r"\b|(?<=-I)" + word + r"\b", folder, text)
                file.write(text)
        units = [os.path.basename(path) for path in [*skeleton.sources, *skeleton.texts] if is_unit(path)]
        database = os.path.join(source, "compile_commands.json")
        if not os.path.exists(database):
            flags = [*skeleton.flags, *(["-I" + self.path("inputs")] if skeleton.mock else [])]
            with open(database, "w", encoding="utf-8") as file:
                json.dump([{
                    "directory": source, "file": unit,
                    "arguments": [*compiler_of(unit, skeleton), *flags, "-c", unit]
                } for unit in units], file)
        done = self.call(["maquette", "skeletonize", "-p", source, "--root", source, "-o", out, "--no-cache",
                          *self.unseen, *skeleton.options], place, None)
        if done.returncode != 0:
            raise Failed(f"status {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}")
        with open(os.path.join(out, "report.json"), encoding="utf-8") as file:
            entry = {"files": {}, "report": self.neutral(without(json.load(file), OF_THE_SKELETONIZER))}
        for tree in ("skeleton", "profiled"):
            for folder, _, names in os.walk(os.path.join(out, tree)):
                for name in names:
                    path = os.path.join(folder, name)
                    if name != "compile_commands.json":
                        entry["files"][os.path.relpath(path, out)] = self.emitted(path)
        if skeleton.run:
            entry.update(self.run_trees(skeleton, units, place, out))
        return entry

    def emitted(self, path):
        if os.path.islink(path):
            return "link to " + self.neutral(os.readlink(path))
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return hashlib.sha256(self.neutral(file.read()).encode("utf-8", "surrogateescape")).hexdigest()

    def run_trees(self, skeleton, units, place, out):
        """The skeleton, and the profiled program charged as the skeleton is."""
        texts = []
        for unit in units:
            with open(os.path.join(out, "skeleton", unit), encoding="utf-8") as file:
                texts.append(file.read())
        profile, (ranks, *arguments) = os.path.join(place, "app.profile"), skeleton.run
        profiles.write(profiles.of_sources(texts), profile)
        for tree in ("skeleton", "profiled"):
            self.call([*compiler_of(units[0], skeleton), *skeleton.flags, *units, "-lm", "-o", "app"],
                      os.path.join(out, tree))
        with open(os.path.join(place, "machine.toml"), "w", encoding="utf-8") as file:
            file.write(machine("flow-fair", "torus"))
        result = os.path.join(place, "result.json")
        done = self.call([
            "maquette", "run", "-n", ranks, "-m", "machine.toml", "--profile", profile, "--json", result, "--",
            os.path.join(out, "skeleton", "app"), *arguments
        ], place)
        ran = self.read_result(done.returncode, result)
        return {
            "run": ran, "charged": self.charge(os.path.join(out, "profiled", "app"), ranks, arguments, place,
                                               [profile], 0)
        }


def compiler_of(unit, skeleton):
    if skeleton.mock:
        return ["cc" if unit.endswith(".c") else "c++"]
    return ["maquette-cc" if unit.endswith(".c") else "maquette-c++"]


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def without(value, keys):
    """A document less what depends on the host."""
    if isinstance(value, dict):
        return {
            key: without(item, keys)
            for key, item in value.items() if key not in keys and not key.startswith("host_")
        }
    return [without(item, keys) for item in value] if isinstance(value, list) else value
